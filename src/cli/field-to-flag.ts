/** Translates API errors about fields into terms of the command line: `transaction.amount` → `AMOUNT`. */

import type { Command } from '../command/define.ts'
import { getArgumentOption, getFlagFields, toFlagName } from '../command/option-spec.ts'
import { ApiError, UserError } from '../contract/errors.ts'
import { amountMessage } from '../contract/fields.ts'

// An error about one of several items starts with the item: `"Rent": amount must be …`.
/** Matches the item, the field, the index and name of a split line, and the problem. @see docs/spec.md#d04 */
const FIELD_ERROR =
  /^((?:"[^"]*"|\S+): )?(?:transactions?(?:\[\d+\])?\.)?([a-z_]+)(?:\[(\d+)\])?(?:\.([a-z_]+))? (.+)$/s

/**
 * Returns the error in terms of the command line; an error that names no field of the command is returned unchanged.
 * @param rawArguments the arguments as the user typed them.
 */
export function toUserTerms(
  error: ApiError,
  command: Command,
  rawArguments: readonly unknown[],
): ApiError | UserError {
  // `budget api` sends API fields, so its errors name API fields.
  if (error.name !== 'bad_request' || command.name === 'api') return error
  const [, item = '', field = '', line, lineField, problem = ''] = FIELD_ERROR.exec(error.detail) ?? []
  const input = findInputName(field, command, rawArguments)
  if (input === undefined) return error
  const subject =
    line === undefined ? input : `Line ${Number(line) + 1} of ${input}: its ${lineField ?? 'value'}`
  const translated = translateProblem(problem, command, rawArguments)
  return new UserError('invalid', `${item}${subject} ${translated}`, { field })
}

/** Returns the placeholder of the argument that fills a field, if it was typed, else the flag that fills it. */
function findInputName(
  field: string,
  command: Command,
  rawArguments: readonly unknown[],
): string | undefined {
  const argument = Object.values(command.arguments ?? {}).find(
    (spec, index) => getArgumentOption(spec).fields?.includes(field) && rawArguments[index] !== undefined,
  )
  // `month assign` takes CATEGORY=AMOUNT as words of one argument; only the amount can be wrong.
  if (argument) return 'zeroOrMore' in argument ? 'AMOUNT' : getArgumentOption(argument).placeholder
  const flag = Object.entries(command.flags ?? {}).find(([, spec]) => getFlagFields(spec).includes(field))
  return flag && `--${toFlagName(flag[0])}`
}

/** Replaces field names within the problem. An amount in the right format can only be too long. */
const translateProblem = (problem: string, command: Command, rawArguments: readonly unknown[]): string =>
  problem === amountMessage
    ? 'has more decimals than the currency, or more than 15 digits'
    : problem.replace(
        /\b(?:[a-z]+_[a-z_]+|splits|amount$)/g,
        (field) => findInputName(field, command, rawArguments) ?? field,
      )
