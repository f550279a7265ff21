import { closestMatch } from '../../../command/suggest.ts'
import { UserError } from '../../../contract/errors.ts'
import { toNameKey } from '../../../contract/normalize-name.ts'
import type { Workspace, Workspaces } from '../../../contract/ports/local-service.ts'

/** The workspace of this machine with this id or name. */
export function findWorkspace(workspaces: Workspaces, text: string): Workspace {
  const all = workspaces.listWorkspaces()
  const found =
    all.find(({ id }) => id === text) ?? all.find(({ name }) => toNameKey(name) === toNameKey(text))
  if (found) return found
  const names = all.map(({ name }) => name)
  const near = closestMatch(text, names)
  const hint = names.length === 0 ? 'There are no workspaces yet' : `The workspaces are ${names.join(', ')}`
  throw new UserError(
    'not_found',
    `No workspace called "${text}"${near === undefined ? '' : `; did you mean "${near}"?`}`,
    { hint },
  )
}
