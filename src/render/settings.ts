/** How profiles, keys and settings are shown. */

import { oneLine } from './sanitize.ts'
import { prose } from './text.ts'
import { sheet, text } from './view.ts'

/** A profile as it is listed; a local one has no address. */
export interface ShownProfile {
  name: string
  default: boolean
  kind: 'local' | 'remote'
  base_url: string | null
  workspace_id: string | null
  /** Where it has certificates of its own. */
  ca_file?: string
}

const profileColumns = [
  text('name', 'Profile'),
  text('default', 'Default'),
  text('kind', 'Kind'),
  text('base_url', 'Address'),
  text('workspace_id', 'Workspace'),
]

/** A profile as it is listed, with whether a key is there for it: null on this machine, where none is needed. */
export type ListedProfile = ShownProfile & { has_key: boolean | null }

export const profileList = sheet<ListedProfile[], ListedProfile>({
  columns: [...profileColumns, text('has_key', 'Key')],
})
export const profileCard = sheet<ShownProfile, ShownProfile>({ columns: profileColumns })

/** One line about a profile that was changed. */
export const profileChange = (said: (profile: ShownProfile) => string) => ({
  ...profileCard,
  say: (profile: ShownProfile) => `${oneLine(said(profile))}\n`,
})

/** Where a profile's key is, and no more of it than its end. */
export interface KeyStatus {
  profile: string
  kind: 'local' | 'remote'
  origin: string | null
  workspace_id: string | null
  source: string | null
  key: string | null
}

export const keyStatus = {
  ...sheet<KeyStatus, KeyStatus>({
    columns: [
      text('profile', 'Profile'),
      text('kind', 'Kind'),
      text('origin', 'Service'),
      text('workspace_id', 'Workspace'),
      text('source', 'Key from'),
      text('key', 'Key'),
    ],
  }),
}

/** What a login came to. */
export interface Login {
  profile: string
  base_url: string
  workspace_id: string
  accounts: number
  /** The profile that is used from now on when none is named. */
  default_profile: string
}

export const login = {
  ...sheet<Login, Login>({
    columns: [
      text('profile', 'Profile'),
      text('base_url', 'Address'),
      text('workspace_id', 'Workspace'),
      text('accounts', 'Accounts'),
      text('default_profile', 'Default profile'),
    ],
  }),
  say: ({ profile, base_url, accounts }: Login) =>
    `${oneLine(`The key works: ${accounts === 1 ? '1 account' : `${accounts} accounts`} at ${base_url}`)}\n${oneLine(`Profile ${profile} is the default now; budget profile use local goes back`)}\n`,
}

interface Logout {
  profile: string
  origin: string
  removed: boolean
}

export const logout = {
  ...sheet<Logout, Logout>({
    columns: [text('profile', 'Profile'), text('origin', 'Service'), text('removed', 'Removed')],
  }),
  say: ({ profile, origin, removed }: Logout) =>
    `${oneLine(removed ? `The key of profile ${profile} for ${origin} is forgotten` : `No key of profile ${profile} was stored for ${origin}`)}\n`,
}

/** A setting with its value; null when it is not set. */
export interface Setting {
  name: string
  value: string | null
}

const settingColumns = [text('name', 'Setting'), text('value', 'Value')]
export const settingList = sheet<Setting[], Setting>({ columns: settingColumns })
export const settingCard = sheet<Setting, Setting>({ columns: settingColumns })

/** The value alone, so that a shell can use it. */
export const settingValue = prose<Setting>(
  ({ value }) => (value === null ? '' : `${oneLine(value)}\n`),
  ['name', 'value'],
)

/** The directories, a line each. */
export const directoryList = sheet<
  { name: string; path: string | null }[],
  { name: string; path: string | null }
>({
  columns: [text('name', 'Directory'), text('path', 'Path')],
})
