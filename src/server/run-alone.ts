/**
 * Runs what uses a workspace one after the other: a command of the page keeps a transaction open while it waits, and
 * a request on another connection of this process would block the process until SQLite gives up.
 */

import { buildApi, type CallOperation } from '../contract/api.ts'
import type { OpenWorkspace, Workspaces } from '../contract/ports/local-service.ts'
import type { RunAlone } from '../contract/ports/served-workspaces.ts'

/** Returns the function that lets work wait for earlier work on the same workspace. */
export function createRunAlone(): RunAlone {
  const lastByWorkspace = new Map<string, Promise<unknown>>()
  return async (workspace_id, work) => {
    const earlier = lastByWorkspace.get(workspace_id)
    const run = earlier ? earlier.then(work) : work()
    const end = run.then(ignore, ignore)
    lastByWorkspace.set(workspace_id, end)
    try {
      return await run
    } finally {
      if (lastByWorkspace.get(workspace_id) === end) lastByWorkspace.delete(workspace_id)
    }
  }
}

/** Opens a workspace whose operations each wait for what uses it before them. */
export const openAlone = (
  workspaces: Pick<Workspaces, 'open'>,
  workspace_id: string,
  runAlone: RunAlone,
): OpenWorkspace =>
  buildApi(
    (name) => (request) =>
      runAlone(workspace_id, async () => {
        // While a request waited, others may have closed the file.
        const call = workspaces.open(workspace_id)[name] as CallOperation // it is called with its own request
        return call(request)
      }),
  ) as OpenWorkspace // it takes requests as it is given them

const ignore = (): void => undefined
