/** Declares arguments and flags: their help, parser, completion and the API fields they fill. */

import type { NameIndex } from './names/resolve-name.ts'
import type { TransactionLookup } from './names/resolve-transaction.ts'

/** What the parser of an option may use. */
export interface ParseContext extends TransactionLookup {
  /** The user's date, YYYY-MM-DD. */
  today: string
  names: NameIndex
}

/** What a shell completes: names of a kind, files, or the listed words. */
export type Completion =
  | 'account'
  | 'closed_account'
  | 'category'
  | 'archived_category'
  | 'group'
  | 'merchant'
  | 'schedule'
  | 'history_entry'
  | 'file'
  | readonly string[]

/** One value a command takes: its help, parser and completion in one object, so that they cannot disagree. */
export interface OptionSpec<Value> {
  help: string
  /** The name of the value in usage lines, such as `AMOUNT`. */
  placeholder: string
  /** Parses the text the user typed. @throws UserError for text that is no such value. */
  parse(text: string, context: ParseContext): Value | Promise<Value>
  /** The API fields the value fills; an API error about one of them is reported under this option's name. */
  fields?: readonly string[]
  completion?: Completion
  /** Only completed words are valid, so that an interactive prompt offers them as a list. */
  isClosedSet?: true
  /** An interactive prompt offers the completed words as a list, and takes other words too. */
  acceptsNewWords?: true
  /** Words that the list offers before the completed ones, by word: what they are called. */
  extraChoices?: Readonly<Record<string, string>>
  /** An empty answer to the prompt means the value that the prompt proposes. */
  acceptsEmpty?: true
  /** Formats a completed word for the list of an interactive prompt. */
  formatChoice?: (word: string) => string
}

type OneOrMore<Value> = Record<'oneOrMore', OptionSpec<Value>>
type ZeroOrMore<Value> = Record<'zeroOrMore', OptionSpec<Value>>
type Optional<Value> = Record<'optional', OptionSpec<Value>>
type RequiredFlag<Value> = Record<'required', OptionSpec<Value>>
interface RequiredUnlessFlag<Value> extends RequiredFlag<Value> {
  /** True if the raw values of the other flags make this flag unnecessary. */
  unless: (flags: Readonly<Record<string, unknown>>) => boolean
}
type RepeatableFlag<Value> = Record<'repeatable', OptionSpec<Value>>
interface FlagWithDefault<Value> {
  withDefault: OptionSpec<Value>
  /** The text that is parsed when the flag is not given. */
  defaultText: string
}
interface BooleanFlag {
  /** The help of the flag. */
  boolean: string
  /** The API fields the flag fills. */
  fields?: readonly string[]
}

/** An argument that takes one word or more. */
export const oneOrMore = <Value>(option: OptionSpec<Value>): OneOrMore<Value> => ({ oneOrMore: option })
/** An argument that takes any number of words, or none. */
export const zeroOrMore = <Value>(option: OptionSpec<Value>): ZeroOrMore<Value> => ({ zeroOrMore: option })
/** An argument that may be left out. */
export const optional = <Value>(option: OptionSpec<Value>): Optional<Value> => ({ optional: option })
/** A flag that must be given. */
export const required = <Value>(option: OptionSpec<Value>): RequiredFlag<Value> => ({ required: option })
/** A flag that must be given unless `unless` returns true for the other flags. */
export const requiredUnless = <Value>(
  option: OptionSpec<Value>,
  unless: RequiredUnlessFlag<Value>['unless'],
): RequiredUnlessFlag<Value> => ({ required: option, unless })
/** A flag that can be repeated. */
export const repeatable = <Value>(option: OptionSpec<Value>): RepeatableFlag<Value> => ({
  repeatable: option,
})
/** A flag whose value is parsed from `defaultText` when it is not given. */
export const withDefault = <Value>(
  option: OptionSpec<Value>,
  defaultText: string,
): FlagWithDefault<Value> => ({
  withDefault: option,
  defaultText,
})
/** A flag without a value. */
export const booleanFlag = (help: string): BooleanFlag => ({ boolean: help })

/** Returns the same option or boolean flag, which fills these API fields instead of the ones it fills by default. */
export const withFields = <Spec extends OptionSpec<unknown> | BooleanFlag>(
  spec: Spec,
  ...fields: readonly string[]
): Spec => ({ ...spec, fields })

/** An argument of a command. An option without a wrapper is required. */
export type ArgumentSpec<Value = unknown> =
  | OptionSpec<Value>
  | OneOrMore<Value>
  | ZeroOrMore<Value>
  | Optional<Value>

/** A flag of a command. An option without a wrapper may be left out. */
export type FlagSpec<Value = unknown> =
  | OptionSpec<Value>
  | RequiredFlag<Value>
  | RequiredUnlessFlag<Value>
  | RepeatableFlag<Value>
  | FlagWithDefault<Value>
  | BooleanFlag

type ArgumentValue<Spec> =
  Spec extends OneOrMore<infer Value>
    ? Value[]
    : Spec extends ZeroOrMore<infer Value>
      ? Value[]
      : Spec extends Optional<infer Value>
        ? Value | undefined
        : Spec extends OptionSpec<infer Value>
          ? Value
          : never
type FlagValue<Spec> = Spec extends BooleanFlag
  ? boolean
  : Spec extends RequiredUnlessFlag<infer Value>
    ? Value | undefined
    : Spec extends RequiredFlag<infer Value>
      ? Value
      : Spec extends RepeatableFlag<infer Value>
        ? Value[]
        : Spec extends FlagWithDefault<infer Value>
          ? Value
          : Spec extends OptionSpec<infer Value>
            ? Value | undefined
            : never

/** The arguments of a command by name, in the order in which they are typed. */
export type ArgumentSpecs = Readonly<Record<string, ArgumentSpec>>
/** The flags of a command by name, in camel case. */
export type FlagSpecs = Readonly<Record<string, FlagSpec>>

/** The parsed arguments and flags a command's `run` receives, under their names. */
export type InputValues<A extends ArgumentSpecs, F extends FlagSpecs> = {
  [Name in keyof A]: ArgumentValue<A[Name]>
} & {
  [Name in keyof F]: FlagValue<F[Name]>
}

/** Returns the option of a flag that takes a value; undefined for a boolean flag. */
export const getFlagOption = (flag: FlagSpec): OptionSpec<unknown> | undefined => {
  if ('boolean' in flag) return undefined
  if ('required' in flag) return flag.required
  if ('repeatable' in flag) return flag.repeatable
  return 'withDefault' in flag ? flag.withDefault : flag
}

/** Returns the option of an argument. */
export const getArgumentOption = (argument: ArgumentSpec): OptionSpec<unknown> => {
  if ('oneOrMore' in argument) return argument.oneOrMore
  if ('zeroOrMore' in argument) return argument.zeroOrMore
  return 'optional' in argument ? argument.optional : argument
}

/** Returns the API fields that a flag fills. */
export const getFlagFields = (flag: FlagSpec): readonly string[] =>
  ('boolean' in flag ? flag.fields : getFlagOption(flag)?.fields) ?? []

/** Converts the name of a flag to the form the user types: `moveTo` and `move_to` become `move-to`. */
export const toFlagName = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll('_', '-')
