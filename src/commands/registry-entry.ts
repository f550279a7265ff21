/** Defines the entries of the command registry. */

import type { Command } from '../command/define.ts'

type LoadCommand = () => Promise<Command>

/** A noun with its commands. */
export interface NounEntry {
  summary: string
  /** Other words for the noun. */
  aliases?: readonly string[]
  /** The verb that runs when the noun is typed alone; undefined when a verb is required. */
  defaultVerb?: string
  /** Words that are arguments of the default verb. Words that start with a digit always are. */
  argumentPattern?: RegExp
  verbs: Readonly<Record<string, LoadCommand>>
  /** Other words for verbs, such as `hide` for `archive`. */
  verbAliases?: Readonly<Record<string, string>>
}

/** A noun with its verbs, or a command of one word. */
export type RegistryEntry = NounEntry | { summary: string; load: LoadCommand }
