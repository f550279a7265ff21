/** Converts profiles to the objects that are printed. */

import { isLocalProfile, type Profile, type Profiles } from '../config/profiles.ts'
import type { ProfileOutput } from './profiles-view.ts'

/** Converts a profile to the object that is printed. */
export const toProfileOutput = (
  name: string,
  profile: Profile,
  { default_profile }: Profiles,
): ProfileOutput => ({
  name,
  default: name === default_profile,
  ...(isLocalProfile(profile)
    ? { kind: 'local', base_url: null, workspace_id: profile.workspace ?? null }
    : {
        kind: 'remote',
        base_url: profile.base_url,
        workspace_id: profile.workspace_id,
        ...(profile.ca_file !== undefined && { ca_file: profile.ca_file }),
      }),
})
