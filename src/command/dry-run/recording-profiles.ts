/**
 * Records changes of settings, profiles, keys and layouts in a dry run and makes none of them.
 * @see docs/cli.md#json
 */

import type { Profile } from '../../config/profiles.ts'
import type { UserConfig } from '../../config/user-config.ts'
import { createLocalWrite, type PlannedWrite } from '../../render/planned-write.ts'

/** Returns the user's configuration for a dry run: reads pass through, writes are added to `plan`. */
export function recordSettingsWrites(settings: UserConfig, plannedWrites: PlannedWrite[]): UserConfig {
  const setting = (name: string, previous: string | null, value: string | null): void => {
    const after = { name, value }
    plannedWrites.push(createLocalWrite('setting', { body: after, before: { name, value: previous }, after }))
  }
  const withName = (name: string, profile: Profile): object => ({ name, ...profile })
  const profileBefore = (name: string): object | undefined => {
    const profile = settings.readProfiles().profiles[name]
    return profile && withName(name, profile)
  }
  // Members are listed one by one, not spread, so that a new member does not compile until its dry run is
  // decided.
  return {
    directories: settings.directories,
    profileFlag: settings.profileFlag,
    shell: settings.shell,
    selectProfile: settings.selectProfile,
    readProfiles: settings.readProfiles,
    getProfile: settings.getProfile,
    resolveKey: settings.resolveKey,
    listLayouts: settings.listLayouts,
    listStoredKeys: settings.listStoredKeys,
    resolveCompletionTarget: settings.resolveCompletionTarget,
    isDirectoryUsed: settings.isDirectoryUsed,
    findDirectoryProblem: settings.findDirectoryProblem,
    async saveProfile(name, profile) {
      const after = withName(name, profile)
      plannedWrites.push(createLocalWrite('profile', { body: after, before: profileBefore(name), after }))
    },
    async removeProfile(name) {
      plannedWrites.push(createLocalWrite('profile', { before: profileBefore(name) }))
    },
    async setDefaultProfile(name) {
      setting('default_profile', settings.readProfiles().default_profile, name)
    },
    async setDefaultAccount(account) {
      setting('default_account', settings.selectProfile().profile.default_account ?? null, account)
    },
    async saveLayout(name) {
      plannedWrites.push(createLocalWrite('layout', { after: { name } }))
      return name
    },
    removeLayout(name) {
      const path = settings.listLayouts().find((layout) => layout.name === name)?.path ?? null
      plannedWrites.push(createLocalWrite('layout', { before: { name, path } }))
    },
    // The key itself is never printed.
    async saveKey(profile) {
      const { origin } = new URL(profile.base_url)
      const isStored = settings.resolveKey(profile, profile.name)?.source === 'credentials.json'
      plannedWrites.push(
        createLocalWrite('key', { before: isStored ? { name: origin } : undefined, after: { name: origin } }),
      )
    },
    async removeKey(profile) {
      plannedWrites.push(createLocalWrite('key', { before: { name: new URL(profile.base_url).origin } }))
    },
  }
}
