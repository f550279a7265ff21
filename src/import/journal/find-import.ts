/** Finds imports in the journal by id or file name. */

import { idOption } from '../../command/options.ts'
import { UserError } from '../../contract/errors.ts'
import type { ImportRecord, ImportStore } from '../../contract/ports/import-journal.ts'

/** An import, by id or file name or a prefix of either, or the newest one. */
export const importOption = (otherwise = '') =>
  idOption(`The import: its id or file name, the beginning of either, or last${otherwise}`)

/**
 * Returns the import that matches an id or a file name, or a prefix of either; `last` is the newest that `suits`
 * accepts. Banks give every file the same name: of several matches, those that `suits` accepts are preferred.
 * @throws UserError with the candidates when none or several match.
 */
export function findImport(
  imports: ImportStore,
  text: string,
  suits: (record: ImportRecord) => boolean = () => true,
): ImportRecord {
  const all = imports.listImports()
  // Every name starts with an empty text, which an unset variable in a script yields.
  if (text === '') throw unknownImportError('No import named ""', all)
  const last = text === 'last' ? all.find(suits) : undefined
  if (last) return last
  const sameName = all.filter(
    ({ id, path }) => id.startsWith(text) || path === text || getFileName(path) === text,
  )
  const matches =
    sameName.length > 0 ? sameName : all.filter(({ path }) => getFileName(path).startsWith(text))
  const preferred = matches.length > 1 && matches.some(suits) ? matches.filter(suits) : matches
  const single = requireSingle(preferred, `"${text}" matches ${preferred.length} imports`)
  if (single) return single
  throw unknownImportError(`No import named "${text}"`, all)
}

/**
 * Returns the only unfinished import.
 * @throws UserError when there is none, or when there are several.
 */
export function findUnfinished(imports: ImportStore): ImportRecord {
  const preferred = imports.listImports().filter(({ state }) => state === 'unfinished')
  const single = requireSingle(preferred, `${preferred.length} imports are unfinished`)
  if (single) return single
  throw new UserError('not_found', 'No unfinished import', { hint: 'budget imports list shows all imports' })
}

/**
 * Returns the only import; undefined when there is none.
 * @throws UserError with the message `several` when there are several.
 */
function requireSingle(preferred: readonly ImportRecord[], several: string): ImportRecord | undefined {
  if (preferred.length > 1) throw unknownImportError(several, preferred)
  return preferred[0]
}

const unknownImportError = (message: string, candidates: readonly ImportRecord[]): UserError =>
  new UserError('not_found', message, {
    hint:
      candidates.length === 0
        ? 'There are no imports yet'
        : `Imports: ${candidates.slice(0, 8).map(describeImport).join(', ')}`,
  })

const describeImport = ({ id, path, started_at }: ImportRecord): string =>
  `${id} (${path}, ${new Date(started_at).toISOString().slice(0, 10)})`

const getFileName = (path: string): string => path.replace(/^.*[/\\]/, '')
