/** Turns merged transactions into rows of a workspace. */

import { isOnBudgetAccountType } from '../../contract/operations/accounts.ts'
import type {
  ContentAccount,
  ContentCategory,
  ContentTransaction,
} from '../../contract/ports/workspace-content.ts'
import type { Place } from './compare-budgets.ts'
import type { Entry, MatchedEntry } from './match-transactions.ts'
import type { Fields } from './merge-fields.ts'
import type { MovedTransaction } from './moved-budget.ts'

/** What rows are written with. */
export interface RowContext {
  now: number
  accounts: ReadonlyMap<number, ContentAccount>
  categories: ReadonlyMap<number, ContentCategory>
  findMerchant: (seq: number | null) => number | null
  /** Returns the `seq` of the next new row. */
  takeNext: () => number
}

/** The fields of a transaction, as `toEntryFields` makes them. */
interface EntryFields {
  type: 'regular' | 'transfer'
  date: string
  amount: bigint
  account: number
  merchant?: number | null
  category: Place
  notes: string | null
  status: ContentTransaction['status']
  review: ContentTransaction['review_status']
  to?: number
  to_category?: Place
  to_notes?: string | null
  to_status?: ContentTransaction['status']
  to_review?: ContentTransaction['review_status']
}

/** One row before it has a number. */
type Side = Pick<
  EntryFields,
  'date' | 'amount' | 'account' | 'merchant' | 'category' | 'notes' | 'status' | 'review'
> & { to: number | null }

/** Returns the rows of a transaction; none if it has no place here. @param own the rows that it replaces */
export function buildRows(
  context: RowContext,
  merged: Fields,
  own: Entry<ContentTransaction> | undefined,
): ContentTransaction[] {
  const sides = toSides(context, merged as unknown as EntryFields) // `toEntryFields` made it
  const kept = own?.length === sides.length ? own : undefined
  const [first, second] = sides.map((_, at) => kept?.[at]?.seq ?? context.takeNext())
  return sides.map((side, at) =>
    buildRow(context, side, {
      seq: (at === 0 ? first : second) ?? 0,
      pair: (at === 0 ? second : first) ?? null,
      before: kept?.[at],
      isTransfer: sides.length === 2,
    }),
  )
}

/** Returns the sides whose accounts are here: one alone is no transfer. */
function toSides({ accounts }: RowContext, fields: EntryFields): Side[] {
  const { date, amount, account, category, notes, status, review, merchant = null, to } = fields
  const isHere = (seq: number): boolean => accounts.get(seq)?.deleted === false
  const one: Side = { date, amount, account, category, notes, status, review, merchant, to: to ?? null }
  if (to === undefined) return isHere(account) ? [one] : []
  const other: Side = {
    ...one,
    amount: -amount,
    account: to,
    to: account,
    category: fields.to_category ?? null,
    notes: fields.to_notes ?? null,
    status: fields.to_status ?? status,
    review: fields.to_review ?? review,
  }
  if (isHere(account) && isHere(to)) return account === to ? [] : [one, other]
  return [one, other].filter((side) => isHere(side.account)).map((side) => ({ ...side, to: null }))
}

function buildRow(
  { accounts, categories, findMerchant, now }: RowContext,
  side: Side,
  {
    seq,
    pair,
    before,
    isTransfer,
  }: {
    seq: number
    pair: number | null
    before: ContentTransaction | undefined
    isTransfer: boolean
  },
): ContentTransaction {
  const { date, amount, account, notes, status, review, to } = side
  const isOnBudget = (one: number | null): boolean =>
    one !== null && isOnBudgetAccountType(accounts.get(one)?.type ?? '')
  const takesCategory = isOnBudget(account) && !(isTransfer && isOnBudget(to))
  const isUsable = (category: number | null): boolean =>
    category === null || categories.get(category)?.deleted === false
  const place = takesCategory ? side.category : null
  const isSplit = typeof place === 'object' && place !== null
  const category = typeof place === 'number' && isUsable(place) ? place : null
  const lines = isSplit
    ? place.map((line) => (isUsable(line.category) ? line : { ...line, category: null }))
    : null
  const isLost = isSplit
    ? place.some((line) => !isUsable(line.category))
    : place !== null && category === null && place !== 'ready_to_assign'
  return {
    seq,
    date,
    amount,
    account,
    category,
    notes,
    status,
    merchant: isTransfer ? null : findMerchant(side.merchant ?? null),
    ready_to_assign: place === 'ready_to_assign',
    review_status: isLost ? 'needs_review' : review,
    auto: before?.auto === true && before.category === category,
    splits: lines,
    pair: isTransfer ? pair : null,
    transfer_account: isTransfer ? to : null,
    deleted: false,
    created_at: before?.created_at ?? now,
    updated_at: now,
  }
}

/**
 * Returns the transactions of the file with the numbers of the rows that they are here; what is not here has numbers
 * below zero.
 */
export function renumberEntries(
  entries: readonly MatchedEntry[],
  written: ReadonlyMap<MatchedEntry, readonly ContentTransaction[]>,
): MovedTransaction[] {
  let missing = 0
  // In the order of the file, so that the same file always gives the same.
  const inFile = entries.toSorted((a, b) => (a.theirs?.[0].seq ?? 0) - (b.theirs?.[0].seq ?? 0))
  return inFile.flatMap((entry) => {
    if (!entry.theirs) return []
    const rows = written.get(entry) ?? entry.ours ?? []
    const said: readonly MovedTransaction[] = entry.theirs
    const seqs = said.map(({ account }, at) => {
      const row = rows.length === said.length ? rows[at] : rows.find((one) => one.account === account)
      return row?.seq ?? --missing
    })
    return said.map(
      (row, at): MovedTransaction => ({
        ...row,
        seq: seqs[at] ?? 0,
        pair: row.pair === null ? null : (seqs[1 - at] ?? null),
      }),
    )
  })
}
