/** Shows profiles, API keys and logins. */

import { isLocalProfile, type Profile, type Profiles, type RemoteProfile } from '../config/profiles.ts'
import type { UserConfig } from '../config/user-config.ts'
import { UserError } from '../contract/errors.ts'
import { parseBaseUrl } from '../contract/remote-address.ts'
import { pluralize } from '../output/pluralize.ts'
import { sanitizeLine } from '../output/sanitize.ts'
import { defineView, textColumn } from '../output/view.ts'

/** A profile; a local one has no address. */
export interface ProfileOutput {
  name: string
  default: boolean
  kind: 'local' | 'remote'
  base_url: string | null
  workspace_id: string | null
  /** The path of its own CA certificates. */
  ca_file?: string
}

const profileColumns = [
  textColumn('name', 'Profile'),
  textColumn('default', 'Default'),
  textColumn('kind', 'Kind'),
  textColumn('base_url', 'Address'),
  textColumn('workspace_id', 'Workspace'),
]

/** A profile in a list. `has_key` is null for a local profile, which needs none. */
export type ProfileListItem = ProfileOutput & { has_key: boolean | null }

/** A list of profiles. */
export const profileListView = defineView<ProfileListItem[], ProfileListItem>({
  columns: [...profileColumns, textColumn('has_key', 'Key')],
})
/** One profile. */
export const profileView = defineView<ProfileOutput, ProfileOutput>({ columns: profileColumns })

/** Returns a view of one line about a changed profile. */
export const defineProfileChangeView = (describe: (profile: ProfileOutput) => string) => ({
  ...profileView,
  renderText: (profile: ProfileOutput) => `${sanitizeLine(describe(profile))}\n`,
})

/** Where the key of a profile is stored, and the last characters of it. */
export interface KeyStatus {
  profile: string
  kind: 'local' | 'remote'
  origin: string | null
  workspace_id: string | null
  source: string | null
  key: string | null
}

/** The profile in use and its key. */
export const keyStatusView = {
  ...defineView<KeyStatus, KeyStatus>({
    columns: [
      textColumn('profile', 'Profile'),
      textColumn('kind', 'Kind'),
      textColumn('origin', 'Service'),
      textColumn('workspace_id', 'Workspace'),
      textColumn('source', 'Key from'),
      textColumn('key', 'Key'),
    ],
  }),
}

/** The result of a login. */
export interface LoginResult {
  profile: string
  base_url: string
  workspace_id: string
  accounts: number
  /** The profile that is used when none is named. */
  default_profile: string
}

/** One line about a login. */
export const loginView = {
  ...defineView<LoginResult, LoginResult>({
    columns: [
      textColumn('profile', 'Profile'),
      textColumn('base_url', 'Address'),
      textColumn('workspace_id', 'Workspace'),
      textColumn('accounts', 'Accounts'),
      textColumn('default_profile', 'Default profile'),
    ],
  }),
  renderText: ({ profile, base_url, accounts }: LoginResult) =>
    `${sanitizeLine(`The key works: ${pluralize(accounts, 'account')} at ${base_url}`)}\n${sanitizeLine(`${profile} is now the default profile; to switch back: budget profile use local`)}\n`,
}

interface LogoutResult {
  profile: string
  origin: string
  removed: boolean
}

/** One line about a logout. */
export const logoutView = {
  ...defineView<LogoutResult, LogoutResult>({
    columns: [
      textColumn('profile', 'Profile'),
      textColumn('origin', 'Service'),
      textColumn('removed', 'Removed'),
    ],
  }),
  renderText: ({ profile, origin, removed }: LogoutResult) =>
    `${sanitizeLine(removed ? `Deleted the key of profile ${profile} for ${origin}` : `Profile ${profile} had no stored key for ${origin}`)}\n`,
}

/** Converts a profile to the object that is printed. */
export const toProfileOutput = (
  name: string,
  profile: Profile,
  { default_profile }: Profiles,
): ProfileOutput => ({
  name,
  default: name === default_profile,
  ...(isLocalProfile(profile)
    ? { kind: 'local', base_url: null, workspace_id: profile.workspace ?? null }
    : {
        kind: 'remote',
        base_url: profile.base_url,
        workspace_id: profile.workspace_id,
        ...(profile.ca_file !== undefined && { ca_file: profile.ca_file }),
      }),
})

/**
 * Returns the remote profile, with the origin its key is for.
 * @throws UserError for a local profile.
 */
export function getRemoteProfile(settings: UserConfig): RemoteProfile & { name: string; origin: string } {
  const { name, profile } = settings.selectProfile()
  if (!isLocalProfile(profile)) return { ...profile, name, origin: parseBaseUrl(profile.base_url).origin }
  throw new UserError('usage', `Profile ${name} needs no key`, {
    hint: 'Use --profile with a remote profile',
  })
}
