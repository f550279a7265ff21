/** The settings a person can change one by one. */

import type { Entry } from '../../../command/define.ts'
import { plain } from '../../../command/options.ts'
import { nearest } from '../../../command/suggest.ts'
import type { Settings } from '../../../config/user-config.ts'
import { Mistake } from '../../../contract/errors.ts'
import { tidyName } from '../../../contract/normalize-name.ts'
import type { Setting } from '../../../render/settings.ts'

interface Known {
  read: (settings: Settings) => string | null
  /** Sets it; null takes it away. */
  write: (settings: Settings, value: string | null) => Promise<void>
  /** Throws a Mistake for a value that cannot be meant. */
  check: (settings: Settings, value: string) => void
  /** The value it has when nobody set it. */
  usual: string | null
}

const local = 'local'

const known: Readonly<Record<string, Known>> = {
  default_profile: {
    read: (settings) => settings.profiles().default_profile,
    write: (settings, value) => settings.setDefaultProfile(value ?? local),
    check: (settings, value) => void settings.profileNamed(value),
    usual: local,
  },
  default_account: {
    read: (settings) => settings.meant().profile.default_account ?? null,
    write: (settings, value) => settings.setDefaultAccount(value),
    check: (_, value) => {
      if (tidyName(value) === '') throw new Mistake('value', 'An account has a name, or an id')
    },
    usual: null,
  },
}

/** The name of one of them. */
export const settingName: Entry<string> = {
  ...plain('The setting', 'SETTING'),
  completion: Object.keys(known),
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
