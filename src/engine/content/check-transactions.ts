/** Checks the transactions that a new workspace is filled with. */

import { InvalidContentError } from '../../contract/errors.ts'
import { isOnBudgetAccountType } from '../../contract/operations/accounts.ts'
import type {
  ContentAccount,
  ContentSplit,
  ContentTransaction,
} from '../../contract/ports/workspace-content.ts'
import { isTransactionAmount } from '../../money/minor-units.ts'
import {
  checkCategory,
  checkDate,
  checkInstants,
  checkNotes,
  createRowCheck,
  isSeq,
  type KnownRows,
  type RowCheck,
} from './content-checks.ts'

/** Checks transactions one by one, and the sides of transfers when both were seen. */
export interface TransactionChecks {
  /** @throws InvalidContentError for a row that breaks a rule */
  check(row: ContentTransaction): void
  /** @throws InvalidContentError for a transfer without its other side */
  checkAllPaired(): void
  /** True for the number of a row that was checked. */
  isKnown(seq: number): boolean
}

/** What of a side of a transfer the other side must match. */
type Side = Pick<ContentTransaction, 'seq' | 'date' | 'amount' | 'account' | 'transfer_account' | 'deleted'>

/** Returns the checks of all transactions of a workspace. */
export function createTransactionChecks(known: KnownRows): TransactionChecks {
  const seen = new Set<number>()
  /** The sides whose other side was not seen yet, by its seq. */
  const awaited = new Map<number, Side>()
  return {
    check(row) {
      const check = createRowCheck('transaction', row.seq)
      check(isSeq(row.seq), 'its number is not a positive integer, or is too large')
      check(!seen.has(row.seq), 'there are two with this number')
      seen.add(row.seq)
      checkTransaction(check, known, row)
      if (row.pair !== null) checkPair(check, awaited, { ...row, pair: row.pair })
    },
    checkAllPaired() {
      for (const [pair, { seq }] of awaited)
        throw new InvalidContentError(
          'transaction',
          seq,
          `the other side of the transfer, transaction ${pair}, is missing`,
        )
    },
    isKnown: (seq) => seen.has(seq),
  }
}

const statuses: readonly string[] = ['pending', 'cleared', 'reconciled']
const reviewStatuses: readonly string[] = ['reviewed', 'needs_review']

function checkTransaction(check: RowCheck, known: KnownRows, row: ContentTransaction): void {
  const account = known.accounts.get(row.account)
  checkDate(check, row.date)
  if (!isTransactionAmount(row.amount)) check(false, `its amount ${row.amount} has more than 15 digits`)
  checkNotes(check, row.notes)
  checkInstants(check, [row.created_at, row.updated_at])
  if (!statuses.includes(row.status)) check(false, `${row.status} is not a status`)
  if (!reviewStatuses.includes(row.review_status)) check(false, `${row.review_status} is not a review status`)
  const hasMerchant = row.merchant === null || known.merchants.has(row.merchant)
  if (!hasMerchant) check(false, `there is no merchant ${row.merchant}`)
  if (!account) return check(false, `there is no account ${row.account}`)
  if (account.deleted && !row.deleted) check(false, `account ${row.account} is deleted`)
  if (row.splits) checkSplits(check, row, row.splits)
  checkTransfer(check, known, row)
  const takesCategory = mayHaveCategory(known, account, row)
  for (const line of row.splits ?? [row]) {
    check(line.category === null || !line.ready_to_assign, 'it has both a category and Ready to Assign')
    const isCategorized = line.category !== null || line.ready_to_assign
    check(takesCategory || !isCategorized, 'a transaction like this cannot have a category')
    if (line.category !== null) checkCategory(check, known, line.category)
  }
}

/** Lines of tracking accounts, and transfers between two accounts of the budget, have no category. @see docs/spec.md#b60 */
function mayHaveCategory(known: KnownRows, account: ContentAccount, row: ContentTransaction): boolean {
  if (!isOnBudgetAccountType(account.type)) return false
  const other = row.transfer_account === null ? undefined : known.accounts.get(row.transfer_account)
  return !other || !isOnBudgetAccountType(other.type)
}

const MAX_SPLITS = 100

function checkSplits(check: RowCheck, row: ContentTransaction, splits: readonly ContentSplit[]): void {
  check(splits.length > 0 && splits.length <= MAX_SPLITS, 'it has no split lines, or more than 100')
  check(row.category === null && !row.ready_to_assign, 'it has both splits and its own category')
  check(row.transfer_account === null, 'it is a transfer with splits')
  let total = 0n
  for (const { amount, notes } of splits) {
    if (!isTransactionAmount(amount))
      check(false, `the amount ${amount} of a split line has more than 15 digits`)
    checkNotes(check, notes)
    total += amount
  }
  check(total === row.amount, `its split lines add up to ${total}, not to ${row.amount} minor units`)
}

function checkTransfer(check: RowCheck, { accounts }: KnownRows, row: ContentTransaction): void {
  const { pair, transfer_account: other } = row
  check((pair === null) === (other === null), 'it has another account without a pair, or the other way round')
  if (other === null) return
  check(accounts.has(other), `there is no account ${other}`)
  check(other !== row.account, 'it is a transfer from an account to itself')
  check(row.merchant === null, 'it is a transfer with a merchant')
  check(row.amount !== 0n, 'its amount is zero, but it is a transfer')
}

function checkPair(
  check: RowCheck,
  awaited: Map<number, Side>,
  row: ContentTransaction & { pair: number },
): void {
  const { seq, pair } = row
  const other = awaited.get(seq)
  if (!other) {
    const { date, amount, account, transfer_account, deleted } = row
    const rival = awaited.get(pair)
    check(rival === undefined, `transaction ${rival?.seq} is also a transfer with transaction ${pair}`)
    awaited.set(pair, { seq, date, amount, account, transfer_account, deleted })
    return
  }
  awaited.delete(seq)
  const isMatch =
    other.seq === pair &&
    other.amount === -row.amount &&
    other.date === row.date &&
    other.account === row.transfer_account &&
    other.transfer_account === row.account &&
    other.deleted === row.deleted
  check(isMatch, `the other side of the transfer, transaction ${other.seq}, does not match`)
}
