/** Tests what stands in the way of an undo, how it is named, and what happens to rows that several entries use. */

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { UserError } from '../../../src/contract/errors.ts'
import type { OpenWorkspace } from '../../../src/contract/ports/local-service.ts'
import { createHistoryWorkspace, type HistoryWorkspace } from './history-workspace.ts'
import { getNewest } from './made-history.ts'
import { compareRows } from './workspace-rows.ts'

let workspace: HistoryWorkspace
let ids: Record<string, string>
const getId = (name: string): string => ids[name] ?? ''

/** Makes one entry of a call and returns the entry; the first id of a reply is kept under the name. */
async function record(name: string, call: (api: OpenWorkspace) => unknown): Promise<number> {
  workspace.recordCommand(name)
  workspace.subject.clock.tick()
  const reply = await call(workspace.subject.api)
  ids[name] ??= /\b(?:acc|cat|grp|mer|txn)_[0-9A-Z]+/.exec(JSON.stringify(reply ?? ''))?.[0] ?? ''
  return getNewest(workspace)
}

/** Returns the message of the error that refuses the work. */
function findRefusal(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (error instanceof UserError && error.kind === 'conflict') return error.message
    throw error
  }
  return 'done'
}

const undo = (id: number, with_later = false) => workspace.history.undo({ id, with_later })

/** Takes the newest undo of an entry back. */
const redo = (id: number) => undo(workspace.history.get(id).undone_by ?? 0)

const create =
  (draft: Record<string, unknown>) =>
  (api: OpenWorkspace): unknown =>
    api.createTransactions({
      body: {
        transaction: { account_id: getId('cash'), date: '2026-11-02', amount: '-5', ...draft },
      },
    })

const listMerchants = async (): Promise<string[]> =>
  (await workspace.subject.api.listMerchants({})).merchants.map(({ name }) => name)

beforeEach(async () => {
  workspace = createHistoryWorkspace()
  ids = {}
  await record('cash', (api) => api.createAccount({ body: { name: 'Cash', type: 'banking_cash' } }))
  await record('purse', (api) => api.createAccount({ body: { name: 'Purse', type: 'banking_cash' } }))
  await record('daily', (api) => api.createCategoryGroup({ body: { name: 'Daily' } }))
  for (const name of ['food', 'fun'])
    await record(name, (api) => api.createCategory({ body: { name, group_id: getId('daily') } }))
  await record('coffee', (api) => api.createMerchant({ body: { name: 'Coffee' } }))
  await record('bought', create({ category_id: getId('food'), merchant_id: getId('coffee') }))
  await record('inPurse', create({ account_id: getId('purse') }))
})
afterEach(() => {
  expect(workspace.subject.admin.listIntegrityErrors()).toEqual([])
  workspace.close()
})

const edit = (name: string, body: Record<string, unknown>) => (api: OpenWorkspace) =>
  api.updateTransaction({ transaction_id: getId(name), body })
const assign = (name: string, assigned: string) => (api: OpenWorkspace) =>
  api.assignCategory({ month: '2026-11', category_id: getId(name), body: { assigned } })
const removeTransaction = (name: string) => (api: OpenWorkspace) =>
  api.deleteTransaction({ transaction_id: getId(name) })
const removeCategory = (name: string) => (api: OpenWorkspace) =>
  api.deleteCategory({ category_id: getId(name) })
const removeAccount = (name: string) => (api: OpenWorkspace) => api.deleteAccount({ account_id: getId(name) })

/** A change, a later one that stands in the way of its undo, and how that is told. */
const obstacles: [
  name: string,
  first: (api: OpenWorkspace) => unknown,
  later: (api: OpenWorkspace) => unknown,
  told: string,
][] = [
  [
    'the same transaction was changed',
    (api) => edit('bought', { notes: 'a' })(api),
    (api) => edit('bought', { amount: '-6' })(api),
    'Transaction 2026-11-02 Coffee -6.00 has been changed since',
  ],
  [
    'a new transaction was changed',
    (api) => create({ notes: 'new' })(api),
    async (api) => {
      const { transactions } = await api.listTransactions({ query: { limit: 1 } })
      return api.updateTransaction({ transaction_id: transactions[0]?.id ?? '', body: { notes: 'b' } })
    },
    'Transaction 2026-11-02 -5.00 has been changed since',
  ],
  [
    'the same assignment was set to zero',
    (api) => assign('fun', '30')(api),
    (api) => assign('fun', '0')(api),
    'The assignment to fun has been changed since',
  ],
  [
    'the category that a transaction had was deleted',
    (api) => edit('bought', { category_id: getId('fun') })(api),
    (api) => removeCategory('food')(api),
    'Category food has been deleted since',
  ],
  [
    'the account that a transaction was in was deleted',
    (api) => edit('inPurse', { account_id: getId('cash') })(api),
    (api) => removeAccount('purse')(api),
    'Account Purse has been deleted since',
  ],
  [
    'the account of a deleted transaction was deleted',
    (api) => removeTransaction('inPurse')(api),
    (api) => removeAccount('purse')(api),
    'Account Purse has been deleted since',
  ],
  [
    'the category of a target was deleted',
    () => {
      workspace.subject.admin.setTarget(getId('fun'), { kind: 'monthly_refill', amount: '5' })
    },
    (api) => removeCategory('fun')(api),
    'Target fun has been changed since',
  ],
  [
    'a new category is used',
    (api) => api.createCategory({ body: { name: 'Pets', group_id: getId('daily') } }),
    (api) => edit('bought', { category_id: getId('first') })(api),
    'Transaction 2026-11-02 Coffee -5.00 has been created or changed since',
  ],
  [
    'a new account is used',
    (api) => api.createAccount({ body: { name: 'New', type: 'banking_cash' } }),
    (api) => create({ account_id: getId('first') })(api),
    'Transaction 2026-11-02 -5.00 has been created or changed since',
  ],
  [
    'a new group is used',
    (api) => api.createCategoryGroup({ body: { name: 'New' } }),
    (api) => api.updateCategory({ category_id: getId('fun'), body: { group_id: getId('first') } }),
    'Category fun has been created or changed since',
  ],
  [
    'a merchant has the old name',
    (api) => api.updateMerchant({ merchant_id: getId('coffee'), body: { name: 'Tea' } }),
    (api) => api.createMerchant({ body: { name: 'Coffee' } }),
    'Merchant Coffee has been given the same name since',
  ],
  [
    'a category has the old name',
    (api) => api.updateCategory({ category_id: getId('food'), body: { name: 'Groceries' } }),
    (api) => api.updateCategory({ category_id: getId('fun'), body: { name: 'food' } }),
    'Category food has been given the same name since',
  ],
  [
    'a category has the name of a deleted one',
    (api) => removeCategory('fun')(api),
    (api) => api.createCategory({ body: { name: 'Fun', group_id: getId('daily') } }),
    'Category Fun has been given the same name since',
  ],
  [
    'a group has the old name',
    (api) => api.updateCategoryGroup({ group_id: getId('daily'), body: { name: 'Weekly' } }),
    (api) => api.createCategoryGroup({ body: { name: 'Daily' } }),
    'Group Daily has been given the same name since',
  ],
  [
    'an account has the old name',
    (api) => api.updateAccount({ account_id: getId('cash'), body: { name: 'Wallet' } }),
    (api) => api.createAccount({ body: { name: 'cash', type: 'banking_cash' } }),
    'Account cash has been given the same name since',
  ],
  [
    'an account was renamed to the old name',
    (api) => api.updateAccount({ account_id: getId('cash'), body: { name: 'Wallet' } }),
    (api) => api.updateAccount({ account_id: getId('purse'), body: { name: 'Cash' } }),
    'Account Cash has been given the same name since',
  ],
  [
    'a new target was snoozed',
    () => {
      workspace.subject.admin.setTarget(getId('fun'), { kind: 'monthly_refill', amount: '5' })
    },
    () => {
      workspace.subject.admin.snoozeTarget(getId('fun'), '2026-11')
    },
    'Snooze fun 2026-11 has been created or changed since',
  ],
]

test.each(obstacles)(
  'an undo is refused when %s, and with the later entry it is not',
  async (_, first, later, told) => {
    const before = workspace.readRows()
    const id = await record('first', first)
    await record('unrelated', (api) => api.createMerchant({ body: { name: 'Unrelated' } }))
    const after = workspace.readRows()
    const laterId = await record('later', later)
    const changed = workspace.readRows()
    const refusal = `${told} by ${laterId} (later); nothing was changed`
    expect(findRefusal(() => workspace.history.planUndo({ id, with_later: false }))).toBe(refusal)
    expect(findRefusal(() => undo(id))).toBe(refusal)
    expect(compareRows(changed, workspace.readRows())).toEqual([])

    const { entries, recorded } = undo(id, true)
    expect(entries.map((entry) => entry.id)).toEqual([laterId, id])
    const left = compareRows(before, workspace.readRows())
    expect(left.filter((line) => !line.startsWith('merchants 2 '))).toEqual([])

    // Redo of both, the oldest first.
    for (const { id: recordedId } of recorded.toReversed()) undo(recordedId)
    expect(compareRows(changed, workspace.readRows())).toEqual([])
    undo(laterId)
    expect(compareRows(after, workspace.readRows())).toEqual([])
  },
)

/** An entry that assigns or snoozes, made before the category is deleted, and whether it is redone instead of undone. */
const deletedCategories: [
  name: string,
  first: (api: OpenWorkspace) => unknown,
  change: (api: OpenWorkspace) => unknown,
  isRedo: boolean,
][] = [
  [
    'the undo of an assignment to zero',
    (api) => assign('fun', '30')(api),
    (api) => assign('fun', '0')(api),
    false,
  ],
  ['the redo of an assignment', () => undefined, (api) => assign('fun', '30')(api), true],
  [
    'the redo of a snooze',
    () => workspace.subject.admin.setTarget(getId('fun'), { kind: 'monthly_refill', amount: '5' }),
    () => workspace.subject.admin.snoozeTarget(getId('fun'), '2026-11'),
    true,
  ],
]

test.each(deletedCategories)(
  '%s is refused once its category is deleted, and with the deletion it is not',
  async (_, first, change, isRedo) => {
    await record('before', first)
    const id = await record('change', change)
    if (isRedo) undo(id)
    const target = isRedo ? (workspace.history.get(id).undone_by ?? 0) : id
    const deletion = await record('deleted', removeCategory('fun'))
    const rows = workspace.readRows()
    expect(findRefusal(() => undo(target))).toBe(
      `Category fun has been deleted since by ${deletion} (deleted); nothing was changed`,
    )
    expect(compareRows(rows, workspace.readRows())).toEqual([])
    expect(undo(target, true).entries.map((entry) => entry.id)).toEqual([deletion, target])
  },
)

test('the undo of an assignment to the payment category of a deleted card is refused', async () => {
  await record('card', (api) => api.createAccount({ body: { name: 'Visa', type: 'credit_credit_card' } }))
  const { category_groups } = await workspace.subject.api.listCategories({})
  ids['payment'] =
    category_groups.flatMap(({ categories }) => categories).find(({ system }) => system)?.id ?? ''
  await record('assigned', assign('payment', '30'))
  const id = await record('taken', assign('payment', '0'))
  const deletion = await record('deleted', removeAccount('card'))
  expect(findRefusal(() => undo(id))).toBe(
    `Category Visa has been deleted since by ${deletion} (deleted); nothing was changed`,
  )
  expect(undo(id, true).entries.map((entry) => entry.id)).toEqual([deletion, id])
})

test('the redo of a deletion is refused while money is assigned to what it deletes', async () => {
  const id = await record('first', removeCategory('fun'))
  undo(id)
  const laterId = await record('later', assign('fun', '30'))
  expect(findRefusal(() => redo(id))).toBe(
    `The assignment to fun has been created or changed since by ${laterId} (later); nothing was changed`,
  )
})

test('undo and redo of a new account are refused where another one was given its name since', async () => {
  const create = (api: OpenWorkspace) => api.createAccount({ body: { name: 'Card', type: 'banking_cash' } })
  const first = await record('first', create)
  undo(first)
  const second = await record('second', create)
  expect(findRefusal(() => redo(first))).toBe(
    `Account Card has been given the same name since by ${second} (second); nothing was changed`,
  )
  undo(second)
  redo(first)
  expect(findRefusal(() => redo(second))).toContain('Account Card has been given the same name since')
})

test('redo of an account makes a second one of its name where that was allowed', async () => {
  const add = (api: OpenWorkspace) => api.createAccount({ body: { name: 'Cash', type: 'banking_savings' } })
  const second = await record('second', add)
  undo(second)
  await record('notes', (api) => api.updateAccount({ account_id: getId('cash'), body: { notes: 'kept' } }))
  redo(second)
  const { accounts } = await workspace.subject.api.listAccounts({})
  expect(accounts.filter(({ name }) => name === 'Cash')).toHaveLength(2)
})

test('redo of a snooze is refused once its target was taken back, and undo of a clearing brings both', async () => {
  const { admin } = workspace.subject
  const set = await record('set', () => {
    admin.setTarget(getId('fun'), { kind: 'monthly_refill', amount: '5' })
  })
  const snooze = await record('snooze', () => {
    admin.snoozeTarget(getId('fun'), '2026-11')
  })
  const cleared = await record('cleared', () => {
    admin.clearTarget(getId('fun'))
  })
  undo(cleared)
  undo(snooze)
  undo(set)
  const undoSet = getNewest(workspace)
  expect(findRefusal(() => redo(snooze))).toBe(
    `Target fun has been removed since by ${undoSet} (undo ${set}); nothing was changed`,
  )
  redo(set)
  redo(snooze)
})

describe('a thing that was taken back stands in the way, and is named', () => {
  const takeBack = (id: number): number => undo(id).recorded[0]?.id ?? 0

  test('of an account, when its transaction is made again', async () => {
    const account = await record('new', (api) =>
      api.createAccount({ body: { name: 'New', type: 'banking_cash' } }),
    )
    const user = await record('user', create({ account_id: getId('new') }))
    const made = workspace.readRows()
    const redoUser = takeBack(user)
    const undoAccount = takeBack(account)
    expect(findRefusal(() => undo(redoUser))).toBe(
      `Account New has been removed since by ${undoAccount} (undo ${account}); nothing was changed`,
    )
    expect(undo(redoUser, true).entries.map(({ id }) => id)).toEqual([undoAccount, redoUser])
    expect(compareRows(made, workspace.readRows())).toEqual([])
  })

  test('of an account, when a transaction would move back into it', async () => {
    const account = await record('new', (api) =>
      api.createAccount({ body: { name: 'New', type: 'banking_cash' } }),
    )
    await record('user', create({ account_id: getId('new') }))
    const moved = await record('moved', edit('user', { account_id: getId('cash') }))
    const undoAccount = takeBack(account)
    expect(findRefusal(() => undo(moved))).toBe(
      `Account New has been removed since by ${undoAccount} (undo ${account}); nothing was changed`,
    )
    undo(moved, true)
  })

  test('of a category, when money is assigned to it again', async () => {
    const category = await record('pets', (api) =>
      api.createCategory({ body: { name: 'Pets', group_id: getId('daily') } }),
    )
    const redoAssigned = takeBack(await record('assigned', assign('pets', '30')))
    const undoCategory = takeBack(category)
    expect(findRefusal(() => undo(redoAssigned))).toBe(
      `Category Pets has been removed since by ${undoCategory} (undo ${category}); nothing was changed`,
    )
    undo(redoAssigned, true)
  })

  test('except of a merchant, which comes back with what needs it', async () => {
    const merchant = await record('kiosk', (api) => api.createMerchant({ body: { name: 'Kiosk' } }))
    await record('user', create({ merchant_id: getId('kiosk') }))
    const moved = await record('moved', edit('user', { merchant_id: getId('coffee') }))
    undo(merchant)
    expect(await listMerchants()).toEqual(['Coffee'])
    undo(moved)
    expect(await listMerchants()).toEqual(['Coffee', 'Kiosk'])
    redo(moved)
    expect(await listMerchants()).toEqual(['Coffee'])
    redo(merchant)
    expect(await listMerchants()).toEqual(['Coffee', 'Kiosk'])
  })
})

test('what was undone is described with the names that it had', async () => {
  const id = await record('bahn', create({ merchant_name: 'Bahn', notes: 'a' }))
  const names = (entry: number): unknown[] =>
    workspace.history
      .get(entry)
      .changes.filter(({ type }) => type === 'transaction')
      .map(({ before, after }) => (before ?? after)?.['merchant_name'])
  const { recorded, changes } = undo(id)
  expect(names(id)).toEqual(['Bahn'])
  expect(names(recorded[0]?.id ?? 0)).toEqual(['Bahn'])
  expect(changes.find(({ type }) => type === 'transaction')?.before?.['merchant_name']).toBe('Bahn')
})

const setClosed = (closed: boolean) => (api: OpenWorkspace) =>
  api.updateAccount({ account_id: getId('purse'), body: { closed } })

test('an account is not closed again by an undo while it has transactions made since', async () => {
  await record('closed', setClosed(true))
  const id = await record('reopened', setClosed(false))
  const later = await record('later', create({ account_id: getId('purse'), status: 'cleared' }))
  expect(findRefusal(() => undo(id))).toBe(
    `Transaction 2026-11-02 -5.00 has been created or changed since by ${later} (later); nothing was changed`,
  )
  expect(undo(id, true).entries.map((entry) => entry.id)).toEqual([later, id])
})

test('a redo makes no transaction in an account that has been closed since', async () => {
  const id = await record('first', create({ account_id: getId('purse') }))
  undo(id)
  const later = await record('later', setClosed(true))
  expect(findRefusal(() => redo(id))).toBe(
    `Account Purse has been closed since by ${later} (later); nothing was changed`,
  )
})

test('a redo is refused when what it deletes again is used', async () => {
  const id = await record('first', removeCategory('fun'))
  undo(id)
  const laterId = await record('later', edit('bought', { category_id: getId('fun') }))
  expect(findRefusal(() => redo(id))).toBe(
    `Transaction 2026-11-02 Coffee -5.00 has been created or changed since by ${laterId} (later); nothing was changed`,
  )
})

test('the undo of an earlier entry stands in the way of a redo, and can go with it', async () => {
  const first = await record('first', edit('bought', { notes: 'a' }))
  const second = await record('second', edit('bought', { notes: 'b' }))
  const after = workspace.readRows()
  const [undoSecond] = undo(second).recorded
  const [undoFirst] = undo(first).recorded
  expect(findRefusal(() => redo(second))).toBe(
    `Transaction 2026-11-02 Coffee -5.00 has been changed since by ${undoFirst?.id} (undo ${first}); nothing was changed`,
  )
  undo(undoSecond?.id ?? 0, true)
  expect(compareRows(after, workspace.readRows())).toEqual([])
  expect(workspace.history.list({}).filter(({ undone_by }) => undone_by === null)).toContainEqual(
    expect.objectContaining({ id: first }),
  )
})

test('an entry that was taken back cannot be taken back again, and is done again once', async () => {
  const id = await record('first', edit('bought', { notes: 'a' }))
  const [by] = undo(id).recorded
  expect(findRefusal(() => undo(id))).toBe(`${id} was already undone by ${by?.id}`)
  redo(id)
  expect(workspace.history.get(id).undone_by).toBeNull()
  expect(findRefusal(() => undo(by?.id ?? 0))).toContain('was already undone')
})

describe('a merchant that several entries use', () => {
  let first: number
  let second: number
  beforeEach(async () => {
    first = await record('first', create({ merchant_name: 'Bahn' }))
    second = await record('second', create({ merchant_name: 'Bahn' }))
  })

  test('stays while another entry uses it, goes with the last one, and comes back', async () => {
    const all = workspace.readRows()
    undo(first)
    expect(await listMerchants()).toEqual(['Bahn', 'Coffee'])
    undo(second)
    expect(await listMerchants()).toEqual(['Coffee'])
    redo(first)
    expect(await listMerchants()).toEqual(['Bahn', 'Coffee'])
    redo(second)
    expect(compareRows(all, workspace.readRows())).toEqual([])
  })

  test('stays after a redo, although nothing else uses it', async () => {
    undo(first)
    redo(first)
    undo(second)
    expect(await listMerchants()).toEqual(['Bahn', 'Coffee'])
    undo(first)
    expect(await listMerchants()).toEqual(['Coffee'])
  })

  test('goes after a second undo of the same entry', async () => {
    undo(first)
    redo(first)
    undo(first)
    expect(await listMerchants()).toEqual(['Bahn', 'Coffee'])
    undo(second)
    expect(await listMerchants()).toEqual(['Coffee'])
    redo(second)
    expect(await listMerchants()).toEqual(['Bahn', 'Coffee'])
  })

  test('stays while its new name is in effect, and goes with that', async () => {
    const renamed = await record('renamed', (api) =>
      api.updateMerchant({
        merchant_id: /mer_\w+/.exec(JSON.stringify(workspace.history.get(first).changes))?.[0] ?? '',
        body: { name: 'Zug' },
      }),
    )
    undo(renamed)
    undo(first)
    redo(renamed)
    undo(second)
    expect(await listMerchants()).toEqual(['Coffee', 'Zug'])
    undo(renamed)
    expect(await listMerchants()).toEqual(['Coffee'])
    for (const id of [renamed, second]) redo(id)
    expect(await listMerchants()).toEqual(['Coffee', 'Zug'])
  })

  test('comes back with the entry that created it, although nothing uses it', async () => {
    const merchant = await record('made', (api) => api.createMerchant({ body: { name: 'Kiosk' } }))
    const user = await record('user', create({ merchant_name: 'Kiosk' }))
    undo(merchant)
    undo(user)
    expect(await listMerchants()).toEqual(['Bahn', 'Coffee'])
    redo(merchant)
    expect(await listMerchants()).toEqual(['Bahn', 'Coffee', 'Kiosk'])
  })
})

test('what a merchant learned is the latest categorization in effect', async () => {
  const { api } = workspace.subject
  const getCategory = () =>
    workspace.tryOut(async () => {
      const reply = await create({ merchant_name: 'Coffee' })(api)
      return /"category_name":("\w+"|null)/.exec(JSON.stringify(reply))?.[1]
    })
  await record('more', create({ merchant_name: 'Kiosk', category_id: getId('fun') }))
  const first = await record('first', edit('bought', { category_id: getId('fun') }))
  expect(await getCategory()).toBe('"fun"')
  const second = await record(
    'second',
    edit('inPurse', { merchant_name: 'Coffee', category_id: getId('food') }),
  )
  expect(await getCategory()).toBe('"food"')
  undo(first)
  expect(await getCategory()).toBe('"food"')
  redo(first)
  undo(second)
  expect(await getCategory()).toBe('"fun"')
  redo(second)
  expect(await getCategory()).toBe('"food"')
})

test('a merchant is compared by the name that an undo gave back', async () => {
  const name = 'Blue Bottle Coffee'
  for (let at = 0; at < 3; at++)
    await record(
      `blue${at}`,
      create({ merchant_name: name, category_id: getId('food'), review_status: 'reviewed' }),
    )
  const { merchants } = await workspace.subject.api.listMerchants({})
  const merchant_id = merchants.find((merchant) => merchant.name === name)?.id ?? ''
  const id = await record('renamed', (api) => api.updateMerchant({ merchant_id, body: { name: 'Zugkiosk' } }))
  const getCategory = () =>
    workspace.tryOut(async () =>
      JSON.stringify(await create({ merchant_name: 'Blue Bottle Coffee 2' })(workspace.subject.api)),
    )
  expect(await getCategory()).toContain('"category_name":null')
  undo(id)
  expect(await getCategory()).toContain('"category_name":"food"')
  redo(id)
  expect(await getCategory()).toContain('"category_name":null')
})

test('a plan that is made inside a transaction changes nothing of what the transaction records', async () => {
  const before = workspace.readRows()
  const old = getNewest(workspace)
  workspace.recordCommand('changes')
  await workspace.transact(async () => {
    await edit('bought', { notes: 'first' })(workspace.subject.api)
    workspace.history.planUndo({ id: old, with_later: false })
    await edit('bought', { amount: '-7' })(workspace.subject.api)
    await create({ merchant_name: 'Kiosk' })(workspace.subject.api)
  })
  expect(getNewest(workspace)).toBe(old + 1)
  undo(old + 1)
  expect(compareRows(before, workspace.readRows())).toEqual([])
})

test('a setting that follows an undo is an entry of its own', async () => {
  const id = await record('first', edit('bought', { notes: 'a' }))
  const requests = workspace.startRequests()
  requests.history.undo({ id, with_later: false })
  requests.admin.setTarget(getId('food'), { kind: 'monthly_refill', amount: '5' })
  expect(requests.history.list({ limit: 2 }).map(({ counts, undoes }) => ({ counts, undoes }))).toEqual([
    { counts: { target: 1 }, undoes: null },
    { counts: { transaction: 1 }, undoes: id },
  ])
  requests.close()
})
