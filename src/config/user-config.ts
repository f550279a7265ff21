/** The settings of this user, with their places filled in. */

import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Mistake } from '../contract/errors.ts'
import { readBaseUrl } from '../contract/remote-address.ts'
import { codeOf, fileFailure } from '../fs/file-errors.ts'
import { completionPlace, type Place, type Shell, shellOf } from './completion-paths.ts'
import { type KeyHolder, removeKey, saveKey, storedKeys } from './credentials.ts'
import { directory, type Locations, locations } from './directories.ts'
import { type LayoutFile, readLayouts, removeLayout, saveLayout } from './layout-files.ts'
import {
  isLocal,
  type Profile,
  type Profiles,
  profileNamed,
  type RemoteProfile,
  readProfiles,
  removeProfile,
  saveProfile,
  setDefaultAccount,
  setDefaultProfile,
} from './profiles.ts'
import { type Circumstances, type FoundKey, isDescribed, keyFor, meantProfile } from './resolve-profile.ts'

/** Everything about profiles and keys a command may look at or change. */
export interface Settings {
  places: Locations
  /** What `--profile` says. */
  flag: string | undefined
  /** The profile this invocation is about. */
  meant: () => { name: string; profile: Profile }
  profiles: () => Profiles
  /** A profile by its name. Throws a Mistake when there is none. */
  profileNamed: (name: string) => Profile
  /** The key of a profile, or of the one this invocation is about. */
  keyFor: (profile: RemoteProfile, name?: string) => FoundKey | undefined
  saveProfile: (name: string, profile: Profile) => Promise<void>
  removeProfile: (name: string) => Promise<void>
  setDefaultProfile: (name: string) => Promise<void>
  /** Of the profile this invocation is about. */
  setDefaultAccount: (account: string | null) => Promise<void>
  /** The layouts of bank files. */
  layouts: () => LayoutFile[]
  /** Answers with the path of the file. */
  saveLayout: (name: string, content: Record<string, unknown>) => Promise<string>
  removeLayout: (name: string) => void
  saveKey: (profile: RemoteProfile & { name: string }, key: string) => Promise<void>
  /** All keys that are stored, as far as they can be read: for what must not show them. */
  storedKeys: () => string[]
  /** Of the profile this invocation is about. */
  removeKey: (profile: RemoteProfile) => Promise<void>
  /** The shell the person uses, if it is one that can be completed in. */
  shell: Shell | undefined
  /** Where a shell looks for the completion of budget. Throws a Mistake where nobody has a home. */
  completionPlace: (shell: Shell) => Place
  /** Was anything ever kept in the directory? */
  isUsed: (purpose: keyof Locations) => boolean
  /** Why a directory cannot be used, in words. */
  troubleWith: (purpose: keyof Locations) => string | undefined
}

/** Whose settings, and what was said on the command line about them. */
export type User = Omit<Circumstances, 'folder'> & {
  home: string | undefined
  platform: NodeJS.Platform
}

/** The settings of a user; nothing is read before it is asked for. */
export function settingsOf({ home, platform, ...user }: User): Settings {
  const places = locations(user.env, home, platform)
  const circumstances: Circumstances = { ...user, folder: places.config }
  const folder = (): string => directory(places, 'config')
  const nameMeant = (): string | undefined =>
    isDescribed(circumstances) ? undefined : meantProfile(circumstances).name
  return {
    places,
    flag: user.flag,
    meant: () => meantProfile(circumstances),
    profiles: () => readProfiles(places.config),
    profileNamed: (name) => profileNamed(name, readProfiles(places.config)),
    keyFor: (profile, name = nameMeant()) => keyFor(holderOf(profile, name), circumstances),
    saveProfile: (name, profile) => saveProfile(folder(), name, profile),
    async removeProfile(name) {
      const profile = profileNamed(name, readProfiles(places.config))
      if (!isLocal(profile)) await removeKey(folder(), holderOf(profile, name))
      await removeProfile(folder(), name)
    },
    setDefaultProfile: (name) => setDefaultProfile(folder(), name),
    setDefaultAccount: (account) => setDefaultAccount(folder(), meantProfile(circumstances).name, account),
    layouts: () => readLayouts(places.config),
    saveLayout: (name, content) => saveLayout(folder(), name, content),
    removeLayout: (name) => removeLayout(folder(), name),
    saveKey: ({ name, base_url }, key) =>
      saveKey(folder(), { profile: name, origin: readBaseUrl(base_url).origin }, key),
    storedKeys: () => storedKeys(places.config),
    removeKey: (profile) => removeKey(folder(), holderOf(profile, nameMeant())),
    shell: shellOf(user.env),
    completionPlace: (shell) => completionPlace(shell, user.env, home),
    isUsed(purpose) {
      const place = places[purpose]
      return place !== undefined && existsSync(place) && readdirSync(place).length > 0
    },
    troubleWith: (purpose) => troubleWith(places, purpose),
  }
}

const holderOf = ({ base_url }: RemoteProfile, profile: string | undefined): KeyHolder => ({
  profile,
  origin: readBaseUrl(base_url).origin,
})

function troubleWith(places: Locations, purpose: keyof Locations): string | undefined {
  try {
    const path = directory(places, purpose)
    // It is made when it is first needed, in the nearest directory that is there.
    let nearest = path
    while (!existsSync(nearest)) nearest = join(nearest, '..')
    if (!statSync(nearest).isDirectory()) return `${nearest} is not a directory`
    accessSync(nearest, constants.W_OK)
    return undefined
  } catch (error) {
    if (error instanceof Mistake) return error.message
    return fileFailure(codeOf(error))?.why ?? (error instanceof Error ? error.message : String(error))
  }
}
