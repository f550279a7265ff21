/** Says that a service refused the API key of a profile, and where another one is stored. */

import { isLocalProfile } from '../config/profiles.ts'
import type { UserConfig } from '../config/user-config.ts'
import { UserError } from '../contract/errors.ts'

/** Returns the error for a key that the service does not know; it names the profile, never the key. */
export function createRefusedKeyError({ selectProfile, resolveKey }: UserConfig): UserError {
  const { name, profile } = selectProfile()
  const source = isLocalProfile(profile) ? undefined : resolveKey(profile)?.source
  const next =
    source === undefined || source === 'credentials.json'
      ? `budget auth login --profile ${name} stores another`
      : `it is from ${source}`
  return new UserError('no_key', `The service refused the API key of the profile ${name}`, {
    hint: `It is unknown there or was revoked; ${next}`,
  })
}
