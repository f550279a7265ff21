/** Where things live: settings, workspaces, and what may be lost. */

import { posix, win32 } from 'node:path'
import { Mistake } from '../contract/errors.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** The directories, as far as they can be known without a home. */
export interface Locations {
  /** Profiles and keys. */
  config: string | undefined
  /** Workspaces. */
  data: string | undefined
  /** Journals, ledgers, caches. */
  state: string | undefined
}

type Purpose = keyof Locations

interface Places {
  /** Names the directory itself. */
  own: string
  /** Names the directory in which ours is. */
  shared: string
  /** From the home directory, where neither is set. */
  usual: string[]
  windows: { shared: string; usual: string[]; within: string[] }
}

const places: Record<Purpose, Places> = {
  config: {
    own: 'BUDGET_CONFIG_DIR',
    shared: 'XDG_CONFIG_HOME',
    usual: ['.config'],
    windows: { shared: 'APPDATA', usual: ['AppData', 'Roaming'], within: ['budget'] },
  },
  data: {
    own: 'BUDGET_DATA_DIR',
    shared: 'XDG_DATA_HOME',
    usual: ['.local', 'share'],
    windows: { shared: 'LOCALAPPDATA', usual: ['AppData', 'Local'], within: ['budget', 'data'] },
  },
  state: {
    own: 'BUDGET_STATE_DIR',
    shared: 'XDG_STATE_HOME',
    usual: ['.local', 'state'],
    windows: { shared: 'LOCALAPPDATA', usual: ['AppData', 'Local'], within: ['budget', 'state'] },
  },
}

/** The directories of this user. Nothing is looked up or made. */
export function locations(env: Environment, home: string | undefined, platform: NodeJS.Platform): Locations {
  const find = (purpose: Purpose): string | undefined =>
    env[places[purpose].own] || (platform === 'win32' ? onWindows : elsewhere)(places[purpose], env, home)
  return { config: find('config'), data: find('data'), state: find('state') }
}

function elsewhere(
  { shared, usual }: Places,
  env: Environment,
  home: string | undefined,
): string | undefined {
  const base = env[shared]
  // A relative path there is to be ignored, says the XDG specification.
  if (base && posix.isAbsolute(base)) return posix.join(base, 'budget')
  return home ? posix.join(home, ...usual, 'budget') : undefined
}

function onWindows({ windows }: Places, env: Environment, home: string | undefined): string | undefined {
  const base = env[windows.shared] || (home && win32.join(home, ...windows.usual))
  return base ? win32.join(base, ...windows.within) : undefined
}

/** A directory that is needed now; throws a Mistake when nothing says where it is. */ // reliability.md row 67
export function directory(known: Locations, purpose: Purpose): string {
  const found = known[purpose]
  if (found) return found
  const { own } = places[purpose]
  throw new Mistake('value', `Nobody knows where the ${purpose} directory is: there is no home directory`, {
    hint: `set ${own} to a directory`,
  })
}
