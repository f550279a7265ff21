/** Provides a service with one account and an import journal for each test. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import type { BudgetApi } from '../../src/contract/api.ts'
import type { Account } from '../../src/contract/operations/accounts.ts'
import type { Transaction } from '../../src/contract/operations/transactions.ts'
import type { ImportStore } from '../../src/contract/ports/import-journal.ts'
import { type ImportOptions, previewImport } from '../../src/import/plan/preview-import.ts'
import type { ImportResult } from '../../src/import/posting/import-result.ts'
import type { RunOptions } from '../../src/import/posting/post-preview.ts'
import { runImport } from '../../src/import/posting/run-import.ts'
import { openImportStore } from '../../src/store/imports-db.ts'
import { type OpenedService, type OpenOptions, serviceKinds } from '../service/describe-both-ways.ts'

type Options = ImportOptions & RunOptions

let openWorkspaces: OpenedService[] = []
let openJournal: { folder: string; imports: ReturnType<typeof openImportStore> } | undefined
beforeEach(async () => {
  await openWorkspace()
})
afterEach(async () => {
  for (const one of openWorkspaces) await one.close()
  openWorkspaces = []
  discardJournal()
})

/** Deletes the journal of the running test; the next use creates another one. */
export function discardJournal(): void {
  openJournal?.imports.close()
  if (openJournal) rmSync(openJournal.folder, { recursive: true })
  openJournal = undefined
}

/** Returns the journal of the running test, as for a remote service. */
export function getJournal(): ImportStore {
  if (!openJournal) {
    const folder = mkdtempSync(join(tmpdir(), 'budget-journal-'))
    openJournal = {
      folder,
      imports: openImportStore(folder, { base_url: 'http://localhost', workspace_id: 'wks' }),
    }
  }
  return openJournal.imports
}

/** Opens another workspace than the default one of a test. */
export async function openWorkspace(options: OpenOptions = {}): Promise<void> {
  const [inProcess] = serviceKinds
  if (!inProcess) throw new Error('no way to a service')
  openWorkspaces.unshift(await inProcess.open(options))
}

/** Returns the service of the running test. */
export function getApi(): BudgetApi {
  const [current] = openWorkspaces
  if (!current) throw new Error('no service is open')
  return current.api
}

/** Creates a checking account with this balance since 2026-08-31. */
export async function createAccount(initial_balance?: string): Promise<Account> {
  const start = initial_balance && { initial_balance, initial_balance_date: '2026-08-31' }
  const { account } = await getApi().createAccount({
    body: { name: 'Checking', type: 'banking_checking', ...start },
  })
  return account
}

/** Returns the current state of an account. */
export const fetchAccount = async ({ id }: Account): Promise<Account> =>
  (await getApi().getAccount({ account_id: id })).account

/** Returns the options to import a text or bytes into an account. */
export const createImportOptions = (
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
  imports: getJournal(),
  on_error: 'abort',
  request: '{}',
  now: () => Date.UTC(2026, 10, 20),
  ...more,
})

/** Previews and runs an import. */
export const importFile = async (options: Options): Promise<ImportResult> =>
  runImport(getApi(), await previewImport(getApi(), options), options)

/** Returns all transactions of an account, newest first. */
export async function listTransactions({ id }: Account): Promise<Transaction[]> {
  const rows: Transaction[] = []
  let cursor: string | null = null
  do {
    const query = { account_id: id, limit: 500, ...(cursor && { cursor }) }
    const page: Awaited<ReturnType<BudgetApi['listTransactions']>> = await getApi().listTransactions({
      query,
    })
    rows.push(...page.transactions)
    cursor = page.next_cursor
  } while (cursor)
  return rows
}

/** Zero rows in every disposition. */
export const noRows = {
  create: 0,
  duplicate: 0,
  held: 0,
  pending: 0,
  excluded: 0,
  other_currency: 0,
  rejected: 0,
}
