/** Finds the transactions of a newer file in a workspace: by their keys, else by what they say. */

import { groupBy } from '../../contract/group-by.ts'
import type { ContentTransaction } from '../../contract/ports/workspace-content.ts'
import { daysBetween } from '../../money/calendar.ts'
import type { MovedTransaction } from './moved-budget.ts'

/** A transaction; of a transfer both sides, that of the payer first. */
export type Entry<Row> = readonly [Row] | readonly [Row, Row]

type Said = Omit<MovedTransaction, 'key'>

/** What is the same transaction in the file, in that of the last move, and here; undefined where it is missing. */
export interface MatchedEntry {
  base: Entry<MovedTransaction> | undefined
  theirs: Entry<MovedTransaction> | undefined
  ours: Entry<ContentTransaction> | undefined
}

/** Returns the entries that rows form, in the order of their first rows. */
function toEntries<Row extends Said>(rows: Iterable<Row>): Entry<Row>[] {
  const waiting = new Map<number, Row>()
  const all = [...rows]
  for (const row of all) if (row.pair !== null) waiting.set(row.seq, row)
  const entries: Entry<Row>[] = []
  const seen = new Set<number>()
  for (const row of all) {
    if (seen.has(row.seq)) continue
    const other = row.pair === null ? undefined : waiting.get(row.pair)
    if (other) seen.add(other.seq)
    entries.push(other ? (row.amount < 0n ? [row, other] : [other, row]) : [row])
  }
  return entries
}

const sayAccounts = (entry: Entry<Said>): string => entry.map(({ account }) => account).join(' > ')
const sayAmount = (entry: Entry<Said>): string => `${sayAccounts(entry)} ${entry[0].amount}`
const sayDay = (entry: Entry<Said>): string => `${sayAmount(entry)} ${entry[0].date}`
const sayMerchant = (entry: Entry<Said>): string => `${sayDay(entry)} ${entry[0].merchant}`
const sayAll = (entry: Entry<Said>): string =>
  JSON.stringify(
    [sayMerchant(entry), ...entry.map(({ category, notes, splits }) => [category, notes, splits])],
    (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
  )

/** Bank and user date one payment so many days apart. */
const NEAR_DAYS = 5

/** Two lists of entries, and which of them belong together. */
interface Pairing<A, B> {
  left: Set<Entry<A>>
  right: Set<Entry<B>>
  pairs: [Entry<A>, Entry<B>][]
}

const createPairing = <A, B>(left: Iterable<Entry<A>>, right: Iterable<Entry<B>>): Pairing<A, B> => ({
  left: new Set(left),
  right: new Set(right),
  pairs: [],
})

function pair<A, B>({ left, right, pairs }: Pairing<A, B>, one: Entry<A>, other: Entry<B>): void {
  pairs.push([one, other])
  left.delete(one)
  right.delete(other)
}

/** Pairs entries of which one key is the same; '' is none. */
function pairByKeys<Row extends { key: string }>(pairing: Pairing<Row, Row>): void {
  const byKey = new Map<string, Entry<Row>>()
  for (const entry of pairing.right) for (const { key } of entry) if (key !== '') byKey.set(key, entry)
  for (const entry of pairing.left) {
    const known = entry.map(({ key }) => byKey.get(key))
    const found = known.find((one) => one && pairing.right.has(one))
    if (found) pair(pairing, entry, found)
  }
}

/** Pairs entries that say the same; of several equal ones the first belong together. */
function pairEqual<A extends Said, B extends Said>(
  pairing: Pairing<A, B>,
  say: (entry: Entry<Said>) => string,
): void {
  const byText = groupBy(pairing.right, say)
  for (const entry of pairing.left) {
    const found = byText.get(say(entry))?.shift()
    if (found) pair(pairing, entry, found)
  }
}

/** Pairs entries of one amount and nearly one day, the nearest first. */
function pairNear<A extends Said, B extends Said>(pairing: Pairing<A, B>): void {
  const byAmount = groupBy(pairing.right, sayAmount)
  const near = [...pairing.left].flatMap((left) =>
    (byAmount.get(sayAmount(left)) ?? []).flatMap((right) => {
      const days = Math.abs(daysBetween(left[0].date, right[0].date))
      return days <= NEAR_DAYS ? [{ left, right, days }] : []
    }),
  )
  for (const { left, right } of near.toSorted((a, b) => a.days - b.days))
    if (pairing.left.has(left) && pairing.right.has(right)) pair(pairing, left, right)
}

/** Pairs the only entries of one account, day and merchant: their amount was corrected. */
function pairCorrected<A extends Said, B extends Said>(pairing: Pairing<A, B>): void {
  const say = (entry: Entry<Said>): string => `${sayAccounts(entry)} ${entry[0].date} ${entry[0].merchant}`
  const right = groupBy(pairing.right, say)
  for (const [text, [left, other]] of groupBy(pairing.left, say)) {
    const [found, second] = right.get(text) ?? []
    if (left && found && !other && !second && left[0].merchant !== null) pair(pairing, left, found)
  }
}

/** Pairs what nothing but its content identifies. */
function pairByContent<A extends Said, B extends Said>(pairing: Pairing<A, B>): void {
  for (const say of [sayAll, sayMerchant, sayDay]) pairEqual(pairing, say)
  pairNear(pairing)
}

/** What is matched, and how. */
interface MatchedLists {
  base: readonly MovedTransaction[] | undefined
  theirs: readonly MovedTransaction[]
  ours: readonly ContentTransaction[]
  /** True if the program gives each transaction a key that stays. */
  hasKeys: boolean
}

/** Returns every transaction of the file, of the last move, and of the workspace, once. */
export function matchTransactions({ base, theirs, ours, hasKeys }: MatchedLists): MatchedEntry[] {
  const file = createPairing(toEntries(theirs), toEntries(base ?? []))
  if (hasKeys) {
    pairByKeys(file)
    pairEqual(file, sayAll)
  } else {
    pairByContent(file)
    pairCorrected(file)
  }
  const ourEntries = toEntries(ours)
  const here = new Map(ourEntries.flatMap((entry) => entry.map(({ seq }) => [seq, entry] as const)))
  const known = new Set<Entry<ContentTransaction>>()
  const findOwn = (entry: Entry<MovedTransaction>): Entry<ContentTransaction> | undefined => {
    const found = entry.map(({ seq }) => here.get(seq)).find((own) => own && !known.has(own))
    if (found) known.add(found)
    return found
  }
  const fromBase: MatchedEntry[] = [
    ...file.pairs.map(([said, before]) => ({ base: before, theirs: said, ours: findOwn(before) })),
    ...[...file.right].map((before) => ({ base: before, theirs: undefined, ours: findOwn(before) })),
  ]
  const rest = ourEntries.filter((entry) => !known.has(entry))
  const isGone = ([row]: Entry<ContentTransaction>): boolean => row.deleted
  // What neither move brought may have been entered in both programs.
  const both = createPairing(
    file.left,
    rest.filter((entry) => !isGone(entry)),
  )
  pairByContent(both)
  // Without a last move, what was deleted here is known only by what it says.
  const deleted = createPairing(both.left, base ? [] : rest.filter(isGone))
  pairEqual(deleted, sayMerchant)
  return [
    ...fromBase,
    ...[...both.pairs, ...deleted.pairs].map(([said, own]) => ({ base: undefined, theirs: said, ours: own })),
    ...[...deleted.left].map((said) => ({ base: undefined, theirs: said, ours: undefined })),
    ...[...both.right].map((own) => ({ base: undefined, theirs: undefined, ours: own })),
  ]
}
