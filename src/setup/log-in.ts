/** Checks an API key with one request, and stores it with its profile. */

import type { CommandContext, RemoteProfileWithKey } from '../command/context.ts'
import { findProfile, isLocalProfile, type RemoteProfile, validateProfile } from '../config/profiles.ts'
import type { UserConfig } from '../config/user-config.ts'
import { ApiError, UserError } from '../contract/errors.ts'
import { assertApiKeyFormat, parseBaseUrl } from '../contract/remote-address.ts'
import type { LoginResult } from './profiles-view.ts'

/** The name of a first remote profile. */
const DEFAULT_PROFILE_NAME = 'remote'

/** What the flags say about the service. */
interface LoginInput {
  baseUrl: string | undefined
  workspace: string | undefined
  withKey: boolean
}

/** Stores the key, and makes its profile the default; asks for what is missing. */
export async function logIn(context: CommandContext, input: LoginInput): Promise<LoginResult> {
  const settings = await context.computer.settings()
  const knownProfile = findRemoteProfile(settings)
  const name = settings.profileFlag ?? knownProfile?.name ?? DEFAULT_PROFILE_NAME
  assertNotLocalProfile(name, settings)
  const base_url =
    input.baseUrl ??
    knownProfile?.base_url ??
    (await promptValue(context, 'Address of the service', '--base-url'))
  const { origin } = parseBaseUrl(base_url)
  const workspace_id =
    input.workspace ??
    knownProfile?.workspace_id ??
    (await promptValue(context, 'Id of the workspace', '--workspace'))
  const key = input.withKey
    ? await readKeyFromStdin(context)
    : await promptValue(context, 'API key', '--with-key', { hidden: true })
  assertApiKeyFormat(key)
  // The CA certificate of one service must not be trusted for another.
  const ca_file =
    knownProfile && parseBaseUrl(knownProfile.base_url).origin === origin ? knownProfile.ca_file : undefined
  const profile = { base_url, workspace_id, ...(ca_file !== undefined && { ca_file }) }
  validateProfile(name, profile)
  const accounts = await countAccounts(context, { ...profile, key }, origin)
  await settings.saveKey({ ...profile, name }, key)
  await settings.saveProfile(name, profile)
  await settings.setDefaultProfile(name)
  return { profile: name, base_url, workspace_id, accounts, default_profile: name }
}

/** Counts the accounts with one request. @throws UserError when the service refuses the key, and nothing is stored */
async function countAccounts(
  { computer }: CommandContext,
  remote: RemoteProfileWithKey,
  origin: string,
): Promise<number> {
  try {
    const { accounts } = await computer.withRemoteApi(remote, (api) =>
      api.listAccounts({ query: { include_closed: true } }),
    )
    return accounts.length
  } catch (error) {
    if (!(error instanceof ApiError && error.name === 'unauthorized')) throw error
    throw new UserError('no_key', `${origin} refused this API key, so nothing was stored`, {
      hint: 'Check that it was copied whole, is of this service and was not revoked; budget keys create makes one there',
    })
  }
}

/** Returns the remote profile that gets a new key; undefined when the login creates one. */
function findRemoteProfile(settings: UserConfig): (RemoteProfile & { name: string }) | undefined {
  const read = settings.readProfiles()
  const name = settings.profileFlag ?? read.default_profile
  const profile = findProfile(read, name)
  return profile && !isLocalProfile(profile) ? { ...profile, name } : undefined
}

/** Asserts that the login overwrites no local profile, whose budget would be out of reach. */
function assertNotLocalProfile(name: string, settings: UserConfig): void {
  const profile = findProfile(settings.readProfiles(), name)
  if (!profile || !isLocalProfile(profile)) return
  throw new UserError('conflict', `Profile ${name} needs no key`, {
    hint: 'Choose another name for the remote profile, such as --profile work',
  })
}

async function promptValue(
  { user: { isInteractive, input } }: CommandContext,
  question: string,
  flag: string,
  options = { hidden: false },
): Promise<string> {
  if (!isInteractive())
    throw new UserError('usage', `"budget auth login" requires ${flag} without a terminal`)
  const answer = (await input(question, options))?.trim()
  if (answer) return answer
  throw new UserError('unconfirmed', 'Nothing was stored')
}

const readKeyFromStdin = async ({ computer: { files } }: CommandContext): Promise<string> =>
  new TextDecoder().decode(await files.read('-')).trim()
