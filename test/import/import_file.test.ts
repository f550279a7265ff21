import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Account } from '../../src/contract/accounts.ts'
import type { Transaction } from '../../src/contract/transactions.ts'
import { type ImportOptions, previewImport, runImport } from '../../src/import/import_file.ts'
import { sum } from '../../src/money/money.ts'
import { type Opened, ways } from '../service/both_ways.ts'

const examples = join(import.meta.dirname, '../../examples')
const [inProcess] = ways

let service: Opened
let opened: Opened[] = []
async function open(
  options: { currency?: string; scanLimit?: (limit: number) => number } = {},
): Promise<void> {
  if (!inProcess) throw new Error('no way to a service')
  service = await inProcess.open(options)
  opened.push(service)
}
beforeEach(async () => open())
afterEach(async () => {
  for (const one of opened) await one.close()
  opened = []
})

async function newAccount(initial_balance?: string): Promise<Account> {
  const body = {
    name: 'Checking',
    type: 'banking_checking' as const,
    ...(initial_balance && { initial_balance, initial_balance_date: '2026-08-31' }),
  }
  return (await service.api.createAccount({ body })).account
}

const balanceOf = async ({ id }: Account) =>
  (await service.api.getAccount({ account_id: id })).account.balance

const optionsFor = (
  text: string | Uint8Array,
  account: Account,
  more: Partial<ImportOptions> = {},
): ImportOptions => ({
  file: 'bank.csv',
  bytes: typeof text === 'string' ? new TextEncoder().encode(text) : text,
  account,
  currency: 'USD',
  choices: {},
  on_error: 'abort',
  ...more,
})

async function importNow(options: ImportOptions) {
  return runImport(service.api, await previewImport(service.api, options), options)
}

async function allRows(account: Account): Promise<Transaction[]> {
  const rows: Transaction[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<Opened['api']['listTransactions']>> = await service.api.listTransactions({
      query: { account_id: account.id, limit: 500, ...(cursor && { cursor }) },
    })
    rows.push(...page.transactions)
    cursor = page.next_cursor
  } while (cursor)
  return rows
}

const none = { create: 0, duplicate: 0, held: 0, pending: 0, excluded: 0, rejected: 0 }
const zero = {
  create: '0.00',
  duplicate: '0.00',
  held: '0.00',
  pending: '0.00',
  excluded: '0.00',
  rejected: '0.00',
}

describe('the example files', () => {
  test.each([
    { file: 'checking-us.csv', currency: 'USD', before: '3204.18', rows: 45, after: '8265.45' },
    { file: 'girokonto-de.csv', currency: 'EUR', before: '1873.52', rows: 42, after: '2553.06' },
    { file: 'current-account-uk.csv', currency: 'GBP', before: '1720.44', rows: 44, after: '1719.81' },
  ])(
    '$file goes in without a flag and the balance equals the file’s',
    async ({ file, currency, before, rows, after }) => {
      await open({ currency })
      const account = await newAccount(before)
      const options = optionsFor(readFileSync(join(examples, file)), account, { file, currency })
      const preview = await previewImport(service.api, options)
      expect(preview.balance_check).toEqual({ file: after, account: after })
      const report = await runImport(service.api, preview, options)
      expect(report.counts).toEqual({ ...none, create: rows })
      expect(await balanceOf(account)).toBe(after)

      const again = await importNow({
        ...options,
        account: (await service.api.getAccount({ account_id: account.id })).account,
      })
      expect(again.counts).toEqual({ ...none, duplicate: rows })
      expect(await balanceOf(account)).toBe(after)
    },
  )
})

describe('a file with bad rows', () => {
  const lines = Array.from(
    { length: 250 },
    (_, at) => `2026-10-${String((at % 28) + 1).padStart(2, '0')},Shop ${at},-1.00`,
  )
  lines[9] = '2026-10-32,Shop 9,-1.00'
  lines[99] = '2026-10-16,Shop 99,-1.0x'
  lines[199] = '2026-10-04,"Shop 199",-1.005'
  const text = `Date,Payee,Amount\n${lines.join('\n')}\n`
  const bad = [
    { row: 10, line: 11, column: 1, field: 'date', message: '"2026-10-32" is not a date (ymd)' },
    { row: 100, line: 101, column: 3, field: 'amount', message: '"-1.0x" is not an amount' },
    {
      row: 200,
      line: 201,
      column: 3,
      field: 'amount',
      message: '"-1.005" has more than the 2 decimals of USD',
    },
  ]

  test('books nothing and names all of them', async () => {
    const account = await newAccount()
    await expect(importNow(optionsFor(text, account))).rejects.toMatchObject({
      name: 'Mistake',
      kind: 'value',
      message: '3 rows of 250 cannot be read; nothing was booked',
      rows: bad,
    })
    expect(await allRows(account)).toEqual([])
  })

  test('books the others when told to skip, and hands the bad ones back as they stood', async () => {
    const account = await newAccount()
    const report = await importNow(optionsFor(text, account, { on_error: 'skip' }))
    expect(report.counts).toEqual({ ...none, create: 247, rejected: 3 })
    expect(report.rejected).toEqual(bad)
    expect(report.rejected_text).toBe(
      [
        'Date,Payee,Amount,Reason',
        '2026-10-32,Shop 9,-1.00,"Line 11: ""2026-10-32"" is not a date (ymd)"',
        '2026-10-16,Shop 99,-1.0x,"Line 101: ""-1.0x"" is not an amount"',
        '2026-10-04,"Shop 199",-1.005,"Line 201: ""-1.005"" has more than the 2 decimals of USD"',
        '',
      ].join('\n'),
    )
    expect(await balanceOf(account)).toBe('-247.00')
    expect(report.requests).toBe(4)
  })
})

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
    const { transaction } = await service.api.createTransactions({ body: { transaction: mine } })
    const options = optionsFor(file, account)
    const preview = await previewImport(service.api, options)
    expect(preview.plan.held.map(({ row, existing }) => [row.line, existing.id])).toEqual([
      [2, transaction?.id],
    ])
    expect((await runImport(service.api, preview, options)).counts).toEqual({ ...none, create: 1, held: 1 })
  })

  test('is held when its merchant was renamed since the last import', async () => {
    const account = await newAccount()
    await importNow(optionsFor(file, account))
    const { merchants } = await service.api.listMerchants({})
    const rewe = merchants.find(({ name }) => name.startsWith('REWE'))
    await service.api.updateMerchant({ merchant_id: rewe?.id ?? '', body: { name: 'Groceries next door' } })
    expect((await importNow(optionsFor(file, account))).counts).toEqual({ ...none, duplicate: 1, held: 1 })
  })

  test('is booked when a person says so', async () => {
    const account = await newAccount()
    const mine = { account_id: account.id, date: '2026-11-02', amount: '-12.00', merchant_name: 'Rewe' }
    await service.api.createTransactions({ body: { transaction: mine } })
    const report = await importNow(optionsFor(file, account, { choices: { possible: 'import' } }))
    expect(report.counts).toEqual({ ...none, create: 2 })
  })
})

test('pending rows wait unless they are asked for, and are then pending in the account', async () => {
  const account = await newAccount()
  const text = 'Date,Payee,Status,Amount\n2026-11-18,Hotel,Pending,-90.00\n2026-11-17,Bakery,Booked,-4.00\n'
  expect((await importNow(optionsFor(text, account))).counts).toEqual({ ...none, create: 1, pending: 1 })
  const report = await importNow(optionsFor(text, account, { choices: { pending: 'import' } }))
  expect(report.counts).toEqual({ ...none, create: 1, duplicate: 1 })
  expect((await allRows(account)).map(({ merchant_name, status }) => [merchant_name, status])).toEqual([
    ['Hotel', 'pending'],
    ['Bakery', 'cleared'],
  ])
})

test('a payee longer than the service takes is cut, and known again the next time', async () => {
  const account = await newAccount()
  const text = `Date,Payee,Notes,Amount\n2026-11-18,${'é'.repeat(250)},${'x'.repeat(600)},-9.00\n`
  const first = await importNow(optionsFor(text, account))
  expect(first.sums).toEqual({ ...zero, create: '-9.00' })
  const [row] = await allRows(account)
  expect([row?.merchant_name, row?.notes]).toEqual(['é'.repeat(200), 'x'.repeat(500)])
  expect((await importNow(optionsFor(text, account))).counts).toEqual({ ...none, duplicate: 1 })
})

test('an import that is stopped finishes its batch and books the rest the next time', async () => {
  const account = await newAccount()
  const rows = Array.from(
    { length: 150 },
    (_, at) => `2026-10-${String((at % 28) + 1).padStart(2, '0')},Shop ${at},-1.00`,
  )
  const text = `Date,Payee,Amount\n${rows.join('\n')}\n`
  const stop = new AbortController()
  const stopped = await importNow(
    optionsFor(text, account, { signal: stop.signal, progress: () => stop.abort() }),
  )
  expect(stopped).toMatchObject({ interrupted: true, counts: { create: 100 }, sums: { create: '-100.00' } })
  expect((await importNow(optionsFor(text, account))).counts).toEqual({ ...none, create: 50, duplicate: 100 })
  expect(sum((await allRows(account)).map(({ amount }) => amount))).toBe('-150.00')
})

test('what the service refuses is named by row, line and column, with what was booked before it', async () => {
  const account = await newAccount()
  const options = optionsFor('Date,Payee,Amount\n2026-11-02,Kiosk,-3.50\n2026-11-03,Bakery,-4.00\n', account)
  const preview = await previewImport(service.api, options)
  // The account goes away between preview and run.
  await service.api.deleteAccount({ account_id: account.id })
  await expect(runImport(service.api, preview, options)).rejects.toMatchObject({
    name: 'Mistake',
    kind: 'value',
    rows: [{ row: 1, line: 2, field: 'account_id' }],
  })
})
