/** A bank's file goes into an account: first a preview that books nothing, then exactly what it showed. */ // import.md §1 §6

import { createHash } from 'node:crypto'
import type { Account } from '../contract/accounts.ts'
import type { BudgetApi } from '../contract/api.ts'
import { type BadRow, Mistake } from '../contract/errors.ts'
import { add, type Money } from '../money/money.ts'
import { bookAll } from './booking.ts'
import type { Choices } from './choices.ts'
import { keysOf } from './file_keys.ts'
import { knownOf } from './known.ts'
import { type ImportPlan, planOf } from './plan.ts'
import { readStatement } from './reading.ts'
import { rejectedText } from './rejected_text.ts'
import { type Bin, isNewestFirst, rowsIn, sortRows } from './sorted.ts'
import type { Statement } from './statement.ts'

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
  currency: string
  statement: Statement
  plan: ImportPlan
  /** The layout was found, not named: somebody must look at it. */ // import.md §1 (d)
  needs_confirmation: boolean
  /** The balance the file ends with beside the one the account will have; undefined when the file names none. */
  balance_check: { file: Money; account: Money } | undefined
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

/** Understands a file and looks up what the account already has. Books nothing. */
export async function previewImport(api: BudgetApi, options: ImportOptions): Promise<ImportPreview> {
  const { file, bytes, account, currency, choices, signal } = options
  const statement = readStatement(bytes, choices, currency)
  const sorted = sortRows(statement, choices)
  const keys = () => keysOf(rowsIn('create', statement, sorted), sorted.size)
  const known = await knownOf(api, { account_id: account.id, span: sorted.span, keys }, signal)
  const plan = planOf(sorted, known, { statement, choices, currency })
  return {
    import_id: createHash('sha256').update(account.id).update(bytes).digest('hex').slice(0, 12),
    file,
    account_id: account.id,
    currency,
    statement,
    plan,
    needs_confirmation: choices.map === undefined,
    balance_check: balanceCheck(account, plan, statement),
    requests: { used: known.requests, needed: plan.requests },
  }
}

function balanceCheck(
  account: Account,
  plan: ImportPlan,
  statement: Statement,
): ImportPreview['balance_check'] {
  const closing = isNewestFirst(plan) ? plan.first[0] : plan.last.at(-1)
  const balance = closing && statement.balance(closing)
  return balance === undefined
    ? undefined
    : { file: balance, account: add(account.balance, plan.sums.create) }
}

/** What booking a preview takes of the options. */
export type RunOptions = Pick<ImportOptions, 'on_error' | 'signal' | 'progress'>

/** Books a preview's plan in batches. Throws a Mistake with all bad rows, before anything is sent, unless they may be skipped. */
export async function runImport(
  api: BudgetApi,
  preview: ImportPreview,
  { on_error, signal, progress }: RunOptions,
): Promise<ImportReport> {
  const { plan, statement } = preview
  if (plan.rejected.length > 0 && on_error === 'abort') throw refusal(plan)
  const booked = await bookAll(api, { ...preview, ...(signal && { signal }), ...(progress && { progress }) })
  const text = rejectedText(statement, plan)
  return {
    import_id: preview.import_id,
    file: preview.file,
    account_id: preview.account_id,
    created: booked.created,
    counts: { ...plan.counts, create: booked.created.length },
    sums: { ...plan.sums, create: booked.sum },
    rejected: plan.rejected,
    requests: preview.requests.used + booked.requests,
    ...(booked.created.length < plan.counts.create && { interrupted: true as const }),
    ...(text !== undefined && { rejected_text: text }),
  }
}

function refusal({ counts, rejected }: ImportPlan): Mistake {
  const all = Object.values(counts).reduce((total, count) => total + count, 0)
  const some = rejected.length === 1 ? '1 row' : `${rejected.length} rows`
  return new Mistake('value', `${some} of ${all} cannot be read; nothing was booked`, {
    hint: 'Correct them, or book the others with --on-error skip',
    rows: rejected,
  })
}
