/** Builds what a newer file changes in a workspace, and what is stored of the file for the next one. */

import { toNameKey } from '../../contract/normalize-name.ts'
import { isCreditAccountType } from '../../contract/operations/accounts.ts'
import type {
  ContentAccount,
  ContentCategory,
  ContentChanges,
  ContentGroup,
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
  /** How many things of each kind are new, changed and deleted here. */
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

type Outcome = keyof Omit<UpdateCount, 'type'> | undefined

interface BuildContext extends ComparedBudgets {
  decide: Decide
  now: number
  hasKeys: boolean
  accounts: Map<number, ContentAccount>
  groups: Map<number, ContentGroup>
  categories: Map<number, ContentCategory>
  merchants: MerchantFinder
  transactions: ContentTransaction[]
  assignments: { month: string; category: number; assigned: bigint }[]
  /** The rows that a transaction of the file became. */
  written: Map<MatchedEntry, readonly ContentTransaction[]>
  nextTransaction: number
}

const indexBySeq = <Row extends { seq: number }>(rows: readonly Row[]): Map<number, Row> =>
  new Map(rows.map((row) => [row.seq, row]))

/**
 * Builds the changes of an update.
 * @param options.now milliseconds since 1970
 * @param options.hasKeys the file is complete: what it lacks is gone
 */
export function buildChanges(
  compared: ComparedBudgets,
  options: { decide: Decide; now: number; hasKeys: boolean },
): UpdateChanges {
  const { ours, things } = compared
  const context: BuildContext = {
    ...compared,
    ...options,
    accounts: indexBySeq(ours.accounts),
    groups: indexBySeq(ours.groups),
    categories: indexBySeq(ours.categories),
    merchants: createMerchantFinder(compared, options.now),
    transactions: [],
    assignments: [],
    written: new Map(),
    nextTransaction: ours.next.transactions,
  }
  const counts = thingTypes.map((type): UpdateCount => ({ type, added: 0, changed: 0, deleted: 0 }))
  for (const thing of things) {
    const outcome = writers[thing.type](context, thing)
    const count = counts.find(({ type }) => type === thing.type)
    if (outcome && count) count[outcome]++
  }
  addPaymentCategories(context)
  const isChanged = <Row extends { seq: number }>(rows: readonly Row[]) => {
    const before = indexBySeq(rows)
    return (row: Row): boolean => before.get(row.seq) !== row
  }
  return {
    accounts: [...context.accounts.values()].filter(isChanged(ours.accounts)),
    groups: [...context.groups.values()].filter(isChanged(ours.groups)),
    categories: [...context.categories.values()].filter(isChanged(ours.categories)),
    merchants: context.merchants.listNew(),
    transactions: context.transactions,
    assignments: context.assignments,
    moved: { ...compared.theirs, transactions: renumberEntries(compared.entries, context.written) },
    counts,
  }
}

const merge = (context: BuildContext, thing: ComparedThing): Fields | undefined =>
  mergeThing(thing, thing.isConflict ? context.decide(thing) : 'here')

/** How each kind of thing is written. */
const writers: Readonly<Record<ThingType, (context: BuildContext, thing: ComparedThing) => Outcome>> = {
  account(context, thing) {
    const merged = merge(context, thing)
    if (thing.verdict === 'gone there' || !merged || merged === thing.ours) return undefined
    const { accounts, theirs, now } = context
    const { name, closed } = merged as Pick<ContentAccount, 'name' | 'closed'> // `compareNames` made it
    const known = accounts.get(thing.seq)
    const type = theirs.accounts.find(({ seq }) => seq === thing.seq)?.type ?? ''
    const fresh = {
      seq: thing.seq,
      type,
      notes: null,
      linked: false,
      deleted: false,
      last_reconciled_at: null,
      created_at: now,
    }
    accounts.set(thing.seq, { ...(known ?? fresh), name, closed, updated_at: now })
    return known ? 'changed' : 'added'
  },
  category_group(context, thing) {
    const merged = merge(context, thing)
    if (thing.verdict === 'gone there' || !merged || merged === thing.ours) return undefined
    return setGroup(context, thing.seq, String(merged['name']))
  },
  category: writeCategory,
  assignment(context, thing) {
    const [before, assigned] = [thing.ours?.['assigned'], merge(context, thing)?.['assigned']]
    if (typeof assigned !== 'bigint' || assigned === before) return undefined
    context.assignments.push({ month: thing.month ?? '', category: thing.seq, assigned })
    return before === 0n ? 'added' : assigned === 0n ? 'deleted' : 'changed'
  },
  transaction: writeTransaction,
}

const listTaken = (rows: Iterable<{ seq: number; name: string }>, own: number): string[] =>
  [...rows].flatMap(({ seq, name }) => (seq === own ? [] : [name]))

function setGroup({ groups }: BuildContext, seq: number, wanted: string): Outcome {
  const name = createNameChanges().createUnique(listTaken(groups.values(), seq))(wanted)
  const known = groups.get(seq)
  const position = Math.max(0, ...[...groups.values()].map((group) => group.position)) + 1
  groups.set(seq, { ...(known ?? { seq, system: false, position }), name })
  return known ? 'changed' : 'added'
}

/** Returns a group that is here, creating one that was deleted here if a category needs it. */
function findGroup(context: BuildContext, seq: number): number {
  const { groups, theirs, base } = context
  if (groups.has(seq)) return seq
  const name = [...theirs.groups, ...(base?.groups ?? [])].find((group) => group.seq === seq)?.name ?? 'Other'
  const same = [...groups.values()].find((group) => toNameKey(group.name) === toNameKey(name))
  if (same) return same.seq
  const fresh =
    Math.max(context.ours.next.groups - 1, ...groups.keys(), ...theirs.groups.map((one) => one.seq)) + 1
  const own = seq < context.ours.next.groups ? fresh : seq
  setGroup(context, own, name)
  return own
}

function writeCategory(context: BuildContext, thing: ComparedThing): Outcome {
  const { seq, verdict, ours } = thing
  const { categories, hasKeys } = context
  const isGone = verdict === 'gone there'
  if (isGone && !hasKeys) return undefined
  const merged = isGone ? ours && { ...ours, archived: true } : merge(context, thing)
  if (!merged || merged === ours || (isGone && ours?.['archived'] === true)) return undefined
  const { name, group: wanted, archived } = merged as Pick<ContentCategory, 'name' | 'group' | 'archived'> // `compareNames` made it
  const group = findGroup(context, wanted)
  const inGroup = [...categories.values()].filter(
    (one) => one.group === group && !one.deleted && one.card === null,
  )
  const unique = createNameChanges().createUnique(listTaken(inGroup, seq))(name)
  const position = Math.max(0, ...inGroup.map((one) => one.position)) + 1
  const known = categories.get(seq) ?? { seq, card: null, deleted: false, position }
  categories.set(seq, { ...known, name: unique, group, archived })
  return ours ? 'changed' : 'added'
}

function writeTransaction(context: BuildContext, thing: ComparedThing): Outcome {
  const { entry } = thing
  const merged = merge(context, thing)
  if (!entry || (merged && merged === thing.ours)) return undefined
  const { transactions, accounts, categories, merchants, now } = context
  const own = entry.ours
  const rowContext: RowContext = {
    accounts,
    categories,
    now,
    findMerchant: merchants.find,
    takeNext: () => context.nextTransaction++,
  }
  const rows = merged ? buildRows(rowContext, merged, own) : []
  // Without a place here, what is here stays.
  if (merged && rows.length === 0) return undefined
  const kept = new Set(rows.map(({ seq }) => seq))
  if (thing.ours && own)
    for (const row of own)
      if (!kept.has(row.seq)) transactions.push({ ...row, deleted: true, updated_at: now })
  transactions.push(...rows)
  context.written.set(entry, rows)
  return !merged ? (thing.ours ? 'deleted' : undefined) : thing.ours ? 'changed' : 'added'
}

/** The payment category of a card has its name. */
function addPaymentCategories(context: BuildContext): void {
  const { accounts, categories, groups, theirs, ours } = context
  const before = indexBySeq(ours.accounts)
  for (const account of accounts.values()) {
    if (before.get(account.seq) === account || !isCreditAccountType(account.type)) continue
    const { seq: card, name } = account
    const known = [...categories.values()].find((one) => one.card === card && !one.deleted)
    const planned = theirs.categories.find((one) => one.card === card)
    const seq = known?.seq ?? planned?.seq
    if (seq === undefined) continue
    const system = [...groups.values()].find((group) => group.system) ?? addSystemGroup(context)
    const fresh = { seq, group: system.seq, card, archived: false, deleted: false, position: seq }
    categories.set(seq, { ...(known ?? fresh), name })
  }
}

function addSystemGroup({ groups, theirs }: BuildContext): ContentGroup {
  const planned = theirs.groups.find(({ system }) => system)
  const group = { seq: planned?.seq ?? 0, name: planned?.name ?? '', system: true, position: 0 }
  groups.set(group.seq, group)
  return group
}
