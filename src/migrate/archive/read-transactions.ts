/** Reads the transactions of an archive, a month at a time, and finds the sides of its transfers. */

import { createIdCodec } from '../../contract/ids.ts'
import type { ContentSplit, ContentTransaction } from '../../contract/ports/workspace-content.ts'
import { type JsonRecord, readFlag, readText, refuseField, refuseRecord } from '../json-record.ts'
import { pairTransfers, type TransferSide } from '../pair-transfers.ts'
import {
  type ArchiveFiles,
  iterateLines,
  readAmount,
  readDate,
  readInstant,
  readNotes,
  readOrNull,
  readWord,
} from './archive-lines.ts'
import { createTableIds, decodeId } from './archive-tables.ts'
import type { ArchiveIds } from './read-tables.ts'

/** Finds the number of a transaction, and that of the other side of a transfer. */
export interface TransactionNumbers {
  /** @default id */
  find(line: JsonRecord, field?: string): number
  findPair(line: JsonRecord): number
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
export function* iterateTransactionLines(files: ArchiveFiles): Generator<JsonRecord> {
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
  line: JsonRecord,
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

function readSplits(line: JsonRecord, ids: ArchiveIds, decimals: number): ContentSplit[] | null {
  return readLines(line, ids, (split) => readAmount(split, 'amount', decimals))
}

/** Returns the lines of a split, or null. */
export function readLines<Amount>(
  line: JsonRecord,
  { categories }: ArchiveIds,
  readLineAmount: (line: JsonRecord) => Amount,
): (Omit<ContentSplit, 'amount'> & { amount: Amount })[] | null {
  const splits = line.fields['splits']
  if (splits === null) return null
  if (!Array.isArray(splits)) return refuseRecord(line, '"splits" is not null or a list')
  return splits.map((fields: unknown, index) => {
    if (typeof fields !== 'object' || fields === null)
      return refuseRecord(line, `line ${index + 1} of "splits" is not an object`)
    const split: JsonRecord = { ...line, fields: { ...fields } }
    return {
      amount: readLineAmount(split),
      category: readOrNull(split, 'category_id', categories.find),
      ready_to_assign: readFlag(split, 'ready_to_assign'),
      notes: readNotes(split, 'notes'),
    }
  })
}

/** Returns the numbers that our own ids encode. Each side of a transfer names the other. */
export function decodeNumbers(salt: string): TransactionNumbers {
  const codec = createIdCodec(salt)
  return {
    find: (line, field = 'id') => decodeId(line, field, codec, 'transaction'),
    findPair: (line) => decodeId(line, 'transfer_id', codec, 'transaction'),
  }
}

/**
 * Reads all transactions and returns their numbers: in the order of the archive, or those that our own ids encode. Where
 * a transfer does not name its other side, it is the first free one of that day, of the opposite amount, in each
 * other's accounts.
 * @throws UserError for a transfer without another side
 */
export function matchNumbers(
  files: ArchiveFiles,
  { salt, decimals }: { salt: string | undefined; decimals: number },
): TransactionNumbers {
  const ids = createTableIds('transaction', salt)
  const sides: (TransferSide<number> & { line: Pick<JsonRecord, 'place' | 'hint'> })[] = []
  for (const line of iterateTransactionLines(files)) {
    const key = ids.add(line)
    if (typeof line.fields['transfer_account_id'] !== 'string' || line.fields['transfer_id'] !== null)
      continue
    sides.push({
      key,
      account: readText(line, 'account_id'),
      otherAccount: readText(line, 'transfer_account_id'),
      date: readDate(line, 'date'),
      amount: readAmount(line, 'amount', decimals),
      line: { place: line.place, hint: line.hint },
    })
  }
  const pairs = pairTransfers(sides)
  const missing = sides.find(({ key }) => !pairs.has(key))
  if (missing) refuseRecord(missing.line, 'the other side of the transfer is not in the archive')
  return {
    find: (line, field = 'id') => ids.find(line, field),
    findPair: (line) =>
      line.fields['transfer_id'] === null
        ? (pairs.get(ids.find(line, 'id')) ?? refuseField(line, 'transfer_id', 'the id of the other side'))
        : ids.find(line, 'transfer_id'),
  }
}
