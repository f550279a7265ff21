/** Reads a small CSV table with a fixed set of headings, e.g. the table given to `--categorize`. */

import { parse } from 'csv-parse/sync'
import { UserError } from '../../contract/errors.ts'
import { decodeFile } from '../text/decode-file.ts'

/**
 * Returns the lines of the table as maps from heading to cell, each with its line number.
 * @throws UserError if the table has unknown or repeated headings or is no CSV
 */
export function readSimpleTable(
  bytes: Uint8Array,
  { file, words }: { file: string; words: readonly string[] },
): { line: number; cells: Map<string, string> }[] {
  const [header, ...records] = parseRecords(decodeFile(bytes, {}).text(), file)
  const names = (header?.record ?? []).map((name) => name.trim().toLowerCase())
  const unknown = names.find((name) => !words.includes(name))
  const repeated = names.find((name, at) => names.indexOf(name) !== at)
  if (names.length === 0 || unknown !== undefined || repeated !== undefined) {
    const named = unknown === undefined ? 'there is no header line' : `unknown column "${unknown}"`
    const problem = repeated === undefined ? named : `column "${repeated}" occurs twice`
    throw new UserError('invalid', `${file}: ${problem}`, {
      hint: `The columns are ${words.join(', ')}`,
    })
  }
  return records.map(({ record, info }) => ({
    line: info.lines,
    cells: new Map(names.map((name, at) => [name, (record[at] ?? '').trim()])),
  }))
}

interface ParsedRecord {
  record: string[]
  info: { lines: number }
}

function parseRecords(text: string, file: string): ParsedRecord[] {
  try {
    // No heading contains a delimiter, so the first one found separates the columns.
    const [delimiter = ','] = /[,;\t]/.exec(text) ?? []
    const options = {
      delimiter,
      bom: true,
      info: true,
      skip_empty_lines: true,
      relax_column_count: true,
    } as const
    return parse(text, options) as unknown as ParsedRecord[] // csv-parse returns records with their `info`.
  } catch (error) {
    throw new UserError(
      'invalid',
      `${file} is not a CSV file: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}
