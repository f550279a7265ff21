/** The settings of this user, with their places filled in. */

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
import { type Directories, requireDirectory, resolveDirectories } from './directories.ts'
import { type LayoutFile, listLayouts, removeLayout, saveLayout } from './layout-files.ts'
import {
  getProfile,
  isLocalProfile,
  type Profile,
  type Profiles,
  type RemoteProfile,
  readProfiles,
  removeProfile,
  saveProfile,
  setDefaultAccount,
  setDefaultProfile,
} from './profiles.ts'
import {
  isEnvironmentProfile,
  type ProfileContext,
  type ResolvedKey,
  resolveKey,
  selectProfile,
} from './resolve-profile.ts'

/** Everything about profiles and keys a command may look at or change. */
export interface UserConfig {
  directories: Directories
  /** What `--profile` says. */
  profileFlag: string | undefined
  /** The profile this invocation is about. */
  selectProfile: () => { name: string; profile: Profile }
  readProfiles: () => Profiles
  /** A profile by its name. Throws a Mistake when there is none. */
  getProfile: (name: string) => Profile
  /** The key of a profile, or of the one this invocation is about. */
  resolveKey: (profile: RemoteProfile, name?: string) => ResolvedKey | undefined
  saveProfile: (name: string, profile: Profile) => Promise<void>
  removeProfile: (name: string) => Promise<void>
  setDefaultProfile: (name: string) => Promise<void>
  /** Of the profile this invocation is about. */
  setDefaultAccount: (account: string | null) => Promise<void>
  /** The layouts of bank files. */
  listLayouts: () => LayoutFile[]
  /** Answers with the path of the file. */
  saveLayout: (name: string, content: Record<string, unknown>) => Promise<string>
  removeLayout: (name: string) => void
  saveKey: (profile: RemoteProfile & { name: string }, key: string) => Promise<void>
  /** All keys that are stored, as far as they can be read: for what must not show them. */
  listStoredKeys: () => string[]
  /** Of the profile this invocation is about. */
  removeKey: (profile: RemoteProfile) => Promise<void>
  /** The shell the person uses, if it is one that can be completed in. */
  shell: Shell | undefined
  /** Where a shell looks for the completion of budget. Throws a Mistake where nobody has a home. */
  resolveCompletionTarget: (shell: Shell) => CompletionTarget
  /** Was anything ever kept in the directory? */
  isDirectoryUsed: (purpose: keyof Directories) => boolean
  /** Why a directory cannot be used, in words. */
  findDirectoryProblem: (purpose: keyof Directories) => string | undefined
}

/** Whose settings, and what was said on the command line about them. */
export type UserConfigOptions = Omit<ProfileContext, 'folder'> & {
  home: string | undefined
  platform: NodeJS.Platform
}

/** The settings of a user; nothing is read before it is asked for. */
export function openUserConfig({ home, platform, ...user }: UserConfigOptions): UserConfig {
  const places = resolveDirectories(user.env, home, platform)
  const circumstances: ProfileContext = { ...user, folder: places.config }
  const folder = (): string => requireDirectory(places, 'config')
  const nameMeant = (): string | undefined =>
    isEnvironmentProfile(circumstances) ? undefined : selectProfile(circumstances).name
  return {
    directories: places,
    profileFlag: user.flag,
    selectProfile: () => selectProfile(circumstances),
    readProfiles: () => readProfiles(places.config),
    getProfile: (name) => getProfile(name, readProfiles(places.config)),
    resolveKey: (profile, name = nameMeant()) => resolveKey(toKeyOwner(profile, name), circumstances),
    saveProfile: (name, profile) => saveProfile(folder(), name, profile),
    async removeProfile(name) {
      const profile = getProfile(name, readProfiles(places.config))
      if (!isLocalProfile(profile)) await removeKey(folder(), toKeyOwner(profile, name))
      await removeProfile(folder(), name)
    },
    setDefaultProfile: (name) => setDefaultProfile(folder(), name),
    setDefaultAccount: (account) => setDefaultAccount(folder(), selectProfile(circumstances).name, account),
    listLayouts: () => listLayouts(places.config),
    saveLayout: (name, content) => saveLayout(folder(), name, content),
    removeLayout: (name) => removeLayout(folder(), name),
    saveKey: ({ name, base_url }, key) =>
      saveKey(folder(), { profile: name, origin: parseBaseUrl(base_url).origin }, key),
    listStoredKeys: () => listStoredKeys(places.config),
    removeKey: (profile) => removeKey(folder(), toKeyOwner(profile, nameMeant())),
    shell: detectShell(user.env),
    resolveCompletionTarget: (shell) => resolveCompletionTarget(shell, user.env, home),
    isDirectoryUsed(purpose) {
      const place = places[purpose]
      return place !== undefined && existsSync(place) && readdirSync(place).length > 0
    },
    findDirectoryProblem: (purpose) => findDirectoryProblem(places, purpose),
  }
}

const toKeyOwner = ({ base_url }: RemoteProfile, profile: string | undefined): KeyOwner => ({
  profile,
  origin: parseBaseUrl(base_url).origin,
})

function findDirectoryProblem(places: Directories, purpose: keyof Directories): string | undefined {
  try {
    const path = requireDirectory(places, purpose)
    // It is made when it is first needed, in the nearest directory that is there.
    let nearest = path
    while (!existsSync(nearest)) nearest = join(nearest, '..')
    if (!statSync(nearest).isDirectory()) return `${nearest} is not a directory`
    accessSync(nearest, constants.W_OK)
    return undefined
  } catch (error) {
    if (error instanceof UserError) return error.message
    return (
      explainFileError(getErrorCode(error))?.reason ??
      (error instanceof Error ? error.message : String(error))
    )
  }
}
