import { describe, expect, test } from 'vitest'
import { previewImport } from '../../src/import/plan/preview-import.ts'
import { runImport } from '../../src/import/posting/run-import.ts'
import { api, importNow, loseJournal, newAccount, none, open, optionsFor } from '../support/import-account.ts'

describe('overlapping exports', () => {
  const day = (date: string, ...shops: string[]) => shops.map((shop) => `${date},${shop},-3.50`)
  const fileOf = (...rows: string[]) => `Date,Payee,Amount\n${rows.join('\n')}\n`

  test('keep a second equal coffee and add no third', async () => {
    const account = await newAccount()
    await importNow(optionsFor(fileOf(...day('2026-11-02', 'Kiosk')), account))
    const twice = await importNow(
      optionsFor(fileOf(...day('2026-11-02', 'Kiosk', 'Kiosk'), ...day('2026-11-03', 'Kiosk')), account),
    )
    expect(twice.counts).toEqual({ ...none, create: 2, duplicate: 1 })
    const again = await importNow(
      optionsFor(fileOf(...day('2026-11-03', 'Kiosk'), ...day('2026-11-02', 'Kiosk', 'Kiosk')), account),
    )
    expect(again.counts).toEqual({ ...none, duplicate: 3 })
  })

  test('book the same coffee of the next week, which is another one', async () => {
    const account = await newAccount()
    await importNow(optionsFor(fileOf(...day('2026-11-02', 'Kiosk'), ...day('2026-11-03', 'Kiosk')), account))
    const next = await importNow(
      optionsFor(fileOf(...day('2026-11-04', 'Kiosk'), ...day('2026-11-05', 'Kiosk')), account),
    )
    expect(next.counts).toEqual({ ...none, create: 2 })
  })

  test('find what is known through short and empty pages', async () => {
    await open({ scanLimit: () => 1 })
    const account = await newAccount()
    const file = fileOf(...day('2026-11-02', 'Kiosk', 'Bakery'), ...day('2026-11-03', 'Kiosk'))
    await importNow(optionsFor(file, account))
    expect((await importNow(optionsFor(file, account))).counts).toEqual({ ...none, duplicate: 3 })
  })
})

describe('a row that may be in the account already', () => {
  const file =
    'Date,Payee,Notes,Amount\n2026-11-02,REWE SAGT DANKE 4140,Card 3308,-12.00\n2026-11-09,Bakery,Card 3308,-4.00\n'

  test('is held when a person entered it two days before', async () => {
    const account = await newAccount()
    const mine = { account_id: account.id, date: '2026-10-31', amount: '-12.00', merchant_name: 'Rewe' }
    const { transaction } = await api().createTransactions({ body: { transaction: mine } })
    const options = optionsFor(file, account)
    const preview = await previewImport(api(), options)
    expect(preview.plan.held.map(({ row, existing }) => [row.line, existing.id])).toEqual([
      [2, transaction?.id],
    ])
    expect((await runImport(api(), preview, options)).counts).toEqual({ ...none, create: 1, held: 1 })
  })

  test('is known when its merchant was renamed since, from the journal and without it from the bank’s text in the notes', async () => {
    const account = await newAccount()
    await importNow(optionsFor(file, account))
    const { merchants } = await api().listMerchants({})
    const rewe = merchants.find(({ name }) => name === 'Rewe')
    await api().updateMerchant({ merchant_id: rewe?.id ?? '', body: { name: 'Groceries next door' } })
    expect((await importNow(optionsFor(file, account))).counts).toEqual({ ...none, duplicate: 2 })
    loseJournal()
    expect((await importNow(optionsFor(file, account))).counts).toEqual({ ...none, duplicate: 2 })
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
    const account = await newAccount()
    await importNow(optionsFor(`Date,Payee,Memo,Amount\n2026-11-02,${whole},${notes},-5.00\n`, account))
    const again = await importNow(optionsFor(`Date,Payee,Amount\n2026-11-02,${cut},-5.00\n`, account))
    expect(again.counts).toEqual({ ...none, held: 1 })
  })

  test('is booked when a person says so', async () => {
    const account = await newAccount()
    const mine = { account_id: account.id, date: '2026-11-02', amount: '-12.00', merchant_name: 'Rewe' }
    await api().createTransactions({ body: { transaction: mine } })
    const report = await importNow(optionsFor(file, account, { choices: { possible: 'import' } }))
    expect(report.counts).toEqual({ ...none, create: 2 })
  })
})

describe('of equal rows', () => {
  const coffee = '2026-11-02,Kiosk,-3.50'
  const fileOf = (...rows: string[]) => `Date,Payee,Amount\n${rows.join('\n')}\n`
  const skipFirst = { rows: { 1: { skip: true } } } as const
  const planSecond = { rows: { 2: {} }, only_rows: true } as const

  test('a plan books the one it names, though the account has the other', async () => {
    const account = await newAccount()
    await importNow(optionsFor(fileOf(coffee), account))
    const planned = optionsFor(fileOf(coffee, coffee), account, { decisions: planSecond })
    expect((await importNow(planned)).counts).toEqual({ ...none, create: 1, excluded: 1 })
  })

  test('one that is left out takes nothing from the other, however often that is tried', async () => {
    const account = await newAccount()
    const bad = '2026-02-31,Tram,-1.00'
    const options = (...rows: string[]) => optionsFor(fileOf(...rows), account, { decisions: skipFirst })
    await importNow({ ...options(coffee, bad), on_error: 'skip' })
    await importNow({ ...options(coffee, bad), on_error: 'skip' })
    const both = await importNow(optionsFor(fileOf(coffee, coffee), account))
    expect(both.counts).toEqual({ ...none, create: 1, duplicate: 1 })
  })

  test('a bad one can be left out', async () => {
    const account = await newAccount()
    const options = optionsFor(fileOf('2026-02-31,Tram,-1.00', coffee), account, { decisions: skipFirst })
    expect((await importNow(options)).counts).toEqual({ ...none, create: 1, excluded: 1 })
  })

  test('one that was deleted and booked again stands for one', async () => {
    const account = await newAccount()
    const { created } = await importNow(optionsFor(fileOf(coffee), account))
    await api().deleteTransaction({ transaction_id: created.toJSON()[0] ?? '' })
    expect((await importNow(optionsFor(fileOf(coffee), account))).counts).toEqual({ ...none, duplicate: 1 })
    const again = { reimport_deleted: true }
    expect((await importNow(optionsFor(fileOf(coffee), account, again))).counts).toEqual({
      ...none,
      create: 1,
    })
    const two = await importNow(optionsFor(fileOf(coffee, coffee), account))
    expect(two.counts).toEqual({ ...none, create: 1, duplicate: 1 })
  })
})
