/** Declares the fields that several tools have. */

import {
  amount,
  booleanField,
  boundedArray,
  closedEnum,
  date,
  integerField,
  optional,
  textField,
} from '../contract/fields.ts'
import { transactionStatuses } from '../contract/operations/transactions.ts'

/** What selects transactions, as the filters of `budget tx list`. */
export const filterFields = {
  account: optional(textField),
  category: optional(textField),
  merchant: optional(textField),
  search: optional(textField),
  since: optional(date),
  until: optional(date),
  period: optional(textField),
  min: optional(amount),
  max: optional(amount),
  status: optional(closedEnum(transactionStatuses)),
  uncategorized: optional(booleanField),
}

/** What the common fields mean. */
export const fieldDescriptions: Readonly<Record<string, string>> = {
  account: 'Name of an account',
  category: 'Name of a category, or rta for Ready to Assign',
  merchant: 'Name of a merchant, or a text in it',
  search: 'Text in merchant, category or notes',
  period: 'this-month, last-month, this-year, last-30-days, 2026-11, 2026-Q1, 2026',
  min: 'Outflows are negative: -100.00 is less than -20.00',
  limit: '50 by default',
  cursor: 'next of the answer before, with the same other fields',
  month: 'YYYY-MM; this month by default',
}

/** A list of at most `most` texts. */
export const textList = (max: number) =>
  boundedArray(textField, max, {
    empty: 'must be a list with at least one text',
    tooMany: `must have at most ${max} texts`,
  })

/** How many rows an answer has. */
export const rowLimit = optional(integerField(1, 100))
