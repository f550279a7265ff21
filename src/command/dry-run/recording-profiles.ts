/** Writes down what would become of settings, profiles, keys and layouts, and changes none of them. */ // cli.md §1 --dry-run

import type { Profile } from '../../config/profiles.ts'
import type { Settings } from '../../config/user-config.ts'
import { localChange, type Planned } from '../../render/planned-write.ts'

/** The settings of a user for a dry run: reads go through, changes join the plan. */
export function rehearseSettings(settings: Settings, plan: Planned[]): Settings {
  const setting = (name: string, was: string | null, value: string | null): void => {
    const after = { name, value }
    plan.push(localChange('setting', { body: after, before: { name, value: was }, after }))
  }
  const named = (name: string, profile: Profile): object => ({ name, ...profile })
  const profileBefore = (name: string): object | undefined => {
    const profile = settings.profiles().profiles[name]
    return profile && named(name, profile)
  }
  // Each part is named, not spread: a new one does not compile until somebody has decided what a dry run makes of it.
  return {
    places: settings.places,
    flag: settings.flag,
    shell: settings.shell,
    meant: settings.meant,
    profiles: settings.profiles,
    profileNamed: settings.profileNamed,
    keyFor: settings.keyFor,
    layouts: settings.layouts,
    storedKeys: settings.storedKeys,
    completionPlace: settings.completionPlace,
    isUsed: settings.isUsed,
    troubleWith: settings.troubleWith,
    async saveProfile(name, profile) {
      const after = named(name, profile)
      plan.push(localChange('profile', { body: after, before: profileBefore(name), after }))
    },
    async removeProfile(name) {
      plan.push(localChange('profile', { before: profileBefore(name) }))
    },
    async setDefaultProfile(name) {
      setting('default_profile', settings.profiles().default_profile, name)
    },
    async setDefaultAccount(account) {
      setting('default_account', settings.meant().profile.default_account ?? null, account)
    },
    async saveLayout(name) {
      plan.push(localChange('layout', { after: { name } }))
      return name
    },
    removeLayout(name) {
      const path = settings.layouts().find((one) => one.name === name)?.path ?? null
      plan.push(localChange('layout', { before: { name, path } }))
    },
    // The key itself is never shown.
    async saveKey(profile) {
      const { origin } = new URL(profile.base_url)
      const isStored = settings.keyFor(profile, profile.name)?.source === 'credentials.json'
      plan.push(
        localChange('key', { before: isStored ? { name: origin } : undefined, after: { name: origin } }),
      )
    },
    async removeKey(profile) {
      plan.push(localChange('key', { before: { name: new URL(profile.base_url).origin } }))
    },
  }
}
