/** A service of its own for each test of an import, with one account in it. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import type { BudgetApi } from '../../src/contract/api.ts'
import type { Account } from '../../src/contract/operations/accounts.ts'
import type { Transaction } from '../../src/contract/operations/transactions.ts'
import type { ImportStore } from '../../src/contract/ports/import-journal.ts'
import { type ImportOptions, previewImport } from '../../src/import/plan/preview-import.ts'
import type { RunOptions } from '../../src/import/posting/post-preview.ts'
import { type ImportResult, runImport } from '../../src/import/posting/run-import.ts'
import { openImportStore } from '../../src/store/imports-db.ts'
import { type OpenedService, type OpenOptions, serviceKinds } from '../service/describe-both-ways.ts'

type Options = ImportOptions & RunOptions

let opened: OpenedService[] = []
let kept: { folder: string; imports: ReturnType<typeof openImportStore> } | undefined
beforeEach(async () => {
  await open()
})
afterEach(async () => {
  for (const one of opened) await one.close()
  opened = []
  loseJournal()
})

/** Takes the journal of the running test away; another one begins. */
export function loseJournal(): void {
  kept?.imports.close()
  if (kept) rmSync(kept.folder, { recursive: true })
  kept = undefined
}

/** The journal of the running test, as it is kept of a service elsewhere. */
export function journal(): ImportStore {
  if (!kept) {
    const folder = mkdtempSync(join(tmpdir(), 'budget-journal-'))
    kept = { folder, imports: openImportStore(folder, { base_url: 'http://localhost', workspace_id: 'wks' }) }
  }
  return kept.imports
}

/** Takes another workspace than the one every test starts with. */
export async function open(options: OpenOptions = {}): Promise<void> {
  const [inProcess] = serviceKinds
  if (!inProcess) throw new Error('no way to a service')
  opened.unshift(await inProcess.open(options))
}

/** The service of the running test. */
export function api(): BudgetApi {
  const [current] = opened
  if (!current) throw new Error('no service is open')
  return current.api
}

/** A new checking account, with so much in it since 2026-08-31. */
export async function newAccount(initial_balance?: string): Promise<Account> {
  const start = initial_balance && { initial_balance, initial_balance_date: '2026-08-31' }
  const { account } = await api().createAccount({
    body: { name: 'Checking', type: 'banking_checking', ...start },
  })
  return account
}

export const accountNow = async ({ id }: Account): Promise<Account> =>
  (await api().getAccount({ account_id: id })).account

/** What it takes to import a text, or a file's bytes, into an account. */
export const optionsFor = (
  file: string | Uint8Array,
  { id }: Account,
  more: Partial<Options> = {},
): Options => ({
  file: 'bank.csv',
  path: '/bank.csv',
  bytes: typeof file === 'string' ? new TextEncoder().encode(file) : file,
  account_id: id,
  currency: 'USD',
  choices: {},
  imports: journal(),
  on_error: 'abort',
  asked: '{}',
  now: () => Date.UTC(2026, 10, 20),
  ...more,
})

/** Previews and runs an import at once. */
export const importNow = async (options: Options): Promise<ImportResult> =>
  runImport(api(), await previewImport(api(), options), options)

/** Every transaction of an account, newest first. */
export async function allRows({ id }: Account): Promise<Transaction[]> {
  const rows: Transaction[] = []
  let cursor: string | null = null
  do {
    const query = { account_id: id, limit: 500, ...(cursor && { cursor }) }
    const page: Awaited<ReturnType<BudgetApi['listTransactions']>> = await api().listTransactions({ query })
    rows.push(...page.transactions)
    cursor = page.next_cursor
  } while (cursor)
  return rows
}

/** No row in any bin. */
export const none = {
  create: 0,
  duplicate: 0,
  held: 0,
  pending: 0,
  excluded: 0,
  other_currency: 0,
  rejected: 0,
}
