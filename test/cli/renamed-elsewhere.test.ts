/** Tests that a write never follows a cached name to a thing that another client has renamed. */

import { afterEach, beforeEach, expect, it } from 'vitest'
import { createRemoteHarness, type RemoteHarness } from '../support/remote-harness.ts'

let remote: RemoteHarness
beforeEach(async () => {
  remote = await createRemoteHarness()
  await remote.runOk('accounts add Cash --type banking_cash')
  await remote.runOk('merchants add Bakery')
  await remote.runOk('merchants add Butcher')
  for (const line of ['accounts list --all', 'categories list', 'merchants list']) await remote.runOk(line)
})
afterEach(() => remote.close())

/** Renames a thing by another client and creates a new one under its old name. */
async function replaceElsewhere(kind: 'account' | 'category' | 'merchant'): Promise<void> {
  const elsewhere = {
    account: ['accounts edit Cash --name Wallet', 'accounts add Cash --type banking_cash'],
    category: ['categories rename Groceries Food', 'categories add Groceries --group Everyday'],
    merchant: ['merchants rename Bakery Bread', 'merchants add Bakery'],
  }
  for (const line of elsewhere[kind]) await remote.runOk(`${line} --profile local`)
}

const refused = [
  ['account', 'accounts delete Cash --yes', 'Cash', 'Wallet'],
  ['account', 'accounts close Cash --yes', 'Cash', 'Wallet'],
  ['account', 'accounts edit Cash --name Purse', 'Cash', 'Wallet'],
  ['account', 'spend 5 Butcher Transport --account Cash', 'Cash', 'Wallet'],
  ['account', 'tx transfer 5 --from Checking --to Cash', 'Cash', 'Wallet'],
  ['category', 'categories delete Groceries --yes', 'Groceries', 'Food'],
  ['category', 'categories delete Transport --move-to Groceries --yes', 'Groceries', 'Food'],
  ['category', 'categories archive Groceries', 'Groceries', 'Food'],
  ['category', 'categories rename Groceries Meals', 'Groceries', 'Food'],
  ['category', 'month assign Groceries 50', 'Groceries', 'Food'],
  ['category', 'month assign Groceries +5', 'Groceries', 'Food'],
  ['category', 'month move 10 --from Groceries --to Transport --yes', 'Groceries', 'Food'],
  ['category', 'tx add --account Checking --amount -5 --category Groceries', 'Groceries', 'Food'],
  ['merchant', 'merchants delete Bakery --yes', 'Bakery', 'Bread'],
  ['merchant', 'merchants merge Bakery --into Butcher --yes', 'Bakery', 'Bread'],
  ['merchant', 'merchants merge Butcher --into Bakery --yes', 'Bakery', 'Bread'],
  ['merchant', 'merchants rename Bakery Buns', 'Bakery', 'Bread'],
] as const

it.each(refused)('%s replaced elsewhere: budget %s is refused and changes nothing', async (...row) => {
  const [kind, line, cached, current] = row
  await replaceElsewhere(kind)
  const lists = ['accounts list --all', 'categories list', 'merchants list', 'tx list', 'month show']
  const readAll = () => Promise.all(lists.map((list) => remote.runOk(`${list} --json --profile local`)))
  const before = await readAll()
  const { code, stderr } = await remote.run(line)
  expect({ code, stderr }).toMatchObject({
    code: 7,
    stderr: expect.stringContaining(`"${cached}" is called "${current}" by now; nothing was changed`),
  })
  expect(await readAll()).toEqual(before)
})

it('spend sends the name of a merchant, so it finds the one that has the name now', async () => {
  await replaceElsewhere('merchant')
  await remote.runOk('spend 5 Bakery Transport --account Checking')
  expect(await remote.runOk('tx list --search bakery --fields merchant_name --format tsv')).toContain(
    'Bakery',
  )
})

it('--refresh finds the thing that has the name now', async () => {
  await replaceElsewhere('category')
  expect(await remote.run('categories delete Groceries --yes --refresh')).toMatchObject({ code: 0 })
  expect(await remote.runOk('categories list --profile local --format csv')).toContain('Food')
})

it('a name that no other client changed costs one request for a deletion, and none for a new transaction', async () => {
  expect((await remote.run('spend 5 Bakery Transport --account Checking')).requests).toHaveLength(1)
  expect((await remote.run('merchants delete Butcher --yes')).requests).toHaveLength(2)
})
