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

/** Parses the rows and adds the fields that all of them share. */
export function parseJsonRows(bytes: Uint8Array, shared: Partial<TransactionDraft>): JsonRow[] {
  const text = new TextDecoder().decode(bytes).trim()
  const rows = text.startsWith('[') ? parseJsonArray(text) : parseJsonLines(text)
  return rows.map((row) => (isObject(row.value) ? { ...row, value: { ...shared, ...row.value } } : row))
}

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

const parseJsonLines = (text: string): JsonRow[] =>
  text
    .split('\n')
    .flatMap((line, at) => (line.trim() === '' ? [] : [{ line: at + 1, ...parseJsonLine(line) }]))

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
  rows: readonly JsonRow[],
): Promise<Transaction[]> {
  const drafts = await validateRows(names, rows)
  reserveRequests(Math.ceil(drafts.length / maxBatchSize))
  const added: Transaction[] = []
  for (let at = 0; at < drafts.length; at += maxBatchSize) {
    const body = { transactions: drafts.slice(at, at + maxBatchSize) }
    const { transactions } = await api.createTransactions({ body }).catch((error: unknown) => {
      throw locateFailedRow(error, rows, at)
    })
    added.push(...(transactions ?? []))
    reportProgress({ done: added.length, of: drafts.length, what: 'transactions added' })
  }
  return added
}

async function validateRows(names: NameIndex, rows: readonly JsonRow[]): Promise<TransactionDraft[]> {
  const first = separateBadRows(rows, await loadValidationContext(names))
  if (first.bad.length === 0) return first.drafts
  // The id may be newer than the cached names.
  const { drafts, bad } = separateBadRows(rows, await loadValidationContext(names, 'fresh'))
  if (bad.length === 0) return drafts
  const badRows = new Set(bad.map(({ row }) => row)).size
  const count = pluralize(badRows, 'row')
  throw new UserError('invalid', `${count} of ${rows.length} cannot be added; nothing was added`, {
    rows: bad,
    ...(rows.some(({ isUnread }) => isUnread) && { hint: FORMAT_HINT }),
  })
}

/** Separates valid rows from invalid ones. */
function separateBadRows(
  rows: readonly JsonRow[],
  workspace: ValidationContext,
): { drafts: TransactionDraft[]; bad: RowError[] } {
  const drafts: TransactionDraft[] = []
  const bad: RowError[] = []
  for (const [at, { line, value, isUnread }] of rows.entries()) {
    if (isUnread) {
      bad.push({ row: at + 1, line, field: 'body', message: 'is not JSON' })
      continue
    }
    const problems = listProblems(transactionDraft, value, workspace)
    for (const problem of problems) bad.push({ row: at + 1, line, ...problem })
    // Validation has shown the type, which the compiler cannot see.
    if (problems.length === 0) drafts.push(value as TransactionDraft)
  }
  return { drafts, bad }
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
function locateFailedRow(error: unknown, rows: readonly JsonRow[], done: number): unknown {
  const textBefore = done === 0 ? '' : `; rows 1 to ${done} were added`
  if (error instanceof NetworkError)
    return new NetworkError(`${error.message}${textBefore}`, error.mayHaveApplied || done > 0, {
      cause: error,
    })
  const [, at, detail] =
    error instanceof ApiError ? (/^transactions\[(\d+)\]\.?(.*)$/s.exec(error.detail) ?? []) : []
  if (at === undefined || detail === undefined) return error
  const index = done + Number(at)
  const bad = { row: index + 1, line: rows[index]?.line ?? index + 1, ...splitDetail(detail) }
  return new UserError('invalid', `1 row cannot be added${textBefore || '; nothing was added'}`, {
    rows: [bad],
  })
}
