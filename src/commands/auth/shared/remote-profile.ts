/** The profile elsewhere that a command about keys is about. */

import { isLocal, type RemoteProfile } from '../../../config/profiles.ts'
import type { Settings } from '../../../config/user-config.ts'
import { Mistake } from '../../../contract/errors.ts'
import { readBaseUrl } from '../../../contract/remote-address.ts'

/** The remote profile that is meant, with the origin its key is for. Throws a Mistake for one of this machine. */
export function remoteMeant(settings: Settings): RemoteProfile & { name: string; origin: string } {
  const { name, profile } = settings.meant()
  if (!isLocal(profile)) return { ...profile, name, origin: readBaseUrl(profile.base_url).origin }
  throw new Mistake('usage', `The profile ${name} is on this machine and needs no key`, {
    hint: 'Add --profile with the name of another',
  })
}
