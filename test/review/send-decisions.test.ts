/** Tests what becomes of decisions when sending them is interrupted, or something changes meanwhile. */

import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { WorkspaceContext } from '../../src/command/context.ts'
import { createNameIndex } from '../../src/command/names/resolve-name.ts'
import { NetworkError } from '../../src/contract/errors.ts'
import type { Transaction } from '../../src/contract/operations/transactions.ts'
import type { ReviewDraft, ReviewDrafts } from '../../src/contract/ports/review-drafts.ts'
import { openWorkspaces } from '../../src/engine/workspaces.ts'
import type { RowDecision } from '../../src/review/review-state.ts'
import { sendDecisions } from '../../src/review/send-decisions.ts'
import { planTransfer } from '../../src/review/send-transfer.ts'

const createDrafts = (): ReviewDrafts => {
  const drafts = new Map<string, ReviewDraft>()
  return {
    list: () => [...drafts.values()],
    save: (saved) => {
      for (const draft of saved) drafts.set(draft.id, draft)
    },
    remove: (ids) => {
      for (const id of ids) drafts.delete(id)
    },
    close: () => undefined,
  }
}

let folder: string
let workspaces: ReturnType<typeof openWorkspaces>
let api: WorkspaceContext['workspace']['api']
let accounts: string[]
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'budget-test-'))
  workspaces = openWorkspaces({ folder, now: () => Date.parse('2026-11-20'), random: randomBytes })
  api = workspaces.open(workspaces.createWorkspace({ name: 'Home', currency: 'EUR' }).id)
  accounts = []
  for (const name of ['Checking', 'Savings'])
    accounts.push((await api.createAccount({ body: { name, type: 'banking_checking' } })).account.id)
})
afterEach(() => {
  workspaces.close()
  rmSync(folder, { recursive: true })
})

const addRow = async (): Promise<Transaction> => {
  const transaction = {
    account_id: accounts[0] ?? '',
    date: '2026-11-03',
    amount: '-50',
    notes: 'TO SAVINGS',
  }
  const { transaction: row } = await api.createTransactions({ body: { transaction } })
  if (!row) throw new Error('Nothing was created')
  return row
}
const listAll = async (): Promise<string[]> =>
  (await api.listTransactions({})).transactions.map(({ type, amount }) => `${type} ${amount}`).toSorted()

// Only the members that sending uses: as on a remote profile, where every request stands alone.
const createContext = (service: WorkspaceContext['workspace']['api']): WorkspaceContext =>
  ({
    workspace: {
      api: service,
      costsRequests: true,
      rollsBack: false,
      names: createNameIndex(service),
      reserveRequests: () => undefined,
      afterCommit: () => undefined,
    },
    invocation: { isDryRun: false, signal: new AbortController().signal },
  }) as unknown as WorkspaceContext

describe('a transfer whose reply was lost', () => {
  it('is created once', async () => {
    const row = await addRow()
    const drafts = createDrafts()
    const decision: RowDecision = { transfer_account_id: accounts[1] ?? '', outcome: 'approved' }
    const losing: WorkspaceContext['workspace']['api'] = {
      ...api,
      async createTransactions(request) {
        await api.createTransactions(request)
        throw new NetworkError('lost', true)
      },
    }
    await expect(planTransfer(createContext(losing), { row, decision, drafts }).run()).rejects.toThrow('lost')
    const stored: { row: RowDecision } = JSON.parse(drafts.list()[0]?.decision ?? '')
    expect(stored.row.is_sent).toBe(true)
    await planTransfer(createContext(api), { row, decision: stored.row, drafts }).run()
    expect(await listAll()).toEqual(['transfer -50.00', 'transfer 50.00'])
  })

  it('is created where it never arrived', async () => {
    const row = await addRow()
    const decision: RowDecision = {
      transfer_account_id: accounts[1] ?? '',
      outcome: 'approved',
      is_sent: true,
    }
    await planTransfer(createContext(api), { row, decision, drafts: createDrafts() }).run()
    expect(await listAll()).toEqual(['transfer -50.00', 'transfer 50.00'])
  })
})

describe('decisions about what changed meanwhile', () => {
  const send = async (rows: readonly Transaction[], decide: (row: Transaction) => RowDecision) =>
    sendDecisions(createContext(api), {
      decisions: { rows: new Map(rows.map((row) => [row.id, decide(row)])), rules: [] },
      transactions: new Map(rows.map((row) => [row.id, row])),
      drafts: createDrafts(),
    })

  it('a transaction that is gone for good does not hold the others up', async () => {
    const [kept, gone] = [await addRow(), { ...(await addRow()), id: 'txn_GONE' }]
    const { sent, outdated } = await send([kept, gone], () => ({ outcome: 'approved' }))
    expect(sent.map(({ id, review_status }) => ({ id, review_status }))).toEqual([
      { id: kept.id, review_status: 'reviewed' },
    ])
    expect(outdated.map(({ label }) => label)).toEqual(['2026-11-03 -50.00'])
  })

  it('a category that was deleted, and an account that was closed, are told, and nothing is changed', async () => {
    const row = await addRow()
    expect((await send([row], () => ({ category: 'cat_GONE', outcome: 'approved' }))).outdated).toHaveLength(
      1,
    )
    await api.updateAccount({ account_id: accounts[1] ?? '', body: { closed: true } })
    const decision: RowDecision = { transfer_account_id: accounts[1] ?? '', outcome: 'approved' }
    expect((await send([row], () => decision)).outdated).toHaveLength(1)
    expect(await listAll()).toEqual(['regular -50.00'])
  })

  it('a new category is created once, also after a run that was stopped', async () => {
    const { category_group: group } = await api.createCategoryGroup({ body: { name: 'Animals' } })
    const [first, second] = [await addRow(), await addRow()]
    const category = `new:${group.id}/Pets`
    const decide = (row: Transaction): RowDecision =>
      row.id === first.id
        ? { category, outcome: 'approved' }
        : { splits: ['-20', '-30'].map((amount) => ({ amount, category })), outcome: 'approved' }
    const { sent } = await send([first, second], decide)
    expect(sent.map((row) => row.category_name ?? row.splits?.map((line) => line.category_name))).toEqual([
      'Pets',
      ['Pets', 'Pets'],
    ])
    const third = await addRow()
    expect((await send([third], () => ({ category, outcome: 'approved' }))).sent).toHaveLength(1)
    const { category_groups } = await api.listCategories({})
    expect(category_groups.find(({ id }) => id === group.id)?.categories).toHaveLength(1)
  })

  it('a new category whose group was deleted is told', async () => {
    const category = 'new:grp_GONE/Pets'
    expect((await send([await addRow()], () => ({ category, outcome: 'approved' }))).outdated).toHaveLength(1)
  })

  it('what an earlier run sent is no change of another program', async () => {
    const row = await addRow()
    await api.updateTransaction({ transaction_id: row.id, body: { review_status: 'reviewed' } })
    expect(await send([row], () => ({ outcome: 'approved' }))).toEqual({ sent: [], outdated: [] })
  })
})
