/** Reads the transactions of a budget of the YNAB API. */

import { groupBy } from '../../../contract/group-by.ts'
import { isDate } from '../../../money/calendar.ts'
import { createPlaceError, EXPORT_AGAIN } from '../../../tables/source-file.ts'
import { sumAmounts } from '../../figures.ts'
import { type JsonRecord } from '../../json-record.ts'
import { pairTransfers, type TransferSide } from '../../pair-transfers.ts'
import type {
  SourceAccount,
  SourceCategoryRef,
  SourceLine,
  SourceTransaction,
  SourceTransfer,
} from '../../source-budget.ts'
import { formatNotes, isBuiltInPayee, isStartingBalancePayee } from '../payees-and-notes.ts'
import {
  type ReadAmount,
  readLiveList,
  readOptionalBoolean,
  readOptionalText,
  readText,
} from './json-fields.ts'

/** What the transactions refer to. */
export interface TransactionContext {
  readAmount: ReadAmount
  /** The names of payees by id. */
  payees: ReadonlyMap<string, string>
  findCategory(id: string): SourceCategoryRef | undefined
}

/** A transaction with its lines. */
export interface RecordEntry {
  record: JsonRecord
  key: string
  lines: JsonRecord[]
}

/** The transactions by date, and what was found on the way. */
export interface JsonTransactions {
  transactions: SourceTransaction[]
  flagged: number
  /** Transfers whose other side is not in the file. */
  oneSided: number
  /** Rows whose category is not in the file. */
  lostCategories: number
}

const NO_LINES: JsonRecord[] = []

/** Returns the transactions that are not deleted. The API lists lines in the transaction, or in a list of their own. */
export function listEntries(budget: JsonRecord): RecordEntry[] {
  const linesByTransaction = groupBy(readLiveList(budget, 'subtransactions'), (line) =>
    readText(line, 'transaction_id'),
  )
  return readLiveList(budget, 'transactions').map((record) => {
    const key = readText(record, 'id')
    const nested = readLiveList(record, 'subtransactions')
    return { record, key, lines: nested.length > 0 ? nested : (linesByTransaction.get(key) ?? NO_LINES) }
  })
}

/** Returns the transactions by date. */
export function readTransactions(
  entries: readonly RecordEntry[],
  context: TransactionContext,
): JsonTransactions {
  const sides = entries.flatMap((entry) => listSides(entry, context.readAmount))
  const pairs = pairTransferRecords(sides)
  let lostCategories = 0
  const findCategory = (id: string) => {
    const found = context.findCategory(id)
    if (found === undefined) lostCategories += 1
    return found
  }
  const transactions = entries.map((entry) => buildTransaction(entry, { ...context, pairs, findCategory }))
  return {
    transactions: transactions.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)),
    flagged: entries.filter(({ record }) => readFlag(record) !== '').length,
    oneSided: sides.filter(({ key }) => !pairs.has(key)).length,
    lostCategories,
  }
}

const toLineKey = (key: string, at: number): string => `${key}/${at + 1}`

/**
 * Returns the sides of transfers of a transaction: itself or its lines. A single line is the transaction, and what moves
 * no money is no transfer.
 */
function listSides({ record, key, lines }: RecordEntry, readAmount: ReadAmount): TransferRecord[] {
  const isSplit = lines.length > 1
  // Most transactions are none, and make nothing here.
  if (lines.length === 0 && readOptionalText(record, 'transfer_account_id') === undefined) return NO_SIDES
  const records = lines.length > 0 ? lines : [record]
  return records.flatMap((one, at) => {
    const otherAccount = readOptionalText(one, 'transfer_account_id')
    const amount = readAmount(one, 'amount')
    if (otherAccount === undefined || amount === 0n) return []
    return [
      {
        key: isSplit ? toLineKey(key, at) : key,
        id: readText(one, 'id'),
        transaction: key,
        account: readText(record, 'account_id'),
        otherAccount,
        date: readText(record, 'date'),
        amount,
        otherId: readOptionalText(one, 'transfer_transaction_id'),
      },
    ]
  })
}

const NO_SIDES: TransferRecord[] = []

const readFlag = (record: JsonRecord): string =>
  readOptionalText(record, 'flag_name') ?? readOptionalText(record, 'flag_color') ?? ''

/** What the functions below need. */
interface BuildContext extends TransactionContext {
  /** The key of the other side by the key of a side of a transfer. */
  pairs: ReadonlyMap<string, string>
}

const readCategory = (record: JsonRecord, { findCategory }: BuildContext): SourceCategoryRef => {
  const id = readOptionalText(record, 'category_id')
  return (id === undefined ? null : findCategory(id)) ?? null
}

function readTransfer(record: JsonRecord, key: string, { pairs }: BuildContext): SourceTransfer | null {
  const [account, otherSide] = [readOptionalText(record, 'transfer_account_id'), pairs.get(key)]
  return account === undefined || otherSide === undefined ? null : { account, otherSide }
}

/** The payee of a transfer follows from its accounts. */
function readPayee(
  record: JsonRecord,
  transfer: SourceTransfer | null,
  { payees }: BuildContext,
): string | null {
  if (transfer) return null
  const id = readOptionalText(record, 'payee_id')
  return (id === undefined ? undefined : payees.get(id)) ?? readOptionalText(record, 'payee_name') ?? null
}

function buildLine(
  record: JsonRecord,
  { key, payee }: { key: string; payee: string | null },
  context: BuildContext,
): SourceLine {
  const transfer = readTransfer(record, key, context)
  const own = readPayee(record, transfer, context)
  return {
    amount: context.readAmount(record, 'amount'),
    category: readCategory(record, context),
    notes: formatNotes(readOptionalText(record, 'memo') ?? '', ''),
    payee: own === payee ? null : own,
    transfer,
  }
}

function buildTransaction(
  { record, key, lines: records }: RecordEntry,
  context: BuildContext,
): SourceTransaction {
  const isSplit = records.length > 1
  // The single line of a transaction says what it is.
  const main = isSplit ? record : (records[0] ?? record)
  const transfer = isSplit ? null : readTransfer(main, key, context)
  const payee = readPayee(record, transfer, context)
  const lines = isSplit
    ? records.map((line, at) => buildLine(line, { key: toLineKey(key, at), payee }, context))
    : null
  const amount = context.readAmount(record, 'amount')
  assertSum(record, amount, lines)
  const memo = readOptionalText(main, 'memo') ?? readOptionalText(record, 'memo') ?? ''
  return {
    key,
    account: readText(record, 'account_id'),
    date: readDate(record),
    amount,
    payee,
    notes: formatNotes(memo, readFlag(record)),
    status: readStatus(record),
    isReviewed: readOptionalBoolean(record, 'approved') !== false,
    category: isSplit ? null : readCategory(main, context),
    lines,
    transfer,
    isStartingBalance: isStartingBalancePayee(payee ?? ''),
  }
}

function assertSum(record: JsonRecord, amount: bigint, lines: readonly SourceLine[] | null): void {
  if (lines === null || sumAmounts(lines) === amount) return
  throw createPlaceError(record.place, 'the lines of the split do not add up to its amount', EXPORT_AGAIN)
}

function readDate(record: JsonRecord): string {
  const date = readText(record, 'date')
  if (isDate(date)) return date
  throw createPlaceError(record.place, `date "${date}" is not a date in the form YYYY-MM-DD`, EXPORT_AGAIN)
}

const statuses: ReadonlyMap<string, SourceTransaction['status']> = new Map([
  ['uncleared', 'pending'],
  ['cleared', 'cleared'],
  ['reconciled', 'reconciled'],
])

function readStatus(record: JsonRecord): SourceTransaction['status'] {
  const word = readOptionalText(record, 'cleared') ?? 'uncleared'
  const status = statuses.get(word.toLowerCase())
  if (status !== undefined) return status
  throw createPlaceError(
    record.place,
    `cleared "${word}" is not cleared, uncleared or reconciled`,
    EXPORT_AGAIN,
  )
}

/** A transaction or a line that is one side of a transfer. */
export interface TransferRecord extends TransferSide<string> {
  /** The id of the transaction or line. */
  id: string
  /** The id of the transaction that it is, or that it is a line of. */
  transaction: string
  /** The id of the other side, or of the split that the other side is a line of. */
  otherId: string | undefined
}

/** Returns the key of the other side by the key of a side. A side without another one is missing. */
function pairTransferRecords(sides: readonly TransferRecord[]): Map<string, string> {
  const pairs = new Map<string, string>()
  const byId = new Map<string, TransferRecord[]>()
  for (const side of sides)
    for (const id of new Set([side.id, side.transaction])) byId.set(id, [...(byId.get(id) ?? []), side])
  for (const side of sides) {
    if (pairs.has(side.key) || side.otherId === undefined) continue
    const other = byId.get(side.otherId)?.find((one) => !pairs.has(one.key) && isOpposite(side, one))
    if (other) pairs.set(side.key, other.key).set(other.key, side.key)
  }
  for (const [key, other] of pairTransfers(sides.filter((side) => !pairs.has(side.key))))
    pairs.set(key, other)
  return pairs
}

const isOpposite = (a: TransferSide<string>, b: TransferSide<string>): boolean =>
  a.account === b.otherAccount &&
  a.otherAccount === b.account &&
  a.account !== b.account &&
  a.amount === -b.amount

/** @throws UserError for a transaction of an account that is not listed */
export function assertAccounts({ transactions }: JsonTransactions, accounts: readonly SourceAccount[]): void {
  const known = new Set(accounts.map(({ key }) => key))
  const lost = transactions.find(({ account }) => !known.has(account))
  if (lost)
    throw createPlaceError(`transaction ${lost.key}`, `there is no account ${lost.account}`, EXPORT_AGAIN)
}

/** Returns the names of payees that no transaction has. */
export function listUnusedPayees(
  payees: ReadonlyMap<string, string>,
  { transactions }: JsonTransactions,
): string[] {
  const used = new Set(
    transactions.flatMap(({ payee, lines }) => [payee, ...(lines ?? []).map((line) => line.payee)]),
  )
  return [...new Set(payees.values())].filter((name) => !used.has(name) && !isBuiltInPayee(name))
}
