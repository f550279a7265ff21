/**
 * Two imports into one account at the same moment, by different doors: each with a journal of its own.
 * @see docs/reliability.md#r4
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { previewImport } from '../../src/import/plan/preview-import.ts'
import { runImport } from '../../src/import/posting/run-import.ts'
import { openImportStore } from '../../src/store/imports-db.ts'
import {
  accountNow,
  allRows,
  api,
  importNow,
  newAccount,
  none,
  optionsFor,
} from '../support/import-account.ts'

const csv = (...rows: string[]): string => `Date,Payee,Amount\n${rows.join('\n')}\n`
const rowsFrom = (first: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `2026-10-20,Shop ${first + at},-${1 + first + at}.00`)

/** Another journal, as another machine has it. */
async function elsewhere(
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
  await elsewhere(async (imports) => {
    const account = await newAccount()
    const options = optionsFor(csv(...rowsFrom(0, 250)), account, {
      choices: { map: 'date=1,payee=2,amount=3' },
    })
    const late = await previewImport(api(), { ...options, imports })
    await importNow(options)
    const lookAgain = () => previewImport(api(), { ...options, imports })
    const report = await runImport(api(), late, { ...options, imports, refreshPreview: lookAgain })
    expect(report.counts).toEqual({ ...none, duplicate: 250 })
    expect((await accountNow(account)).balance).toBe('-31375.00')
  })
})

test('of two files that overlap each row is booked once, however their requests mix', async () => {
  await elsewhere(async (imports) => {
    const account = await newAccount()
    const options = optionsFor(csv(...rowsFrom(0, 300)), account, {
      choices: { map: 'date=1,payee=2,amount=3' },
    })
    const other = {
      ...optionsFor(csv(...rowsFrom(150, 300)), account, { imports }),
      choices: options.choices,
    }
    const late = await previewImport(api(), other)
    let requests = 0
    // The first import is overtaken after its first request.
    const mixed = {
      ...api(),
      createTransactions: async (request: Parameters<ReturnType<typeof api>['createTransactions']>[0]) => {
        if (requests++ === 1)
          await runImport(api(), late, { ...other, refreshPreview: () => previewImport(api(), other) })
        return api().createTransactions(request)
      },
    }
    const lookAgain = () => previewImport(api(), options)
    const report = await runImport(mixed, await previewImport(api(), options), {
      ...options,
      refreshPreview: lookAgain,
    })
    const rows = await allRows(account)
    expect(new Set(rows.map(({ merchant_name }) => merchant_name)).size).toBe(450)
    expect(rows).toHaveLength(450)
    expect(report).toMatchObject({
      counts: { ...none, create: 150, duplicate: 150 },
      sums: { create: '-11325.00' },
    })
    expect(report.created.toJSON()).toHaveLength(150)
  })
})

test('what was imported, taken back and imported again comes in again, the same day', async () => {
  const account = await newAccount()
  const options = optionsFor(csv(...rowsFrom(0, 3)), account, { choices: { map: 'date=1,payee=2,amount=3' } })
  const { created, import_id } = await importNow(options)
  for (const transaction_id of created.toJSON()) await api().deleteTransaction({ transaction_id })
  options.imports.finishImport(import_id, 'undone', '')
  expect((await importNow(options)).counts).toEqual({ ...none, create: 3 })
})
