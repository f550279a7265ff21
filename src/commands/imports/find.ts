import { Mistake } from '../../contract/errors.ts'
import type { ImportRecord, Imports } from '../../contract/journal.ts'
import { id } from '../entries.ts'

/** Which import is meant. */
export const importEntry = id('The import: its id, the beginning of it, or the name of its file')

/** The import an id means, or the beginning of one, or the name of a file. Throws a Mistake with the candidates. */
export function findImport(imports: Imports, text: string): ImportRecord {
  const all = imports.imports()
  const found = all.filter(({ id, path }) => id.startsWith(text) || nameOf(path) === text)
  const [only] = found
  if (only && found.length === 1) return only
  const candidates = (found.length > 0 ? found : all).slice(0, 8).map(({ id, path }) => `${id} (${path})`)
  throw new Mistake(
    'not_found',
    found.length > 0 ? `"${text}" can mean ${found.length} imports` : `There is no import "${text}"`,
    {
      hint: candidates.length > 0 ? `There are ${candidates.join(', ')}` : 'Nothing was imported here yet',
    },
  )
}

const nameOf = (path: string): string => path.replace(/^.*[/\\]/, '')
