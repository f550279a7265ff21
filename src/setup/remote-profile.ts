/** Returns the remote profile that a command about API keys works on. */

import { isLocalProfile, type RemoteProfile } from '../config/profiles.ts'
import type { UserConfig } from '../config/user-config.ts'
import { UserError } from '../contract/errors.ts'
import { parseBaseUrl } from '../contract/remote-address.ts'

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
