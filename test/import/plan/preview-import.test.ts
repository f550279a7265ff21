/** A preview posts nothing, and running it posts exactly what it showed. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { BudgetApi } from '../../../src/contract/api.ts'
import { ApiError, NetworkError, StorageError } from '../../../src/contract/errors.ts'
import { previewImport } from '../../../src/import/plan/preview-import.ts'
import { runImport } from '../../../src/import/posting/run-import.ts'
import { sum } from '../../../src/money/decimal.ts'
import {
  createAccount,
  createImportOptions,
  fetchAccount,
  getApi,
  getJournal,
  importFile,
  listTransactions,
  noRows,
  openWorkspace,
} from '../../support/import-account.ts'

const examples = join(import.meta.dirname, '../../../examples')

const zero = {
  create: '0.00',
  duplicate: '0.00',
  held: '0.00',
  pending: '0.00',
  excluded: '0.00',
  other_currency: '0.00',
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
      await openWorkspace({ currency })
      const account = await createAccount(before)
      const options = createImportOptions(readFileSync(join(examples, file)), account, { file, currency })
      const preview = await previewImport(getApi(), options)
      expect(preview.balance).toMatchObject({ amount: after, is_followed: true, gaps: [] })
      const report = await runImport(getApi(), preview, options)
      expect(report.counts).toEqual({ ...noRows, create: rows })
      expect((await fetchAccount(account)).balance).toBe(after)

      const again = await importFile({
        ...options,
        account_id: account.id,
      })
      expect(again.counts).toEqual({ ...noRows, duplicate: rows })
      expect((await fetchAccount(account)).balance).toBe(after)
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
    const account = await createAccount()
    await expect(importFile(createImportOptions(text, account))).rejects.toMatchObject({
      name: 'UserError',
      kind: 'invalid',
      message: '3 rows of 250 cannot be read; nothing was imported',
      rows: bad,
    })
    expect(await listTransactions(account)).toEqual([])
  })

  test('books the others when told to skip, and hands the bad ones back as they stood', async () => {
    const account = await createAccount()
    const report = await importFile(createImportOptions(text, account, { on_error: 'skip' }))
    expect(report.counts).toEqual({ ...noRows, create: 247, rejected: 3 })
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
    expect((await fetchAccount(account)).balance).toBe('-247.00')
    expect(report.requests).toBe(4)
  })
})

test('pending rows wait unless they are asked for, and are then pending in the account', async () => {
  const account = await createAccount()
  const text = 'Date,Payee,Status,Amount\n2026-11-18,Hotel,Pending,-90.00\n2026-11-17,Bakery,Booked,-4.00\n'
  expect((await importFile(createImportOptions(text, account))).counts).toEqual({
    ...noRows,
    create: 1,
    pending: 1,
  })
  const report = await importFile(createImportOptions(text, account, { choices: { pending: 'import' } }))
  expect(report.counts).toEqual({ ...noRows, create: 1, duplicate: 1 })
  expect(
    (await listTransactions(account)).map(({ merchant_name, status }) => [merchant_name, status]),
  ).toEqual([
    ['Hotel', 'pending'],
    ['Bakery', 'cleared'],
  ])
})

test('a payee longer than the service takes is cut, stands whole in the notes, and is known again the next time', async () => {
  const account = await createAccount()
  const text = `Date,Payee,Notes,Amount\n2026-11-18,${'é'.repeat(250)},${'x'.repeat(600)},-9.00\n`
  const first = await importFile(createImportOptions(text, account))
  expect(first.sums).toEqual({ ...zero, create: '-9.00' })
  const [row] = await listTransactions(account)
  expect([row?.merchant_name, row?.notes]).toEqual([
    'é'.repeat(200),
    `${'é'.repeat(250)}; ${'x'.repeat(248)}`,
  ])
  expect((await importFile(createImportOptions(text, account))).counts).toEqual({ ...noRows, duplicate: 1 })
})

test('an import that is stopped finishes its batch and imports the rest the next time', async () => {
  const account = await createAccount()
  const rows = Array.from(
    { length: 150 },
    (_, at) => `2026-10-${String((at % 28) + 1).padStart(2, '0')},Shop ${at},-1.00`,
  )
  const text = `Date,Payee,Amount\n${rows.join('\n')}\n`
  const stop = new AbortController()
  const stopped = await importFile(
    createImportOptions(text, account, { signal: stop.signal, progress: () => stop.abort() }),
  )
  const booked = { counts: { create: 100 }, sums: { create: '-100.00' } }
  expect(stopped).toMatchObject({ stopped: 'interrupted', ...booked })
  expect(getJournal().listImports()).toMatchObject([{ id: stopped.import_id, state: 'unfinished' }])
  expect((await importFile(createImportOptions(text, account))).counts).toEqual({
    ...noRows,
    create: 50,
    duplicate: 100,
  })
  expect(sum((await listTransactions(account)).map(({ amount }) => amount))).toBe('-150.00')
})

describe('an import whose second batch gets no answer', () => {
  const rows = Array.from({ length: 150 }, (_, at) => `2026-10-01,Shop ${at},-1.00`)
  const text = `Date,Payee,Amount\n${rows.join('\n')}\n`

  /** Returns a service that fails from the second batch on. */
  const failing = (failure: Error): BudgetApi => {
    const whole = getApi()
    let batches = 0
    return {
      ...whole,
      createTransactions: async (request) => {
        batches += 1
        if (batches === 2) throw failure
        return whole.createTransactions(request)
      },
    }
  }

  test.each([new NetworkError('The connection broke', true), new StorageError('The disk is full')])(
    'tells how much is booked and stays what it is: %s',
    async (failure) => {
      const account = await createAccount()
      const options = createImportOptions(text, account)
      const preview = await previewImport(getApi(), options)
      const told = await runImport(failing(failure), preview, options).catch((error: unknown) => error)
      const advice = `100 rows were imported before that; "budget imports resume ${preview.import_id}" imports the rest`
      expect(told).toBeInstanceOf(failure.constructor)
      expect(told).toMatchObject({
        name: failure.name,
        message: `${failure.message}. ${advice}`,
        cause: failure,
        ...(failure instanceof NetworkError && { mayHaveApplied: true }),
      })
      expect((await importFile(options)).counts).toEqual({ ...noRows, create: 50, duplicate: 100 })
    },
  )

  test('is a report when the hour is used up, and a refusal when that was so from the beginning', async () => {
    const limit = new ApiError('rate_limit_exceeded', 'Too many requests', 30)
    const options = createImportOptions(text, await createAccount())
    const preview = await previewImport(getApi(), options)
    expect(await runImport(failing(limit), preview, options)).toMatchObject({
      stopped: 'rate_limit',
      counts: { ...noRows, create: 100 },
    })
    expect(getJournal().listUnconfirmedBatches(options.account_id)).toEqual([])
    const closed = { ...getApi(), createTransactions: () => Promise.reject(limit) }
    const again = await previewImport(getApi(), options)
    await expect(runImport(closed, again, options)).rejects.toMatchObject({
      name: limit.name,
      retryAfter: 30,
    })
    expect((await importFile(options)).counts).toEqual({ ...noRows, create: 50, duplicate: 100 })
  })
})

test('a file that begins with the newest row is booked from its end, blocks apart', async () => {
  const account = await createAccount()
  const rows = Array.from({ length: 6000 }, (_, at) => {
    const day = String(28 - Math.floor(at / 300)).padStart(2, '0')
    return `2026-10-${day},Shop ${6000 - at} in a street with a long name,-1.00`
  })
  const report = await importFile(createImportOptions(`Date,Payee,Amount\n${rows.join('\n')}\n`, account))
  expect(report.counts).toEqual({ ...noRows, create: 6000 })
  // The list is newest first, so the row posted last comes first.
  expect((await listTransactions(account)).map(({ merchant_name: name }) => name)).toEqual(
    rows.map((row) => row.split(',')[1]),
  )
})

test('what the service refuses is named by row, line and column, with what was booked before it', async () => {
  const account = await createAccount()
  const options = createImportOptions(
    'Date,Payee,Amount\n2026-11-02,Kiosk,-3.50\n2026-11-03,Bakery,-4.00\n',
    account,
  )
  const preview = await previewImport(getApi(), options)
  // The account is deleted between preview and run.
  await getApi().deleteAccount({ account_id: account.id })
  await expect(runImport(getApi(), preview, options)).rejects.toMatchObject({
    name: 'UserError',
    kind: 'invalid',
    rows: [{ row: 1, line: 2, field: 'account_id' }],
  })
})
