/** Adds transactions from JSON on stdin: an array, or one object per line. */

import type { WorkspaceContext } from '../command/context.ts'
import type { NameIndex } from '../command/names/resolve-name.ts'
import { ApiError, NetworkError, type RowError, UserError } from '../contract/errors.ts'
import {
  maxBatchSize,
  type Transaction,
  type TransactionDraft,
  transactionDraft,
} from '../contract/operations/transactions.ts'
import { createOfflineValidation, listProblems, type ValidationContext } from '../contract/validate.ts'
import { MAX_CURRENCY_DECIMALS } from '../money/currency.ts'
import { pluralize } from '../output/pluralize.ts'

/** A row that is not validated yet. */
interface JsonRow {
  line: number
  value: unknown
  /** The line is not JSON. */
  isUnread?: true
}

/** Rows that can be read again and again; lines are parsed each time, because a million rows fill the memory. */
export type JsonRows = Iterable<JsonRow>

/** Parses the rows and adds the fields that all of them share. */
export function parseJsonRows(bytes: Uint8Array, shared: Partial<TransactionDraft>): JsonRows {
  const read = startsArray(bytes) ? parseJsonArray(new TextDecoder().decode(bytes).trim()) : undefined
  return {
    *[Symbol.iterator]() {
      for (const row of read ?? parseJsonLines(bytes))
        yield isObject(row.value) ? { ...row, value: { ...shared, ...row.value } } : row
    },
  }
}

/** What stands before an array: blanks and the mark of the encoding. */
const MAX_BLANK_BYTES = 4096

const startsArray = (bytes: Uint8Array): boolean =>
  new TextDecoder().decode(bytes.subarray(0, MAX_BLANK_BYTES)).trimStart().startsWith('[')

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parseJsonArray(text: string): JsonRow[] {
  try {
    const values: unknown[] = JSON.parse(text)
    return values.map((value, at) => ({ line: at + 1, value }))
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : ''
    // Some messages of JSON.parse contain a position; the others are about the end of the text.
    const textBefore = text.slice(0, Number(/position (\d+)/.exec(why)?.[1] ?? text.length)).split('\n')
    const problem = why.replace(/ in JSON.*/s, '')
    throw new UserError('invalid', `The input is not a JSON array (line ${textBefore.length}): ${problem}`, {
      hint: FORMAT_HINT,
    })
  }
}

const FORMAT_HINT =
  'Use an array of objects, or one object per line, such as {"date":"2026-11-20","amount":"-12.30"}'

const LINE_FEED = 0x0a

function* parseJsonLines(bytes: Uint8Array): Generator<JsonRow> {
  const decoder = new TextDecoder()
  let line = 1
  for (let at = 0; at < bytes.length; line++) {
    const end = bytes.indexOf(LINE_FEED, at)
    const text = decoder.decode(bytes.subarray(at, end < 0 ? bytes.length : end))
    if (text.trim() !== '') yield { line, ...parseJsonLine(text) }
    at = end < 0 ? bytes.length : end + 1
  }
}

function parseJsonLine(line: string): Omit<JsonRow, 'line'> {
  try {
    return { value: JSON.parse(line) }
  } catch {
    return { value: undefined, isUnread: true }
  }
}

/**
 * Creates the transactions in batches, each of which is atomic.
 * @throws UserError with all invalid rows, before any is sent.
 */
export async function createTransactionsInBatches(
  { workspace: { api, names, reserveRequests }, user: { reportProgress } }: WorkspaceContext,
  rows: JsonRows,
): Promise<Transaction[]> {
  const count = await validateRows(names, rows)
  reserveRequests(Math.ceil(count / maxBatchSize))
  const added: Transaction[] = []
  for (const batch of groupRows(rows)) {
    // Validation has shown the type, which the compiler cannot see.
    const body = { transactions: batch.map(({ value }) => value as TransactionDraft) }
    const { transactions } = await api.createTransactions({ body }).catch((error: unknown) => {
      throw locateFailedRow(error, batch, added.length)
    })
    for (const transaction of transactions ?? []) added.push(transaction)
    reportProgress({ done: added.length, of: count, what: 'transactions added' })
  }
  return added
}

/** Yields the rows of one request after the other. */
function* groupRows(rows: JsonRows): Generator<JsonRow[]> {
  let batch: JsonRow[] = []
  for (const row of rows) {
    if (batch.push(row) < maxBatchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Returns the number of rows. @throws UserError with all invalid rows */
async function validateRows(names: NameIndex, rows: JsonRows): Promise<number> {
  const first = listBadRows(rows, await loadValidationContext(names))
  if (first.bad.length === 0) return first.count
  // The id may be newer than the cached names.
  const { count, bad, hasUnread } = listBadRows(rows, await loadValidationContext(names, 'fresh'))
  if (bad.length === 0) return count
  const badRows = pluralize(new Set(bad.map(({ row }) => row)).size, 'row')
  throw new UserError('invalid', `${badRows} of ${count} cannot be added; nothing was added`, {
    rows: bad,
    ...(hasUnread && { hint: FORMAT_HINT }),
  })
}

/** Returns the errors of the rows, how many rows there are, and whether one is not JSON. */
function listBadRows(
  rows: JsonRows,
  workspace: ValidationContext,
): { count: number; bad: RowError[]; hasUnread: boolean } {
  const bad: RowError[] = []
  let count = 0
  let hasUnread = false
  for (const { line, value, isUnread } of rows) {
    count += 1
    if (isUnread) {
      hasUnread = true
      bad.push({ row: count, line, field: 'body', message: 'is not JSON' })
      continue
    }
    for (const problem of listProblems(transactionDraft, value, workspace))
      bad.push({ row: count, line, ...problem })
  }
  return { count, bad, hasUnread }
}

const splitDetail = (detail: string): { field: string; message: string } => {
  const [field = '', ...messageWords] = detail.split(' ')
  return { field, message: messageWords.join(' ') }
}

/** Returns what validation may know without a request: the ids. The service checks the decimals. */
async function loadValidationContext(names: NameIndex, age?: 'fresh'): Promise<ValidationContext> {
  const [accounts, categories, merchants] = await Promise.all([
    names.accounts(age),
    names.categories(age),
    names.merchants(age),
  ])
  const ids = new Set([...accounts, ...categories, ...merchants].map(({ id }) => id))
  return {
    ...createOfflineValidation(MAX_CURRENCY_DECIMALS),
    findReferenceError: (_, id) => (ids.has(id) ? undefined : 'does not exist'),
  }
}

/**
 * Returns the error of a batch, with its row number counted over all batches and the number of rows added
 * before.
 */
function locateFailedRow(error: unknown, batch: readonly JsonRow[], done: number): unknown {
  const textBefore = done === 0 ? '' : `; rows 1 to ${done} were added`
  if (error instanceof NetworkError)
    return new NetworkError(`${error.message}${textBefore}`, error.mayHaveApplied || done > 0, {
      cause: error,
    })
  const [, at, detail] =
    error instanceof ApiError ? (/^transactions\[(\d+)\]\.?(.*)$/s.exec(error.detail) ?? []) : []
  if (at === undefined || detail === undefined) return error
  const row = done + Number(at) + 1
  const bad = { row, line: batch[Number(at)]?.line ?? row, ...splitDetail(detail) }
  return new UserError('invalid', `1 row cannot be added${textBefore || '; nothing was added'}`, {
    rows: [bad],
  })
}
