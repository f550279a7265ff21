/** Where things live: settings, workspaces, and what may be lost. */

import { posix, win32 } from 'node:path'
import { UserError } from '../contract/errors.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** The directories, as far as they can be known without a home. */
export interface Directories {
  /** Profiles and keys. */
  config: string | undefined
  /** Workspaces. */
  data: string | undefined
  /** Journals, ledgers, caches. */
  state: string | undefined
}

type DirectoryKind = keyof Directories

interface DirectorySources {
  /** Names the directory itself. */
  ownVariable: string
  /** Names the directory in which ours is. */
  baseVariable: string
  /** From the home directory, where neither is set. */
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

/** The directories of this user. Nothing is looked up or made. */
export function resolveDirectories(
  env: Environment,
  home: string | undefined,
  platform: NodeJS.Platform,
): Directories {
  const find = (purpose: DirectoryKind): string | undefined =>
    env[directorySources[purpose].ownVariable] ||
    (platform === 'win32' ? resolveWindowsDirectory : resolveUnixDirectory)(
      directorySources[purpose],
      env,
      home,
    )
  return { config: find('config'), data: find('data'), state: find('state') }
}

function resolveUnixDirectory(
  { baseVariable, defaultPath }: DirectorySources,
  env: Environment,
  home: string | undefined,
): string | undefined {
  const base = env[baseVariable]
  // A relative path there is to be ignored, says the XDG specification.
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

/** A directory that is needed now; throws a Mistake when nothing says where it is. @see docs/reliability.md#row-67 */
export function requireDirectory(known: Directories, purpose: DirectoryKind): string {
  const found = known[purpose]
  if (found) return found
  const { ownVariable } = directorySources[purpose]
  throw new UserError('value', `Nobody knows where the ${purpose} directory is: there is no home directory`, {
    hint: `set ${ownVariable} to a directory`,
  })
}
