/** Tests how `budget imports undo` uses the history of a local workspace. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CliHarness, createCliHarness } from '../../support/cli-harness.ts'
import { splitShellWords } from '../../transcripts/transcript.ts'

let cli: CliHarness
const run = (line: string) => cli.budget(splitShellWords(line).words)
const readJson = async (line: string) => JSON.parse((await run(`${line} --json`)).stdout)
const listNames = async () => (await readJson('merchants list')).map(({ name }: { name: string }) => name)
const listAmounts = async (flags = '') =>
  (await readJson(`tx list ${flags}`)).map(({ amount }: { amount: string }) => amount).toSorted()
const listStates = async () =>
  (await readJson('imports list')).map(({ state }: { state: string }) => state).toSorted()

beforeEach(async () => {
  cli = createCliHarness()
  writeFileSync(
    join(cli.folder, 'a.csv'),
    'Date,Payee,Amount\n2026-11-02,Shop,-1.00\n2026-11-03,Kiosk,-2.00\n',
  )
  writeFileSync(join(cli.folder, 'b.csv'), 'Date,Payee,Amount\n2026-11-04,Baker,-3.00\n')
  await run('init --name Home --currency EUR')
  await run('accounts add Checking --type banking_checking')
})
afterEach(() => cli.close())

it('takes back the new merchants as well, and redo brings everything back', async () => {
  await run('import a.csv --account Checking --accept')
  expect(await run('imports undo a.csv --yes')).toMatchObject({ code: 0 })
  expect([await listNames(), await listAmounts(), await listStates()]).toEqual([[], [], ['undone']])
  expect(await run('redo --yes')).toMatchObject({ code: 0 })
  expect([await listNames(), await listAmounts(), await listStates()]).toEqual([
    ['Kiosk', 'Shop'],
    ['-1.00', '-2.00'],
    ['done'],
  ])
})

it('deletes what has been changed since, and keeps the later changes in the history', async () => {
  await run('import a.csv --account Checking --accept')
  await run('tx approve --all')
  expect(await run('imports undo a.csv --yes')).toMatchObject({ code: 0 })
  expect([await listNames(), await listAmounts(), await listStates()]).toEqual([
    ['Kiosk', 'Shop'],
    [],
    ['undone'],
  ])
  expect(await run('undo --yes')).toMatchObject({ code: 0 })
  expect([await listAmounts('--review-status reviewed'), await listStates()]).toEqual([
    ['-1.00', '-2.00'],
    ['done'],
  ])
})

it('takes back later changes as well with --with-later', async () => {
  await run('import a.csv --account Checking --accept')
  await run('tx approve --all')
  expect(await run('imports undo a.csv --with-later --yes')).toMatchObject({ code: 0 })
  expect([await listNames(), await listAmounts(), await listStates()]).toEqual([[], [], ['undone']])
  const [first, second] = await readJson('history list')
  expect([first.undoes, second.undoes]).toEqual([3, 4])
})

it('undoes one of several files that one command imported', async () => {
  await run('import a.csv b.csv --account Checking --accept')
  expect(await run('imports undo a.csv --yes')).toMatchObject({ code: 0 })
  expect([await listAmounts(), await listStates()]).toEqual([['-3.00'], ['done', 'undone']])
})

it('changes nothing in a dry run', async () => {
  await run('import a.csv --account Checking --accept')
  const { plan } = await readJson('imports undo a.csv --dry-run')
  expect(plan.map(({ type }: { type: string }) => type).toSorted()).toEqual([
    'import',
    'merchant',
    'merchant',
    'transaction',
    'transaction',
  ])
  expect([await listAmounts(), await listStates()]).toEqual([['-1.00', '-2.00'], ['done']])
})

describe('an import of so many rows that they are counted', () => {
  beforeEach(async () => {
    const rows = Array.from({ length: 1200 }, (_, at) => `2026-${at < 1000 ? '10' : '09'}-01,Shop,-1.00`)
    writeFileSync(
      join(cli.folder, 'big.csv'),
      `Date,Payee,Amount\n${rows.join('\n')}\n2026-10-02,Kiosk,-2.00\n`,
    )
    await run('import big.csv --account Checking --accept')
  })

  const preview = (ids: readonly string[]) =>
    [
      'Delete the import big.csv',
      'Delete the merchant Shop',
      'Delete the merchant Kiosk',
      'Delete 1201 transactions, -1,202.00 net, from 2026-09-01 to 2026-10-02',
      ...ids.map((id) => `    Delete the transaction -1.00 Shop on 2026-09-01 in Checking (${id})`),
      '    and 1198 more',
    ].toSorted()

  it('is previewed as a count, a sum and its first changes, and to a program in full', async () => {
    const { plan } = await readJson('imports undo big.csv --dry-run')
    const deleted = plan.filter(({ type }: { type: string }) => type === 'transaction')
    expect([plan.length, deleted.length]).toEqual([1204, 1201])
    const { stdout, stderr } = await run('imports undo big.csv --dry-run')
    const first = deleted.slice(0, 3).map(({ id }: { id: string }) => id)
    const lines = stdout.trimEnd().split('\n')
    expect(lines.slice(0, -1).toSorted()).toEqual(preview(first))
    expect(stderr).toContain('none reconciled, none changed since the import')
    expect(await run('imports undo big.csv')).toMatchObject({
      code: 10,
      stderr: expect.stringContaining('Delete 1201 transactions, -1,202.00 net?'),
    })
    const undo = await run('undo --dry-run')
    expect(undo.stdout.trimEnd().split('\n').slice(1, -1).toSorted()).toEqual(preview(first))
  })

  it('has the same figures once a row has been deleted and restored', async () => {
    const [{ id }] = await readJson('tx list --limit 1')
    await run(`tx delete ${id} --yes`)
    await run('undo')
    const { stdout } = await run('imports undo big.csv --dry-run')
    expect(stdout).toContain('Delete 1201 transactions, -1,202.00 net, from 2026-09-01 to 2026-10-02')
  })

  it('is taken back and done again', async () => {
    const before = await readJson('tx list --all')
    const { deleted } = await readJson('imports undo big.csv --yes')
    expect(deleted.toSorted()).toEqual(before.map(({ id }: { id: string }) => id).toSorted())
    expect([await listNames(), await listAmounts(), await listStates()]).toEqual([[], [], ['undone']])
    expect(await run('redo --yes')).toMatchObject({ code: 0 })
    expect(await readJson('tx list --all')).toEqual(before)
    expect(await run('db check')).toMatchObject({ code: 0 })
  })
})

it('does not book rows again that another file has booked since', async () => {
  for (const payee of ['Shop', 'Kiosk']) await run(`tx add -9 ${payee} --account Checking`)
  writeFileSync(
    join(cli.folder, 'c.csv'),
    'Date,Payee,Amount\n2026-11-03,Kiosk,-2.00\n2026-11-05,Shop,-4.00\n',
  )
  await run('import a.csv --account Checking --accept')
  await run('undo --yes')
  await run('import c.csv --account Checking --accept')
  const refused = await run('redo --yes')
  expect(refused.code).toBe(7)
  expect(refused.stderr).toContain('imported again by')
  expect(await listAmounts('--since 2026-11-01 --until 2026-11-10')).toEqual(['-2.00', '-4.00'])
  // Without the other import the same redo is possible.
  await run('undo --yes')
  expect(await run('redo 6 --yes')).toMatchObject({ code: 0 })
})

it('is not what undo takes back when the file had nothing new, unless the rows were caught up', async () => {
  const listCommands = async () =>
    (await readJson('history')).map(({ command }: { command: string }) => command)
  await run('import a.csv --account Checking --accept')
  writeFileSync(join(cli.folder, 'old.csv'), 'Date,Payee,Amount\n2026-11-03,Kiosk,-2.00\n')
  expect(
    await cli.budget(splitShellWords('import old.csv --account Checking --accept').words, { terminal: 80 }),
  ).toMatchObject({
    stderr: expect.not.stringContaining('Undo with'),
  })
  await run('import b.csv --account Checking --accept --catchup')
  expect((await listCommands()).slice(0, 3)).toEqual([
    'import b.csv → Checking --catchup',
    'import old.csv → Checking',
    'import a.csv → Checking',
  ])
  await run('undo')
  await run('undo')
  expect((await listCommands()).slice(0, 2)).toEqual(['undo 3', 'undo 5'])
  expect(await listAmounts()).toEqual([])
})

describe('imports undo of an import that cleared a row typed by hand', () => {
  const listRows = async () =>
    (await readJson('tx list')).map(({ date, amount, status }: Record<string, string>) =>
      [date, amount, status].join(' '),
    )
  const typed = ['2026-11-01 -1.00 pending']
  const importBoth = async () => {
    await run('spend 1 Shop --account Checking --date 2026-11-01')
    await run('import a.csv b.csv --account Checking --accept')
    expect(await listRows()).toContain('2026-11-02 -1.00 cleared')
  }

  it.each([
    ['a.csv', 'b.csv'],
    ['b.csv', 'a.csv'],
  ])(
    'gives its day and status back when the command had two files, %s undone before %s',
    async (...files) => {
      await importBoth()
      for (const file of files) expect(await run(`imports undo ${file} --yes`)).toMatchObject({ code: 0 })
      expect(await listRows()).toEqual(typed)
      await run('import a.csv b.csv --account Checking --accept')
      expect(await listRows()).toContain('2026-11-02 -1.00 cleared')
    },
  )

  it('leaves it cleared when only the other file of the command is undone', async () => {
    await importBoth()
    await run('imports undo b.csv --yes')
    expect(await listRows()).toContain('2026-11-02 -1.00 cleared')
  })

  it('gives its day and status back when rows were approved since', async () => {
    await importBoth()
    await run('tx approve --all')
    await run('imports undo a.csv --yes')
    await run('imports undo b.csv --yes')
    expect(await listRows()).toEqual(typed)
  })

  it.each([
    ['--date 2026-11-06', '2026-11-06 -1.00 cleared'],
    ['--status reconciled', '2026-11-02 -1.00 reconciled'],
  ])('leaves it as its owner changed it since, with tx edit %s', async (change, row) => {
    await importBoth()
    const [{ id }] = (await readJson('tx list')).filter(
      ({ amount }: { amount: string }) => amount === '-1.00',
    )
    expect(await run(`tx edit ${id} ${change} --yes`)).toMatchObject({ code: 0 })
    await run('imports undo a.csv --yes')
    await run('imports undo b.csv --yes')
    expect(await listRows()).toEqual([row])
  })
})
