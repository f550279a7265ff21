/** Says what a dry run would change in the words of the tables, with names in place of ids. */

import { isNegative, sum } from '../money/decimal.ts'
import { grouped } from './format-amount.ts'
import type { Planned } from './planned-write.ts'
import { oneLine } from './sanitize.ts'

type Names = ReadonlyMap<string, string>
type Fields = Readonly<Record<string, unknown>>

/** Rows of a batch that are shown one by one. */
const FIRST = 3
/** More transactions than these are told as a count and a sum. */
const MOST_SHOWN = 10
const SAME = 'It is so already'

const headings: Readonly<Record<string, string>> = {
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

/** What stands in no table, and what the verb of the line says already. */
const UNSAID = new Set(['id', 'deleted', 'updated_at', 'created_at'])

const headingOf = (field: string): string => {
  const words = headings[field] ?? field.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function valueOf(value: unknown, names: Names): string {
  if (value === null || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map((one) => valueOf(one, names)).join('; ')
  if (typeof value === 'object') return splitLine(value as Fields, names) // neither null nor a list, as just seen
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return names.get(text) ?? (/^-?\d+\.\d+$/.test(text) ? grouped(text) : text)
}

/** A line of a split: `Groceries -30.00`. Anything else its fields. */
function splitLine(line: Fields, names: Names): string {
  if (!('amount' in line)) return fieldsOf(line, names).join(', ')
  const { category_id, ready_to_assign, amount, notes } = line
  const envelope = ready_to_assign === true ? 'Ready to Assign' : valueOf(category_id ?? null, names)
  const note = typeof notes === 'string' ? ` (${notes})` : ''
  return `${envelope} ${valueOf(amount, names)}${note}`
}

const namedBy = (field: string): string => (field.endsWith('_id') ? field.replace(/_id$/, '_name') : '-')

const fieldsOf = (fields: Fields, names: Names): string[] =>
  Object.entries(fields)
    // Beside a name its id says nothing more.
    .filter(([field, value]) => !UNSAID.has(field) && value !== undefined && !(namedBy(field) in fields))
    .map(([field, value]) => `${headingOf(field)}: ${valueOf(value, names)}`)

const MONEY = new Set(['amount', 'assigned', 'available'])

/** A figure as it was typed, with as many decimals as the one it replaces. */
function alike(value: unknown, was: unknown): unknown {
  const decimals = typeof was === 'string' ? (was.split('.')[1] ?? '').length : 0
  if (typeof value !== 'string' || decimals === 0) return value
  const [whole = '', fraction = ''] = value.split('.')
  return `${whole}.${fraction.padEnd(decimals, '0')}`
}

/** The fields that would be others, from → to. */
function changesOf(before: Fields, after: Fields, names: Names): string[] {
  return Object.entries(after).flatMap(([field, value]) => {
    const was = valueOf(before[field] ?? null, names)
    const is = valueOf(MONEY.has(field) ? alike(value, before[field]) : (value ?? null), names)
    return UNSAID.has(field) || was === is ? [] : [`${headingOf(field)}: ${was} → ${is}`]
  })
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A thing as a person knows it: a transaction by amount, payee and day, anything else by its name. */
function called(fields: Fields, id: string, names: Names): string {
  if ('account_name' in fields && 'date' in fields) {
    const whom = fields['merchant_name'] === null ? '' : ` ${text(fields['merchant_name'])}`
    return ` ${grouped(text(fields['amount']))}${whom} on ${text(fields['date'])} in ${text(fields['account_name'])} (${id})`
  }
  const own = text(fields['name']) || text(fields['category_name'])
  const position = fields['position']
  const name = (typeof position === 'number' ? String(position) : own) || names.get(id) || id
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

/** Which way the money of a transfer would go, where an amount turns it around. */
function turned(was: Fields, { amount }: Fields): string[] {
  if (was['type'] !== 'transfer' || typeof amount !== 'string') return []
  const goesOut = isNegative(text(was['amount']))
  if (goesOut === isNegative(amount)) return []
  const account = text(was['account_name'])
  const ways = [`into ${account}`, `out of ${account}`]
  const [now, before] = goesOut ? ways : ways.toReversed()
  return [`    The money would go ${now}, not ${before}`]
}

const asFields = (value: unknown): Fields => Object(value) as Fields // a body or a thing: always an object, or nothing

/** `45 transactions, 5,061.27 in all, from 2026-09-01 to 2026-11-17`. */
function described(rows: readonly Fields[]): string {
  const days = rows.map(({ date }) => text(date)).toSorted()
  const amounts = rows.flatMap(({ amount }) => (typeof amount === 'string' ? [amount] : []))
  return `${rows.length} transactions, ${grouped(sum(amounts))} in all, from ${days[0]} to ${days.at(-1)}`
}

/** The transactions of a batch, of which the first few stand for all. */
function addMany(rows: readonly Fields[], names: Names): string[] {
  const more = rows.length > FIRST ? [`    and ${rows.length - FIRST} more`] : []
  return [
    `Add ${described(rows)}`,
    ...rows.slice(0, FIRST).map((row) => `    ${fieldsOf(row, names).join(', ')}`),
    ...more,
  ]
}

function addOne(noun: string, body: Fields, names: Names): string[] {
  if (Array.isArray(body['transactions'])) return addMany(body['transactions'].map(asFields), names)
  if (!('transaction' in body))
    return [`Add the ${noun}${called(body, '', names)}`, ...indented(fieldsOf(unnamed(body), names))]
  const { type, ...draft } = asFields(body['transaction'])
  const lead = type === 'transfer' ? 'Add a transfer' : `Add ${withArticle('transaction')}`
  return [lead, ...indented(fieldsOf(draft, names))]
}

/** What the line above has named need not be said again. */
const unnamed = ({ name: _, ...fields }: Fields): Fields => fields

/** What would be others; who reads of a change that changes nothing looks for what is wrong. */
const changed = (changes: readonly string[]): string[] => indented(changes.length === 0 ? [SAME] : changes)

const indented = (fields: readonly string[]): string[] =>
  fields.length === 0 ? [] : [`    ${fields.join(', ')}`]

function describeLocal({ local = 'file', body, before, after }: Planned, names: Names): string[] {
  const was = asFields(before)
  const is = asFields(after)
  if (before && !after) return [`Delete the ${local}${called(was, '', names)}`]
  if (before && after)
    return [`Change the ${local}${called(was, '', names)}`, ...changed(changesOf(was, is, names))]
  const made = Object.fromEntries(
    Object.entries(after ? is : asFields(body)).filter(([, value]) => value !== null),
  )
  return [`Add the ${local}${called(made, '', names)}`, ...indented(fieldsOf(unnamed(made), names))]
}

function describeRequest({ method, path, body, before, after }: Planned, names: Names): string[] {
  const [place = ''] = (path ?? '').split('?')
  const [, root = '', id = '', deeper, category = ''] = place.split('/').map(decodeURIComponent)
  const noun = nouns[root] ?? root
  const was = asFields(before)
  const changes = after ? changesOf(was, { ...asFields(after), ...asFields(body) }, names) : []
  if (root === 'months')
    return [
      `Assign to${called(was, category, names)} in ${id}`,
      ...(before ? changed(changes) : indented(fieldsOf(asFields(body), names))),
    ]
  if (deeper === 'restore')
    return [`Restore the ${noun}${called(was, id, names)}`, ...(was['deleted'] === false ? changed([]) : [])]
  if (method === 'POST') return addOne(noun, asFields(body), names)
  const target = new URLSearchParams((path ?? '').split('?')[1] ?? '')
  const moved = [...target.values()].map((to) => `    Its transactions move to ${names.get(to) ?? to}`)
  if (method === 'DELETE') return [`Delete the ${noun}${called(was, id, names)}`, ...moved]
  const lines = before ? changed(changes) : indented(fieldsOf(asFields(body), names))
  return [`Change the ${noun}${called(was, id, names)}`, ...lines, ...turned(was, asFields(body))]
}

/** What is done to a transaction that is there; undefined for any other change. */
function verbOf({ method, path, before }: Planned): string | undefined {
  if (!before || !path?.startsWith('/transactions/')) return undefined
  if (method === 'POST') return 'Restore'
  return method === 'DELETE' ? 'Delete' : 'Change'
}

/** Changes of transactions, of which the first few stand for all. */
function describeMany(verb: string, plan: readonly Planned[], names: Names): string[] {
  const rows = plan.map(({ before }) => asFields(before))
  return [
    `${verb} ${described(rows)}`,
    ...plan.slice(0, FIRST).flatMap((one) => describeRequest(one, names).map((line) => `    ${line}`)),
    `    and ${plan.length - FIRST} more`,
  ]
}

const describeOne = (one: Planned, names: Names): string[] =>
  one.method === null ? describeLocal(one, names) : describeRequest(one, names)

/** The changes line by line, what is inside a change indented; many of one kind are told together, after the others. */
export function describePlan(plan: readonly Planned[], names: Names): string[] {
  const verbs = plan.map(verbOf)
  const frequent = new Set(
    [...new Set(verbs)].filter((verb) => verb && verbs.filter((one) => one === verb).length > MOST_SHOWN),
  )
  const single = plan.filter((_, at) => !frequent.has(verbs[at])).flatMap((one) => describeOne(one, names))
  const many = [...frequent].flatMap((verb = '') =>
    describeMany(
      verb,
      plan.filter((_, at) => verbs[at] === verb),
      names,
    ),
  )
  return [...single, ...many].map(oneLine)
}
