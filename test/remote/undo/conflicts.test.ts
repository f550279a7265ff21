/** Tests what the undo of a remote workspace refuses, what it confirms first, and how it ends half-way. */

import { describe, expect, test } from 'vitest'
import type { BudgetApi } from '../../../src/contract/api.ts'
import { ApiError, NetworkError, PartialFailureError, UserError } from '../../../src/contract/errors.ts'
import { rejection } from '../../support/http-service.ts'
import { type TestRemote, withRemote } from '../../support/remote-history.ts'

/** Ids of an account, a category with 10.00 assigned, and a transaction of −5.00. */
async function prepare(api: BudgetApi) {
  const { account } = await api.createAccount({ body: { name: 'Checking', type: 'banking_checking' } })
  const { category_group } = await api.createCategoryGroup({ body: { name: 'Daily' } })
  const { category } = await api.createCategory({ body: { name: 'Food', group_id: category_group.id } })
  await api.assignCategory({ month: '2026-11', category_id: category.id, body: { assigned: '10' } })
  const draft = { account_id: account.id, date: '2026-11-05', amount: '-5', merchant_name: 'Bakery' }
  const { transaction } = await api.createTransactions({ body: { transaction: draft } })
  return {
    account: account.id,
    group: category_group.id,
    category: category.id,
    transaction: transaction?.id ?? '',
  }
}

const assign = async (api: BudgetApi, category_id: string, assigned: string): Promise<void> => {
  await api.getMonth({ month: '2026-11' })
  await api.assignCategory({ month: '2026-11', category_id, body: { assigned } })
}

const edit = async (api: BudgetApi, transaction_id: string, notes: string): Promise<void> => {
  await api.getTransaction({ transaction_id })
  await api.updateTransaction({ transaction_id, body: { notes } })
}

const undo = (remote: TestRemote, id: number, with_later = false) =>
  remote.withHistory((history) => history.undo({ id, with_later }))

const getNotes = async ({ otherApi }: TestRemote, transaction_id: string) =>
  (await otherApi.getTransaction({ transaction_id })).transaction.notes

const getAssigned = async ({ otherApi }: TestRemote) =>
  (await otherApi.getMonth({ month: '2026-11' })).month.category_groups.flatMap(
    ({ categories }) => categories,
  )[0]?.assigned

describe('an undo is refused', () => {
  test('when another program changed the thing since', async () => {
    await withRemote(async (remote) => {
      const { category, transaction } = await prepare(remote.otherApi)
      await remote.invoke('tx edit', (api) => edit(api, transaction, 'mine'))
      await remote.invoke('month assign', (api) => assign(api, category, '20'))
      await remote.otherApi.updateTransaction({ transaction_id: transaction, body: { status: 'pending' } })
      await assign(remote.otherApi, category, '30')
      const edited = await rejection(undo(remote, 1))
      expect(edited).toMatchObject({
        kind: 'conflict',
        message: 'Transaction 2026-11-05 Bakery -5.00 has been changed since; nothing was changed',
      })
      const assigned = await rejection(undo(remote, 2))
      expect(assigned).toMatchObject({
        kind: 'conflict',
        message: 'The assignment to Food 2026-11 has been changed since; nothing was changed',
      })
      expect(await getNotes(remote, transaction)).toBe('mine')
      expect(await getAssigned(remote)).toBe('30.00')
    })
  })

  test('when a merge changed the thing since, which is named', async () => {
    await withRemote(async (remote) => {
      const { transaction } = await prepare(remote.otherApi)
      await remote.invoke('tx edit', (api) => edit(api, transaction, 'mine'))
      await remote.invoke('merchants delete', async (api) => {
        const { merchants } = await api.listMerchants({})
        await api.deleteMerchant({ merchant_id: merchants[0]?.id ?? '' })
      })
      expect(await rejection(undo(remote, 1))).toMatchObject({
        message:
          'Transaction 2026-11-05 Bakery -5.00 has been changed since by 2 (merchants delete); nothing was changed',
        hint: 'budget history show 2 shows more',
      })
    })
  })

  test('when another program deleted the thing since', async () => {
    await withRemote(async (remote) => {
      const { transaction } = await prepare(remote.otherApi)
      await remote.invoke('tx edit', (api) => edit(api, transaction, 'mine'))
      await remote.otherApi.deleteTransaction({ transaction_id: transaction })
      expect(await rejection(undo(remote, 1))).toMatchObject({
        kind: 'conflict',
        message: 'Transaction 2026-11-05 Bakery -5.00 has been deleted since; nothing was changed',
      })
    })
  })

  test('when a later entry changed the thing, which is named without a request', async () => {
    await withRemote(async (remote) => {
      const { transaction } = await prepare(remote.otherApi)
      await remote.invoke('tx edit', (api) => edit(api, transaction, 'first'))
      await remote.invoke('tx edit', (api) => edit(api, transaction, 'second'))
      remote.requests.length = 0
      expect(await rejection(undo(remote, 1))).toMatchObject({
        kind: 'conflict',
        message:
          'Transaction 2026-11-05 Bakery -5.00 has been changed since by 2 (tx edit); nothing was changed',
        hint: 'budget undo 1 --with-later also undoes 2',
      })
      expect(remote.requests).toEqual([])
      const { entries, recorded } = await undo(remote, 1, true)
      expect(entries.map(({ id }) => id)).toEqual([2, 1])
      expect(recorded.map(({ undoes }) => undoes)).toEqual([2, 1])
      expect(await getNotes(remote, transaction)).toBe(null)
    })
  })

  test('when a later entry uses what it created', async () => {
    await withRemote(async (remote) => {
      const { group } = await prepare(remote.otherApi)
      let category = ''
      await remote.invoke('categories add', async (api) => {
        category = (await api.createCategory({ body: { name: 'Books', group_id: group } })).category.id
      })
      await remote.invoke('month assign', (api) => assign(api, category, '5'))
      expect(await rejection(undo(remote, 1))).toMatchObject({
        message: 'Category Books has been used since by 2 (month assign); nothing was changed',
      })
      await undo(remote, 1, true)
      expect(await getAssigned(remote)).toBe('10.00')
    })
  })

  test('when what it created is in use by another program', async () => {
    await withRemote(async (remote) => {
      await prepare(remote.otherApi)
      let account_id = ''
      await remote.invoke('accounts add', async (api) => {
        account_id = (await api.createAccount({ body: { name: 'Cash', type: 'banking_cash' } })).account.id
      })
      const draft = { account_id, date: '2026-11-06', amount: '-1' }
      await remote.otherApi.createTransactions({ body: { transaction: draft } })
      expect(await rejection(undo(remote, 1))).toMatchObject({
        kind: 'conflict',
        message: 'Account Cash is in use now; nothing was changed',
      })
    })
  })

  test('when it was already undone, or does not exist', async () => {
    await withRemote(async (remote) => {
      const { category } = await prepare(remote.otherApi)
      await remote.invoke('month assign', (api) => assign(api, category, '20'))
      await undo(remote, 1)
      expect(await rejection(undo(remote, 1))).toMatchObject({
        kind: 'conflict',
        message: '1, month assign, was already undone by 2',
      })
      expect(await rejection(undo(remote, 9))).toMatchObject({ name: 'not_found' })
    })
  })

  test('when an earlier command had read what was there before, and it has been changed since', async () => {
    await withRemote(async (remote) => {
      const { transaction } = await prepare(remote.otherApi)
      await remote.invoke('tx list', (api) => api.listTransactions({}))
      await remote.otherApi.updateTransaction({ transaction_id: transaction, body: { status: 'pending' } })
      await remote.invoke('tx edit', (api) =>
        api.updateTransaction({ transaction_id: transaction, body: { notes: 'x' } }),
      )
      expect(await rejection(undo(remote, 1))).toMatchObject({
        message: /The old value of notes is not known/,
      })
    })
  })

  test.each([{ notes: 'mine' }, { merchant_name: 'Kiosk' }])(
    'when only an earlier command had read what %o replaced',
    async (body) => {
      await withRemote(async (remote) => {
        const { account, transaction } = await prepare(remote.otherApi)
        await remote.invoke('tx list', (api) => api.listTransactions({}))
        await remote.invoke('accounts list', (api) => api.listAccounts({}))
        const others = { notes: 'precious', merchant_name: 'Market' }
        const field = Object.keys(body)[0] === 'notes' ? 'notes' : 'merchant_name'
        await remote.otherApi.updateTransaction({
          transaction_id: transaction,
          body: { [field]: others[field] },
        })
        await remote.otherApi.updateAccount({ account_id: account, body: { notes: 'precious' } })
        await remote.invoke('tx edit', (api) => api.updateTransaction({ transaction_id: transaction, body }))
        await remote.invoke('accounts edit', (api) =>
          api.updateAccount({ account_id: account, body: { notes: 'mine' } }),
        )
        for (const id of [1, 2])
          expect(await rejection(undo(remote, id))).toMatchObject({
            kind: 'conflict',
            message: /because it had not been read/,
          })
      })
    },
  )

  test('when what it needs was merged by another program, in words that say so', async () => {
    await withRemote(async (remote) => {
      const { transaction } = await prepare(remote.otherApi)
      await remote.invoke('tx edit', async (api) => {
        await api.getTransaction({ transaction_id: transaction })
        await api.updateTransaction({ transaction_id: transaction, body: { merchant_name: 'Kiosk' } })
      })
      const { merchants } = await remote.otherApi.listMerchants({})
      const merchant_id = merchants.find(({ name }) => name === 'Bakery')?.id ?? ''
      await remote.otherApi.deleteMerchant({ merchant_id })
      expect(await rejection(undo(remote, 1))).toMatchObject({
        kind: 'conflict',
        message: /^Transaction .* cannot be restored: .*merchant_id does not exist/,
      })
    })
  })

  test('when what was there before had not been read', async () => {
    await withRemote(async (remote) => {
      const { transaction } = await prepare(remote.otherApi)
      await remote.invoke('tx edit', (api) =>
        api.updateTransaction({ transaction_id: transaction, body: { notes: 'x' } }),
      )
      const reason = 'The old value of notes is not known, because it had not been read'
      const [entry] = await remote.withHistory((history) => history.list({}))
      expect(entry).toMatchObject({ not_undoable: reason, counts: { transaction: 1 } })
      expect(await rejection(undo(remote, 1))).toBeInstanceOf(UserError)
    })
  })
})

describe('an undone change', () => {
  test('counts as no change any more: what came before it can be taken back', async () => {
    await withRemote(async (remote) => {
      const { category } = await prepare(remote.otherApi)
      await remote.invoke('month assign', (api) => assign(api, category, '20'))
      await remote.invoke('month assign', (api) => assign(api, category, '30'))
      await undo(remote, 2)
      const { ready_to_assign } = await undo(remote, 1)
      expect(ready_to_assign).toEqual({ month: '2026-11', before: '-20.00', after: '-10.00' })
      expect(await getAssigned(remote)).toBe('10.00')
      // Redo of both, the last undo first.
      await undo(remote, 4)
      await undo(remote, 3)
      expect(await getAssigned(remote)).toBe('30.00')
      const entries = await remote.withHistory((history) => history.list({}))
      expect(entries.filter(({ undone_by }) => undone_by === null).map(({ id }) => id)).toEqual([6, 5, 2, 1])
    })
  })

  test('can be undone, redone and undone again', async () => {
    await withRemote(async (remote) => {
      const { transaction } = await prepare(remote.otherApi)
      await remote.invoke('tx delete', (api) => api.deleteTransaction({ transaction_id: transaction }))
      const isDeleted = async () =>
        (await remote.otherApi.getTransaction({ transaction_id: transaction })).transaction.deleted
      await undo(remote, 1)
      expect(await isDeleted()).toBe(false)
      await undo(remote, 2)
      expect(await isDeleted()).toBe(true)
      await undo(remote, 1)
      expect(await isDeleted()).toBe(false)
      await undo(remote, 4)
      expect(await isDeleted()).toBe(true)
      await undo(remote, 5)
      expect(await isDeleted()).toBe(false)
    })
  })

  test('of an amount survives that the available amount changed meanwhile', async () => {
    await withRemote(async (remote) => {
      const { account, category } = await prepare(remote.otherApi)
      await remote.invoke('month assign', (api) => assign(api, category, '20'))
      await remote.withHistory(async (history) => {
        await history.planUndo({ id: 1, with_later: false })
        const draft = { account_id: account, date: '2026-11-06', amount: '-1', category_id: category }
        await remote.otherApi.createTransactions({ body: { transaction: draft } })
        await history.undo({ id: 1, with_later: false })
      })
      expect(await getAssigned(remote)).toBe('10.00')
    })
  })

  test.each(['tx edit', 'tx add'])(
    'of %s that another program edits during the question is refused',
    async (command) => {
      await withRemote(async (remote) => {
        const { account, transaction } = await prepare(remote.otherApi)
        let id = transaction
        await remote.invoke(command, async (api) => {
          if (command === 'tx edit') return edit(api, id, 'mine')
          const draft = { account_id: account, date: '2026-11-06', amount: '-1' }
          id = (await api.createTransactions({ body: { transaction: draft } })).transaction?.id ?? ''
        })
        await remote.withHistory(async (history) => {
          await history.planUndo({ id: 1, with_later: false })
          await remote.otherApi.updateTransaction({ transaction_id: id, body: { notes: 'precious' } })
          remote.passTime(5000)
          expect(await rejection(history.undo({ id: 1, with_later: false }))).toMatchObject({
            kind: 'conflict',
          })
        })
        const { transaction: left } = await remote.otherApi.getTransaction({ transaction_id: id })
        expect(left).toMatchObject({ notes: 'precious', deleted: false })
      })
    },
  )

  test('of an amount that another program changes after the plan is refused', async () => {
    await withRemote(async (remote) => {
      const { category } = await prepare(remote.otherApi)
      await remote.invoke('month assign', (api) => assign(api, category, '20'))
      await remote.withHistory(async (history) => {
        await history.planUndo({ id: 1, with_later: false })
        await assign(remote.otherApi, category, '25')
        expect(await rejection(history.undo({ id: 1, with_later: false }))).toMatchObject({
          kind: 'conflict',
        })
      })
      expect(await getAssigned(remote)).toBe('25.00')
      expect(await remote.withHistory((history) => history.list({}))).toHaveLength(1)
    })
  })
})

test('what was created and deleted again takes no request', async () => {
  await withRemote(async (remote) => {
    let account_id = ''
    await remote.invoke('accounts add', async (api) => {
      account_id = (await api.createAccount({ body: { name: 'Cash', type: 'banking_cash' } })).account.id
    })
    await remote.invoke('accounts delete', async (api) => {
      await api.listAccounts({})
      await api.deleteAccount({ account_id })
    })
    remote.requests.length = 0
    const { recorded, changes } = await undo(remote, 1, true)
    expect(remote.requests.filter((line) => !line.startsWith('GET'))).toEqual([])
    expect(changes).toEqual([])
    expect(recorded.map(({ undoes }) => undoes)).toEqual([2, 1])
    const entries = await remote.withHistory((history) => history.list({}))
    expect(entries.filter(({ undone_by }) => undone_by === null).map(({ id }) => id)).toEqual([4, 3])
  })
})

describe('an undo that fails half-way', () => {
  test('is recorded, and another undo takes back the rest', async () => {
    await withRemote(async (remote) => {
      const { account } = await prepare(remote.otherApi)
      const transactions = ['-1', '-2', '-3'].map((amount) => ({
        account_id: account,
        date: '2026-11-06',
        amount,
      }))
      await remote.invoke('import', (api) => api.createTransactions({ body: { transactions } }))
      remote.failNext(/DELETE/, 1)
      const error = await rejection(undo(remote, 1))
      expect(error).toBeInstanceOf(PartialFailureError)
      expect(error).toMatchObject({
        items: [{ outcome: 'done' }, { outcome: 'refused' }, { outcome: 'not_tried' }],
      })
      const [half, entry] = await remote.withHistory((history) => history.list({}))
      expect(half).toMatchObject({ id: 2, undoes: 1, counts: { transaction: 1 } })
      expect(entry).toMatchObject({ id: 1, undone_by: null })
      const { changes, recorded } = await undo(remote, 1)
      expect(changes).toHaveLength(2)
      expect(recorded).toMatchObject([{ id: 2, counts: { transaction: 3 } }])
      // The redo restores all three.
      await undo(remote, 2)
      const { transactions: rows } = await remote.otherApi.listTransactions({})
      expect(rows.map(({ amount }) => amount)).toEqual(['-3.00', '-2.00', '-1.00', '-5.00'])
    })
  })
})

describe('a write', () => {
  test('that is refused leaves no entry', async () => {
    await withRemote(async (remote) => {
      const work = remote.invoke('merchants add', (api) => api.createMerchant({ body: { name: '' } }))
      expect(await rejection(work)).toBeInstanceOf(ApiError)
      expect(await remote.withHistory((history) => history.list({}))).toEqual([])
    })
  })

  test('whose process was killed after it is confirmed by the service later', async () => {
    await withRemote(async (remote) => {
      const { category, transaction } = await prepare(remote.otherApi)
      remote.killAfterNextWrite()
      await rejection(remote.invoke('month assign', (api) => assign(api, category, '20')))
      remote.killAfterNextWrite()
      await rejection(
        remote.invoke('tx delete', (api) => api.deleteTransaction({ transaction_id: transaction })),
      )
      const [last] = await remote.withHistory((history) => history.list({}))
      expect(last?.not_undoable).toMatch(/outcome is not known yet/)
      expect(await rejection(undo(remote, 1))).toMatchObject({ kind: 'conflict' })
      remote.passTime(600_000)
      await undo(remote, 1)
      expect(await getAssigned(remote)).toBe('10.00')
      await undo(remote, 2)
      expect(
        (await remote.otherApi.getTransaction({ transaction_id: transaction })).transaction.deleted,
      ).toBe(false)
    })
  })

  test('whose process was killed before it is forgotten later', async () => {
    await withRemote(async (remote) => {
      const { category } = await prepare(remote.otherApi)
      remote.failNext(/PATCH/, 0, new Error('killed'))
      await rejection(remote.invoke('month assign', (api) => assign(api, category, '20')))
      remote.passTime(600_000)
      expect(await rejection(undo(remote, 1))).toMatchObject({ name: 'not_found' })
      expect(await remote.withHistory((history) => history.list({}))).toEqual([])
    })
  })

  test('is sent although the history cannot be written, with one warning', async () => {
    await withRemote(async (remote) => {
      const { category } = await prepare(remote.otherApi)
      remote.loseLog()
      const entry = await remote.invoke('month assign', async (api) => {
        await assign(api, category, '20')
        await assign(api, category, '30')
      })
      expect(entry).toBe(undefined)
      expect(await getAssigned(remote)).toBe('30.00')
      expect(remote.warnings).toEqual([
        'The history cannot be written, so this cannot be undone later: The disk is full',
      ])
    })
  })

  test('whose answer is lost is not undoable while nobody knows', async () => {
    await withRemote(async (remote) => {
      const { account } = await prepare(remote.otherApi)
      remote.failNext(/POST/, 0, new NetworkError('No answer', true))
      const transaction = { account_id: account, date: '2026-11-06', amount: '-1' }
      await rejection(remote.invoke('tx add', (api) => api.createTransactions({ body: { transaction } })))
      const [entry] = await remote.withHistory((history) => history.list({}))
      expect(entry).toMatchObject({
        command: 'tx add',
        not_undoable: 'Its response was lost, so nothing shows whether it was applied',
      })
    })
  })
})

test('two profiles do not see each other', async () => {
  await withRemote(async (remote) => {
    const { category } = await prepare(remote.otherApi)
    await remote.invoke('month assign', (api) => assign(api, category, '20'))
    expect(await remote.otherProfile().list({})).toEqual([])
    expect(await remote.withHistory((history) => history.list({}))).toHaveLength(1)
  })
})
