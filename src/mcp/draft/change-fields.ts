/** Declares the changes that an assistant may draft, and their fields. */

import {
  amount,
  booleanField,
  boundedArray,
  closedEnum,
  date,
  type InferOutput,
  integerField,
  name,
  optional,
  strictFields,
  textField,
} from '../../contract/fields.ts'
import { targetKinds } from '../../contract/ports/workspace-admin.ts'
import { filterFields, textList } from '../fields.ts'

/** The most changes of a draft. */
export const MAX_CHANGES = 100
/** The most transactions that a change names. */
const MAX_REFS = 500

const refs = optional(textList(MAX_REFS))
const where = optional(strictFields(filterFields))
const month = optional(textField)
const lineCount = {
  empty: 'must be a list with at least one line',
  tooMany: `must have at most ${MAX_CHANGES} lines`,
}
const splits = boundedArray(
  strictFields({ category: textField, amount, notes: optional(textField) }),
  MAX_CHANGES,
  lineCount,
)
const assignments = boundedArray(
  strictFields({ category: textField, amount: optional(amount), add: optional(amount) }),
  MAX_CHANGES,
  lineCount,
)

/** The fields of each change. */
export const changeSchemas = {
  add: strictFields({
    do: closedEnum(['add']),
    amount,
    account: textField,
    date: optional(date),
    merchant: optional(textField),
    category: optional(textField),
    notes: optional(textField),
    splits: optional(splits),
  }),
  edit: strictFields({
    do: closedEnum(['edit']),
    refs,
    where,
    set: strictFields({
      date: optional(date),
      amount: optional(amount),
      account: optional(textField),
      merchant: optional(textField),
      notes: optional(textField),
      status: optional(closedEnum(['pending', 'cleared'])),
      reviewed: optional(booleanField),
    }),
  }),
  categorize: strictFields({ do: closedEnum(['categorize']), refs, where, category: textField }),
  split: strictFields({ do: closedEnum(['split']), ref: textField, splits }),
  delete: strictFields({ do: closedEnum(['delete']), refs, where }),
  transfer: strictFields({
    do: closedEnum(['transfer']),
    amount,
    from: textField,
    to: textField,
    date: optional(date),
    category: optional(textField),
    notes: optional(textField),
    replaces: optional(textList(2)),
  }),
  assign: strictFields({ do: closedEnum(['assign']), month, assignments }),
  move: strictFields({ do: closedEnum(['move']), amount, from: textField, to: textField, month }),
  cover: strictFields({
    do: closedEnum(['cover']),
    month,
    categories: optional(textList(MAX_CHANGES)),
    from: textList(MAX_CHANGES),
    keep: optional(amount),
  }),
  target: strictFields({
    do: closedEnum(['target']),
    category: textField,
    amount: optional(amount),
    kind: optional(closedEnum([...targetKinds, 'none'])),
    by: optional(date),
    weekday: optional(integerField(0, 6)),
    repeat_months: optional(integerField(1, 1200)),
  }),
  rename: strictFields({
    do: closedEnum(['rename']),
    kind: closedEnum(['merchant', 'category', 'group', 'account']),
    name: textField,
    to: name,
  }),
  merge: strictFields({
    do: closedEnum(['merge']),
    kind: closedEnum(['merchant', 'category']),
    names: textList(MAX_CHANGES),
    into: textField,
  }),
  create: strictFields({
    do: closedEnum(['create']),
    kind: closedEnum(['category', 'group', 'account', 'merchant']),
    name,
    group: optional(textField),
    type: optional(textField),
    balance: optional(amount),
  }),
  rule: strictFields({
    do: closedEnum(['rule']),
    category: textField,
    merchant: optional(textField),
    merchant_contains: optional(textField),
    account: optional(textField),
    direction: optional(closedEnum(['outflow', 'inflow'])),
  }),
  reconcile: strictFields({
    do: closedEnum(['reconcile']),
    account: textField,
    balance: amount,
    date: optional(date),
    adjust: optional(booleanField),
    category: optional(textField),
  }),
} as const

/** The word of a change. */
export type ChangeName = keyof typeof changeSchemas
/** The words of all changes. */
export const changeNames = Object.keys(changeSchemas) as ChangeName[] // its own keys

/** The fields of a change by its word. */
export type ChangeFields = { [Name in ChangeName]: InferOutput<(typeof changeSchemas)[Name]> }
/** Any change. */
export type DraftChange = ChangeFields[ChangeName]

/** What the fields of changes mean. */
export const changeDescriptions: Readonly<Record<string, string>> = {
  do: 'Decides which fields are needed: see draft_changes',
  refs: 'ref of find_transactions',
  where: 'Instead of refs: every row that matches now, at least one filter',
  ref: 'ref of find_transactions',
  amount: 'Decimal text; outflows are negative. Of an assignment: sets it',
  add: 'Changes what is assigned by this',
  from: 'rta is Ready to Assign',
  keep: 'Leave so much in each category of from',
  kind: 'What is renamed, merged or created; of a target its kind, none removes it',
  replaces: 'refs of rows that are this transfer, and are deleted',
  names: 'Whole names or ids',
  into: 'Whole name or id of what stays',
  splits: 'Lines that add up to the amount',
}
