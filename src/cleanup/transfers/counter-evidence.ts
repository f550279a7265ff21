/** Tells what speaks against a transfer that is likely: categories, other rows of its names or of its amount. */

import type { Transaction } from '../../contract/operations/transactions.ts'
import { daysBetween } from '../../money/calendar.ts'
import { groupBy } from '../../tables/group-by.ts'
import type { TransferReason } from './score-transfer.ts'
import { hasPlainTransferWords } from './transfer-words.ts'

/** The two rows of a transfer. */
interface TransferRows {
  out: Transaction
  into: Transaction
}

/** Returns a function that lists what speaks against a pair. Rows of any of the pairs speak against none. */
export function createCounterEvidenceFinder(
  rows: readonly Transaction[],
  { pairs, days }: { pairs: readonly TransferRows[]; days: number },
): (pair: TransferRows) => TransferReason[] {
  const paired = new Set(pairs.flatMap(({ out, into }) => [out.id, into.id]))
  const live = rows.filter(({ deleted }) => !deleted)
  const ordinary = live.filter(({ id, type }) => type === 'regular' && !paired.has(id))
  const names = new Set(ordinary.map(({ merchant_id }) => merchant_id))
  const byAmount = groupBy(ordinary, toAbsoluteAmount)
  const transfers = groupBy(
    live.filter(({ type }) => type === 'transfer'),
    toTransferKey,
  )
  const isNear = (pair: TransferRows, row: Transaction): boolean =>
    [pair.out, pair.into].some(({ date }) => Math.abs(daysBetween(date, row.date)) <= days)
  return (pair) => {
    const { out, into } = pair
    const key = `${out.account_id} ${into.account_id} ${out.amount}`
    // A shop or a payer with other rows is no account of the user; what the bank calls its transfers has many.
    const hasOtherRows = [out, into].some(
      ({ merchant_id, merchant_name }) =>
        merchant_id !== null && names.has(merchant_id) && !hasPlainTransferWords([merchant_name]),
    )
    const isCategorized = [out, into].some((row) => row.category_id !== null || row.ready_to_assign)
    const doubts: [boolean, TransferReason][] = [
      [isCategorized, 'has_category'],
      [hasOtherRows, 'other_rows_of_name'],
      [(byAmount.get(toAbsoluteAmount(out)) ?? []).some((row) => isNear(pair, row)), 'other_rows_of_amount'],
      [(transfers.get(key) ?? []).some((row) => isNear(pair, row)), 'transfer_exists'],
    ]
    return doubts.flatMap(([isHeld, reason]) => (isHeld ? [reason] : []))
  }
}

const toAbsoluteAmount = ({ amount }: Transaction): string => amount.replace('-', '')

const toTransferKey = ({ account_id, transfer_account_id, amount }: Transaction): string =>
  `${account_id} ${transfer_account_id} ${amount}`
