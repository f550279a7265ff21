import { nearest } from '../../../command/suggest.ts'
import { Mistake } from '../../../contract/errors.ts'
import { nameKey } from '../../../contract/normalize-name.ts'
import type { Workspace, Workspaces } from '../../../contract/ports/local-service.ts'

/** The workspace of this machine with this id or name. */
export function findWorkspace(workspaces: Workspaces, text: string): Workspace {
  const all = workspaces.listWorkspaces()
  const found = all.find(({ id }) => id === text) ?? all.find(({ name }) => nameKey(name) === nameKey(text))
  if (found) return found
  const names = all.map(({ name }) => name)
  const near = nearest(text, names)
  const hint = names.length === 0 ? 'There are no workspaces yet' : `The workspaces are ${names.join(', ')}`
  throw new Mistake(
    'not_found',
    `No workspace called "${text}"${near === undefined ? '' : `; did you mean "${near}"?`}`,
    { hint },
  )
}
