/**
 * Runs what uses a workspace one after the other: a command of the page keeps a transaction open while it waits, and
 * a request on another connection of this process would block the process until SQLite gives up.
 */

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

const ignore = (): void => undefined
