/** Tests defects that were found and fixed. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CliHarness, createCliHarness } from '../support/cli-harness.ts'
import { createRemoteHarness } from '../support/remote-harness.ts'
import { splitShellWords } from '../transcripts/transcript.ts'

let cli: CliHarness
const run = (line: string, performance = {}) => cli.budget(splitShellWords(line).words, performance)
const runOnTerminal = { terminal: 100, env: { NO_COLOR: '1' } }
beforeAll(async () => {
  cli = createCliHarness()
  await run('init --name Home --currency EUR')
  await run('accounts add Checking --type checking --balance 100')
  await run('accounts add Savings --type savings')
})
afterAll(() => cli.close())

it('a divided transaction is shown with its lines below each other, and their notes', async () => {
  const { stdout: id } = await run(
    'tx add -50 Shop --account Checking --split Groceries=-30 --split "Eating Out=-20:for the party" --format ids',
  )
  const { stdout } = await run(`tx show ${id.trim()}`, runOnTerminal)
  expect(stdout).toContain('Splits    Groceries   -30.00\n          Eating Out  -20.00  for the party\n')
})

it('nothing is printed before a list that is refused', async () => {
  for (const format of ['tsv', 'csv', 'ndjson', 'json', 'table'])
    expect(await run(`tx list --cursor abc --format ${format}`)).toMatchObject({ code: 3, stdout: '' })
  expect((await run('tx list --period 2020 --format csv')).stdout).toMatch(/^date,.*\n$/)
})

it('every bad cell of a row is told', async () => {
  const rows = [
    { date: '2026-02-30', amount: 'x', status: 'done' },
    { date: '2026-11-02', amount: '-1', color: 'red', splits: [{ amount: 'a' }, { amount: 'b' }] },
  ]
  writeFileSync(join(cli.folder, 'rows.json'), JSON.stringify(rows))
  const { code, stderr } = await run('tx add --stdin --account Checking --json', { stdin: 'rows.json' })
  const { error } = JSON.parse(stderr)
  expect({ code, detail: error.detail }).toEqual({
    code: 3,
    detail: '2 rows of 2 cannot be added; nothing was added',
  })
  expect(error.rows.map(({ row, field }: { row: number; field: string }) => `${row} ${field}`)).toEqual([
    '1 date',
    '1 amount',
    '1 status',
    '2 color',
    '2 splits[0].amount',
    '2 splits[1].amount',
  ])
})

it('a transfer to the account it comes from is refused as a value', async () => {
  const { code, stderr } = await run('tx transfer 5 --from Checking --to checking')
  expect({ code, stderr }).toEqual({
    code: 3,
    stderr: '--from and --to are both Checking\n',
  })
})

it('a snooze without a target is refused', async () => {
  const { code, stderr } = await run('targets snooze Rent')
  expect({ code, stderr }).toEqual({
    code: 6,
    stderr:
      'Rent has no target to snooze\n  To set one: budget targets set Rent --kind monthly_refill --amount 100\n',
  })
})

it('an amount that turns a transfer around is asked about', async () => {
  const { stdout } = await run('tx transfer 5 --from Checking --to Savings --format ids')
  const [out = ''] = stdout.trim().split('\n')
  const kept = await run(`tx edit ${out} --amount 7 --json`)
  expect(JSON.parse(kept.stdout)).toMatchObject([{ amount: '-7.00' }])
  const refused = await run(`tx edit ${out} --amount +7`)
  expect(refused.code).toBe(10)
  const asked = await run(`tx edit ${out} --amount +7`, { terminal: 100, answers: ['no'] })
  expect(asked.stderr).toContain(
    'The money would go from Savings to Checking, not from Checking to Savings\n',
  )
  expect(asked.stderr).toContain('Reverse the transfer?')
  expect((await run(`tx edit ${out} --amount -7`)).code).toBe(0)
  expect((await run(`tx edit ${out} --amount +7`, { terminal: 100, answers: ['yes'] })).code).toBe(0)
})

it.each([
  ['x.csv', '', /^name,type,/],
  ['x.tsv', '', /^name\ttype\t/],
  ['x.json', '', /^\[\n/],
  ['x.ndjson', '', /^\{"id":/],
  ['y.csv', '--json', /^\[\n/],
  ['z.csv', '--format tsv', /^name\ttype\t/],
  ['f.csv', '--fields name', /^name\r\nChecking\r\n/],
])('the name of the output chooses the format: -o %s %s', async (name, flags, content) => {
  expect(await run(`accounts -o ${name} ${flags}`)).toMatchObject({ code: 0, stdout: '' })
  expect(readFileSync(join(cli.folder, name), 'utf8')).toMatch(content)
})

describe('the id of an error mirrors an HTTP status, whatever went wrong', () => {
  const errorOf = async (line: string) => {
    const { id, name } = JSON.parse((await run(`${line} --json`)).stderr).error
    return { id, name }
  }
  it.each([
    ['tx lst', '400', 'usage'],
    ['tx add x', '400', 'bad_request'],
    ['accounts show Nowhere', '404', 'not_found'],
    ['accounts close Checking', '428', 'confirmation_needed'],
    ['accounts add Checking --type cash', '409', 'conflict'],
    ['tx add -5 --read-only', '403', 'forbidden'],
  ])('%s: %s %s', async (line, id, name) => {
    expect(await errorOf(line)).toEqual({ id, name })
  })

  it('also where no service answers, and where the person interrupts', async () => {
    const remote = await createRemoteHarness()
    await remote.runOk('profile add gone --base-url http://127.0.0.1:1 --workspace w')
    await remote.runOk('profile use local')
    const interrupted = await remote.run('accounts --json', { signal: AbortSignal.abort() })
    expect(JSON.parse(interrupted.stderr).error).toMatchObject({ id: '499', name: 'interrupted' })
    remote.close()
    const help = (await run('help formats')).stdout
    for (const name of ['428', '499', '503', '504']) expect(help).toContain(name)
  })
})
