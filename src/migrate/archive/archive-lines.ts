/** Reads the files of an archive line by line, with the place of each line for errors. */

import { isUtf8 } from 'node:buffer'
import { UserError } from '../../contract/errors.ts'
import type { SourceFile } from '../../tables/source-file.ts'

/** One fact of an archive, before its fields are checked. */
export interface ArchiveLine {
  path: string
  /** Counts from 1. */
  number: number
  fields: Readonly<Record<string, unknown>>
}

/** The files of an archive by their names in docs/export.md, e.g. `accounts.ndjson`. */
export type ArchiveFiles = ReadonlyMap<string, SourceFile>

const SUMMARY_NAME = 'budget.json'

/**
 * Returns the files of an archive, which may lie in a folder of the source; undefined when it is none. Other files, as
 * those of a git repository, are left out.
 */
export function findArchiveFiles(files: readonly SourceFile[]): ArchiveFiles | undefined {
  const paths = files.map((file) => ({ file, path: file.path.replace(/^(?:\.\/)+/, '') }))
  const [root] = paths
    .filter(({ path }) => path === SUMMARY_NAME || path.endsWith(`/${SUMMARY_NAME}`))
    .map(({ path }) => path.slice(0, -SUMMARY_NAME.length))
    .toSorted((a, b) => a.length - b.length)
  if (root === undefined) return undefined
  return new Map(
    paths.flatMap(({ file, path }): [string, SourceFile][] => {
      const name = path.slice(root.length)
      return path.startsWith(root) && ARCHIVE_NAME.test(name) ? [[name, file]] : []
    }),
  )
}

const ARCHIVE_NAME = /^(?:budget\.json|[a-z]+\.ndjson|transactions\/\d{4}-\d\d\.ndjson)$/

/** Throws the error of a line. */
export function refuseLine({ path, number }: Pick<ArchiveLine, 'path' | 'number'>, problem: string): never {
  throw new UserError('invalid', `${path}, line ${number}: ${problem}`, {
    hint: 'Create the archive again with budget export all, or correct the line',
  })
}

/**
 * Yields the lines of a file.
 * @throws UserError for text that is not UTF-8, or a line that is not a JSON object
 */
export function* iterateLines({ path, bytes }: SourceFile): Generator<ArchiveLine> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!isUtf8(text))
    throw new UserError('invalid', `${path} is not UTF-8 text`, {
      hint: 'Create the archive again with budget export all',
    })
  // A line is decoded at a time: the text of a whole file would stay in memory for long.
  let number = 0
  for (let start = 0; start < text.length; ) {
    const next = text.indexOf(LINE_FEED, start)
    const end = next < 0 ? text.length : next
    const line = text.toString('utf8', start, end)
    start = end + 1
    number++
    if (line.trim() !== '') yield { path, number, fields: parseLine(line, { path, number }) }
  }
}

const LINE_FEED = 0x0a

function parseLine(line: string, place: Pick<ArchiveLine, 'path' | 'number'>): ArchiveLine['fields'] {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return refuseLine(place, 'it is not JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refuseLine(place, 'it is not a JSON object')
  return value as ArchiveLine['fields'] // an object of JSON has no other keys than texts
}
