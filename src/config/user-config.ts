/** Opens the configuration of a user: profiles, keys, layouts and directories. */

import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../contract/errors.ts'
import { parseBaseUrl } from '../contract/remote-address.ts'
import { explainFileError, getErrorCode } from '../fs/file-errors.ts'
import {
  type CompletionTarget,
  detectShell,
  resolveCompletionTarget,
  type Shell,
} from './completion-paths.ts'
import { type KeyOwner, listStoredKeys, removeKey, saveKey } from './credentials.ts'
import {
  type Directories,
  requireDirectory,
  resolveDirectories,
  type UserEnvironment,
} from './directories.ts'
import {
  type LayoutFile,
  listLayouts,
  type RulesChange,
  removeLayout,
  saveLayout,
  saveLayoutRules,
} from './layout-files.ts'
import {
  getProfile,
  isLocalProfile,
  type Profile,
  type Profiles,
  type RemoteProfile,
  readProfiles,
  removeProfile,
  saveProfile,
  setAlias,
  setDefaultAccount,
  setDefaultProfile,
  setHistoryKeep,
} from './profiles.ts'
import {
  isEnvironmentProfile,
  type ProfileContext,
  type ResolvedKey,
  resolveKey,
  selectProfile,
} from './resolve-profile.ts'

/** The configuration that commands may read and change. */
export interface UserConfig {
  directories: Directories
  /** The value of `--profile`. */
  profileFlag: string | undefined
  /** Returns the profile of this invocation. */
  selectProfile: () => { name: string; profile: Profile }
  readProfiles: () => Profiles
  /**
   * Returns a profile by name.
   * @throws UserError when there is none
   */
  getProfile: (name: string) => Profile
  /** Returns the key of a profile, or of the profile of this invocation. */
  resolveKey: (profile: RemoteProfile, name?: string) => ResolvedKey | undefined
  saveProfile: (name: string, profile: Profile) => Promise<void>
  removeProfile: (name: string) => Promise<void>
  setDefaultProfile: (name: string) => Promise<void>
  /** Sets the default account of the profile of this invocation. */
  setDefaultAccount: (account: string | null) => Promise<void>
  /** Sets for how many days the history is kept, e.g. `400d`; null keeps all of it. */
  setHistoryKeep: (days: string | null) => Promise<void>
  /** Sets the command line that a word stands for; null removes it. */
  setAlias: (word: string, commandLine: string | null) => Promise<void>
  /** Lists the layouts of bank files. */
  listLayouts: () => LayoutFile[]
  /** Writes a layout and returns the path of its file. */
  saveLayout: (name: string, content: Record<string, unknown>) => Promise<string>
  /**
   * Replaces the rules of a layout, and keeps the rest of its file as the user wrote it.
   * @throws UserError when another process has changed the rules in the meantime
   */
  saveLayoutRules: (name: string, change: RulesChange) => Promise<void>
  removeLayout: (name: string) => void
  saveKey: (profile: RemoteProfile & { name: string }, key: string) => Promise<void>
  /** Lists all readable stored keys, so that output can mask them. */
  listStoredKeys: () => string[]
  /** Removes the key of the profile of this invocation. */
  removeKey: (profile: RemoteProfile) => Promise<void>
  /** The user's shell, if it is one with completion. */
  shell: Shell | undefined
  /**
   * Returns where a shell looks for the completion of budget.
   * @throws UserError without a home directory
   */
  resolveCompletionTarget: (shell: Shell) => CompletionTarget
  /** The user's environment, home directory and system. */
  environment: UserEnvironment
  /** True if the directory contains files. */
  isDirectoryUsed: (kind: keyof Directories) => boolean
  /** Returns why a directory cannot be used; undefined when it can. */
  findDirectoryProblem: (kind: keyof Directories) => string | undefined
}

/** The user, and the profile named on the command line. */
export type UserConfigOptions = Omit<ProfileContext, 'folder'> & {
  home: string | undefined
  platform: NodeJS.Platform
}

/** Returns the configuration of a user; files are read when they are needed. */
export function openUserConfig({ home, platform, ...user }: UserConfigOptions): UserConfig {
  const directories = resolveDirectories(user.env, home, platform)
  const context: ProfileContext = { ...user, folder: directories.config }
  const folder = (): string => requireDirectory(directories, 'config')
  const getSelectedName = (): string | undefined =>
    isEnvironmentProfile(context) ? undefined : selectProfile(context).name
  return {
    directories: directories,
    profileFlag: user.flag,
    selectProfile: () => selectProfile(context),
    readProfiles: () => readProfiles(directories.config),
    getProfile: (name) => getProfile(name, readProfiles(directories.config)),
    resolveKey: (profile, name = getSelectedName()) => resolveKey(toKeyOwner(profile, name), context),
    saveProfile: (name, profile) => saveProfile(folder(), name, profile),
    async removeProfile(name) {
      const profile = getProfile(name, readProfiles(directories.config))
      if (!isLocalProfile(profile)) await removeKey(folder(), toKeyOwner(profile, name))
      await removeProfile(folder(), name)
    },
    setDefaultProfile: (name) => setDefaultProfile(folder(), name),
    setDefaultAccount: (account) => setDefaultAccount(folder(), selectProfile(context).name, account),
    setHistoryKeep: (days) => setHistoryKeep(folder(), days),
    setAlias: (word, commandLine) => setAlias(folder(), word, commandLine),
    listLayouts: () => listLayouts(directories.config),
    saveLayout: (name, content) => saveLayout(folder(), name, content),
    saveLayoutRules: (name, change) => saveLayoutRules(folder(), name, change),
    removeLayout: (name) => removeLayout(folder(), name),
    saveKey: ({ name, base_url }, key) =>
      saveKey(folder(), { profile: name, origin: parseBaseUrl(base_url).origin }, key),
    listStoredKeys: () => listStoredKeys(directories.config),
    removeKey: (profile) => removeKey(folder(), toKeyOwner(profile, getSelectedName())),
    shell: detectShell(user.env),
    resolveCompletionTarget: (shell) => resolveCompletionTarget(shell, user.env, home),
    environment: { env: user.env, home, platform },
    isDirectoryUsed(kind) {
      const directory = directories[kind]
      return directory !== undefined && existsSync(directory) && readdirSync(directory).length > 0
    },
    findDirectoryProblem: (kind) => findDirectoryProblem(directories, kind),
  }
}

const toKeyOwner = ({ base_url }: RemoteProfile, profile: string | undefined): KeyOwner => ({
  profile,
  origin: parseBaseUrl(base_url).origin,
})

function findDirectoryProblem(directories: Directories, kind: keyof Directories): string | undefined {
  try {
    const path = requireDirectory(directories, kind)
    // A missing directory is created at first use, in the nearest existing one.
    let existing = path
    while (!existsSync(existing)) existing = join(existing, '..')
    if (!statSync(existing).isDirectory()) return `${existing} is not a directory`
    accessSync(existing, constants.W_OK)
    return undefined
  } catch (error) {
    if (error instanceof UserError) return error.message
    return (
      explainFileError(getErrorCode(error))?.reason ??
      (error instanceof Error ? error.message : String(error))
    )
  }
}
