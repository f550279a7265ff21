/** Compares a newer file with a workspace, thing by thing. */

import type {
  ContentSplit,
  ContentTransaction,
  StoredContent,
} from '../../contract/ports/workspace-content.ts'
import type { Renaming } from './find-renamed.ts'
import { type ComparedSides, translateNames } from './match-names.ts'
import { type Entry, type MatchedEntry, matchTransactions } from './match-transactions.ts'
import { type Comparison, compareThing, type Fields, type ThreeSides } from './merge-fields.ts'
import type { MovedBudget, MovedTransaction, PlannedBudget } from './moved-budget.ts'

/** The kinds of things that are compared, in the order in which they are told. */
export const thingTypes = [
  'account',
  'category_group',
  'category',
  'assignment',
  'target',
  'transaction',
] as const

/** A kind of thing that is compared. */
export type ThingType = (typeof thingTypes)[number]

/** A thing that is not the same in the file and in the workspace. */
export interface ComparedThing extends Comparison, ThreeSides {
  type: ThingType
  /** The `seq` of the thing, or of the category that it is about, as of a target; of a transaction 0. */
  seq: number
  /** Of an assignment. */
  month: string | null
  /** Of a transaction. */
  entry: MatchedEntry | undefined
}

/** What a newer file and a workspace say. */
export interface ComparedBudgets {
  /** What the file says, in the numbers of the workspace; only transactions have those of the file. */
  theirs: MovedBudget
  base: MovedBudget | undefined
  ours: StoredContent
  /** Every transaction, once. */
  entries: readonly MatchedEntry[]
  /** Only what differs. */
  things: readonly ComparedThing[]
  renamed: readonly Renaming[]
}

/** Compares what a file says with a workspace. */
export function compareBudgets(file: PlannedBudget, sides: ComparedSides): ComparedBudgets {
  const { base, ours, hasSameKeys, hasKeys } = sides
  const { theirs, renamed } = translateNames(file, sides)
  const entries = matchTransactions({
    base: base?.transactions,
    theirs: theirs.transactions,
    ours: ours.transactions,
    hasKeys: hasKeys && hasSameKeys,
  })
  // A file without keys may begin later than the last one.
  const first = hasKeys ? '' : (theirs.transactions.map(({ date }) => date).toSorted()[0] ?? '')
  const things = [
    ...thingTypes.flatMap((type) =>
      type === 'transaction' ? [] : compareThings(type, { theirs, base, ours }),
    ),
    ...compareEntries(entries, { base, ours, first }),
  ]
  // A file without keys names only what its rows use.
  const isTold = ({ type, verdict }: ComparedThing): boolean =>
    verdict !== 'same' &&
    // Of the programs with ids only one has targets that are read.
    (type !== 'target' || verdict !== 'gone there' || hasSameKeys) &&
    (hasKeys || type === 'transaction' || (verdict !== 'gone there' && verdict !== 'new here'))
  return { theirs, base, ours, entries, things: things.filter(isTold), renamed }
}

/** What is compared of the file, of the last move, and of the workspace. */
interface Compared {
  accounts: readonly { seq: number; name: string; closed: boolean; deleted?: boolean }[]
  groups: readonly { seq: number; name: string; system: boolean }[]
  categories: readonly {
    seq: number
    name: string
    group: number
    card: number | null
    archived: boolean
    deleted?: boolean
  }[]
  assignments: MovedBudget['assignments']
  targets: MovedBudget['targets']
}

type Things = Map<string, Fields | undefined>

const collect = <Row extends { seq: number; deleted?: boolean }>(
  rows: readonly Row[],
  toFields: (row: Row) => Fields,
): Things => new Map(rows.map((row) => [String(row.seq), row.deleted ? undefined : toFields(row)]))

/** The things of each kind, by their `seq` and month; undefined for one that is deleted. */
const readThings: Readonly<Record<Exclude<ThingType, 'transaction'>, (budget: Compared) => Things>> = {
  account: ({ accounts }) => collect(accounts, ({ name, closed }) => ({ name, closed })),
  category_group: ({ groups }) =>
    collect(
      groups.filter(({ system }) => !system),
      ({ name }) => ({ name }),
    ),
  category: ({ categories }) =>
    collect(
      categories.filter(({ card }) => card === null),
      ({ name, group, archived }) => ({ name, group, archived }),
    ),
  assignment: ({ assignments }) =>
    new Map(assignments.map(({ category, month, assigned }) => [`${category} ${month}`, { assigned }])),
  // A target is changed as a whole.
  target: ({ targets }) => new Map(targets.map(({ category, ...target }) => [String(category), { target }])),
}

/** Compares what is not a transaction. Without a last move, what is deleted here was there. */
function compareThings(
  type: keyof typeof readThings,
  { theirs, base, ours }: { theirs: Compared; base: Compared | undefined; ours: Compared },
): ComparedThing[] {
  const read = readThings[type]
  const [said, before, own] = [read(theirs), base && read(base), read(ours)]
  const isNamed = type !== 'assignment' && type !== 'target'
  const nothing = type === 'assignment' ? { assigned: 0n } : undefined
  const deleted = new Set(ours.categories.flatMap(({ seq, ...row }) => (row.deleted ? [seq] : [])))
  return [...new Set([...said.keys(), ...(before?.keys() ?? []), ...own.keys()])].flatMap((key) => {
    const [seq, month = null] = key.split(' ')
    if (!isNamed && deleted.has(Number(seq))) return []
    const there = said.get(key) ?? nothing
    const isDeleted = own.has(key) && !own.get(key)
    const fields = {
      theirs: there,
      base: before?.get(key) ?? (before && nothing) ?? (isDeleted ? there : undefined),
      ours: own.get(key) ?? nothing,
    }
    const compared = compareThing(fields)
    // What has a name is neither deleted nor brought back for the file.
    const isConflict = compared.isConflict && (!isNamed || compared.verdict === 'differs')
    return { type, seq: Number(seq), month, entry: undefined, ...fields, ...compared, isConflict }
  })
}

/** A category, Ready to Assign, nothing, or the lines of a split. */
export type Place = number | 'ready_to_assign' | null | readonly ContentSplit[]

const toPlace = ({ splits, category, ready_to_assign }: MovedTransaction | ContentTransaction): Place =>
  splits ?? (ready_to_assign ? 'ready_to_assign' : category)

/** Returns the fields of a transaction; of a transfer those of both sides. */
function toEntryFields([row, other]: Entry<MovedTransaction> | Entry<ContentTransaction>): Fields {
  const { date, amount, account, merchant, notes, status, review_status: review } = row
  const own = { date, amount, account, category: toPlace(row), notes, status, review }
  if (!other) return { type: 'regular', merchant, ...own }
  return {
    type: 'transfer',
    ...own,
    to: other.account,
    to_category: toPlace(other),
    to_notes: other.notes,
    to_status: other.status,
    to_review: other.review_status,
  }
}

const ownWords = new Set(['date', 'merchant', 'notes', 'to_notes'])

function compareEntries(
  entries: readonly MatchedEntry[],
  { base, ours, first }: { base: MovedBudget | undefined; ours: StoredContent; first: string },
): ComparedThing[] {
  const gone = new Set(ours.accounts.flatMap(({ seq, deleted }) => (deleted ? [seq] : [])))
  return entries.flatMap((entry): ComparedThing[] => {
    const isLive = entry.ours !== undefined && !entry.ours[0].deleted
    const theirs = entry.theirs && toEntryFields(entry.theirs)
    // What only the file has is known here if it was deleted, or its accounts were.
    const wasHere =
      entry.ours !== undefined ? !base && !isLive : entry.theirs?.every((row) => gone.has(row.account))
    const isCovered = entry.theirs !== undefined || (entry.base?.[0].date ?? '') >= first
    const fields = {
      theirs,
      base: entry.base && isCovered ? toEntryFields(entry.base) : wasHere ? theirs : undefined,
      ours: isLive && entry.ours ? toEntryFields(entry.ours) : undefined,
    }
    // What was entered in both programs has words of each.
    const options = { parts: listParts(fields), ...(base && !entry.base && { quiet: ownWords }) }
    const compared = compareThing(fields, options)
    // Most are the same; to keep them would take half of the memory of an update.
    if (compared.verdict === 'same') return []
    return [{ type: 'transaction', seq: 0, month: null, entry, ...fields, ...compared }]
  })
}

/** The amount of a split and its lines belong together; what became a transfer is another transaction as a whole. */
function listParts({ base, theirs, ours }: ThreeSides): readonly string[] {
  const sides = [base, theirs, ours].filter((side) => side !== undefined)
  if (theirs && ours && theirs['type'] !== ours['type']) return [...Object.keys(theirs), ...Object.keys(ours)]
  return sides.some((side) => Array.isArray(side['category'])) ? ['amount', 'category'] : []
}
