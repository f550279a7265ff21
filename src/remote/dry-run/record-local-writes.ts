/**
 * Records changes of settings, profiles, keys, layouts and local workspaces in a dry run and makes none of them.
 * @see docs/cli.md#json
 */

import type { RulesChange } from '../../config/layout-files.ts'
import type { Profile } from '../../config/profiles.ts'
import type { UserConfig } from '../../config/user-config.ts'
import { nameTakenError, notFound } from '../../contract/errors.ts'
import { toNameKey } from '../../contract/normalize-name.ts'
import { createLocalChange, NEW_ID, type PlannedChange } from '../../contract/ports/history.ts'
import type { ApiKey, Workspace, Workspaces } from '../../contract/ports/local-service.ts'
import type { WorkspaceDatabase } from '../../contract/ports/workspace-database.ts'

/** Returns the user's configuration for a dry run: reads pass through, changes are added to `plannedChanges`. */
export function recordSettingsWrites(settings: UserConfig, plannedChanges: PlannedChange[]): UserConfig {
  const setting = (name: string, previous: string | null, value: string | null): void => {
    const change = { id: name, before: { name, value: previous }, after: { name, value } }
    plannedChanges.push(createLocalChange('setting', change))
  }
  const profileBefore = (name: string): object | undefined => {
    const profile = settings.readProfiles().profiles[name]
    return profile && withName(name, profile)
  }
  // Members are listed one by one, not spread, so that a new member does not compile until its dry run is
  // decided.
  return {
    directories: settings.directories,
    environment: settings.environment,
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

/** Returns the local workspaces for a dry run: reads pass through, changes are added to `plannedChanges`. */
export function recordWorkspaceWrites(workspaces: Workspaces, plannedChanges: PlannedChange[]): Workspaces {
  const created_at = ''
  const createWorkspace = (draft: { name: string; currency: string }): Workspace => {
    const key = toNameKey(draft.name)
    if (workspaces.listWorkspaces().some(({ name }) => toNameKey(name) === key))
      throw nameTakenError('workspace')
    plannedChanges.push(createLocalChange('workspace', { id: NEW_ID, after: draft }))
    return { id: NEW_ID, archived: false, created_at, ...draft }
  }
  const { update, remove } = recordChanges(plannedChanges)
  const getWorkspace = (id: string): Workspace => {
    const workspace = workspaces.getWorkspace(id)
    if (workspace) return workspace
    throw notFound('workspace')
  }
  // Members are listed one by one, not spread, so that a new member does not compile until its dry run is
  // decided.
  return {
    listWorkspaces: workspaces.listWorkspaces,
    getWorkspace: workspaces.getWorkspace,
    isUnused: workspaces.isUnused,
    endSnapshot: workspaces.endSnapshot,
    changeCounter: workspaces.changeCounter,
    previewRestore: workspaces.previewRestore,
    summarize: workspaces.summarize,
    listKeys: workspaces.listKeys,
    findApiKey: workspaces.findApiKey,
    close: workspaces.close,
    open: rejectInDryRun('open'),
    getCurrency: rejectInDryRun('getCurrency'),
    hasSchedules: rejectInDryRun('hasSchedules'),
    history: rejectInDryRun('history'),
    references: rejectInDryRun('references'),
    exportSource: rejectInDryRun('exportSource'),
    archiveSource: rejectInDryRun('archiveSource'),
    reportSource: rejectInDryRun('reportSource'),
    contentStore: rejectInDryRun('contentStore'),
    useTemporaryWorkspace: rejectInDryRun('useTemporaryWorkspace'),
    recordCommand: rejectInDryRun('recordCommand'),
    recordedEntry: rejectInDryRun('recordedEntry'),
    admin: rejectInDryRun('admin'),
    beginTransaction: rejectInDryRun('beginTransaction'),
    importStore: rejectInDryRun('importStore'),
    restore: rejectInDryRun('restore'),
    updateUnused: (id, change) => update(getWorkspace(id), change),
    rename: (id, name) => update(getWorkspace(id), { name }),
    delete: (id) => remove(getWorkspace(id)),
    createWorkspace,
    createFilledWorkspace: ({ name, content: { currency } }) => createWorkspace({ name, currency }),
    setArchived: (id, archived) => update(getWorkspace(id), { archived }),
    ...recordKeyWrites(workspaces, plannedChanges),
  }
}

/** Returns the functions about keys and devices for a dry run. */
function recordKeyWrites(
  { listKeys, devices }: Workspaces,
  plannedChanges: PlannedChange[],
): Pick<Workspaces, 'createKey' | 'revokeKey' | 'devices'> {
  function remove<Entry extends { id: string }>(all: readonly Entry[], id: string): Entry {
    const before = all.find((one) => one.id === id)
    if (!before) throw notFound('key')
    plannedChanges.push(createLocalChange('key', { id, before }))
    return before
  }
  return {
    createKey(draft): ApiKey & { key: string } {
      plannedChanges.push(createLocalChange('key', { id: NEW_ID, after: draft }))
      return { id: NEW_ID, created_at: '', used_at: null, revoked_at: null, ...draft, key: '' }
    },
    revokeKey: (id) => remove(listKeys(), id),
    devices: {
      list: devices.list,
      pair(draft) {
        plannedChanges.push(createLocalChange('key', { id: NEW_ID, after: draft }))
        return { code: '', ends_at: '' }
      },
      end: (id) => remove(devices.list(), id),
      find: rejectInDryRun('devices'),
      signIn: rejectInDryRun('devices'),
      selectWorkspace: rejectInDryRun('devices'),
    },
  }
}

/** Returns a database for a dry run: reads pass through, changes are added to `plannedChanges`. */
export function recordDatabaseWrites(
  database: WorkspaceDatabase,
  plannedChanges: PlannedChange[],
): WorkspaceDatabase {
  const { update, remove } = recordChanges(plannedChanges)
  return {
    listWorkspaces: database.listWorkspaces,
    findWorkspace: database.findWorkspace,
    listKeys: database.listKeys,
    check: database.check,
    download: database.download, // its own options have the dry run
    summarize: database.summarize,
    setArchived: async (id, archived) => update(await database.findWorkspace(id), { archived }),
    rename: async (id, name) => update(await database.findWorkspace(id), { name }),
    delete: async (id) => remove(await database.findWorkspace(id)),
    async upload(workspaces, id) {
      const workspace = workspaces.getWorkspace(id)
      if (!workspace) throw notFound('workspace')
      plannedChanges.push(createLocalChange('workspace', { id, after: workspace }))
      return workspace
    },
    async createKey(draft) {
      plannedChanges.push(createLocalChange('key', { id: NEW_ID, after: draft }))
      return { id: NEW_ID, created_at: '', used_at: null, revoked_at: null, ...draft, key: '' }
    },
    async revokeKey(id) {
      const before = (await database.listKeys()).find((key) => key.id === id)
      if (!before) throw notFound('key')
      plannedChanges.push(createLocalChange('key', { id, before }))
      return before
    },
  }
}

/** Returns what records the changes of a workspace that exists. */
function recordChanges(plannedChanges: PlannedChange[]) {
  return {
    update(before: Workspace, change: Partial<Workspace>): Workspace {
      const after = { ...before, ...change }
      plannedChanges.push(createLocalChange('workspace', { id: before.id, before, after }))
      return after
    },
    remove(before: Workspace): Workspace {
      plannedChanges.push(createLocalChange('workspace', { id: before.id, before }))
      return before
    },
  }
}

/**
 * Returns a member that throws: it writes to a workspace without recording, and no command calls it in a dry
 * run.
 */
const rejectInDryRun = (name: keyof Workspaces) => (): never => {
  throw new Error(`A dry run reached for ${name} of the workspaces`)
}
