/** Serves the workspaces of this machine. */

import type { Workspaces } from '../contract/ports/local-service.ts'
import type { ServedWorkspaces } from '../contract/ports/served-workspaces.ts'
import { lockAccounts } from './account-locks.ts'

/** What a server needs of the workspaces: to find and open them, and to find keys. */
export type LocalWorkspaces = Pick<Workspaces, 'getWorkspace' | 'open' | 'importStore' | 'findApiKey'>

/** Returns the workspaces of this machine in the form that a server asks for. */
export const admitLocally = (workspaces: LocalWorkspaces): ServedWorkspaces => ({
  admit(text, workspace_id) {
    const key = workspaces.findApiKey(text)
    return (
      key && {
        key,
        workspace: workspaces.getWorkspace(workspace_id),
        open: () => workspaces.open(workspace_id),
        lockAccounts: (body) => lockAccounts(workspaces, workspace_id, body),
      }
    )
  },
})
