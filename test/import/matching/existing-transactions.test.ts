/** Importing overlapping files creates each row once. */

import { describe, expect, test } from 'vitest'
import { previewImport } from '../../../src/import/plan/preview-import.ts'
import { runImport } from '../../../src/import/posting/run-import.ts'
import {
  createAccount,
  createImportOptions,
  discardJournal,
  getApi,
  importFile,
  noRows,
  openWorkspace,
} from '../../support/import-account.ts'

describe('overlapping exports', () => {
  const day = (date: string, ...shops: string[]) => shops.map((shop) => `${date},${shop},-3.50`)
  const fileOf = (...rows: string[]) => `Date,Payee,Amount\n${rows.join('\n')}\n`

  test('keep a second equal coffee and add no third', async () => {
    const account = await createAccount()
    await importFile(createImportOptions(fileOf(...day('2026-11-02', 'Kiosk')), account))
    const twice = await importFile(
      createImportOptions(
        fileOf(...day('2026-11-02', 'Kiosk', 'Kiosk'), ...day('2026-11-03', 'Kiosk')),
        account,
      ),
    )
    expect(twice.counts).toEqual({ ...noRows, create: 2, duplicate: 1 })
    const again = await importFile(
      createImportOptions(
        fileOf(...day('2026-11-03', 'Kiosk'), ...day('2026-11-02', 'Kiosk', 'Kiosk')),
        account,
      ),
    )
    expect(again.counts).toEqual({ ...noRows, duplicate: 3 })
  })

  test('book the same coffee of the next week, which is another one', async () => {
    const account = await createAccount()
    await importFile(
      createImportOptions(fileOf(...day('2026-11-02', 'Kiosk'), ...day('2026-11-03', 'Kiosk')), account),
    )
    const next = await importFile(
      createImportOptions(fileOf(...day('2026-11-04', 'Kiosk'), ...day('2026-11-05', 'Kiosk')), account),
    )
    expect(next.counts).toEqual({ ...noRows, create: 2 })
  })

  test('find what is known through short and empty pages', async () => {
    await openWorkspace({ scanLimit: () => 1 })
    const account = await createAccount()
    const file = fileOf(...day('2026-11-02', 'Kiosk', 'Bakery'), ...day('2026-11-03', 'Kiosk'))
    await importFile(createImportOptions(file, account))
    expect((await importFile(createImportOptions(file, account))).counts).toEqual({ ...noRows, duplicate: 3 })
  })
})

describe('a row that may be in the account already', () => {
  const file =
    'Date,Payee,Notes,Amount\n2026-11-02,REWE SAGT DANKE 4140,Card 3308,-12.00\n2026-11-09,Bakery,Card 3308,-4.00\n'

  test('is held when a person entered it two days before', async () => {
    const account = await createAccount()
    const mine = { account_id: account.id, date: '2026-10-31', amount: '-12.00', merchant_name: 'Rewe' }
    const { transaction } = await getApi().createTransactions({ body: { transaction: mine } })
    const options = createImportOptions(file, account)
    const preview = await previewImport(getApi(), options)
    expect(preview.plan.held.map(({ row, existing }) => [row.line, existing.id])).toEqual([
      [2, transaction?.id],
    ])
    expect((await runImport(getApi(), preview, options)).counts).toEqual({ ...noRows, create: 1, held: 1 })
  })

  test('is known when its merchant was renamed since, from the journal and without it from the bank’s text in the notes', async () => {
    const account = await createAccount()
    await importFile(createImportOptions(file, account))
    const { merchants } = await getApi().listMerchants({})
    const rewe = merchants.find(({ name }) => name === 'Rewe')
    await getApi().updateMerchant({ merchant_id: rewe?.id ?? '', body: { name: 'Groceries next door' } })
    expect((await importFile(createImportOptions(file, account))).counts).toEqual({ ...noRows, duplicate: 2 })
    discardJournal()
    expect((await importFile(createImportOptions(file, account))).counts).toEqual({ ...noRows, duplicate: 2 })
  })

  test.each([
    ['cuts its text', 'POS DEBIT CORNER DELI 0098 BOSTON MA', 'POS DEBIT CORNER DELI 0098 BOSTO', ''],
    [
      'cuts a whole word of it',
      'POS DEBIT CORNER DELI 0098 BOSTON MA',
      'POS DEBIT CORNER DELI 0098 BOSTON',
      '',
    ],
    ['leaves its notes out', 'Corner Deli', 'Corner Deli', 'till 4'],
  ])('is held when another export of the bank %s', async (_, whole, cut, notes) => {
    const account = await createAccount()
    await importFile(
      createImportOptions(`Date,Payee,Memo,Amount\n2026-11-02,${whole},${notes},-5.00\n`, account),
    )
    const again = await importFile(
      createImportOptions(`Date,Payee,Amount\n2026-11-02,${cut},-5.00\n`, account),
    )
    expect(again.counts).toEqual({ ...noRows, held: 1 })
  })

  test('is booked when a person says so', async () => {
    const account = await createAccount()
    const mine = { account_id: account.id, date: '2026-11-02', amount: '-12.00', merchant_name: 'Rewe' }
    await getApi().createTransactions({ body: { transaction: mine } })
    const report = await importFile(createImportOptions(file, account, { choices: { possible: 'import' } }))
    expect(report.counts).toEqual({ ...noRows, create: 2 })
  })
})

describe('of equal rows', () => {
  const coffee = '2026-11-02,Kiosk,-3.50'
  const fileOf = (...rows: string[]) => `Date,Payee,Amount\n${rows.join('\n')}\n`
  const skipFirst = { rows: { 1: { skip: true } } } as const
  const planSecond = { rows: { 2: {} }, only_rows: true } as const

  test('a plan books the one it names, though the account has the other', async () => {
    const account = await createAccount()
    await importFile(createImportOptions(fileOf(coffee), account))
    const planned = createImportOptions(fileOf(coffee, coffee), account, { decisions: planSecond })
    expect((await importFile(planned)).counts).toEqual({ ...noRows, create: 1, excluded: 1 })
  })

  test('one that is left out takes nothing from the other, however often that is tried', async () => {
    const account = await createAccount()
    const bad = '2026-02-31,Tram,-1.00'
    const options = (...rows: string[]) =>
      createImportOptions(fileOf(...rows), account, { decisions: skipFirst })
    await importFile({ ...options(coffee, bad), on_error: 'skip' })
    await importFile({ ...options(coffee, bad), on_error: 'skip' })
    const both = await importFile(createImportOptions(fileOf(coffee, coffee), account))
    expect(both.counts).toEqual({ ...noRows, create: 1, duplicate: 1 })
  })

  test('a bad one can be left out', async () => {
    const account = await createAccount()
    const options = createImportOptions(fileOf('2026-02-31,Tram,-1.00', coffee), account, {
      decisions: skipFirst,
    })
    expect((await importFile(options)).counts).toEqual({ ...noRows, create: 1, excluded: 1 })
  })

  test('one that was deleted and booked again stands for one', async () => {
    const account = await createAccount()
    const { created } = await importFile(createImportOptions(fileOf(coffee), account))
    await getApi().deleteTransaction({ transaction_id: created.toJSON()[0] ?? '' })
    expect((await importFile(createImportOptions(fileOf(coffee), account))).counts).toEqual({
      ...noRows,
      duplicate: 1,
    })
    const again = { reimport_deleted: true }
    expect((await importFile(createImportOptions(fileOf(coffee), account, again))).counts).toEqual({
      ...noRows,
      create: 1,
    })
    const two = await importFile(createImportOptions(fileOf(coffee, coffee), account))
    expect(two.counts).toEqual({ ...noRows, create: 1, duplicate: 1 })
  })
})
