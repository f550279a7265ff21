/** Tests what commands say of an account or a row that many others are newer than. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CliHarness, createCliHarness } from '../support/cli-harness.ts'
import { splitShellWords } from '../transcripts/transcript.ts'

let cli: CliHarness

async function run(line: string): Promise<string> {
  const { code, stdout, stderr } = await cli.budget(splitShellWords(line).words)
  expect({ line, code, stderr: code === 0 || code === 20 ? '' : stderr }).toEqual({ line, code, stderr: '' })
  return stdout
}
const readJson = async (line: string) => JSON.parse(await run(`${line} --json`))

beforeEach(async () => {
  cli = createCliHarness()
  await run('init --name Home --currency EUR')
  await run('accounts add Checking --type banking_checking --balance 5000 --balance-date 2026-10-01')
  await run('accounts add Savings --type banking_savings')
  writeFileSync(
    join(cli.folder, 'bank.csv'),
    'Date,Payee,Amount\n2026-10-03,Grocer,-20.00\n2026-11-12,Grocer,-22.00\n',
  )
  await run('import bank.csv --account Checking --accept')
  await run('schedules add 1450 Landlord --every month --on 1 --from 2026-11-01 --account Checking')
  for (let amount = 1; amount <= 8; amount++) await run(`spend ${amount} Kiosk --account Savings`)
})
afterEach(() => cli.close())

test('upcoming, status and month check keep a date overdue when other accounts have newer rows', async () => {
  expect((await readJson('upcoming')).rows[0]).toMatchObject({ due_date: '2026-11-01', state: 'overdue' })
  expect(await readJson('status')).toMatchObject({ overdue_dates: 1 })
  expect(JSON.stringify(await readJson('month check'))).toContain('overdue')
})

test('accounts check knows the last transaction of an account that others are newer than', async () => {
  expect(await readJson('accounts check')).toMatchObject([
    { account_name: 'Checking', last_transaction: '2026-11-12' },
    { account_name: 'Savings', last_transaction: '2026-11-20' },
  ])
})

test('import refuses an opening balance for an account with older rows, and asks for none', async () => {
  writeFileSync(
    join(cli.folder, 'open.csv'),
    'Date,Payee,Amount,Balance\n2026-09-03,Grocer,-20.00,980.00\n2026-09-05,Grocer,-30.00,950.00\n2026-09-09,Kiosk,-50.00,900.00\n',
  )
  const line = 'import open.csv --account Checking'
  const refused = await cli.budget([...line.split(' '), '--opening-balance', 'from-file', '--accept'])
  expect(refused.code).toBe(2)
  expect(refused.stderr).toContain('Checking already has transactions')
  const asked = await cli.budget(line.split(' '), { terminal: 100, answers: ['no', 'no', 'no'] })
  expect(asked.stderr).not.toContain('opening balance')
})

test('status counts all that needs review, however old and however many', async () => {
  const rows = Array.from({ length: 2600 }, (_, at) => {
    const review_status = at === 0 ? 'needs_review' : 'reviewed'
    const day = new Date(Date.UTC(2019, 0, 1 + Math.floor(at / 2))).toISOString().slice(0, 10)
    return JSON.stringify({ date: day, amount: '-1.00', review_status })
  })
  const before = (await readJson('status')).needs_review
  const addAll = async (lines: readonly string[]): Promise<void> => {
    writeFileSync(join(cli.folder, 'rows.jsonl'), lines.join('\n'))
    const options = { stdin: 'rows.jsonl' }
    const { code, stderr } = await cli.budget(['tx', 'add', '--stdin', '--account', 'Savings'], options)
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
  }
  await addAll(rows)
  expect(await readJson('status')).toMatchObject({ needs_review: before + 1, needs_review_more: false })
  await run('tx approve --all')
  expect(await readJson('status')).toMatchObject({ needs_review: 0, needs_review_more: false })
  const many = Array.from({ length: 620 }, () => JSON.stringify({ date: '2026-11-01', amount: '-1.00' }))
  await addAll(many)
  expect(await readJson('status')).toMatchObject({ needs_review: 620, needs_review_more: false })
})
