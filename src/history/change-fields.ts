/** Formats the fields of changes in the words of the tables, with names instead of ids. */

import type { Change, ChangeFields, ChangeType } from '../contract/ports/history.ts'
import { isNegative } from '../money/decimal.ts'
import { groupThousands } from '../output/format-amount.ts'
import { describeRule, ruleFields } from '../transactions/describe-rule.ts'

/** The names of entities by id. */
export type NamesById = ReadonlyMap<string, string>

const fieldHeadings: Readonly<Record<string, string>> = {
  from_account: 'From',
  initial_balance: 'Opening balance',
  initial_balance_date: 'Opening date',
  review_status: 'Review',
  to_account: 'To',
  transfer_account: 'Other account',
}

/** Fields that are never shown, because no table shows them or the verb implies them. */
const OMITTED_FIELDS = new Set(['id', 'deleted', 'updated_at', 'created_at'])

/** The heading of a field; `category_id` and `category_name` have the same. */
const toHeading = (field: string): string => {
  const root = field.replace(/_(?:id|name)$/, '')
  const words =
    field === 'ready_to_assign' ? 'Ready to Assign' : (fieldHeadings[root] ?? root.replaceAll('_', ' '))
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Formats a value: null as `none`, an id as its name, an amount with thousands separators. */
function formatChangeValue(value: unknown, names: NamesById): string {
  if (value === null || value === '' || value === undefined) return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map((element) => formatChangeValue(element, names)).join('; ')
  // Besides the lines of a split, only rules of a layout are objects; they are shown as the file has them.
  if (typeof value === 'object')
    return 'amount' in value ? formatSplitLine({ ...value }, names) : JSON.stringify(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return names.get(text) ?? (/^-?\d+\.\d+$/.test(text) ? groupThousands(text) : text)
}

/** Formats a split line as `Groceries -30.00`; any other object as its fields. */
function formatSplitLine(line: ChangeFields, names: NamesById): string {
  if (!('amount' in line)) return formatFields(line, names).join(', ')
  const { category_id, category_name, ready_to_assign, amount, notes } = line
  const category =
    ready_to_assign === true
      ? 'Ready to Assign'
      : formatChangeValue(category_name ?? category_id ?? null, names)
  const note = typeof notes === 'string' ? ` (${notes})` : ''
  return `${category} ${formatChangeValue(amount, names)}${note}`
}

/** True for an id whose name is there as well. */
const isNamedId = (field: string, fields: ChangeFields): boolean =>
  field.endsWith('_id') && field.replace(/_id$/, '_name') in fields

/** Formats fields as `Category: Groceries`. */
export const formatFields = (fields: ChangeFields, names: NamesById): string[] =>
  Object.entries(fields)
    .filter(
      ([field, value]) => !OMITTED_FIELDS.has(field) && value !== undefined && !isNamedId(field, fields),
    )
    .map(([field, value]) => `${toHeading(field)}: ${formatChangeValue(value, names)}`)

const MONEY_FIELDS = new Set(['amount', 'assigned', 'available'])

/** Gives a typed amount as many decimals as the amount it replaces. */
function matchDecimals(value: unknown, oldValue: unknown): unknown {
  const decimals = typeof oldValue === 'string' ? (oldValue.split('.')[1] ?? '').length : 0
  if (typeof value !== 'string' || decimals === 0) return value
  const [whole = '', fraction = ''] = value.split('.')
  return `${whole}.${fraction.padEnd(decimals, '0')}`
}

/** Lists the fields that differ as `Category: none → Groceries`. A field that only one side has counts as none. */
export function formatFieldChanges(before: ChangeFields, after: ChangeFields, names: NamesById): string[] {
  const all = { ...before, ...after }
  return Object.keys(all).flatMap((field) => {
    if (OMITTED_FIELDS.has(field) || isNamedId(field, all)) return []
    const [oldValue, value] = [before[field] ?? null, after[field] ?? null]
    const oldText = formatChangeValue(oldValue, names)
    const newText = formatChangeValue(MONEY_FIELDS.has(field) ? matchDecimals(value, oldValue) : value, names)
    return oldText === newText ? [] : [`${toHeading(field)}: ${oldText} → ${newText}`]
  })
}

/** Returns a text field; empty for any other value. */
export const getText = (fields: ChangeFields, field: string): string => {
  const value = fields[field]
  return typeof value === 'string' ? value : ''
}

/** The fields that the label of an entity shows; of every other type the name. */
const labelFields: Partial<Readonly<Record<ChangeType, ReadonlySet<string>>>> = {
  transaction: new Set([
    'date',
    'amount',
    'merchant_id',
    'merchant_name',
    'account_id',
    'account_name',
    'type',
  ]),
  rule: new Set(ruleFields),
  import: new Set(['path']),
  reconciliation: new Set(['account_id', 'account_name', 'date']),
  target: new Set(['category_id', 'category_name']),
  snooze: new Set(['category_id', 'category_name']),
}

/** What a new transaction is unless its draft says otherwise. */
const DEFAULT_VALUES: ChangeFields = { status: 'cleared', review_status: 'needs_review' }

/** Returns the fields of a new entity that its label does not show and that say something. */
export const omitLabelFields = (type: ChangeType, fields: ChangeFields): ChangeFields =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([field, value]) =>
        value !== null &&
        value !== '' &&
        value !== false &&
        value !== DEFAULT_VALUES[field] &&
        !(labelFields[type]?.has(field) ?? field === 'name'),
    ),
  )

/** Labels a transaction by amount, merchant, date and account: `-5.00 Bakery on 2026-11-20 in Checking`. */
function labelTransaction(fields: ChangeFields, names: NamesById): string {
  const resolve = (root: string): string =>
    getText(fields, `${root}_name`) || (names.get(getText(fields, `${root}_id`)) ?? '')
  const [merchant, account, date] = [resolve('merchant'), resolve('account'), getText(fields, 'date')]
  return [
    groupThousands(getText(fields, 'amount')),
    merchant,
    date && `on ${date}`,
    account && `in ${account}`,
  ]
    .filter((part) => part !== '')
    .join(' ')
}

/** Labels an entity for the user: a transaction by its main fields, a rule by what it does, others by their name. */
export function labelEntity({ type, id, before, after }: Change, names: NamesById): string {
  // The state before a change tells the user which entity is meant.
  const fields = before ?? after ?? {}
  if (type === 'transaction') return labelTransaction(fields, names)
  if (type === 'rule') return labelRule(fields)
  if (type === 'reconciliation') return `${getText(fields, 'account_name')} until ${getText(fields, 'date')}`
  if (type === 'import') return getText(fields, 'path').replace(/^.*[/\\]/, '') || id
  if (type === 'schedule_date') return `${getText(fields, 'name')} ${getText(fields, 'date')}`
  const ownId = type === 'assignment' ? id.slice(id.indexOf('/') + 1) : id
  const name = getText(fields, 'name') || getText(fields, 'category_name') || names.get(ownId)
  return name ?? (before === null ? '' : ownId)
}

const getOptionalText = (fields: ChangeFields, field: string): string | null => getText(fields, field) || null

/** Labels a rule by what it does: `"Outflows from Aldi go to Groceries"`. */
function labelRule(fields: ChangeFields): string {
  const direction = getText(fields, 'direction')
  const rule = describeRule({
    merchant_name: getOptionalText(fields, 'merchant_name'),
    merchant_contains: getOptionalText(fields, 'merchant_contains'),
    account_name: getOptionalText(fields, 'account_name'),
    direction: direction === 'inflow' || direction === 'outflow' ? direction : null,
    category_name: getOptionalText(fields, 'category_name'),
  })
  return `"${rule}"`
}

/** True for one side of a transfer. */
export const isTransfer = ({ type, before, after }: Change): boolean => {
  const fields = before ?? after ?? {}
  return (
    type === 'transaction' &&
    (fields['type'] === 'transfer' || typeof fields['transfer_account_name'] === 'string')
  )
}

/** Describes the new direction of a transfer whose amount changes sign. */
export function describeReversedTransfer(change: Change): string[] {
  const { before, after } = change
  if (!before || !after || !isTransfer(change)) return []
  const [oldAmount, amount] = [getText(before, 'amount'), getText(after, 'amount')]
  if (amount === '' || isNegative(oldAmount) === isNegative(amount)) return []
  const account = getText(before, 'account_name')
  return isNegative(oldAmount)
    ? [`The money would go into ${account}, not out of ${account}`]
    : [`The money would go out of ${account}, not into ${account}`]
}
