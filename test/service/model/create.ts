/**
 * Models creating transactions.
 * @see docs/spec.md#d20
 * @see docs/spec.md#d30
 * @see docs/spec.md#d40
 * @see docs/spec.md#x0
 */

import { badRequest } from '../../../src/contract/errors.ts'
import { isOnBudgetAccountType } from '../../../src/contract/operations/accounts.ts'
import type { TransactionDraft, TransferDraft } from '../../../src/contract/operations/transactions.ts'
import { findOrCreateMerchant, isLive, type Request } from './accounts.ts'
import { minor, toApiTransaction } from './api-view.ts'
import { guessCategory } from './auto-categorization.ts'
import { assertUserCategory } from './categories.ts'
import {
  type Book,
  type Envelope,
  getEntry,
  type Line,
  type Row,
  readyToAssign,
  type SplitEntry,
} from './ledger.ts'

type EnvelopeFields = { category_id?: string | null | undefined; ready_to_assign?: boolean | undefined }
type MerchantFields = { merchant_id?: string | null | undefined; merchant_name?: string | null | undefined }

const refuse = (detail: string): never => {
  throw badRequest(detail)
}

export function assertOneDestination(draft: EnvelopeFields, at: string): void {
  if (typeof draft.category_id === 'string' && draft.ready_to_assign) {
    refuse(`${at}ready_to_assign must not be combined with category_id`)
  }
}

/** Throws unless every id in a body is that of an active resource. @see docs/spec.md#d03 */
export function assertIdsExist(
  book: Book,
  draft: EnvelopeFields & MerchantFields & { splits?: EnvelopeFields[] | null | undefined },
  at: string,
): void {
  if (typeof draft.category_id === 'string') assertUserCategory(book, draft.category_id, `${at}category_id`)
  draft.splits?.forEach((line, index) => {
    if (typeof line.category_id === 'string')
      assertUserCategory(book, line.category_id, `${at}splits[${index}].category_id`)
  })
  if (typeof draft.merchant_id === 'string' && !isLive(book.merchants, draft.merchant_id)) {
    refuse(`${at}merchant_id does not exist`)
  }
}

/**
 * Returns the split lines of a body; their total must be its amount.
 * @see docs/spec.md#d30
 * @see docs/spec.md#e11
 */
export function parseSplits(
  draft: EnvelopeFields & {
    amount?: string | null | undefined
    splits: NonNullable<TransactionDraft['splits']>
  },
  at: string,
): Pick<Row, 'amount' | 'splits'> {
  if (typeof draft.category_id === 'string') refuse(`${at}category_id must not be combined with splits`)
  if (draft.ready_to_assign) refuse(`${at}ready_to_assign must not be combined with splits`)
  const splits = draft.splits.map((line, index): SplitEntry => {
    assertOneDestination(line, `${at}splits[${index}].`)
    const { category_id: category = null, ready_to_assign = false, notes = null } = line
    return { amount: minor(line.amount), category, ready_to_assign, notes }
  })
  const amount = splits.reduce((sum, line) => sum + line.amount, 0n)
  if (typeof draft.amount === 'string' && minor(draft.amount) !== amount)
    refuse(`${at}splits must add up to amount`)
  return { splits, amount }
}

/**
 * Refuses categories on an off-budget account.
 * @see docs/spec.md#b63
 * @see docs/spec.md#e22
 */
export function assertUncategorizedOffBudget(row: Line & { splits: Line[] | null }, at: string): void {
  const check = (line: Line, path: string): void => {
    if (line.category !== null) refuse(`${path}category_id is not allowed on an off-budget account`)
    if (line.ready_to_assign) refuse(`${path}ready_to_assign is not allowed on an off-budget account`)
  }
  check(row, at)
  row.splits?.forEach((line, index) => check(line, `${at}splits[${index}].`))
}

/** Returns the merchant of a body; null clears it, undefined says nothing. @see docs/spec.md#m2 */
export function resolveMerchant(book: Book, draft: MerchantFields, at: string): string | null | undefined {
  const { merchant_id: id, merchant_name: name } = draft
  if (typeof id === 'string' && typeof name === 'string')
    refuse(`${at}merchant_name must not be combined with merchant_id`)
  if (typeof id === 'string') return id
  if (typeof name === 'string') return findOrCreateMerchant(book, name).id
  return id === null || name === null ? null : undefined
}

/** Records the last explicit categorization of a merchant. @see docs/spec.md#x3 */
export function recordLearnedCategory(book: Book, row: Row): void {
  const envelope: Envelope | null = row.ready_to_assign ? readyToAssign : row.category
  if (row.merchant !== null && envelope !== null) getEntry(book.merchants, row.merchant).learned = envelope
}

function openAccount(book: Book, id: string, path: string): string {
  if (!isLive(book.accounts, id)) refuse(`${path} does not exist`)
  return getEntry(book.accounts, id).type
}

function refuseClosed(book: Book, id: string, path: string): void {
  if (getEntry(book.accounts, id).closed) refuse(`${path} is a closed account`) // docs/spec.md#a24
}

function booked(book: Book, row: Omit<Row, 'id' | 'created_at' | 'updated_at' | 'deleted'>): Row {
  const made = {
    id: `txn#${book.rows.length + 1}`,
    ...row,
    deleted: false,
    created_at: book.now,
    updated_at: book.now,
  }
  book.rows.push(made)
  return made
}

function createRegular(book: Book, draft: TransactionDraft, at: string): Row {
  const onBudget = isOnBudgetAccountType(openAccount(book, draft.account_id, `${at}account_id`))
  assertIdsExist(book, draft, at)
  refuseClosed(book, draft.account_id, `${at}account_id`)
  if (!draft.splits && typeof draft.amount !== 'string') refuse(`${at}amount is required`)
  const { amount, splits } = draft.splits
    ? parseSplits({ ...draft, splits: draft.splits }, at)
    : { amount: minor(draft.amount ?? ''), splits: null }
  assertOneDestination(draft, at)
  const line = {
    amount,
    category: draft.category_id ?? null,
    ready_to_assign: draft.ready_to_assign ?? false,
    splits,
  }
  if (!onBudget) assertUncategorizedOffBudget(line, at)
  const merchant = resolveMerchant(book, draft, at) ?? null
  const untold =
    draft.category_id === undefined && draft.ready_to_assign === undefined && draft.splits === undefined
  const guessed =
    untold && onBudget && merchant !== null
      ? guessCategory(book, {
          merchant: getEntry(book.merchants, merchant),
          account: draft.account_id,
          amount,
        })
      : undefined
  const row = booked(book, {
    ...line,
    ...(guessed === readyToAssign && { ready_to_assign: true }),
    ...(guessed !== undefined && guessed !== readyToAssign && { category: guessed }),
    date: draft.date,
    account: draft.account_id,
    merchant,
    notes: draft.notes ?? null,
    status: draft.status ?? 'cleared',
    review_status: draft.review_status ?? 'needs_review',
    auto: guessed !== undefined,
    pair: null,
  })
  if (!row.auto) recordLearnedCategory(book, row)
  return row
}

function createTransfer(book: Book, draft: TransferDraft): Row[] {
  const at = 'transaction.'
  const from = isOnBudgetAccountType(openAccount(book, draft.from_account_id, `${at}from_account_id`))
  const to = isOnBudgetAccountType(openAccount(book, draft.to_account_id, `${at}to_account_id`))
  if (typeof draft.category_id === 'string') assertUserCategory(book, draft.category_id, `${at}category_id`)
  refuseClosed(book, draft.from_account_id, `${at}from_account_id`)
  refuseClosed(book, draft.to_account_id, `${at}to_account_id`)
  if (draft.from_account_id === draft.to_account_id)
    refuse(`${at}to_account_id must differ from from_account_id`)
  const amount = minor(draft.amount)
  if (amount <= 0n) refuse(`${at}amount must be positive`)
  if (typeof draft.category_id === 'string' && !(from && !to)) {
    refuse(`${at}category_id is only allowed for a transfer from an on-budget to an off-budget account`)
  }
  const both = {
    date: draft.date,
    merchant: null,
    ready_to_assign: false,
    notes: draft.notes ?? null,
    status: draft.status ?? 'cleared',
    review_status: draft.review_status ?? 'needs_review',
    auto: false,
    splits: null,
  } as const
  const outflow = { amount: -amount, category: draft.category_id ?? null, account: draft.from_account_id }
  const sent = booked(book, { ...both, ...outflow, pair: null })
  const inflow = { amount, category: null, account: draft.to_account_id }
  const received = booked(book, { ...both, ...inflow, pair: sent.id })
  sent.pair = received.id
  return [sent, received]
}

/** Runs work and undoes all of it when it throws. @see docs/spec.md#d01 */
export function runOrUndo<Result>(book: Book, work: () => Result): Result {
  const { rows, merchants } = { rows: book.rows.length, merchants: book.merchants.map((one) => ({ ...one })) }
  try {
    return work()
  } catch (error) {
    book.rows.length = rows
    book.merchants = merchants
    throw error
  }
}

export const createCalls = (book: Book) => ({
  createTransactions: ({ body }: Request<'createTransactions'>) =>
    runOrUndo(book, () => {
      if ('transactions' in body) {
        const rows = body.transactions.map((draft, index) =>
          createRegular(book, draft, `transactions[${index}].`),
        )
        return { transactions: rows.map((row) => toApiTransaction(book, row)) }
      }
      if (body.transaction.type === 'transfer') {
        return {
          transactions: createTransfer(book, body.transaction).map((row) => toApiTransaction(book, row)),
        }
      }
      return { transaction: toApiTransaction(book, createRegular(book, body.transaction, 'transaction.')) }
    }),
})
