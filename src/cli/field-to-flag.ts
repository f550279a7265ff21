/** What the service says of a field, said of the word of the command that filled it. */

import type { Command } from '../command/define.ts'
import { getArgumentOption, toFlagName } from '../command/flag-names.ts'
import { ApiError, UserError } from '../contract/errors.ts'
import { amountMessage } from '../contract/fields.ts'

/** Under which names commands ask for a field of the API, where it is not the field's own. */
const inputNamesByField: Readonly<Record<string, readonly string[]>> = {
  account_id: ['account'],
  amount: ['amount', 'sum'],
  assigned: ['amount', 'assignments', 'upTo'],
  by: ['by'],
  category_id: ['category', 'envelope'],
  date: ['date'],
  from_account_id: ['from'],
  group_id: ['group'],
  initial_balance: ['balance'],
  initial_balance_date: ['balanceDate'],
  kind: ['kind'],
  merchant_contains: ['merchantContains'],
  merchant_id: ['merchant', 'shop'],
  merchant_name: ['merchant', 'shop'],
  month: ['month'],
  move_to_category_id: ['moveTo'],
  move_to_merchant_id: ['moveTo', 'into'],
  name: ['name'],
  notes: ['notes'],
  position: ['position'],
  ready_to_assign: ['readyToAssign', 'category', 'envelope'],
  repeat_months: ['repeatMonths'],
  review_status: ['reviewStatus'],
  splits: ['split', 'lines'],
  status: ['status'],
  to_account_id: ['to'],
  weekday: ['weekday'],
}

// The path of a field as the API writes it: transaction.splits[1].amount. docs/spec.md#d04
// Of several things the one it is about comes first.
const FIELD_ERROR =
  /^((?:"[^"]*"|\S+): )?(?:transactions?(?:\[\d+\])?\.)?([a-z_]+)(?:\[(\d+)\])?(?:\.([a-z_]+))? (.+)$/s

/** A refusal that names a field, in the words of the command; everything else as it is. `words` are the arguments as typed. */
export function toUserTerms(
  error: ApiError,
  command: Command,
  words: readonly unknown[],
): ApiError | UserError {
  // Who writes to the API wants to hear the API.
  if (error.name !== 'bad_request' || command.name === 'api') return error
  const [, lead = '', field = '', line, inner, said = ''] = FIELD_ERROR.exec(error.detail) ?? []
  const own = findInputName(field, command, words)
  if (own === undefined) return error
  const what = line === undefined ? own : `Line ${Number(line) + 1} of ${own}: its ${inner ?? 'value'}`
  return new UserError('value', `${lead}${what} ${translateProblem(said, command, words)}`, { field })
}

/** The word for a field: the argument that was typed, or else a flag. */
function findInputName(field: string, command: Command, words: readonly unknown[]): string | undefined {
  const names = Object.hasOwn(inputNamesByField, field) ? (inputNamesByField[field] ?? []) : []
  const typed = Object.entries(command.arguments ?? {}).find(
    ([name], at) => names.includes(name) && words[at] !== undefined,
  )
  // Several words of an argument stand for as many things; the field is the figure in one of them.
  if (typed) return 'any' in typed[1] ? 'AMOUNT' : getArgumentOption(typed[1]).placeholder
  const flag = names.find((name) => Object.hasOwn(command.flags ?? {}, name))
  return flag === undefined ? undefined : `--${toFlagName(flag)}`
}

/** Other fields the complaint names are named alike; an amount that reads as one can only be too long. */
const translateProblem = (said: string, command: Command, words: readonly unknown[]): string =>
  said === amountMessage
    ? 'has more decimals than the currency, or more than 15 digits'
    : said.replace(
        /\b(?:[a-z]+_[a-z_]+|splits|amount$)/g,
        (word) => findInputName(word, command, words) ?? word,
      )
