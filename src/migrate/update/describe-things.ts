/** Says in words what differs between a file and a workspace. */

import type { ContentSplit, ContentTarget } from '../../contract/ports/workspace-content.ts'
import { getCurrencyDecimals } from '../../money/currency.ts'
import { formatAmount } from '../../money/minor-units.ts'
import type { ComparedBudgets, ComparedThing, ThingType } from './compare-budgets.ts'
import { type Fields, type FieldValue, quietFields, type Verdict } from './merge-fields.ts'

/** A thing that is not the same, with the fields that differ. Amounts are decimal strings. */
export interface ShownThing {
  type: ThingType
  /** E.g. `2026-11-03 Checking Rewe -18.30`. */
  name: string
  reason: string
  is_conflict: boolean
  fields: readonly ShownField[]
}

/** A field at the last move, in the file, and here; null for nothing. */
export interface ShownField {
  field: string
  before: string | null
  there: string | null
  here: string | null
}

/** What differs, by where it is. */
export interface ShownThings {
  new_here: readonly ShownThing[]
  new_there: readonly ShownThing[]
  different: readonly ShownThing[]
}

/** Groups what differs. @param hasBase it is known what the last move brought */
export function groupThings(compared: ComparedBudgets, hasBase: boolean): ShownThings {
  const describe = createDescriber(compared, hasBase)
  const groups: Record<keyof ShownThings, ShownThing[]> = { new_here: [], new_there: [], different: [] }
  for (const thing of compared.things) {
    const shown = describe(thing)
    if (thing.verdict !== 'differs' || shown.fields.length > 0) groups[findGroup(thing)].push(shown)
  }
  return groups
}

function findGroup({ type, verdict, theirs, ours }: ComparedThing): keyof ShownThings {
  if (verdict === 'new here' || verdict === 'gone there') return 'new_here'
  if (verdict === 'new there' || verdict === 'gone here') return 'new_there'
  if (type !== 'assignment') return 'different'
  return theirs?.['assigned'] === 0n ? 'new_here' : ours?.['assigned'] === 0n ? 'new_there' : 'different'
}

/** Returns the function that describes a thing. */
export function createDescriber(
  { theirs, base, ours }: ComparedBudgets,
  hasBase: boolean,
): (thing: ComparedThing) => ShownThing {
  const collect = (table: 'accounts' | 'groups' | 'categories' | 'merchants') =>
    new Map([base, theirs, ours].flatMap((side) => side?.[table] ?? []).map(({ seq, name }) => [seq, name]))
  const names = {
    account: collect('accounts'),
    group: collect('groups'),
    category: collect('categories'),
    merchant: collect('merchants'),
  }
  const decimals = getCurrencyDecimals(ours.currency)
  const format = (field: string, value: FieldValue): string | null => {
    if (value === null || value === undefined) return null
    if (typeof value === 'bigint') return formatAmount(value, decimals)
    if (Array.isArray(value)) return formatLines(value, { decimals, names: names.category })
    if (field === 'target') return formatTarget(value as ContentTarget, decimals) // `compareBudgets` made it
    const kind = fieldNames[field]
    if (typeof value === 'number') return (kind && names[kind].get(value)) ?? String(value)
    if (value === 'ready_to_assign') return 'Ready to Assign'
    if (typeof value === 'boolean') return value ? 'yes' : 'no'
    return typeof value === 'string' ? value : null
  }
  return (thing) => ({
    type: thing.type,
    name: nameThing(thing, names, format),
    reason: describeReason(thing, hasBase),
    is_conflict: thing.isConflict,
    fields: thing.differences
      .filter(({ field }) => !quietFields.has(field))
      .map(({ field, before, there, here }) => ({
        field,
        before: format(field, before),
        there: format(field, there),
        here: format(field, here),
      })),
  })
}

type Names = Readonly<Record<'account' | 'group' | 'category' | 'merchant', ReadonlyMap<number, string>>>

/** What the numbers in a field are. */
const fieldNames: Readonly<Record<string, keyof Names>> = {
  account: 'account',
  to: 'account',
  merchant: 'merchant',
  category: 'category',
  to_category: 'category',
  group: 'group',
}

const formatLines = (
  lines: readonly ContentSplit[],
  { decimals, names }: { decimals: number; names: ReadonlyMap<number, string> },
): string =>
  lines
    .map(({ amount, category, ready_to_assign }) => {
      const place = ready_to_assign ? 'Ready to Assign' : category === null ? 'none' : names.get(category)
      return `${place} ${formatAmount(amount, decimals)}`
    })
    .join(' + ')

/** Returns e.g. `by date 300.00 2026-12-31, every 12 months`. */
const formatTarget = (
  { kind, amount, weekday, by_date, repeat_months }: Omit<ContentTarget, 'category'>,
  decimals: number,
): string =>
  [
    `${kind.replaceAll('_', ' ')} ${formatAmount(amount, decimals)}`,
    ...(weekday === null ? [] : [` on weekday ${weekday}`]),
    ...(by_date === null ? [] : [` ${by_date}`]),
    ...(repeat_months === null ? [] : [`, every ${repeat_months} months`]),
  ].join('')

function nameThing(
  { type, seq, month, theirs, ours, base }: ComparedThing,
  names: Names,
  format: (field: string, value: FieldValue) => string | null,
): string {
  const fields: Fields = ours ?? theirs ?? base ?? {}
  const text = (field: string): string => format(field, fields[field]) ?? ''
  if (type === 'assignment') return `${month} ${names.category.get(seq) ?? ''}`
  if (type === 'target') return names.category.get(seq) ?? ''
  if (type !== 'transaction') return text('name')
  const what = fields['type'] === 'transfer' ? `→ ${text('to')}` : text('merchant')
  return [text('date'), text('account'), what, text('amount')].filter((part) => part !== '').join(' ')
}

/** Who did what, for what is only on one side. */
const reasons: Readonly<Record<Exclude<Verdict, 'differs'>, readonly [plain: string, conflict: string]>> = {
  same: ['', ''],
  'new here': ['Added here', 'Added here'],
  'new there': ['Added there', 'Added there'],
  'gone here': ['Deleted here', 'Deleted here, changed there'],
  'gone there': ['Deleted there', 'Deleted there, changed here'],
}

function describeReason({ verdict, isConflict, differences, base }: ComparedThing, hasBase: boolean): string {
  if (verdict !== 'differs') {
    const reason = reasons[verdict][isConflict ? 1 : 0]
    return hasBase ? reason : reason.replace('Added', 'Only')
  }
  if (!base) return hasBase ? 'Entered in both' : 'Not the same'
  const sides = new Set(differences.map(({ side }) => side))
  if (sides.has('both') || (sides.has('there') && sides.has('here'))) return 'Changed in both'
  return sides.has('there') ? 'Changed there' : 'Changed here'
}
