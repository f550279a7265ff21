/** Finds the files in which assistants on this computer keep the servers that they start. */

import { posix, win32 } from 'node:path'
import { UserError } from '../contract/errors.ts'
import type { UserEnvironment } from './directories.ts'

/** The assistants with a file of servers. */
export type FileClient = 'claude-desktop' | 'cursor' | 'vscode'

/** The file of an assistant. */
export interface ClientTarget {
  path: string
  /** The name under which the file has its servers. */
  field: 'mcpServers' | 'servers'
}

/** Below the folder of settings that each system has for apps. */
const appFiles = {
  'claude-desktop': ['Claude', 'claude_desktop_config.json'],
  vscode: ['Code', 'User', 'mcp.json'],
} as const

/** The variables that decide which budget is opened. None of them is a key. */
const passedVariables = [
  'BUDGET_CONFIG_DIR',
  'BUDGET_DATA_DIR',
  'BUDGET_STATE_DIR',
  'BUDGET_PROFILE',
  'BUDGET_WORKSPACE',
  'BUDGET_BASE_URL',
  'BUDGET_API_KEY_FILE',
]

/**
 * Returns the user's own file of an assistant: never one of a project, which could end up in git.
 * @throws UserError without a home directory
 */
export function resolveClientTarget(
  client: FileClient,
  { env, home, platform }: UserEnvironment,
): ClientTarget {
  if (home === undefined || home === '')
    throw new UserError('invalid', 'Cannot find the file of the assistant: there is no home directory', {
      hint: 'Print the entry with: budget mcp install --client print',
    })
  const { join } = platform === 'win32' ? win32 : posix
  const path =
    client === 'cursor'
      ? join(home, '.cursor', 'mcp.json')
      : join(findAppFolder({ env, home, platform }), ...appFiles[client])
  return { path, field: client === 'vscode' ? 'servers' : 'mcpServers' }
}

/** Returns the variables of the environment that decide which budget is opened. */
export const listVariables = ({ env }: UserEnvironment): Record<string, string> =>
  Object.fromEntries(
    passedVariables.flatMap((name) => {
      const value = env[name]
      return value === undefined || value === '' ? [] : [[name, value]]
    }),
  )

function findAppFolder({ env, home, platform }: UserEnvironment & { home: string }): string {
  if (platform === 'win32') return env['APPDATA'] || win32.join(home, 'AppData', 'Roaming')
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support')
  return env['XDG_CONFIG_HOME'] || posix.join(home, '.config')
}
