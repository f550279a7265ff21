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

/** One row before it has a number; `to` is the other account of a transfer. */
interface Side extends Pick<ContentTransaction, 'date' | 'amount' | 'account' | 'notes' | 'status'> {
  merchant: number | null
  category: Place
  review: ContentTransaction['review_status']
  to: number | null
}

/** The fields of a transaction, as `toEntryFields` makes them; those of the other side begin with `to`. */
interface EntryFields extends Omit<Side, 'merchant' | 'to'> {
  merchant?: number | null
  to?: number
  to_category?: Place
  to_notes?: string | null
  to_status?: ContentTransaction['status']
  to_review?: ContentTransaction['review_status']
}

/** Returns the rows of a transaction; none if it has no place here. @param own the rows that it replaces */
export function buildRows(
  context: RowContext,
  merged: Fields,
  own: Entry<ContentTransaction> | undefined,
): ContentTransaction[] {
  const sides = toSides(context, merged as unknown as EntryFields) // `toEntryFields` made it
  const kept = own?.length === sides.length ? own : undefined
  const seqs = sides.map((_, at) => kept?.[at]?.seq ?? context.takeNext())
  return sides.map((side, at) => ({
    ...buildRow(context, side, kept?.[at]),
    seq: seqs[at] ?? 0,
    pair: seqs[1 - at] ?? null,
  }))
}

/** Returns the sides whose accounts are here: one alone is no transfer. */
function toSides({ accounts }: RowContext, fields: EntryFields): Side[] {
  const { date, amount, account, category, notes, status, review, merchant = null, to } = fields
  const isHere = (side: Pick<Side, 'account'>): boolean => accounts.get(side.account)?.deleted === false
  const one: Side = { date, amount, account, category, notes, status, review, merchant, to: to ?? null }
  if (to === undefined) return [one].filter(isHere)
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
  const here = [one, other].filter(isHere)
  if (here.length < 2) return here.map((side) => ({ ...side, to: null }))
  return account === to ? [] : here
}

function buildRow(
  { accounts, categories, findMerchant, now }: RowContext,
  side: Side,
  before: ContentTransaction | undefined,
): Omit<ContentTransaction, 'seq' | 'pair'> {
  const { date, amount, account, notes, status, review, to } = side
  const isOnBudget = (one: number): boolean => isOnBudgetAccountType(accounts.get(one)?.type ?? '')
  const isUsable = (one: number | null): boolean => one === null || categories.get(one)?.deleted === false
  const place = isOnBudget(account) && !(to !== null && isOnBudget(to)) ? side.category : null
  const lines = typeof place === 'object' ? place : null
  const single = typeof place === 'number' ? place : null
  const category = isUsable(single) ? single : null
  const isLost = ![single, ...(lines ?? []).map((line) => line.category)].every(isUsable)
  return {
    date,
    amount,
    account,
    category,
    notes,
    status,
    merchant: to === null ? findMerchant(side.merchant) : null,
    ready_to_assign: place === 'ready_to_assign',
    review_status: isLost ? 'needs_review' : review,
    auto: before?.auto === true && before.category === category,
    splits: lines?.map((line) => (isUsable(line.category) ? line : { ...line, category: null })) ?? null,
    transfer_account: to,
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
    const said: readonly MovedTransaction[] = entry.theirs ?? []
    const rows = written.get(entry) ?? entry.ours ?? []
    const seqs = said.map(({ account }, at) => {
      const row = rows.length === said.length ? rows[at] : rows.find((one) => one.account === account)
      return row?.seq ?? --missing
    })
    return said.map((row, at) => ({
      ...row,
      seq: seqs[at] ?? 0,
      pair: row.pair === null ? null : (seqs[1 - at] ?? null),
    }))
  })
}
