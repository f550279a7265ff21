/** Tests undo and redo on a remote profile as they are typed. */

import { describe, expect, test } from 'vitest'
import { createRemoteHarness, type RemoteHarness } from '../support/remote-harness.ts'

async function withRemote(work: (remote: RemoteHarness) => Promise<void>): Promise<void> {
  const remote = await createRemoteHarness()
  try {
    await work(remote)
  } finally {
    remote.close()
  }
}

/** What a listing shows in JSON. */
const read = async ({ runOk }: RemoteHarness, line: string): Promise<unknown> => {
  const text = await runOk(`${line} --json`)
  return JSON.parse(text, (key, value) => (key === 'updated_at' ? undefined : value))
}

const statement =
  'Date,Payee,Amount\n2026-11-10,Bakery,-3.00\n2026-11-11,Kiosk,-2.00\n2026-11-12,Baker,-1.00\n'

describe('a command on a remote profile', () => {
  test.each([
    ['month copy', 'month copy this --to next', 'month show next'],
    ['month move', 'month move 5 --from Groceries --to Transport', 'month show'],
    ['month cover', 'month cover Household --from rta', 'month show'],
    ['tx add', 'tx add -5 Bakery Groceries --account Checking', 'tx list --all'],
    ['tx split', 'tx split TXN Transport=-2 --rest Groceries', 'tx list --all'],
    ['tx edit of the amount', 'tx edit TXN --amount -8', 'tx list --all'],
    ['tx approve', 'tx approve --all --yes', 'tx list --all'],
    ['tx delete', 'tx delete TXN --yes', 'tx list --all'],
    ['accounts edit', 'accounts edit Checking --name Giro', 'accounts list'],
    ['accounts add', 'accounts add Cash --type banking_cash --balance 5', 'accounts list'],
    ['categories rename', 'categories rename Groceries Food', 'categories list'],
    ['categories move', 'categories move Groceries --group Goals', 'categories list'],
    ['categories archive', 'categories archive Groceries', 'categories list --archived'],
    ['categories add', 'categories add Books --group Everyday', 'categories list'],
    ['groups rename', 'groups rename Goals Dreams', 'groups list'],
    ['merchants rename', 'merchants rename Kiosk Corner', 'merchants list'],
    ['import', 'import bank.csv --account Checking --accept', 'tx list --all'],
  ])('%s comes back as it was', async (_, line, listing) => {
    await withRemote(async (remote) => {
      const { runOk } = remote
      remote.writeFile('bank.csv', statement)
      await runOk('month assign Groceries=50 Transport=5')
      await runOk('tx add -7 Kiosk Household --account Checking')
      const transaction = await runOk('tx add -7 Kiosk Groceries --account Checking --format ids')
      for (const names of ['accounts list --all', 'categories list', 'merchants list']) await runOk(names)
      const before = await read(remote, listing)
      const typed = line.replace('TXN', transaction)
      const { code } = await remote.run(typed)
      expect(code).toBe(0)
      const after = await read(remote, listing)
      expect(after).not.toEqual(before)
      await runOk('undo --yes --quiet')
      expect(await read(remote, listing)).toEqual(before)
      // The names that are cached are those of the service.
      await runOk(typed)
      expect(await read(remote, listing)).toMatchObject({})
    })
  })
})

test('the undo of an import marks it as undone, and its redo as done', async () => {
  await withRemote(async (remote) => {
    const { runOk } = remote
    remote.writeFile('bank.csv', statement)
    await runOk('import bank.csv --account Checking --accept')
    const states = async () =>
      JSON.parse(await runOk('imports list --json')).map(({ state }: { state: string }) => state)
    expect(await states()).toEqual(['done'])
    await runOk('undo --yes')
    expect(await states()).toEqual(['undone'])
    await runOk('redo --yes')
    expect(await states()).toEqual(['done'])
    const again = JSON.parse(await runOk('import bank.csv --account Checking --accept --json'))
    expect(again.counts).toMatchObject({ create: 0, duplicate: 3 })
    await runOk('undo --yes')
    const imported = JSON.parse(await runOk('import bank.csv --account Checking --accept --json'))
    expect(imported.counts).toMatchObject({ create: 3 })
  })
})

test('the cached names are those after the undo', async () => {
  await withRemote(async ({ run, runOk }) => {
    await runOk('categories rename Groceries Food')
    await runOk('undo --yes')
    const { code, requests } = await run('categories rename Groceries Meals')
    expect({ code, requests }).toEqual({
      code: 0,
      // The cached name is compared with the service, without a list.
      requests: [expect.stringMatching(/^GET .*\/categories\/\w+$/), expect.stringMatching(/^PATCH/)],
    })
  })
})

test.each(['bank.csv', 'other.csv'])(
  'the redo of an import is refused after an import of %s',
  async (file) => {
    await withRemote(async (remote) => {
      const { run, runOk } = remote
      remote.writeFile('bank.csv', statement)
      remote.writeFile('other.csv', `${statement}2026-11-13,Market,-9.00\n`)
      await runOk('import bank.csv --account Checking --accept')
      await runOk('undo --yes')
      await runOk(`import ${file} --account Checking --accept`)
      const before = await read(remote, 'tx list --all')
      const [again, undone, first] = JSON.parse(await runOk('history list --json'))
      expect(undone.undoes).toBe(first.id)
      const { code, stderr } = await run(`redo ${first.id} --yes`)
      expect(code).toBe(7)
      expect(stderr).toContain(`${again.id} (import ${file}`)
      expect(await read(remote, 'tx list --all')).toEqual(before)
      await runOk(`undo ${again.id} --yes`)
      await runOk(`redo ${first.id} --yes`)
    })
  },
)

test('what is created again has a new id, which later undos and redos know', async () => {
  await withRemote(async (remote) => {
    const { runOk } = remote
    await runOk('categories add Cee --group Everyday')
    await runOk('tx add -9 Kin Cee --account Checking')
    const [booked, added] = JSON.parse(await runOk('history list --json'))
    const names = async () =>
      JSON.parse(await runOk('tx list --all --json')).map(
        (row: { category_name: string }) => row.category_name,
      )
    const before = await names()
    expect(before).toContain('Cee')
    for (let round = 0; round < 2; round += 1) {
      await runOk(`undo ${added.id} --with-later --yes`)
      await runOk('redo --yes')
      await runOk('redo --yes')
      expect(await names()).toEqual(before)
    }
    await runOk(`undo ${booked.id} --yes`)
    await runOk(`undo ${added.id} --yes`)
    expect(await runOk('categories list')).not.toContain('Cee')
  })
})

test.each([
  'accounts add Cash --type banking_cash --balance 5',
  'accounts add Cash --type banking_cash',
  'merchants add Corner',
])('%s is undone and redone again and again', async (line) => {
  await withRemote(async ({ runOk }) => {
    await runOk(line)
    for (let round = 0; round < 3; round += 1) {
      await runOk('undo --yes --quiet')
      await runOk('redo --yes')
    }
    await runOk('undo --yes --quiet')
    expect(await runOk('accounts list --all')).not.toContain('Cash')
    expect(await runOk('merchants list')).not.toContain('Corner')
  })
})
