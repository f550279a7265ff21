/**
 * Records changes of settings, profiles, keys and layouts in a dry run and makes none of them.
 * @see docs/cli.md#json
 */

import type { RulesChange } from '../../config/layout-files.ts'
import type { Profile } from '../../config/profiles.ts'
import type { UserConfig } from '../../config/user-config.ts'
import { createLocalChange, type PlannedChange } from '../../contract/ports/planned-change.ts'

/** Returns the user's configuration for a dry run: reads pass through, changes are added to `plannedChanges`. */
export function recordSettingsWrites(settings: UserConfig, plannedChanges: PlannedChange[]): UserConfig {
  const setting = (name: string, previous: string | null, value: string | null): void => {
    plannedChanges.push(
      createLocalChange('setting', { id: name, before: { name, value: previous }, after: { name, value } }),
    )
  }
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
      plannedChanges.push(createLocalChange('profile', { id: name, before: profileBefore(name), after }))
    },
    async removeProfile(name) {
      plannedChanges.push(createLocalChange('profile', { id: name, before: profileBefore(name) }))
    },
    setDefaultProfile: async (name) =>
      setting('default_profile', settings.readProfiles().default_profile, name),
    async setDefaultAccount(account) {
      setting('default_account', settings.selectProfile().profile.default_account ?? null, account)
    },
    setHistoryKeep: async (days) =>
      setting('history_keep', settings.readProfiles().history_keep ?? null, days),
    setAlias: async (word, commandLine) =>
      setting(`alias.${word}`, settings.readProfiles().aliases[word] ?? null, commandLine),
    async saveLayout(name) {
      plannedChanges.push(createLocalChange('layout', { id: name, after: { name } }))
      return name
    },
    saveLayoutRules: async (name, change) => void plannedChanges.push(createRulesChange(name, change)),
    removeLayout(name) {
      const path = settings.listLayouts().find((layout) => layout.name === name)?.path ?? null
      plannedChanges.push(createLocalChange('layout', { id: name, before: { name, path } }))
    },
    // The key itself is never printed.
    async saveKey(profile) {
      const { origin } = new URL(profile.base_url)
      const isStored = settings.resolveKey(profile, profile.name)?.source === 'credentials.json'
      const before = isStored ? { name: origin } : undefined
      plannedChanges.push(createLocalChange('key', { id: origin, before, after: { name: origin } }))
    },
    async removeKey(profile) {
      const { origin } = new URL(profile.base_url)
      plannedChanges.push(createLocalChange('key', { id: origin, before: { name: origin } }))
    },
  }
}

const withName = (name: string, profile: Profile): object => ({ name, ...profile })

/** Returns the planned change of the rules of a layout, with only those that differ. */
const createRulesChange = (name: string, { before, after }: RulesChange): PlannedChange =>
  createLocalChange('layout', {
    id: name,
    before: { name, rules: listOnlyIn(before, after) },
    after: { name, rules: listOnlyIn(after, before) },
  })

/** Returns the rules that the other list does not have; null if there are none. */
function listOnlyIn(rules: readonly object[], others: readonly object[]): object[] | null {
  const known = new Set(others.map((rule) => JSON.stringify(rule)))
  const only = rules.filter((rule) => !known.has(JSON.stringify(rule)))
  return only.length === 0 ? null : only
}
