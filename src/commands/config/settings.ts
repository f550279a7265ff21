/** The settings a person can change one by one. */

import type { Settings } from '../../config/settings.ts'
import { Mistake } from '../../contract/errors.ts'
import type { Setting } from '../../render/settings.ts'
import { nearest } from '../nearest.ts'

interface Known {
  read: (settings: Settings) => string
  write: (settings: Settings, value: string) => Promise<void>
  /** Throws a Mistake for a value that cannot be meant. */
  check: (settings: Settings, value: string) => void
  /** The value it has when nobody set it. */
  usual: string
}

const known: Readonly<Record<string, Known>> = {
  default_profile: {
    read: (settings) => settings.profiles().default_profile,
    write: (settings, value) => settings.setDefaultProfile(value),
    check: (settings, value) => void settings.profileNamed(value),
    usual: 'local',
  },
}

/** All settings with their values. */
export const allSettings = (settings: Settings): Setting[] =>
  Object.entries(known).map(([name, { read }]) => ({ name, value: read(settings) }))

/** A setting by its name. Throws a Mistake with the nearest name. */
export function settingNamed(name: string): Known {
  const found = Object.hasOwn(known, name) ? known[name] : undefined
  if (found) return found
  const near = nearest(name, Object.keys(known))
  const guess = near === undefined ? '' : `; did you mean "${near}"?`
  const hint = near === undefined ? { hint: `One of: ${Object.keys(known).join(', ')}` } : {}
  throw new Mistake('not_found', `No setting called "${name}"${guess}`, hint)
}
