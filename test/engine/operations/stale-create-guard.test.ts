/** Tests the refusal of new transactions after others were added. */

import { expect, test } from 'vitest'
import type { BudgetApi } from '../../../src/contract/api.ts'
import { refusal, type TestServer, toStatusAndBody, withServer } from '../../support/running-server.ts'

// docs/reliability.md#r4
const OVERTAKEN = 'other transactions were added to this account on these days in the meantime'

async function newAccount({ workspaces, workspaceId }: TestServer, name: string): Promise<string> {
  const api: BudgetApi = workspaces.open(workspaceId)
  return (await api.createAccount({ body: { name, type: 'banking_cash' } })).account.id
}

async function momentOf({ send, root }: TestServer, account_id: string): Promise<string> {
  const { headers } = await send('GET', `${root}/transactions?account_id=${account_id}`)
  return headers.get('transactions-as-of') ?? 'untold'
}

/** Posts a batch of one row, if nothing was added since a version. */
const post = (
  { send, root }: TestServer,
  account_id: string,
  { date, moment, key }: { date: string; moment?: string; key?: string },
) =>
  send('POST', `${root}/transactions`, {
    body: JSON.stringify({ transactions: [{ account_id, date, amount: '-1.00' }] }),
    headers: {
      ...(moment !== undefined && { 'if-none-added-since': moment }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
  })

test('a batch is refused when its account got others on its days since it was listed', async () => {
  await withServer(async (served) => {
    const account = await newAccount(served, 'Cash')
    const other = await newAccount(served, 'Wallet')
    const moment = await momentOf(served, account)
    expect((await post(served, account, { date: '2026-11-01', moment })).status).toBe(201)
    expect(toStatusAndBody(await post(served, account, { date: '2026-11-01', moment }))).toEqual(
      refusal(409, 'conflict', OVERTAKEN),
    )
    // Other dates, other accounts, and a later version.
    expect((await post(served, account, { date: '2026-11-02', moment })).status).toBe(201)
    expect((await post(served, other, { date: '2026-11-01', moment })).status).toBe(201)
    const later = await momentOf(served, account)
    expect((await post(served, account, { date: '2026-11-01', moment: later })).status).toBe(201)
    const { transactions } = await served.workspaces.open(served.workspaceId).listTransactions({})
    expect(transactions).toHaveLength(4)
  })
})

test('its answer tells the moment from which the next batch goes on', async () => {
  await withServer(async (served) => {
    const account = await newAccount(served, 'Cash')
    let moment = await momentOf(served, account)
    for (const key of ['a', 'b', 'c']) {
      const sent = { date: '2026-11-01', moment, key }
      const { status, headers } = await post(served, account, sent)
      expect(status).toBe(201)
      const again = await post(served, account, sent)
      expect(again.headers.get('transactions-as-of')).toBe(headers.get('transactions-as-of'))
      moment = headers.get('transactions-as-of') ?? 'untold'
    }
  })
})

test('a batch waits outside while an import on this machine has its account', async () => {
  await withServer(async (served) => {
    const account = await newAccount(served, 'Cash')
    const moment = await momentOf(served, account)
    const release = served.workspaces.importStore(served.workspaceId).lockAccount(account)
    const refused = await post(served, account, { date: '2026-11-01', moment })
    expect(toStatusAndBody(refused)).toEqual(
      refusal(409, 'conflict', 'another import into this account is running'),
    )
    // A transaction without the header is not refused.
    expect((await post(served, account, { date: '2026-11-02' })).status).toBe(201)
    release()
    expect((await post(served, account, { date: '2026-11-01', moment })).status).toBe(201)
  })
})

test.each(['-1', 'x', '1.5', ''])('a moment that was never told is refused: %j', async (moment) => {
  await withServer(async (served) => {
    const account = await newAccount(served, 'Cash')
    expect(toStatusAndBody(await post(served, account, { date: '2026-11-01', moment }))).toEqual(
      refusal(400, 'bad_request', 'If-None-Added-Since must be a value of Transactions-As-Of'),
    )
  })
})

test('an account id that is a path makes no lock', async () => {
  await withServer(async (served) => {
    const refused = await post(served, '../../x', { date: '2026-11-01', moment: '0' })
    expect(toStatusAndBody(refused)).toEqual(
      refusal(400, 'bad_request', 'transactions[0].account_id does not exist'),
    )
  })
})
