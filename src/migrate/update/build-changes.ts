/** Builds what a newer file changes in a workspace, and what is stored of the file for the next one. */

import { toNameKey } from '../../contract/normalize-name.ts'
import { isCreditAccountType } from '../../contract/operations/accounts.ts'
import type {
  ContentAccount,
  ContentCategory,
  ContentChanges,
  ContentGroup,
  ContentTarget,
  ContentTransaction,
} from '../../contract/ports/workspace-content.ts'
import { createNameChanges } from '../plan/fit-names.ts'
import { type ComparedBudgets, type ComparedThing, type ThingType, thingTypes } from './compare-budgets.ts'
import type { MatchedEntry } from './match-transactions.ts'
import { type Decision, type Fields, mergeThing } from './merge-fields.ts'
import type { MovedBudget } from './moved-budget.ts'
import { createMerchantFinder, type MerchantFinder } from './new-merchants.ts'
import { buildRows, type RowContext, renumberEntries } from './write-entries.ts'

/** What an update does, without what it stores for the next one. */
export interface UpdateChanges extends Omit<ContentChanges, 'move'> {
  /** What the file said, in the numbers that the workspace has afterwards. */
  moved: MovedBudget
  /** How many things of each kind are new, changed and deleted here; none of a kind without changes. */
  counts: readonly UpdateCount[]
}

/** How many things of a kind an update writes. */
export interface UpdateCount {
  type: ThingType
  added: number
  changed: number
  deleted: number
}

/** Returns who is right about a thing with a conflict. */
export type Decide = (thing: ComparedThing) => Decision

interface BuildContext extends ComparedBudgets {
  now: number
  accounts: Map<number, ContentAccount>
  groups: Map<number, ContentGroup>
  categories: Map<number, ContentCategory>
  merchants: MerchantFinder
  transactions: ContentTransaction[]
  assignments: { month: string; category: number; assigned: bigint }[]
  targets: ContentTarget[]
  withoutTarget: number[]
  /** The rows that a transaction of the file became. */
  written: Map<MatchedEntry, readonly ContentTransaction[]>
  nextTransaction: number
}

interface Numbered {
  seq: number
}

const indexBySeq = <Row extends Numbered>(rows: readonly Row[]): Map<number, Row> =>
  new Map(rows.map((row) => [row.seq, row]))

function listChanged<Row extends Numbered>(rows: ReadonlyMap<number, Row>, before: readonly Row[]): Row[] {
  const known = new Set(before)
  return [...rows.values()].filter((row) => !known.has(row))
}

/** Builds the changes of an update. @param options.now milliseconds since 1970 */
export function buildChanges(
  compared: ComparedBudgets,
  { decide, now }: { decide: Decide; now: number },
): UpdateChanges {
  const { ours, things } = compared
  const context: BuildContext = {
    ...compared,
    now,
    accounts: indexBySeq(ours.accounts),
    groups: indexBySeq(ours.groups),
    categories: indexBySeq(ours.categories),
    merchants: createMerchantFinder(compared, now),
    transactions: [],
    assignments: [],
    targets: [],
    withoutTarget: [],
    written: new Map(),
    nextTransaction: ours.next.transactions,
  }
  const counts = thingTypes.map((type): UpdateCount => ({ type, added: 0, changed: 0, deleted: 0 }))
  for (const thing of things) {
    const merged = merge(thing, decide)
    if (merged === thing.ours || !writers[thing.type](context, thing, merged)) continue
    const count = counts.find(({ type }) => type === thing.type)
    if (count) count[isNothing(thing.ours) ? 'added' : isNothing(merged) ? 'deleted' : 'changed']++
  }
  addPaymentCategories(context)
  return {
    accounts: listChanged(context.accounts, ours.accounts),
    groups: listChanged(context.groups, ours.groups),
    categories: listChanged(context.categories, ours.categories),
    merchants: context.merchants.listNew(),
    transactions: context.transactions,
    assignments: context.assignments,
    targets: context.targets,
    withoutTarget: context.withoutTarget,
    moved: { ...compared.theirs, transactions: renumberEntries(compared.entries, context.written) },
    counts: counts.filter(({ added, changed, deleted }) => added + changed + deleted > 0),
  }
}

const isNothing = (fields: Fields | undefined): boolean => !fields || fields['assigned'] === 0n

/** Returns what a thing is here afterwards: a category that is gone there is archived, a group or an account stays. */
function merge(thing: ComparedThing, decide: Decide): Fields | undefined {
  const { type, verdict, ours, isConflict } = thing
  if (verdict === 'gone there' && ours && type !== 'transaction' && type !== 'target')
    return type === 'category' && ours['archived'] !== true ? { ...ours, archived: true } : ours
  return mergeThing(thing, isConflict ? decide(thing) : 'here')
}

type Writer = (context: BuildContext, thing: ComparedThing, merged: Fields | undefined) => boolean

/** How each kind of thing is written; false where it has no place here. `compareBudgets` made the fields. */
const writers: Readonly<Record<ThingType, Writer>> = {
  account({ accounts, theirs, now }, { seq }, merged) {
    const fields = merged as Pick<ContentAccount, 'name' | 'closed'>
    const type = theirs.accounts.find((account) => account.seq === seq)?.type ?? ''
    const fresh = { seq, type, notes: null, linked: false, deleted: false, created_at: now }
    accounts.set(seq, {
      last_reconciled_at: null,
      ...(accounts.get(seq) ?? fresh),
      ...fields,
      updated_at: now,
    })
    return true
  },
  category_group(context, { seq }, merged) {
    setGroup(context, seq, String(merged?.['name']))
    return true
  },
  category(context, { seq }, merged) {
    const { categories } = context
    const { name, group: wanted, archived } = merged as Pick<ContentCategory, 'name' | 'group' | 'archived'>
    const group = findGroup(context, wanted)
    const inGroup = [...categories.values()].filter(
      (one) => one.group === group && !one.deleted && one.card === null,
    )
    const fresh = { seq, card: null, deleted: false, position: findPosition(inGroup) }
    const unique = makeUnique(name, inGroup, seq)
    categories.set(seq, { ...(categories.get(seq) ?? fresh), name: unique, group, archived })
    return true
  },
  assignment({ assignments }, { month, seq }, merged) {
    assignments.push({ month: month ?? '', category: seq, assigned: merged?.['assigned'] as bigint })
    return true
  },
  target({ targets, withoutTarget }, { seq: category }, merged) {
    if (merged) targets.push({ category, ...(merged['target'] as Omit<ContentTarget, 'category'>) })
    else withoutTarget.push(category)
    return true
  },
  transaction: writeTransaction,
}

const makeUnique = (name: string, rows: Iterable<Numbered & { name: string }>, own: number): string =>
  createNameChanges().createUnique([...rows].flatMap((row) => (row.seq === own ? [] : [row.name])))(name)

const findPosition = (rows: Iterable<{ position: number }>): number =>
  Math.max(0, ...[...rows].map(({ position }) => position)) + 1

function setGroup({ groups }: BuildContext, seq: number, wanted: string): void {
  const fresh = { seq, system: false, position: findPosition(groups.values()) }
  groups.set(seq, { ...(groups.get(seq) ?? fresh), name: makeUnique(wanted, groups.values(), seq) })
}

/** Returns a group that is here, creating one that was deleted here if a category needs it. */
function findGroup(context: BuildContext, seq: number): number {
  const { groups, theirs, base, ours } = context
  if (groups.has(seq)) return seq
  const name = [...theirs.groups, ...(base?.groups ?? [])].find((group) => group.seq === seq)?.name ?? 'Other'
  const same = [...groups.values()].find((group) => toNameKey(group.name) === toNameKey(name))
  if (same) return same.seq
  const isNew = seq >= ours.next.groups
  const taken = [ours.next.groups - 1, ...groups.keys(), ...theirs.groups.map((one) => one.seq)]
  const own = isNew ? seq : Math.max(...taken) + 1
  setGroup(context, own, name)
  return own
}

function writeTransaction(context: BuildContext, thing: ComparedThing, merged: Fields | undefined): boolean {
  const { entry, ours } = thing
  const { transactions, accounts, categories, merchants, now } = context
  const rowContext: RowContext = {
    accounts,
    categories,
    now,
    findMerchant: merchants.find,
    takeNext: () => context.nextTransaction++,
  }
  const rows = merged ? buildRows(rowContext, merged, entry?.ours) : []
  // Without a place here, what is here stays.
  if (!entry || (merged && rows.length === 0)) return false
  const kept = new Set(rows.map(({ seq }) => seq))
  for (const row of (ours && entry.ours) ?? [])
    if (!kept.has(row.seq)) transactions.push({ ...row, deleted: true, updated_at: now })
  transactions.push(...rows)
  context.written.set(entry, rows)
  return true
}

/** The payment category of a card has its name. */
function addPaymentCategories({ accounts, categories, groups, theirs, ours }: BuildContext): void {
  for (const { seq: card, name, type } of listChanged(accounts, ours.accounts)) {
    if (!isCreditAccountType(type)) continue
    const known = [...categories.values()].find((one) => one.card === card && !one.deleted)
    const seq = known?.seq ?? theirs.categories.find((one) => one.card === card)?.seq
    if (seq === undefined) continue
    let system = [...groups.values()].find((group) => group.system)
    if (!system) {
      const { seq: own = 0, name: planned = '' } = theirs.groups.find((group) => group.system) ?? {}
      system = { seq: own, name: planned, system: true, position: 0 }
      groups.set(own, system)
    }
    const fresh = { seq, group: system.seq, card, archived: false, deleted: false, position: seq }
    categories.set(seq, { ...(known ?? fresh), name })
  }
}
