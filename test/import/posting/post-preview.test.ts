/**
 * Concurrent imports into one account by processes with separate journals.
 * @see docs/reliability.md#r4
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { previewImport } from '../../../src/import/plan/preview-import.ts'
import { runImport } from '../../../src/import/posting/run-import.ts'
import { openImportStore } from '../../../src/store/imports-db.ts'
import {
  createAccount,
  createImportOptions,
  fetchAccount,
  getApi,
  importFile,
  listTransactions,
  noRows,
} from '../../support/import-account.ts'

const csv = (...rows: string[]): string => `Date,Payee,Amount\n${rows.join('\n')}\n`
const rowsFrom = (first: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `2026-10-20,Shop ${first + at},-${1 + first + at}.00`)

/** Runs a test with a second journal, as on another machine. */
async function withSecondJournal(
  work: (imports: ReturnType<typeof openImportStore>) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'budget-journal-'))
  const imports = openImportStore(folder, { base_url: 'http://localhost', workspace_id: 'wks' })
  try {
    await work(imports)
  } finally {
    imports.close()
    rmSync(folder, { recursive: true })
  }
}

test('a file that another door imported since the account was looked at is found to be there', async () => {
  await withSecondJournal(async (imports) => {
    const account = await createAccount()
    const options = createImportOptions(csv(...rowsFrom(0, 250)), account, {
      choices: { map: 'date=1,payee=2,amount=3' },
    })
    const late = await previewImport(getApi(), { ...options, imports })
    await importFile(options)
    const lookAgain = () => previewImport(getApi(), { ...options, imports })
    const report = await runImport(getApi(), late, { ...options, imports, refreshPreview: lookAgain })
    expect(report.counts).toEqual({ ...noRows, duplicate: 250 })
    expect((await fetchAccount(account)).balance).toBe('-31375.00')
  })
})

test('of two files that overlap each row is booked once, however their requests mix', async () => {
  await withSecondJournal(async (imports) => {
    const account = await createAccount()
    const options = createImportOptions(csv(...rowsFrom(0, 300)), account, {
      choices: { map: 'date=1,payee=2,amount=3' },
    })
    const other = {
      ...createImportOptions(csv(...rowsFrom(150, 300)), account, { imports }),
      choices: options.choices,
    }
    const late = await previewImport(getApi(), other)
    let requests = 0
    // The account changes after the first request of the first import.
    const mixed = {
      ...getApi(),
      createTransactions: async (request: Parameters<ReturnType<typeof getApi>['createTransactions']>[0]) => {
        if (requests++ === 1)
          await runImport(getApi(), late, { ...other, refreshPreview: () => previewImport(getApi(), other) })
        return getApi().createTransactions(request)
      },
    }
    const lookAgain = () => previewImport(getApi(), options)
    const report = await runImport(mixed, await previewImport(getApi(), options), {
      ...options,
      refreshPreview: lookAgain,
    })
    const rows = await listTransactions(account)
    expect(new Set(rows.map(({ merchant_name }) => merchant_name)).size).toBe(450)
    expect(rows).toHaveLength(450)
    expect(report).toMatchObject({
      counts: { ...noRows, create: 150, duplicate: 150 },
      sums: { create: '-11325.00' },
    })
    expect(report.created.toJSON()).toHaveLength(150)
  })
})

test('what was imported, taken back and imported again comes in again, the same day', async () => {
  const account = await createAccount()
  const options = createImportOptions(csv(...rowsFrom(0, 3)), account, {
    choices: { map: 'date=1,payee=2,amount=3' },
  })
  const { created, import_id } = await importFile(options)
  for (const transaction_id of created.toJSON()) await getApi().deleteTransaction({ transaction_id })
  options.imports.finishImport(import_id, 'undone', '')
  expect((await importFile(options)).counts).toEqual({ ...noRows, create: 3 })
})
