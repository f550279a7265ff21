/** Finds the directories of settings, workspaces and state on every platform. */

import { posix, win32 } from 'node:path'
import { UserError } from '../contract/errors.ts'

/** The environment variables of the process. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Where a user works. */
export interface UserEnvironment {
  env: Environment
  home: string | undefined
  platform: NodeJS.Platform
}

/** The directories; each is undefined if it depends on a home directory and there is none. */
export interface Directories {
  /** Profiles and keys. */
  config: string | undefined
  /** Workspaces. */
  data: string | undefined
  /** Import journals, rate limits and caches. */
  state: string | undefined
}

type DirectoryKind = keyof Directories

interface DirectorySources {
  /** The environment variable that names the directory itself. */
  ownVariable: string
  /** The environment variable that names its parent directory. */
  baseVariable: string
  /** The parent directory below the home directory, without either variable. */
  defaultPath: string[]
  windows: { shared: string; usual: string[]; within: string[] }
}

const directorySources: Record<DirectoryKind, DirectorySources> = {
  config: {
    ownVariable: 'BUDGET_CONFIG_DIR',
    baseVariable: 'XDG_CONFIG_HOME',
    defaultPath: ['.config'],
    windows: { shared: 'APPDATA', usual: ['AppData', 'Roaming'], within: ['budget'] },
  },
  data: {
    ownVariable: 'BUDGET_DATA_DIR',
    baseVariable: 'XDG_DATA_HOME',
    defaultPath: ['.local', 'share'],
    windows: { shared: 'LOCALAPPDATA', usual: ['AppData', 'Local'], within: ['budget', 'data'] },
  },
  state: {
    ownVariable: 'BUDGET_STATE_DIR',
    baseVariable: 'XDG_STATE_HOME',
    defaultPath: ['.local', 'state'],
    windows: { shared: 'LOCALAPPDATA', usual: ['AppData', 'Local'], within: ['budget', 'state'] },
  },
}

/** Returns the directories of the user; nothing is read or created. */
export function resolveDirectories(
  env: Environment,
  home: string | undefined,
  platform: NodeJS.Platform,
): Directories {
  const find = (kind: DirectoryKind): string | undefined =>
    env[directorySources[kind].ownVariable] ||
    (platform === 'win32' ? resolveWindowsDirectory : resolveUnixDirectory)(directorySources[kind], env, home)
  return { config: find('config'), data: find('data'), state: find('state') }
}

function resolveUnixDirectory(
  { baseVariable, defaultPath }: DirectorySources,
  env: Environment,
  home: string | undefined,
): string | undefined {
  const base = env[baseVariable]
  // The XDG specification says to ignore a relative path.
  if (base && posix.isAbsolute(base)) return posix.join(base, 'budget')
  return home ? posix.join(home, ...defaultPath, 'budget') : undefined
}

function resolveWindowsDirectory(
  { windows }: DirectorySources,
  env: Environment,
  home: string | undefined,
): string | undefined {
  const base = env[windows.shared] || (home && win32.join(home, ...windows.usual))
  return base ? win32.join(base, ...windows.within) : undefined
}

/**
 * Returns a directory.
 * @throws UserError when neither a variable nor a home directory determines it
 * @see docs/reliability.md#row-67
 */
export function requireDirectory(directories: Directories, kind: DirectoryKind): string {
  const directory = directories[kind]
  if (directory) return directory
  const { ownVariable } = directorySources[kind]
  throw new UserError('invalid', `Cannot find the ${kind} directory: there is no home directory`, {
    hint: `Set ${ownVariable} to a directory`,
  })
}
