/** Makes the transactions of a workspace from those of a source, both sides of a transfer included. */

import { toNameKey } from '../../contract/normalize-name.ts'
import type {
  ContentCategorization,
  ContentMerchant,
  ContentTransaction,
} from '../../contract/ports/workspace-content.ts'
import { STARTING_BALANCE_MERCHANT, STARTING_BALANCE_NOTES } from '../../contract/starting-balance.ts'
import type { NotTaken, SourceBudget, SourceCategoryRef } from '../source-budget.ts'
import { fitName, fitNotes } from './fit-text.ts'
import { type FlatTransaction, flattenSplits } from './flatten-splits.ts'
import { matchTransfers } from './match-transfers.ts'
import type { PlannedAccount, PlannedNames } from './plan-names.ts'

/** The transactions of a new workspace and their merchants. */
export interface PlannedTransactions {
  transactions: ContentTransaction[]
  merchants: ContentMerchant[]
  /** What each merchant was last categorized as, from which new transactions learn. */
  categorizations: ContentCategorization[]
  notTaken: NotTaken[]
  /** How many of the source's transactions are splits, and how many pairs of sides are transfers. */
  splits: number
  transfers: number
}

/** What is counted while rows are planned, because it is not taken as it is. */
interface Losses {
  sides: number
  transferCategories: number
  paymentCategories: number
  trackingCategories: number
  notes: number
}

interface PlanContext {
  names: PlannedNames
  merchants: ReturnType<typeof createMerchants>
  losses: Losses
  now: number
}

/** Plans the transactions, in the order of the source. */
export function planTransactions(
  source: SourceBudget,
  names: PlannedNames,
  now: number,
): PlannedTransactions {
  const rows = source.transactions.flatMap(flattenSplits)
  const sides = matchTransfers(rows)
  const merchants = createMerchants(now)
  const losses = { sides: 0, transferCategories: 0, paymentCategories: 0, trackingCategories: 0, notes: 0 }
  const context = { names, merchants, losses, now }
  const transactions = rows.map((row, index) => {
    const other = sides.get(index)
    const otherRow = other === undefined ? undefined : rows[other]
    if (other === undefined || !otherRow) return planRegular(context, { row, index })
    return planSide(context, { row, index, other, otherAccount: findAccount(names, otherRow.account) })
  })
  for (const payee of source.payees) merchants.findOrAdd(payee)
  return {
    transactions,
    merchants: merchants.list(),
    categorizations: listCategorizations(transactions),
    notTaken: describeLosses(losses),
    splits: transactions.filter(({ splits }) => splits !== null).length,
    transfers: sides.size / 2,
  }
}

/** Returns the last category of each merchant; the transactions come in the order of their dates. */
function listCategorizations(transactions: readonly ContentTransaction[]): ContentCategorization[] {
  const byMerchant = new Map<number, ContentCategorization>()
  for (const { merchant, category, ready_to_assign, deleted } of transactions) {
    if (merchant === null || deleted || (category === null && !ready_to_assign)) continue
    byMerchant.set(merchant, { merchant, category, ready_to_assign })
  }
  return [...byMerchant.values()].toSorted((a, b) => a.merchant - b.merchant)
}

/** Collects the merchants by name. */
function createMerchants(now: number) {
  const seqByKey = new Map<string, number>()
  const merchants: ContentMerchant[] = []
  return {
    list: () => merchants,
    /** Returns the merchant of this name; null for a name of which nothing is left. */
    findOrAdd(payee: string | null): number | null {
      const name = fitName(payee ?? '')
      if (name === '') return null
      const key = toNameKey(name)
      const known = seqByKey.get(key)
      if (known !== undefined) return known
      const seq = merchants.length + 1
      merchants.push({ seq, name, deleted: false, created_at: now, updated_at: now })
      seqByKey.set(key, seq)
      return seq
    },
  }
}

function findAccount({ accountByKey }: PlannedNames, key: string): PlannedAccount {
  const account = accountByKey.get(key)
  if (!account) throw new Error(`The source has transactions of an account that it does not list: ${key}`)
  return account
}

/** Plans one side of a transfer; between two on-budget accounts it has no category. @see docs/spec.md#b60 */
function planSide(
  context: PlanContext,
  {
    row,
    index,
    other,
    otherAccount,
  }: { row: FlatTransaction; index: number; other: number; otherAccount: PlannedAccount },
): ContentTransaction {
  const account = findAccount(context.names, row.account)
  const isSpending = account.onBudget && !otherAccount.onBudget
  if (!isSpending && row.category !== null) context.losses.transferCategories++
  return {
    ...planCommon(context, { row, index, account }),
    merchant: null,
    ...planCategory(context, account, isSpending ? row.category : null),
    splits: null,
    pair: other + 1,
    transfer_account: otherAccount.seq,
  }
}

function planRegular(
  context: PlanContext,
  { row, index }: { row: FlatTransaction; index: number },
): ContentTransaction {
  const account = findAccount(context.names, row.account)
  const common = planCommon(context, { row, index, account })
  const { lines } = row
  if (row.transfer && row.amount !== 0n) context.losses.sides++
  const shared = { merchant: findMerchant(context, row), pair: null, transfer_account: null }
  if (lines === null) {
    const isUnnamedStart = row.isStartingBalance && common.notes === null
    return {
      ...common,
      ...shared,
      ...(isUnnamedStart && { merchant: null, notes: STARTING_BALANCE_NOTES }),
      ...planCategory(context, account, row.category),
      splits: null,
    }
  }
  const splits = lines.map(({ amount, category, notes }) => ({
    amount,
    ...planCategory(context, account, category),
    notes: planNotes(context, notes),
  }))
  return { ...common, ...shared, category: null, ready_to_assign: false, splits }
}

function findMerchant({ merchants, names }: PlanContext, row: FlatTransaction): number | null {
  if (row.isStartingBalance && row.payee === null) return merchants.findOrAdd(STARTING_BALANCE_MERCHANT)
  if (!row.transfer) return merchants.findOrAdd(row.payee)
  const other = names.accountByKey.get(row.transfer.account)
  const name = names.accounts.find(({ seq }) => seq === other?.seq)?.name
  return merchants.findOrAdd(row.payee ?? (name === undefined ? 'Transfer' : `Transfer: ${name}`))
}

const planCommon = (
  context: PlanContext,
  { row, index, account }: { row: FlatTransaction; index: number; account: PlannedAccount },
) => ({
  seq: index + 1,
  date: row.date,
  amount: row.amount,
  account: account.seq,
  notes: planNotes(context, row.notes),
  status: row.status,
  review_status: row.isReviewed ? ('reviewed' as const) : ('needs_review' as const),
  auto: false,
  deleted: false,
  created_at: context.now,
  updated_at: context.now,
})

function planNotes({ losses }: PlanContext, text: string | null): string | null {
  const { notes, isCut } = fitNotes(text)
  if (isCut) losses.notes++
  return notes
}

/** Returns where a line's money comes from or goes to; tracking accounts have no categories. @see docs/spec.md#b63 */
function planCategory(
  { names, losses }: PlanContext,
  account: PlannedAccount,
  ref: SourceCategoryRef,
): { category: number | null; ready_to_assign: boolean } {
  const none = { category: null, ready_to_assign: false }
  if (ref === null) return none
  if (!account.onBudget) {
    if (ref !== 'ready_to_assign') losses.trackingCategories++
    return none
  }
  if (ref === 'ready_to_assign') return { category: null, ready_to_assign: true }
  const category = names.categoryByKey.get(ref.category)
  if (category === undefined)
    throw new Error(`The source uses a category that it does not list: ${ref.category}`)
  if (!names.paymentCategories.has(category)) return { category, ready_to_assign: false }
  losses.paymentCategories++
  return none
}

const describeLosses = (losses: Losses): NotTaken[] =>
  [
    {
      what: 'transfers without another side',
      count: losses.sides,
      why: 'kept as ordinary transactions, because the source has no matching row in the other account',
    },
    {
      what: 'categories of transfers',
      count: losses.transferCategories,
      why: 'a transfer has a category only where it leaves the budget',
    },
    {
      what: 'categories in tracking accounts',
      count: losses.trackingCategories,
      why: 'tracking accounts are not part of the budget',
    },
    {
      what: 'transactions in the payment category of a card',
      count: losses.paymentCategories,
      why: 'kept without a category, because the service moves the money of cards itself',
    },
    { what: 'ends of notes', count: losses.notes, why: 'notes hold at most 500 characters' },
  ].filter(({ count }) => count > 0)
