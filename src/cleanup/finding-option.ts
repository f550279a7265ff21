/** Creates the options that select findings by their numbers, or by the ids of what they are about. */

import type { OptionSpec } from '../command/option-spec.ts'
import { UserError } from '../contract/errors.ts'

/** Which of the listed findings a command applies: all, those with these numbers, or those the user is asked about. */
export type FindingSelection = 'all' | 'ask' | readonly number[]

/** The same; an id stays right when the list has changed since it was read, which a number does not. */
export type NamedFindingSelection = FindingSelection | readonly (number | string)[]

/** What `all` leaves out where some findings are a decision of the user. */
const LEFT_OUT = 'all skips those that need your decision'

/** The findings to apply: `2`, `1,3-5`, `all`, or `ask` for a question about each. */
export const findingSelectionOption = (help: string, leftOut = LEFT_OUT): OptionSpec<FindingSelection> => ({
  help: `${help}; ${leftOut}`,
  placeholder: 'N|all|ask',
  parse(text) {
    if (text === 'all' || text === 'ask') return text
    const numbers = text.split(',').flatMap(parseNumberRange)
    if (numbers.length > 0) return [...new Set(numbers)]
    throw notFindingNumbersError(text)
  },
})

/** The same as `findingSelectionOption`, with ids beside the numbers. */
export const namedFindingOption = (help: string, leftOut = LEFT_OUT): OptionSpec<NamedFindingSelection> => ({
  help: `${help}; ${leftOut}`,
  placeholder: 'N|ID|all|ask',
  parse(text) {
    if (text === 'all' || text === 'ask') return text
    const named = text
      .split(',')
      .flatMap((part): (number | string)[] => (ID.test(part.trim()) ? [part.trim()] : parseNumberRange(part)))
    return [...new Set(named)]
  },
})

/** An id of any service: long, and with a letter, which a number has not. */
const ID = /^(?=.*\p{L})[\w-]{8,}$/u

/** The most numbers that one range may have: lists of findings are shorter. */
const MAX_RANGE = 10_000

function parseNumberRange(text: string): number[] {
  const [, from, to = from] = /^\s*(\d{1,6})(?:-(\d{1,6}))?\s*$/.exec(text) ?? []
  const first = Number(from)
  const count = Number(to) - first + 1
  if (first >= 1 && count >= 1 && count <= MAX_RANGE)
    return Array.from({ length: count }, (_, at) => first + at)
  throw notFindingNumbersError(text)
}

const notFindingNumbersError = (text: string): UserError =>
  new UserError('invalid', `"${text}" is not a number in the list`, { hint: 'Use 2, 1,3-5, all or ask' })
