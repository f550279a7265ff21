/** The arguments and flags of a command in the form they are typed. */

import type { ArgumentSpec, FlagSpec, OptionSpec } from './define.ts'

/** `moveTo` and `review_status` as they are typed: `move-to`, `review-status`. */
export const toFlagName = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll('_', '-')

/** The entry behind a flag that takes a value. */
export const getFlagOption = (flag: FlagSpec): OptionSpec<unknown> | undefined => {
  if ('toggle' in flag) return undefined
  if ('needed' in flag) return flag.needed
  if ('each' in flag) return flag.each
  return 'usual' in flag ? flag.usual : flag
}

/** The entry behind an argument. */
export const getArgumentOption = (argument: ArgumentSpec): OptionSpec<unknown> => {
  if ('some' in argument) return argument.some
  if ('any' in argument) return argument.any
  return 'maybe' in argument ? argument.maybe : argument
}
