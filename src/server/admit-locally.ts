/** Serves the workspaces of this machine. */

import { opensWorkspace } from '../contract/access.ts'
import { operationNames, type UnvalidatedApi } from '../contract/api.ts'
import type { RawRequest } from '../contract/operation.ts'
import type { Workspaces } from '../contract/ports/local-service.ts'
import type { RunAlone, ServedWorkspaces } from '../contract/ports/served-workspaces.ts'
import { lockAccounts } from './account-locks.ts'

/** What a server needs of the workspaces: to find and open them, and to find keys. */
export type LocalWorkspaces = Pick<Workspaces, 'getWorkspace' | 'open' | 'importStore' | 'findApiKey'>

/**
 * Returns the workspaces of this machine in the form that a server asks for.
 * @param runAlone keeps requests and the commands of the page apart. @default there are no commands
 */
export const admitLocally = (workspaces: LocalWorkspaces, runAlone?: RunAlone): ServedWorkspaces => ({
  admit(text, workspace_id) {
    const key = workspaces.findApiKey(text)
    return (
      key && {
        key,
        workspace: opensWorkspace(key, workspace_id) ? workspaces.getWorkspace(workspace_id) : undefined,
        open: () => openAlone(workspaces, workspace_id, runAlone),
        lockAccounts: (body) => lockAccounts(workspaces, workspace_id, body),
      }
    )
  },
})

/** Opens a workspace whose requests each wait for what uses it before them. */
function openAlone(
  workspaces: LocalWorkspaces,
  workspace_id: string,
  runAlone: RunAlone | undefined,
): UnvalidatedApi {
  if (!runAlone) return workspaces.open(workspace_id)
  const methods = operationNames.map((name) => [
    name,
    // While a request waited, others may have closed the file.
    (request: RawRequest) => runAlone(workspace_id, async () => workspaces.open(workspace_id)[name](request)),
  ])
  return Object.fromEntries(methods) as UnvalidatedApi // one method for each name
}
