/** Reads the transactions of an archive, a month at a time. */

import type { ContentSplit, ContentTransaction } from '../../contract/ports/workspace-content.ts'
import { type ArchiveFiles, type ArchiveLine, iterateLines, refuseLine } from './archive-lines.ts'
import {
  readAmount,
  readDate,
  readFlag,
  readInstant,
  readNotes,
  readOrNull,
  readWord,
} from './line-fields.ts'
import type { ArchiveIds } from './read-names.ts'

/** Finds the number of a transaction, and that of the other side of a transfer. */
export interface TransactionNumbers {
  find(line: ArchiveLine): number
  findPair(line: ArchiveLine): number
}

/** What transactions are read with. */
export interface TransactionContext {
  files: ArchiveFiles
  ids: ArchiveIds
  decimals: number
  numbers: TransactionNumbers
}

const TRANSACTIONS = 'transactions/'

/** Yields the lines of all transactions, the earliest month first. */
export function* iterateTransactionLines(files: ArchiveFiles): Generator<ArchiveLine> {
  const names = [...files.keys()].filter((name) => name.startsWith(TRANSACTIONS)).toSorted()
  for (const name of names) {
    const file = files.get(name)
    if (file) yield* iterateLines(file)
  }
}

/** Returns the transactions, which are read again each time. @throws UserError for a line that is not one */
export const readTransactions = (context: TransactionContext): Iterable<ContentTransaction> => ({
  *[Symbol.iterator]() {
    for (const line of iterateTransactionLines(context.files)) yield readTransaction(line, context)
  },
})

const statuses = ['pending', 'cleared', 'reconciled'] as const
const reviewStatuses = ['reviewed', 'needs_review'] as const

function readTransaction(
  line: ArchiveLine,
  { ids, decimals, numbers }: TransactionContext,
): ContentTransaction {
  const transfer_account = readOrNull(line, 'transfer_account_id', ids.accounts.find)
  return {
    seq: numbers.find(line),
    date: readDate(line, 'date'),
    amount: readAmount(line, 'amount', decimals),
    account: ids.accounts.find(line, 'account_id'),
    merchant: readOrNull(line, 'merchant_id', ids.merchants.find),
    category: readOrNull(line, 'category_id', ids.categories.find),
    ready_to_assign: readFlag(line, 'ready_to_assign'),
    notes: readNotes(line, 'notes'),
    status: readWord(line, 'status', statuses),
    review_status: readWord(line, 'review_status', reviewStatuses),
    auto: readFlag(line, 'is_automatic'),
    splits: readSplits(line, ids, decimals),
    pair: transfer_account === null ? null : numbers.findPair(line),
    transfer_account,
    deleted: readFlag(line, 'deleted'),
    created_at: readInstant(line, 'created_at'),
    updated_at: readInstant(line, 'updated_at'),
  }
}

function readSplits(line: ArchiveLine, { categories }: ArchiveIds, decimals: number): ContentSplit[] | null {
  const splits = line.fields['splits']
  if (splits === null) return null
  if (!Array.isArray(splits)) return refuseLine(line, '"splits" is not null or a list')
  return splits.map((fields: unknown, index) => {
    if (typeof fields !== 'object' || fields === null)
      return refuseLine(line, `line ${index + 1} of "splits" is not an object`)
    const split: ArchiveLine = { ...line, fields: { ...fields } }
    return {
      amount: readAmount(split, 'amount', decimals),
      category: readOrNull(split, 'category_id', categories.find),
      ready_to_assign: readFlag(split, 'ready_to_assign'),
      notes: readNotes(split, 'notes'),
    }
  })
}
