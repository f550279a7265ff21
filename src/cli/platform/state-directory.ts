/** Finds the directory of what this computer keeps of remote workspaces. */

import { getHomeDirectory } from './protected-directories.ts'

/** Returns the directory of what this computer keeps of remote workspaces. @throws UserError without a home */
export async function getStateDirectory(): Promise<string> {
  const { resolveDirectories, requireDirectory } = await import('../../config/directories.ts')
  return requireDirectory(resolveDirectories(process.env, getHomeDirectory(), process.platform), 'state')
}
