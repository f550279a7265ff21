/** Describes the writes of a dry run in words, with names instead of ids. */

import { isNegative, sum } from '../money/decimal.ts'
import { groupThousands } from './format-amount.ts'
import type { PlannedWrite } from './planned-write.ts'
import { sanitizeLine } from './sanitize.ts'

type NamesById = ReadonlyMap<string, string>
type Fields = Readonly<Record<string, unknown>>

/** How many rows of a batch are shown. */
const SAMPLE_SIZE = 3
/** More transactions than these are summarized as a count and a sum. */
const MAX_LISTED = 10
const UNCHANGED = 'No change'

const fieldHeadings: Readonly<Record<string, string>> = {
  account_id: 'Account',
  by: 'By',
  category_id: 'Category',
  from_account_id: 'From',
  group_id: 'Group',
  initial_balance: 'Opening balance',
  initial_balance_date: 'Opening date',
  merchant_id: 'Merchant',
  merchant_name: 'Merchant',
  ready_to_assign: 'Ready to Assign',
  review_status: 'Review',
  to_account_id: 'To',
}

/** Fields that are never shown, because no table shows them or the verb implies them. */
const OMITTED_FIELDS = new Set(['id', 'deleted', 'updated_at', 'created_at'])

const toHeading = (field: string): string => {
  const words = fieldHeadings[field] ?? field.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function formatValue(value: unknown, names: NamesById): string {
  if (value === null || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map((write) => formatValue(write, names)).join('; ')
  if (typeof value === 'object') return formatSplitLine(value as Fields, names) // The cases null and array were handled above.
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return names.get(text) ?? (/^-?\d+\.\d+$/.test(text) ? groupThousands(text) : text)
}

/** Formats a split line as `Groceries -30.00`; any other object as its fields. */
function formatSplitLine(line: Fields, names: NamesById): string {
  if (!('amount' in line)) return formatFields(line, names).join(', ')
  const { category_id, ready_to_assign, amount, notes } = line
  const envelope = ready_to_assign === true ? 'Ready to Assign' : formatValue(category_id ?? null, names)
  const note = typeof notes === 'string' ? ` (${notes})` : ''
  return `${envelope} ${formatValue(amount, names)}${note}`
}

const toNameField = (field: string): string => (field.endsWith('_id') ? field.replace(/_id$/, '_name') : '-')

const formatFields = (fields: Fields, names: NamesById): string[] =>
  Object.entries(fields)
    // Next to a name, the id of the same entity is redundant.
    .filter(
      ([field, value]) =>
        !OMITTED_FIELDS.has(field) && value !== undefined && !(toNameField(field) in fields),
    )
    .map(([field, value]) => `${toHeading(field)}: ${formatValue(value, names)}`)

const MONEY_FIELDS = new Set(['amount', 'assigned', 'available'])

/** Gives a typed amount as many decimals as the amount it replaces. */
function matchDecimals(value: unknown, oldValue: unknown): unknown {
  const decimals = typeof oldValue === 'string' ? (oldValue.split('.')[1] ?? '').length : 0
  if (typeof value !== 'string' || decimals === 0) return value
  const [whole = '', fraction = ''] = value.split('.')
  return `${whole}.${fraction.padEnd(decimals, '0')}`
}

/** Lists the fields that would change, from → to. */
function listChanges(before: Fields, after: Fields, names: NamesById): string[] {
  return Object.entries(after).flatMap(([field, value]) => {
    const oldText = formatValue(before[field] ?? null, names)
    const newText = formatValue(
      MONEY_FIELDS.has(field) ? matchDecimals(value, before[field]) : (value ?? null),
      names,
    )
    return OMITTED_FIELDS.has(field) || oldText === newText
      ? []
      : [`${toHeading(field)}: ${oldText} → ${newText}`]
  })
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Labels an entity for the user: a transaction by amount, payee and date, any other entity by its name. */
function formatEntityLabel(fields: Fields, id: string, names: NamesById): string {
  if ('account_name' in fields && 'date' in fields) {
    const merchantText = fields['merchant_name'] === null ? '' : ` ${asText(fields['merchant_name'])}`
    return ` ${groupThousands(asText(fields['amount']))}${merchantText} on ${asText(fields['date'])} in ${asText(fields['account_name'])} (${id})`
  }
  const ownName = asText(fields['name']) || asText(fields['category_name'])
  const position = fields['position']
  const name = (typeof position === 'number' ? String(position) : ownName) || names.get(id) || id
  return name === '' ? '' : ` ${name}`
}

const nouns: Readonly<Record<string, string>> = {
  accounts: 'account',
  categories: 'category',
  category_groups: 'group',
  merchants: 'merchant',
  transactions: 'transaction',
}
const withArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`

/** Describes the new direction of a transfer whose amount changes sign. */
function describeReversedTransfer(oldFields: Fields, { amount }: Fields): string[] {
  if (oldFields['type'] !== 'transfer' || typeof amount !== 'string') return []
  const goesOut = isNegative(asText(oldFields['amount']))
  if (goesOut === isNegative(amount)) return []
  const account = asText(oldFields['account_name'])
  const directions = [`into ${account}`, `out of ${account}`]
  const [now, before] = goesOut ? directions : directions.toReversed()
  return [`    The money would go ${now}, not ${before}`]
}

const asFields = (value: unknown): Fields => Object(value) as Fields // A body or an entity is always an object, or missing.

/** Summarizes transactions: `45 transactions, 5,061.27 net, from 2026-09-01 to 2026-11-17`. */
function summarizeTransactions(rows: readonly Fields[]): string {
  const days = rows.map(({ date }) => asText(date)).toSorted()
  const amounts = rows.flatMap(({ amount }) => (typeof amount === 'string' ? [amount] : []))
  return `${rows.length} transactions, ${groupThousands(sum(amounts))} net, from ${days[0]} to ${days.at(-1)}`
}

/** Describes a batch of new transactions by its first rows. */
function describeBatch(rows: readonly Fields[], names: NamesById): string[] {
  const more = rows.length > SAMPLE_SIZE ? [`    and ${rows.length - SAMPLE_SIZE} more`] : []
  return [
    `Add ${summarizeTransactions(rows)}`,
    ...rows.slice(0, SAMPLE_SIZE).map((row) => `    ${formatFields(row, names).join(', ')}`),
    ...more,
  ]
}

function describeCreation(noun: string, body: Fields, names: NamesById): string[] {
  if (Array.isArray(body['transactions'])) return describeBatch(body['transactions'].map(asFields), names)
  if (!('transaction' in body))
    return [
      `Add the ${noun}${formatEntityLabel(body, '', names)}`,
      ...indentLine(formatFields(omitName(body), names)),
    ]
  const { type, ...draft } = asFields(body['transaction'])
  const firstLine = type === 'transfer' ? 'Add a transfer' : `Add ${withArticle('transaction')}`
  return [firstLine, ...indentLine(formatFields(draft, names))]
}

/** Removes the name, which the line above shows. */
const omitName = ({ name: _, ...fields }: Fields): Fields => fields

/**
 * Formats the changes of one write. If nothing changes it says so, because the user would look for a mistake.
 */
const indentChanges = (changes: readonly string[]): string[] =>
  indentLine(changes.length === 0 ? [UNCHANGED] : changes)

const indentLine = (fields: readonly string[]): string[] =>
  fields.length === 0 ? [] : [`    ${fields.join(', ')}`]

function describeLocal({ local = 'file', body, before, after }: PlannedWrite, names: NamesById): string[] {
  const oldFields = asFields(before)
  const newFields = asFields(after)
  if (before && !after) return [`Delete the ${local}${formatEntityLabel(oldFields, '', names)}`]
  if (before && after)
    return [
      `Change the ${local}${formatEntityLabel(oldFields, '', names)}`,
      ...indentChanges(listChanges(oldFields, newFields, names)),
    ]
  const created = Object.fromEntries(
    Object.entries(after ? newFields : asFields(body)).filter(([, value]) => value !== null),
  )
  return [
    `Add the ${local}${formatEntityLabel(created, '', names)}`,
    ...indentLine(formatFields(omitName(created), names)),
  ]
}

function describeRequest({ method, path, body, before, after }: PlannedWrite, names: NamesById): string[] {
  const [pathname = ''] = (path ?? '').split('?')
  const [, root = '', id = '', deeper, category = ''] = pathname.split('/').map(decodeURIComponent)
  const noun = nouns[root] ?? root
  const oldFields = asFields(before)
  const changes = after ? listChanges(oldFields, { ...asFields(after), ...asFields(body) }, names) : []
  if (root === 'months')
    return [
      `Assign to${formatEntityLabel(oldFields, category, names)} in ${id}`,
      ...(before ? indentChanges(changes) : indentLine(formatFields(asFields(body), names))),
    ]
  if (deeper === 'restore')
    return [
      `Restore the ${noun}${formatEntityLabel(oldFields, id, names)}`,
      ...(oldFields['deleted'] === false ? indentChanges([]) : []),
    ]
  if (method === 'POST') return describeCreation(noun, asFields(body), names)
  const target = new URLSearchParams((path ?? '').split('?')[1] ?? '')
  const moved = [...target.values()].map((to) => `    Its transactions move to ${names.get(to) ?? to}`)
  if (method === 'DELETE') return [`Delete the ${noun}${formatEntityLabel(oldFields, id, names)}`, ...moved]
  const lines = before ? indentChanges(changes) : indentLine(formatFields(asFields(body), names))
  return [
    `Change the ${noun}${formatEntityLabel(oldFields, id, names)}`,
    ...lines,
    ...describeReversedTransfer(oldFields, asFields(body)),
  ]
}

/** Returns what is done to an existing transaction; undefined for any other write. */
function getTransactionVerb({ method, path, before }: PlannedWrite): string | undefined {
  if (!before || !path?.startsWith('/transactions/')) return undefined
  if (method === 'POST') return 'Restore'
  return method === 'DELETE' ? 'Delete' : 'Change'
}

/** Describes many changes of one kind by the first ones. */
function describeMany(verb: string, plan: readonly PlannedWrite[], names: NamesById): string[] {
  const rows = plan.map(({ before }) => asFields(before))
  return [
    `${verb} ${summarizeTransactions(rows)}`,
    ...plan
      .slice(0, SAMPLE_SIZE)
      .flatMap((write) => describeRequest(write, names).map((line) => `    ${line}`)),
    `    and ${plan.length - SAMPLE_SIZE} more`,
  ]
}

const describeOne = (write: PlannedWrite, names: NamesById): string[] =>
  write.method === null ? describeLocal(write, names) : describeRequest(write, names)

/**
 * Describes the writes in lines, details indented. Many writes of one kind are summarized after the others.
 */
export function describePlannedWrites(plan: readonly PlannedWrite[], names: NamesById): string[] {
  const verbs = plan.map(getTransactionVerb)
  const frequent = new Set(
    [...new Set(verbs)].filter((verb) => verb && verbs.filter((write) => write === verb).length > MAX_LISTED),
  )
  const single = plan
    .filter((_, at) => !frequent.has(verbs[at]))
    .flatMap((write) => describeOne(write, names))
  const many = [...frequent].flatMap((verb = '') =>
    describeMany(
      verb,
      plan.filter((_, at) => verbs[at] === verb),
      names,
    ),
  )
  return [...single, ...many].map(sanitizeLine)
}
