/** The journal recognizes imported rows and recovers batches whose answer was lost. */

import { describe, expect, test } from 'vitest'
import type { BudgetApi } from '../../../src/contract/api.ts'
import { NetworkError } from '../../../src/contract/errors.ts'
import { previewImport } from '../../../src/import/plan/preview-import.ts'
import { recoverBatches } from '../../../src/import/posting/recover-batches.ts'
import { runImport } from '../../../src/import/posting/run-import.ts'
import {
  createAccount,
  createImportOptions,
  getApi,
  getJournal,
  importFile,
  listTransactions,
  noRows,
} from '../../support/import-account.ts'

describe('the bank’s own references', () => {
  const fileOf = (...rows: string[]) => `Date,Payee,Amount,Reference\n${rows.join('\n')}\n`

  test('tell a second equal coffee in another export from the first one', async () => {
    const account = await createAccount()
    await importFile(
      createImportOptions(fileOf('2026-11-02,Kiosk,-3.50,A-1001', '2026-11-02,Tram,-2.75,A-1002'), account),
    )
    const later = fileOf('2026-11-02,Tram,-2.75,A-1002', '2026-11-02,Kiosk,-3.50,A-1003')
    expect((await importFile(createImportOptions(later, account))).counts).toEqual({
      ...noRows,
      create: 1,
      duplicate: 1,
    })
    expect((await importFile(createImportOptions(later, account))).counts).toEqual({
      ...noRows,
      duplicate: 2,
    })
  })

  test('prove nothing where two exports share none: the bank may renew them, so equal rows are held', async () => {
    const account = await createAccount()
    await importFile(
      createImportOptions(fileOf('2026-11-02,Kiosk,-3.50,A-1001', '2026-11-02,Tram,-2.75,A-1002'), account),
    )
    const renewed = fileOf(
      '2026-11-02,Kiosk,-3.50,B-2001',
      '2026-11-02,Tram,-2.75,B-2002',
      '2026-11-03,Tram,-2.75,B-2003',
    )
    expect((await importFile(createImportOptions(renewed, account))).counts).toEqual({
      ...noRows,
      create: 1,
      held: 2,
    })
  })

  test('know a row again that the bank dates and words anew', async () => {
    const account = await createAccount()
    await importFile(
      createImportOptions(
        fileOf('2026-11-02,KARTE 4711,-3.50,A-1001', '2026-11-02,Tram,-2.75,A-1002'),
        account,
      ),
    )
    const reworded = fileOf('2026-11-04,Kiosk am Platz,-3.50,A-1001', '2026-11-02,Tram,-2.75,A-1002')
    expect((await importFile(createImportOptions(reworded, account))).counts).toEqual({
      ...noRows,
      duplicate: 2,
    })
  })
})

describe('rows nobody heard the end of', () => {
  const text = 'Date,Payee,Amount\n2026-11-02,Kiosk,-3.50\n2026-11-02,Kiosk,-3.50\n2026-11-03,Tram,-2.75\n'

  /**
   * Imports the file and loses the answer to its only request; the service has stored `present` of its rows.
   */
  async function lost(present: number) {
    const account = await createAccount()
    const options = createImportOptions(text, account)
    const preview = await previewImport(getApi(), options)
    const cutOff: BudgetApi = {
      ...getApi(),
      async createTransactions({ body }) {
        const rows = ('transactions' in body ? body.transactions : []).slice(0, present)
        if (rows.length > 0) await getApi().createTransactions({ body: { transactions: rows } })
        throw new NetworkError('The connection broke', true)
      },
    }
    await expect(runImport(cutOff, preview, options)).rejects.toMatchObject({
      name: 'NetworkError',
      mayHaveApplied: true,
    })
    expect(getJournal().listUnconfirmedBatches(account.id)).toMatchObject([{ state: 'unknown' }])
    let time = options.now()
    const waits: number[] = []
    const settle = (assume?: 'done' | 'absent') =>
      recoverBatches(getApi(), {
        imports: getJournal(),
        account_id: account.id,
        assume,
        now: () => time,
        wait: async (milliseconds) => {
          waits.push(milliseconds)
          time += milliseconds
        },
      })
    return { account, options, settle, waits, id: preview.import_id }
  }

  test('are adopted at once when they are all there', async () => {
    const { account, options, settle, waits, id } = await lost(3)
    expect(await settle()).toBe(1)
    expect(waits).toEqual([])
    expect(getJournal().listUnconfirmedBatches(account.id)).toEqual([])
    expect(
      getJournal()
        .listBatches(id)
        .flatMap(({ ids }) => ids)
        .toSorted(),
    ).toEqual((await listTransactions(account)).map((row) => row.id).toSorted())
    expect((await importFile(options)).counts).toEqual({ ...noRows, duplicate: 3 })
  })

  test('are booked again when none is there, and not before it is certain that none will come', async () => {
    const { account, options, settle, waits } = await lost(0)
    expect(await settle()).toBe(2)
    expect(waits.reduce((all, one) => all + one, 0)).toBe(90_000)
    expect((await importFile(options)).counts).toEqual({ ...noRows, create: 3 })
    expect(await listTransactions(account)).toHaveLength(3)
  })

  test('are left to a person when only some are there', async () => {
    const { account, settle, id } = await lost(2)
    await expect(settle()).rejects.toMatchObject({
      mayHaveApplied: true,
      hint: expect.stringContaining(`budget imports resume ${id} --assume done`),
    })
    expect(JSON.parse(getJournal().listUnconfirmedBatches(account.id)[0]?.drafts ?? '')).toHaveLength(3)
    await settle('done')
    expect(getJournal().listUnconfirmedBatches(account.id)).toEqual([])
  })

  test('are booked by the next import when a person says that they are absent', async () => {
    const { account, options, settle } = await lost(2)
    await settle('absent')
    expect((await importFile(options)).counts).toEqual({ ...noRows, create: 1, duplicate: 2 })
    expect(await listTransactions(account)).toHaveLength(3)
  })
})

test('a request that took effect late, after it was sent again, is seen by a closing look', async () => {
  const account = await createAccount()
  const options = createImportOptions(
    'Date,Payee,Amount\n2026-11-02,Kiosk,-3.50\n2026-11-03,Tram,-2.75\n',
    account,
  )
  let resent = 0
  const twice: BudgetApi = {
    ...getApi(),
    // This service does not report conflicts.
    async createTransactions({ body }) {
      resent += 1
      await getApi().createTransactions({ body })
      return getApi().createTransactions({ body })
    },
  }
  const preview = await previewImport(getApi(), options)
  const report = await runImport(twice, preview, { ...options, resent: () => resent })
  const others = (await listTransactions(account))
    .map(({ id }) => id)
    .filter((id) => !report.created.toJSON().includes(id))
  expect(report.second_copies?.toSorted()).toEqual(others.toSorted())
  expect(others).toHaveLength(2)
})

test('a second import into the same account waits for nobody: it is told to come back', () => {
  const release = getJournal().lockAccount('acc_1')
  expect(() => getJournal().lockAccount('acc_1')).toThrow('Another import into this account is running')
  getJournal().lockAccount('acc_2')()
  release()
  getJournal().lockAccount('acc_1')()
})

test('what stands for transactions that were there is not the import’s to take back', async () => {
  const account = await createAccount()
  const mine = {
    account_id: account.id,
    date: '2026-11-01',
    amount: '-3.50',
    merchant_name: 'Kiosk am Platz',
  }
  const { transaction } = await getApi().createTransactions({ body: { transaction: mine } })
  const text = 'Date,Payee,Amount\n2026-11-02,Kiosk,-3.50\n2026-11-03,Tram,-2.75\n'
  const report = await importFile(createImportOptions(text, account, { choices: { possible: 'match' } }))
  expect(report).toMatchObject({ matched: [transaction?.id], counts: { ...noRows, create: 1, duplicate: 1 } })
  const states = getJournal()
    .listBatches(report.import_id)
    .map(({ state, ids }) => ({ state, ids }))
  expect(states).toEqual([
    { state: 'noted', ids: [transaction?.id] },
    { state: 'done', ids: report.created.toJSON() },
  ])
})
