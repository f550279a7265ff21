/** Makes the transactions of a workspace from those of a source, both sides of a transfer included. */

import { normalizeName, toNameKey } from '../../contract/normalize-name.ts'
import type {
  ContentCategorization,
  ContentMerchant,
  ContentSplit,
  ContentTransaction,
} from '../../contract/ports/workspace-content.ts'
import { STARTING_BALANCE_NOTES } from '../../contract/starting-balance.ts'
import {
  describeNotTaken,
  type NotTaken,
  type SourceBudget,
  type SourceCategoryRef,
} from '../source-budget.ts'
import { fitNotes, type NameChanges } from './fit-names.ts'
import { type FlatTransaction, flattenTransactions, matchTransfers } from './flatten-splits.ts'
import type { PlannedAccount, PlannedNames } from './plan-names.ts'

/** The transactions of a new workspace and their merchants. */
export interface PlannedTransactions {
  /** Each iteration makes them again: all of them at once would double the memory. */
  transactions: Iterable<ContentTransaction>
  /** Returns the key of the program for the transaction with a `seq`. */
  getKey: (seq: number) => string
  merchants: ContentMerchant[]
  /** Returns the merchant of a payee, which it adds; null for a name of which nothing is left. */
  findOrAddMerchant: (payee: string | null) => number | null
  /** What each merchant was last categorized as, from which new transactions learn. */
  categorizations: ContentCategorization[]
  notTaken: NotTaken[]
  /** How many transactions are splits, and how many pairs of them are transfers. */
  splits: number
  transfers: number
}

/** What is counted because it is not taken as it is. */
interface Losses {
  sides: number
  transferCategories: number
  paymentCategories: number
  trackingCategories: number
  notes: number
}

interface PlanContext {
  rows: readonly FlatTransaction[]
  /** The index of the other side, by the index of a side of a transfer. */
  sides: ReadonlyMap<number, number>
  names: PlannedNames
  merchants: ReturnType<typeof createMerchants>
  losses: Losses
  now: number
}

/** Plans the transactions, in the order of the source. */
export function planTransactions(
  source: SourceBudget,
  names: PlannedNames,
  { now, changes }: { now: number; changes: NameChanges },
): PlannedTransactions {
  const rows = flattenTransactions(source.transactions)
  const context: PlanContext = {
    rows,
    sides: matchTransfers(rows),
    names,
    merchants: createMerchants(now, changes),
    losses: { sides: 0, transferCategories: 0, paymentCategories: 0, trackingCategories: 0, notes: 0 },
    now,
  }
  const { categorizations, splits } = inspectTransactions(context)
  const notTaken = describeLosses(context.losses)
  for (const payee of source.payees) context.merchants.findOrAdd(payee)
  return {
    transactions: { [Symbol.iterator]: () => iterateTransactions(context) },
    getKey: (seq) => rows[seq - 1]?.key ?? '',
    merchants: context.merchants.list(),
    findOrAddMerchant: context.merchants.findOrAdd,
    categorizations,
    notTaken,
    splits,
    transfers: context.sides.size / 2,
  }
}

function* iterateTransactions(context: PlanContext): Generator<ContentTransaction> {
  for (let index = 0; index < context.rows.length; index++) {
    const transaction = planTransaction(context, index)
    if (transaction) yield transaction
  }
}

/** Collects what must be known before the first transaction is written. The transactions come by date. */
function inspectTransactions(context: PlanContext): {
  categorizations: ContentCategorization[]
  splits: number
} {
  let splits = 0
  const byMerchant = new Map<number, ContentCategorization>()
  for (const { merchant, category, ready_to_assign, splits: lines } of iterateTransactions(context)) {
    if (lines) splits++
    if (merchant !== null && (category !== null || ready_to_assign))
      byMerchant.set(merchant, { merchant, category, ready_to_assign })
  }
  return { splits, categorizations: [...byMerchant.values()].toSorted((a, b) => a.merchant - b.merchant) }
}

/** Collects the merchants by name. */
function createMerchants(now: number, changes: NameChanges) {
  const seqByPayee = new Map<string, number | null>()
  const seqByKey = new Map<string, number>()
  const merchants: ContentMerchant[] = []
  function add(payee: string): number | null {
    const name = normalizeName(changes.fit(payee))
    if (name === '') return null
    const key = toNameKey(name)
    const known = seqByKey.get(key)
    if (known !== undefined) {
      changes.addMerged(payee, merchants[known - 1]?.name ?? name)
      return known
    }
    const seq = merchants.length + 1
    merchants.push({ seq, name, deleted: false, created_at: now, updated_at: now })
    seqByKey.set(key, seq)
    return seq
  }
  return {
    list: () => merchants,
    /** Returns the merchant of this name; null for a name of which nothing is left. */
    findOrAdd(payee: string | null): number | null {
      if (payee === null) return null
      let seq = seqByPayee.get(payee)
      if (seq === undefined) {
        seq = add(payee)
        seqByPayee.set(payee, seq)
      }
      return seq
    },
  }
}

function findAccount({ accountByKey }: PlannedNames, key: string): PlannedAccount {
  const account = accountByKey.get(key)
  if (!account) throw new Error(`The source has transactions of an account that it does not list: ${key}`)
  return account
}

/** Returns the transaction of a row. Written as one object: copying parts of it takes several times as long. */
function planTransaction(context: PlanContext, index: number): ContentTransaction | undefined {
  const { rows, sides, names, now, losses } = context
  const row = rows[index]
  if (!row) return undefined
  const account = findAccount(names, row.account)
  const other = sides.get(index)
  const otherRow = other === undefined ? undefined : rows[other]
  const otherAccount = otherRow && findAccount(names, otherRow.account)
  if (!otherAccount && row.transfer && row.amount !== 0n) losses.sides++
  const place = planPlace(context, account, getCategory(context, { row, account, otherAccount }))
  const notes = planNotes(context, row.notes)
  const isUnnamedStart =
    row.isStartingBalance && (notes === null || notes === STARTING_BALANCE_NOTES) && !otherAccount
  return {
    seq: index + 1,
    date: row.date,
    amount: row.amount,
    account: account.seq,
    merchant: otherAccount || isUnnamedStart ? null : findMerchant(context, row),
    category: typeof place === 'number' ? place : null,
    ready_to_assign: place === 'ready_to_assign',
    notes: isUnnamedStart ? STARTING_BALANCE_NOTES : notes,
    status: row.status,
    review_status: row.isReviewed ? 'reviewed' : 'needs_review',
    auto: false,
    splits: otherAccount ? null : planSplits(context, account, row),
    pair: otherAccount && other !== undefined ? other + 1 : null,
    transfer_account: otherAccount?.seq ?? null,
    deleted: false,
    created_at: now,
    updated_at: now,
  }
}

/** Returns the category of a row; that of a transfer only where it leaves the budget. @see docs/spec.md#b60 */
function getCategory(
  { losses }: PlanContext,
  {
    row,
    account,
    otherAccount,
  }: { row: FlatTransaction; account: PlannedAccount; otherAccount: PlannedAccount | undefined },
): SourceCategoryRef {
  if (row.lines) return null
  if (!otherAccount || (account.onBudget && !otherAccount.onBudget)) return row.category
  if (row.category !== null) losses.transferCategories++
  return null
}

const planSplits = (
  context: PlanContext,
  account: PlannedAccount,
  { lines }: FlatTransaction,
): ContentSplit[] | null =>
  lines?.map(({ amount, category, notes }) => {
    const place = planPlace(context, account, category)
    return {
      amount,
      category: typeof place === 'number' ? place : null,
      ready_to_assign: place === 'ready_to_assign',
      notes: planNotes(context, notes),
    }
  }) ?? null

function findMerchant({ merchants, names }: PlanContext, row: FlatTransaction): number | null {
  if (row.isStartingBalance && row.payee === null) return merchants.findOrAdd('Starting Balance')
  if (!row.transfer || row.payee !== null) return merchants.findOrAdd(row.payee)
  const other = names.accountByKey.get(row.transfer.account)
  const name = names.accounts.find(({ seq }) => seq === other?.seq)?.name
  return merchants.findOrAdd(name === undefined ? 'Transfer' : `Transfer: ${name}`)
}

function planNotes({ losses }: PlanContext, text: string | null): string | null {
  if (text === null) return null
  const { notes, isCut } = fitNotes(text)
  if (isCut) losses.notes++
  return notes
}

/**
 * Returns where a line's money comes from or goes to: the `seq` of a category, Ready to Assign, or null. Tracking
 * accounts have no categories, and no line is in a payment category.
 * @see docs/spec.md#b63
 */
function planPlace(
  { names, losses }: PlanContext,
  account: PlannedAccount,
  ref: SourceCategoryRef,
): number | 'ready_to_assign' | null {
  if (ref === null) return null
  if (!account.onBudget) {
    if (ref !== 'ready_to_assign') losses.trackingCategories++
    return null
  }
  if (ref === 'ready_to_assign') return ref
  const category = names.categoryByKey.get(ref.category)
  if (category === undefined)
    throw new Error(`The source uses a category that it does not list: ${ref.category}`)
  if (!names.paymentCategories.has(category)) return category
  losses.paymentCategories++
  return null
}

const describeLosses = (losses: Losses): NotTaken[] =>
  describeNotTaken([
    [
      'transfers with one side missing',
      losses.sides,
      'kept as ordinary transactions, because the source has no matching row in the other account',
    ],
    [
      'transfer categories',
      losses.transferCategories,
      'only transfers that leave the budget have a category',
    ],
    [
      'categories in tracking accounts',
      losses.trackingCategories,
      'tracking accounts are not part of the budget',
    ],
    [
      'transactions in payment categories of cards',
      losses.paymentCategories,
      'kept without a category, because money for card payments moves automatically',
    ],
    ['shortened notes', losses.notes, 'notes can have up to 500 characters'],
  ])
