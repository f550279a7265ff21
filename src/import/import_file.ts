/** A bank's file goes into an account: first a preview that books nothing, then exactly what it showed. */ // import.md §1 §6

import { createHash } from 'node:crypto'
import type { Account } from '../contract/accounts.ts'
import type { BudgetApi } from '../contract/api.ts'
import { type BadRow, Mistake } from '../contract/errors.ts'
import { batchSize } from '../contract/transactions.ts'
import { add, type Money } from '../money/money.ts'
import type { Choices } from './choices.ts'
import { draftOf } from './drafts.ts'
import { knownOf } from './known.ts'
import { type Bin, type ImportPlan, planOf, sortRows, soughtBy, totalOf } from './plan.ts'
import { refusedRow } from './refusal.ts'
import { rejectedText } from './rejected_text.ts'
import type { StatementRow } from './row_reader.ts'
import { readStatement, type Statement } from './statement.ts'

export interface ImportOptions {
  /** The file's name, for messages. */
  file: string
  bytes: Uint8Array
  account: Account
  /** The workspace's currency. */
  currency: string
  choices: Choices
  /** What a bad row does: `abort` books nothing at all, `skip` books the others. */
  on_error: 'abort' | 'skip'
  signal?: AbortSignal
  progress?: (done: { rows: number; of: number; requests: number }) => void
}

/** Everything there is to see before a file is booked. */
export interface ImportPreview {
  import_id: string
  file: string
  account_id: string
  statement: Statement
  plan: ImportPlan
  /** The layout was found, not named: somebody must look at it. */ // import.md §1 (d)
  needs_confirmation: boolean
  /** The balance the file ends with beside the one the account will have; undefined when the file names none. */
  balance_check: { file: Money; account: Money } | undefined
  first: StatementRow[]
  last: StatementRow[]
  rejected: BadRow[]
  /** The requests spent so far and those that booking takes. */
  requests: { used: number; needed: number }
}

/** What an import did. */
export interface ImportReport {
  import_id: string
  file: string
  account_id: string
  created: string[]
  counts: Record<Bin, number>
  sums: Record<Bin, Money>
  rejected: BadRow[]
  requests: number
  /** Stopped between two batches; importing the file again books the rest. */
  interrupted?: true
  /** The rejected records as they stood in the file, each with its reason. */
  rejected_text?: string
}

const SHOWN_ROWS = 3

/** Understands a file and looks up what the account already has. Books nothing. */
export async function previewImport(api: BudgetApi, options: ImportOptions): Promise<ImportPreview> {
  const { file, bytes, account, currency, choices, signal } = options
  const statement = readStatement(bytes, choices, currency)
  const sorted = sortRows(statement, choices)
  const sought = soughtBy(sorted, account.id)
  const known = sought
    ? await knownOf(api, sought, signal)
    : { found: new Map<string, number>(), candidates: [], requests: 0 }
  const plan = planOf(sorted, known, { choices, currency })
  return {
    import_id: createHash('sha256').update(account.id).update(bytes).digest('hex').slice(0, 12),
    file,
    account_id: account.id,
    statement,
    plan,
    needs_confirmation: choices.map === undefined,
    balance_check: balanceCheck(sorted.bookable, { account, plan, statement }),
    first: sorted.bookable.slice(0, SHOWN_ROWS),
    last: sorted.bookable.slice(-SHOWN_ROWS),
    rejected: sorted.rejected.flatMap(({ problem }) => problem ?? []),
    requests: { used: known.requests, needed: plan.requests },
  }
}

const isNewestFirst = (rows: readonly StatementRow[]): boolean =>
  (rows[0]?.date ?? '') > (rows.at(-1)?.date ?? '')

function balanceCheck(
  rows: readonly StatementRow[],
  { account, plan, statement }: { account: Account; plan: ImportPlan; statement: Statement },
): ImportPreview['balance_check'] {
  const closing = isNewestFirst(rows) ? rows[0] : rows.at(-1)
  const balance = closing && statement.balance(closing)
  return balance === undefined
    ? undefined
    : { file: balance, account: add(account.balance, plan.sums.create) }
}

/** Books a preview's plan in batches. Throws a Mistake with all bad rows, before anything is sent, unless they may be skipped. */
export async function runImport(
  api: BudgetApi,
  preview: ImportPreview,
  options: ImportOptions,
): Promise<ImportReport> {
  const { plan, statement, rejected } = preview
  if (rejected.length > 0 && options.on_error === 'abort') throw refusal(rejected, plan)
  const booked = await bookAll(api, preview, options)
  const text = rejectedText(statement, plan.rejected)
  return {
    import_id: preview.import_id,
    file: preview.file,
    account_id: preview.account_id,
    created: booked.created,
    counts: { ...plan.counts, create: booked.created.length },
    sums: { ...plan.sums, create: booked.sum },
    rejected,
    requests: preview.requests.used + booked.requests,
    ...(booked.created.length < plan.create.length && { interrupted: true as const }),
    ...(text !== undefined && { rejected_text: text }),
  }
}

function refusal(rejected: BadRow[], { counts }: ImportPlan): Mistake {
  const all = Object.values(counts).reduce((total, count) => total + count, 0)
  const some = rejected.length === 1 ? '1 row' : `${rejected.length} rows`
  return new Mistake('value', `${some} of ${all} cannot be read; nothing was booked`, {
    hint: 'Correct them, or book the others with --on-error skip',
    rows: rejected,
  })
}

async function bookAll(
  api: BudgetApi,
  { plan, statement, account_id }: ImportPreview,
  options: ImportOptions,
) {
  // Oldest first, so that the account lists a day's rows in the order in which the bank booked them.
  const rows = isNewestFirst(plan.create) ? plan.create.toReversed() : plan.create
  const created: string[] = []
  let requests = 0
  for (let at = 0; at < rows.length && !options.signal?.aborted; at += batchSize) {
    const batch = rows.slice(at, at + batchSize)
    const transactions = batch.map((row) => draftOf(row, account_id))
    try {
      // No signal: a batch on its way is waited for, so that it is known whether it was booked.
      const reply = await api.createTransactions({ body: { transactions } })
      created.push(...(reply.transactions ?? []).map(({ id }) => id))
    } catch (error) {
      throw refusedRow(error, { statement, batch, booked: created.length }) ?? error
    }
    requests += 1
    options.progress?.({ rows: at + batch.length, of: rows.length, requests })
  }
  return { created, requests, sum: totalOf(rows.slice(0, created.length), options.currency) }
}
