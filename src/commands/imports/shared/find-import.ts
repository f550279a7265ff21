/** Finds imports in the journal by id or file name. */

import { idOption } from '../../../command/options.ts'
import { UserError } from '../../../contract/errors.ts'
import type { ImportRecord, ImportStore } from '../../../contract/ports/import-journal.ts'

/** An import, by id or file name or a prefix of either. */
export const importOption = (otherwise = '') =>
  idOption(
    `The import: its id, the beginning of it, or the name of its file, or the beginning of that${otherwise}`,
  )

/**
 * Returns the import that matches an id or a file name, or a prefix of either. Banks give every file the same
 * name: of several matches, those that `suits` accepts are preferred.
 * @throws UserError with the candidates when none or several match.
 */
export function findImport(
  imports: ImportStore,
  text: string,
  suits: (record: ImportRecord) => boolean = () => true,
): ImportRecord {
  const all = imports.listImports()
  // Every name starts with an empty text, which an unset variable in a script yields.
  if (text === '') throw unknownImportError('There is no import ""', all)
  const called = all.filter(
    ({ id, path }) => id.startsWith(text) || path === text || getFileName(path) === text,
  )
  const meant = called.length > 0 ? called : all.filter(({ path }) => getFileName(path).startsWith(text))
  const found = meant.length > 1 && meant.some(suits) ? meant.filter(suits) : meant
  const only = requireSingle(found, `"${text}" can mean ${found.length} imports`)
  if (only) return only
  throw unknownImportError(`There is no import "${text}"`, all)
}

/**
 * Returns the only unfinished import.
 * @throws UserError when there is none, or when there are several.
 */
export function findUnfinished(imports: ImportStore): ImportRecord {
  const found = imports.listImports().filter(({ state }) => state === 'unfinished')
  const only = requireSingle(found, `${found.length} imports are unfinished`)
  if (only) return only
  throw new UserError('not_found', 'No import is unfinished', { hint: 'budget imports list shows them all' })
}

/**
 * Returns the only import; undefined when there is none.
 * @throws UserError with the message `several` when there are several.
 */
function requireSingle(found: readonly ImportRecord[], several: string): ImportRecord | undefined {
  if (found.length > 1) throw unknownImportError(several, found)
  return found[0]
}

const unknownImportError = (message: string, candidates: readonly ImportRecord[]): UserError =>
  new UserError('not_found', message, {
    hint:
      candidates.length === 0
        ? 'Nothing was imported here yet'
        : `There ${candidates.length === 1 ? 'is' : 'are'} ${candidates.slice(0, 8).map(describeImport).join(', ')}`,
  })

const describeImport = ({ id, path, started_at }: ImportRecord): string =>
  `${id} (${path}, ${new Date(started_at).toISOString().slice(0, 10)})`

const getFileName = (path: string): string => path.replace(/^.*[/\\]/, '')
