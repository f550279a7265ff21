/** Serves the workspaces of this machine. */

import { opensWorkspace } from '../contract/access.ts'
import type { Workspaces } from '../contract/ports/local-service.ts'
import type { RunAlone, ServedWorkspaces } from '../contract/ports/served-workspaces.ts'
import { lockAccounts } from './account-locks.ts'
import { openAlone } from './run-alone.ts'

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
        open: () =>
          runAlone ? openAlone(workspaces, workspace_id, runAlone) : workspaces.open(workspace_id),
        lockAccounts: (body) => lockAccounts(workspaces, workspace_id, body),
      }
    )
  },
})
