/** Declares the settings that `budget config` reads and writes. */

import { helpSections } from '../command/help-sections.ts'
import type { OptionSpec } from '../command/option-spec.ts'
import { textOption } from '../command/options.ts'
import { closestMatch } from '../command/suggest.ts'
import type { UserConfig } from '../config/user-config.ts'
import { UserError } from '../contract/errors.ts'
import { normalizeName } from '../contract/normalize-name.ts'
import { sanitizeLine } from '../output/sanitize.ts'
import { definePlainTextView, defineView, textColumn } from '../output/view.ts'

interface SettingSpec {
  read: (settings: UserConfig) => string | null
  /** Saves the value; null removes the setting. */
  save: (settings: UserConfig, value: string | null) => Promise<void>
  /**
   * Asserts that a value is valid.
   * @throws UserError when it is not.
   */
  assertValid: (settings: UserConfig, value: string) => void
  /** The value without a setting. */
  defaultValue: string | null
}

const LOCAL_PROFILE = 'local'

const settingSpecs: Readonly<Record<string, SettingSpec>> = {
  default_profile: {
    read: (settings) => settings.readProfiles().default_profile,
    save: (settings, value) => settings.setDefaultProfile(value ?? LOCAL_PROFILE),
    assertValid: (settings, value) => void settings.getProfile(value),
    defaultValue: LOCAL_PROFILE,
  },
  default_account: {
    read: (settings) => settings.selectProfile().profile.default_account ?? null,
    save: (settings, value) => settings.setDefaultAccount(value),
    assertValid: (_, value) => {
      if (normalizeName(value) === '')
        throw new UserError('invalid', 'default_account must be the name or id of an account')
    },
    defaultValue: null,
  },
  history_keep: {
    read: (settings) => settings.readProfiles().history_keep ?? null,
    save: (settings, value) => settings.setHistoryKeep(value),
    assertValid: (_, value) => void parseHistoryKeep(value),
    defaultValue: null,
  },
}

const ALIAS = /^alias\.([a-z][a-z0-9-]*)$/

/** Returns the setting `alias.WORD`: the command line that a word stands for. */
const createAliasSetting = (word: string): SettingSpec => ({
  read: (settings) => settings.readProfiles().aliases[word] ?? null,
  save: (settings, value) => settings.setAlias(word, value),
  assertValid: (_, value) => {
    if (Object.values(helpSections).some((nouns: readonly string[]) => nouns.includes(word)))
      throw new UserError('conflict', `"${word}" is a command`)
    if (value.trim() === '') throw new UserError('invalid', 'An alias requires a command')
  },
  defaultValue: null,
})

/** The name of a setting. */
export const settingNameOption: OptionSpec<string> = {
  ...textOption('The setting', 'SETTING'),
  completion: Object.keys(settingSpecs),
}

/** Returns all settings with their values. */
export const listSettings = (settings: UserConfig): SettingValue[] => [
  ...Object.entries(settingSpecs).map(([name, { read }]) => ({ name, value: read(settings) })),
  ...Object.entries(settings.readProfiles().aliases).map(([word, value]) => ({
    name: `alias.${word}`,
    value,
  })),
]

/**
 * Finds a setting by its name.
 * @throws UserError with the most similar name.
 */
export function findSetting(name: string): SettingSpec {
  const word = ALIAS.exec(name)?.[1]
  if (word !== undefined) return createAliasSetting(word)
  const spec = Object.hasOwn(settingSpecs, name) ? settingSpecs[name] : undefined
  if (spec) return spec
  const match = closestMatch(name, Object.keys(settingSpecs))
  const suggestion = match === undefined ? '' : `; did you mean "${match}"?`
  const hint =
    match === undefined ? { hint: `One of: ${Object.keys(settingSpecs).join(', ')}, alias.WORD` } : {}
  throw new UserError('not_found', `No setting named "${name}"${suggestion}`, hint)
}

const DAY = 86_400_000

/**
 * Parses `400d` into days.
 * @throws UserError for any other text.
 */
function parseHistoryKeep(text: string): number {
  const days = Number(/^(\d{1,5})d$/.exec(text)?.[1])
  if (days > 0) return days
  throw new UserError('invalid', `"${text}" is not a number of days`, {
    hint: 'Use 400d, or budget config unset history_keep to keep everything',
  })
}

/** Returns the timestamp from which on the history is kept; `now` is in milliseconds since 1970. */
export const computeKeepSince = (setting: string, now: number): string =>
  new Date(now - parseHistoryKeep(setting) * DAY).toISOString()

/** A setting with its value; null when it is not set. */
export interface SettingValue {
  name: string
  value: string | null
}

const settingColumns = [textColumn('name', 'Setting'), textColumn('value', 'Value')]
/** A list of settings. */
export const settingListView = defineView<SettingValue[], SettingValue>({ columns: settingColumns })
/** One setting. */
export const settingView = defineView<SettingValue, SettingValue>({ columns: settingColumns })

/** The value alone, for use in a shell. */
export const settingValueView = definePlainTextView<SettingValue>(
  ({ value }) => (value === null ? '' : `${sanitizeLine(value)}\n`),
  ['name', 'value'],
)

/** The directories, one per line. */
export const directoryListView = defineView<
  { name: string; path: string | null }[],
  { name: string; path: string | null }
>({
  columns: [textColumn('name', 'Directory'), textColumn('path', 'Path')],
})
