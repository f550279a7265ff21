/** Estimates how likely an amount is, by the other amounts of its merchant and of the account. */

import type { MinorUnits } from '../../money/minor-units.ts'
import type { RegisterRow } from './register.ts'

/** How likely amounts are in an account. The figures are densities: only their ratios say something. */
export interface AmountHabits {
  /** Returns how likely the amount is for a row of the account, this row left out. */
  rateInAccount(amount: MinorUnits, without?: RegisterRow): number
  /** Returns how likely the amount is for the merchant of a row, this row left out. */
  rateForMerchant(amount: MinorUnits, row: RegisterRow): number
  /** Returns the other rows of the row's merchant. */
  listOthers(row: RegisterRow): readonly RegisterRow[]
}

/** Rows of one merchant beyond this number add nothing to what the newest ones say. */
const MAX_COMPARED = 60
/** How many rows of a merchant say as much as the whole account. */
const ACCOUNT_WEIGHT = 1.2
/** The spread of a merchant's amounts, as the logarithm of their ratio. */
const SPREAD = 0.4
const EXACT_SHARE = 0.5
const BUCKETS_PER_DECADE = 4
/** How much a pattern of the last two digits counts before any row was seen. */
const ENDING_PRIOR = 100

/** Learns the habits of an account from its rows. */
export function learnAmountHabits(rows: readonly RegisterRow[]): AmountHabits {
  const counts = new Map<MinorUnits, number>()
  const buckets = new Map<number, number>()
  const endings = new Map<number, number>()
  for (const { amount } of rows) {
    counts.set(amount, (counts.get(amount) ?? 0) + 1)
    const size = toSize(amount)
    const bucket = toBucket(amount, size)
    buckets.set(bucket, (buckets.get(bucket) ?? 0) + 1)
    endings.set(size % 100, (endings.get(size % 100) ?? 0) + 1)
  }
  const others = groupByWords(rows)
  const rateSmoothly = (amount: MinorUnits): number => {
    const size = toSize(amount)
    const inBucket = ((buckets.get(toBucket(amount, size)) ?? 0) + 0.5) / (rows.length + 20)
    const ending = ((endings.get(size % 100) ?? 0) + ENDING_PRIOR / 100) / (rows.length + ENDING_PRIOR)
    return (inBucket / bucketWidth(size)) * ending * 100
  }
  const rateInAccount = (amount: MinorUnits, without?: RegisterRow): number => {
    const exact = (counts.get(amount) ?? 0) - Number(without?.amount === amount)
    return (EXACT_SHARE * exact) / (rows.length + 1) + (1 - EXACT_SHARE) * rateSmoothly(amount)
  }
  const listOthers = (row: RegisterRow): readonly RegisterRow[] =>
    row.words === '' ? [] : (others().get(row.words) ?? []).filter((other) => other !== row)
  return {
    rateInAccount,
    listOthers,
    rateForMerchant(amount, row) {
      const compared = listOthers(row).slice(-MAX_COMPARED)
      const share = compared.length / (compared.length + ACCOUNT_WEIGHT)
      return share * rateAmong(amount, compared) + (1 - share) * rateInAccount(amount, row)
    },
  }
}

/** Groups the rows by merchant when they are first asked for: many differences need no merchant. */
function groupByWords(rows: readonly RegisterRow[]): () => Map<string, RegisterRow[]> {
  let groups: Map<string, RegisterRow[]> | undefined
  return () => {
    if (groups) return groups
    groups = new Map()
    for (const row of rows) {
      const group = groups.get(row.words)
      if (group) group.push(row)
      else groups.set(row.words, [row])
    }
    return groups
  }
}

/** Returns how dense the amounts of a merchant are around an amount: equal ones, and those of similar size. */
function rateAmong(amount: MinorUnits, rows: readonly RegisterRow[]): number {
  if (rows.length === 0) return 0
  const size = toSize(amount)
  let equal = 0
  let near = 0
  for (const other of rows) {
    if (other.amount === amount) equal += 1
    if (other.amount < 0n !== amount < 0n) continue
    const distance = (Math.log(size) - Math.log(toSize(other.amount))) / SPREAD
    near += Math.exp((-distance * distance) / 2) / (SPREAD * size * Math.sqrt(2 * Math.PI))
  }
  return (EXACT_SHARE * equal + (1 - EXACT_SHARE) * near) / rows.length
}

// Sizes are compared, never added: a rounded one does no harm, and zero has no logarithm.
const toSize = (amount: MinorUnits): number => Math.max(1, Math.abs(Number(amount)))

const bucketNumber = (size: number): number => Math.floor(Math.log10(size) * BUCKETS_PER_DECADE)
/** Returns a number for the sign and the size. */
const toBucket = (amount: MinorUnits, size: number): number =>
  (bucketNumber(size) + 1) * (amount < 0n ? -1 : 1)

/** Returns how many amounts fall into the bucket of a size. */
function bucketWidth(size: number): number {
  const bucket = bucketNumber(size)
  const edge = (at: number): number => 10 ** (at / BUCKETS_PER_DECADE)
  return Math.max(1, edge(bucket + 1) - edge(bucket))
}
