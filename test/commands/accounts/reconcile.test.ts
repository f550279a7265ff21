/** Tests `budget accounts reconcile`: candidates, fixes, the dialogue, and what finishing writes. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type CliHarness, createCliHarness, type HarnessRunOptions } from '../../support/cli-harness.ts'
import { splitShellWords } from '../../transcripts/transcript.ts'

let cli: CliHarness
const run = (line: string, options: HarnessRunOptions = {}) =>
  cli.budget(splitShellWords(line).words, options)
const runOk = async (line: string): Promise<string> => {
  const { code, stdout, stderr } = await run(line)
  expect({ line, code, stderr: code === 0 ? '' : stderr }).toEqual({ line, code: 0, stderr: '' })
  return stdout.trim()
}
const runJson = async (line: string) => {
  const { code, stdout, stderr } = await run(`${line} --json`)
  expect(stderr).toBe('')
  return { code, report: JSON.parse(stdout) }
}
const add = (line: string): Promise<string> => runOk(`tx add ${line} --account Checking --format ids`)

beforeEach(async () => {
  cli = createCliHarness()
  await runOk('init --name Home --currency EUR')
  await runOk('accounts add Checking --type banking_checking --balance 1000 --balance-date 2026-10-01')
  await runOk('accounts add Savings --type banking_savings')
})
afterEach(() => cli.close())

it('a row that is not cleared comes first, and its fix clears it', async () => {
  const id = await add('-18.30 Bakery --date 2026-11-03 --status pending')
  await add('-40 Market --date 2026-11-04')
  const line = 'accounts reconcile Checking --balance 941.70 --date 2026-11-15'
  const { code, report } = await runJson(line)
  expect(code).toBe(20)
  expect(report).toMatchObject({ bank: '941.70', cleared: '960.00', difference: '-18.30', previous: null })
  expect(report.candidates[0]).toMatchObject({ number: 1, kind: 'not_cleared', explains: '-18.30', ways: 1 })
  expect(report.candidates[0].transactions[0].id).toBe(id)
  const applied = await runJson(`${line} --apply 1`)
  expect(applied.code).toBe(0)
  expect(applied.report).toMatchObject({ difference: '0.00', applied: [1], candidates: [], finished: null })
  expect(JSON.parse(await runOk(`tx show ${id} --json`))[0]?.status ?? 'cleared').toBe('cleared')
})

it('rows after the date are left out', async () => {
  await add('-40 Market --date 2026-11-16')
  expect((await run('accounts reconcile Checking --balance 1000 --date 2026-11-15')).code).toBe(0)
  expect((await run('accounts reconcile Checking --balance 960 --date 2026-11-15')).code).toBe(20)
})

it('a number that is not in the list is refused, and nothing is changed', async () => {
  await add('-18.30 Bakery --date 2026-11-03 --status pending')
  const { code, stderr } = await run('accounts reconcile Checking --balance 981.70 --apply 9')
  expect(code).toBe(6)
  expect(stderr).toContain('There is no candidate 9')
  expect(await runOk('tx list --status pending --format ids')).not.toBe('')
})

it('finishing marks the cleared rows of the account as reconciled, in one entry that undo takes back', async () => {
  await add('-40 Market --date 2026-11-04')
  await add('-5 Later --date 2026-11-18')
  await runOk('tx transfer 10 --from Checking --to Savings --date 2026-11-05')
  const before = await runOk('tx list --all --json')
  const line = 'accounts reconcile Checking --balance 950 --date 2026-11-15 --finish'
  const { code, report } = await runJson(line)
  expect({ code, finished: report.finished }).toEqual({ code: 0, finished: { transactions: 3 } })
  const rows: { account_name: string; date: string; status: string }[] = JSON.parse(
    await runOk('tx list --all --json'),
  )
  const reconciled = rows.filter(({ status }) => status === 'reconciled')
  expect(reconciled.map(({ account_name }) => account_name)).toEqual(['Checking', 'Checking', 'Checking'])
  expect(reconciled.every(({ date }) => date <= '2026-11-15')).toBe(true)
  expect(await runOk('accounts list')).toContain('2026-11-15')
  const [entry] = JSON.parse(await runOk('history list --json'))
  expect(entry.counts).toEqual({ transaction: 3, account: 1, reconciliation: 1 })
  await runOk('undo --yes')
  expect(await runOk('tx list --all --json')).toBe(before)
  expect(await runOk('accounts list')).not.toContain('2026-11-15')
  await runOk('redo --yes')
  expect(await runOk('db check --json')).toContain('"problems": []')
})

it('the next run starts from the last reconciliation, and what changed since comes first of all', async () => {
  const id = await add('-40 Market --date 2026-11-04')
  const gone = await add('-7 Kiosk --date 2026-11-05')
  await runOk('accounts reconcile Checking --balance 953 --date 2026-11-15 --finish')
  await runOk(`tx edit ${id} --amount -41 --yes`)
  const { report } = await runJson('accounts reconcile Checking --balance 953 --date 2026-11-19')
  expect(report.previous).toEqual({ date: '2026-11-15', balance: '953.00' })
  expect(report.candidates[0]).toMatchObject({ kind: 'changed_since_reconciled', explains: '1.00' })
  expect(report.candidates[0].transactions[0].id).toBe(id)
  await runOk('accounts reconcile Checking --balance 953 --date 2026-11-19 --apply 1 --yes')
  await runOk(`tx delete ${gone} --yes`)
  const deleted = await runJson('accounts reconcile Checking --balance 953 --date 2026-11-19')
  expect(deleted.report.candidates[0]).toMatchObject({ kind: 'changed_since_reconciled', explains: '-7.00' })
  const restore = 'accounts reconcile Checking --balance 953 --date 2026-11-19 --apply 1'
  expect((await run(restore)).code).toBe(10)
  expect((await run(`${restore} --yes`)).code).toBe(0)
})

it('a reconciled row that was moved to another account comes first, and its fix moves it back', async () => {
  const id = await add('-40.92 Market --date 2026-11-04')
  await runOk('accounts reconcile Checking --balance 959.08 --date 2026-11-15 --finish')
  await runOk(`tx edit ${id} --account Savings --yes`)
  const line = 'accounts reconcile Checking --balance 959.08 --date 2026-11-19'
  const { report } = await runJson(line)
  expect(report.candidates[0]).toMatchObject({ kind: 'changed_since_reconciled', explains: '-40.92' })
  expect(report.candidates[0].transactions[0]).toMatchObject({ id, account_name: 'Savings' })
  expect(report.next_steps).toEqual([`budget ${line} --apply 1`])
  expect(report.candidates.at(-1).kind).toBe('missing')
  const { report: done } = await runJson(`${line} --apply 1 --yes`)
  expect(done.difference).toBe('0.00')
  expect(
    JSON.parse(await runOk('tx list --account Checking --json')).map((row: { id: string }) => row.id),
  ).toContain(id)
})

it('a reconciled row with a later date is told, also when the account agrees', async () => {
  const id = await add('-40 Market --date 2026-11-04')
  await runOk('accounts reconcile Checking --balance 960 --date 2026-11-15 --finish')
  await runOk(`tx edit ${id} --date 2026-11-18 --yes`)
  const told = await run('accounts reconcile Checking --balance 960 --date 2026-11-19 --no-input')
  expect(told.code).toBe(0)
  expect(told.stderr).toContain('-40.00 Market was reconciled on 2026-11-04 and is now dated 2026-11-18')
  const { code, report } = await runJson('accounts reconcile Checking --balance 960 --date 2026-11-16')
  expect(code).toBe(20)
  expect(report.candidates[0]).toMatchObject({
    kind: 'changed_since_reconciled',
    explains: '-40.00',
    fix: { steps: [{ action: 'edit', transaction_id: id, date: '2026-11-04' }] },
  })
  expect(report.candidates[0].fix.steps[0]).not.toHaveProperty('amount')
})

it('one mistake is one candidate, also when it has been changed since and looks mistyped', async () => {
  const id = await add('-43.05 Shell --date 2026-11-10')
  await runOk('accounts reconcile Checking --balance 956.95 --date 2026-11-15 --finish')
  await runOk(`tx edit ${id} --amount -34.05 --yes`)
  await runOk(`tx edit ${id} --amount -43.50 --yes`)
  const { report } = await runJson('accounts reconcile Checking --balance 956.95 --date 2026-11-19')
  const about = report.candidates.filter(
    (one: { transactions: { id: string }[] }) => one.transactions[0]?.id === id,
  )
  expect(about).toHaveLength(1)
  await runOk(`tx delete ${id} --yes`)
  const { report: deleted } = await runJson('accounts reconcile Checking --balance 956.95 --date 2026-11-19')
  expect(deleted.candidates.map(({ kind }: { kind: string }) => kind)).not.toContain('deleted')
})

it('the other side of a transfer with the account is no candidate', async () => {
  await runOk('tx transfer 20 --from Checking --to Savings --date 2026-11-05')
  const { report } = await runJson('accounts reconcile Checking --balance 1000 --date 2026-11-19')
  expect(report.difference).toBe('20.00')
  expect(report.candidates.map(({ kind }: { kind: string }) => kind)).not.toContain('wrong_account')
})

it('the difference is booked after asking, and never without', async () => {
  const line = 'accounts reconcile Checking --balance 990 --adjust'
  expect((await run(line)).code).toBe(10)
  const { code, report } = await runJson(`${line} --yes --finish`)
  expect(code).toBe(0)
  expect(report.adjustment).toMatchObject({
    amount: '-10.00',
    merchant_name: 'Reconciliation adjustment',
    ready_to_assign: true,
  })
  expect(report.finished).toEqual({ transactions: 2 })
})

it('a dry run changes nothing and lists what finishing changes', async () => {
  await add('-40 Market --date 2026-11-04')
  const before = await runOk('tx list --all --json')
  const plan = JSON.parse(await runOk('accounts reconcile Checking --balance 960 --finish --dry-run --json'))
  expect(plan.plan.length).toBeGreaterThan(2)
  expect(await runOk('tx list --all --json')).toBe(before)
  expect(await runOk('history list --limit 1')).not.toContain('reconcile')
})

it('a statement names missing and extra rows and the first day that disagrees, and missing rows are booked', async () => {
  await add('-40 Market --date 2026-11-04')
  await add('-12 "Corner Cafe" --date 2026-11-06')
  writeFileSync(
    join(cli.folder, 'bank.csv'),
    'Date,Payee,Amount,Balance\n2026-11-04,MARKET 0042,-40.00,960.00\n2026-11-08,BOOKSHOP,-20.00,940.00\n2026-11-10,KIOSK,-3.00,937.00\n',
  )
  const line = 'accounts reconcile Checking --statement bank.csv'
  const { code, report } = await runJson(line)
  expect(code).toBe(20)
  expect(report).toMatchObject({
    bank: '937.00',
    date: '2026-11-10',
    cleared: '948.00',
    difference: '-11.00',
  })
  expect(report.statement.missing.map(({ amount }: { amount: string }) => amount)).toEqual([
    '-20.00',
    '-3.00',
  ])
  expect(report.statement.extra.map(({ amount }: { amount: string }) => amount)).toEqual(['-12.00'])
  expect(report.statement.first_difference).toEqual({ date: '2026-11-06', bank: '960.00', cleared: '948.00' })
  const { report: done } = await runJson(`${line} --apply all --finish`)
  expect(done).toMatchObject({ difference: '0.00', finished: { transactions: 4 } })
})

it('a file without a balance requires --balance', async () => {
  writeFileSync(
    join(cli.folder, 'bank.csv'),
    'Date,Payee,Amount\n2026-11-04,MARKET,-40.00\n2026-11-05,KIOSK,3.00\n',
  )
  const { code, stderr } = await run('accounts reconcile Checking --statement bank.csv')
  expect(code).toBe(2)
  expect(stderr).toContain('Add --balance')
  expect((await run('accounts reconcile Checking --statement bank.csv --balance 963')).code).toBe(20)
})

it('in a terminal the dialogue applies the chosen candidate and finishes', async () => {
  await add('-18.30 Bakery --date 2026-11-03 --status pending')
  const asked = await run('accounts reconcile Checking --balance 981.70 --date 2026-11-15', {
    terminal: 80,
    answers: ['q  Leave it as it is'],
  })
  expect(asked.stderr).toContain('The bank says 981.70 · cleared here 1,000.00 · 18.30 more here')
  expect(asked.code).toBe(20)
  const label = /\[(1 [^,\]]*)/.exec(asked.stderr)?.[1] ?? ''
  const { stdout, code } = await run('accounts reconcile Checking --balance 981.70 --date 2026-11-15', {
    ...{ terminal: 80, answers: [label, 'yes'] },
  })
  expect(code).toBe(0)
  expect(stdout).toContain('Checking is reconciled up to 2026-11-15 at 981.70; 2 transactions are reconciled')
})

it('in a terminal rows can be ticked, older ones too, and are saved after a yes', async () => {
  await add('-18.30 Bakery --date 2026-05-03 --status pending')
  const line = 'accounts reconcile Checking --balance 981.70 --date 2026-11-15'
  const tick = 't  Tick rows yourself'
  const refused = await run(line, {
    ...{ terminal: 80, answers: [tick, 'Bakery + 2026-10-01', 'no', 'q  Leave it as it is'] },
  })
  expect(refused.code).toBe(20)
  expect(refused.stderr).toContain('With these rows, the account agrees with the bank')
  expect(refused.stderr).toContain('Save this change?')
  expect(await runOk('tx list --status pending --format ids')).not.toBe('')
  const left = await run(line, { terminal: 80, answers: [tick, 'Esc', 'q  Leave it as it is'] })
  expect(left.code).toBe(20)
  expect(left.stderr).toContain('Nothing was changed')
  const { stdout, code } = await run(line, {
    ...{ terminal: 80, answers: [tick, 'Bakery + 2026-10-01', 'yes', 'yes'] },
  })
  expect(code).toBe(0)
  expect(stdout).toContain('is reconciled up to 2026-11-15')
})

it('in a terminal a fix that changes what was entered is asked about, and a no leads back to the menu', async () => {
  const id = await add('-34.05 Shell --date 2026-11-10')
  await add('-34.05 Shell --date 2026-11-11')
  const line = 'accounts reconcile Checking --balance 965.95 --date 2026-11-15'
  const first = await run(line, { terminal: 80, answers: ['q  Leave it as it is'] })
  const label = /\[(1 [^,\]]*)/.exec(first.stderr)?.[1] ?? ''
  expect(label).toContain('entered twice')
  // The choices are the list.
  expect(first.stderr.split('\n').filter((text) => text.includes('entered twice'))).toHaveLength(1)
  const { code, stderr, stdout } = await run(line, {
    ...{
      terminal: 80,
      answers: [label, 'no', 'a  Add the difference as one transaction', 'no', label, 'yes', 'no'],
    },
  })
  expect(code).toBe(0)
  expect(stderr).toContain('Delete 2026-11-11 -34.05 Shell')
  expect(stderr).toContain('Add 34.05 as "Reconciliation adjustment" in Ready to Assign on 2026-11-15?')
  expect(stderr).toContain('Deleted 2026-11-11 -34.05 Shell')
  expect(stdout).not.toContain('Applied')
  expect(await runOk(`tx list --account Checking --format ids`)).toContain(id)
})

it('a difference is not booked under a category off budget, nor in a closed account', async () => {
  await runOk('accounts add Fund --type brokerage --balance 100')
  const off = await run('accounts reconcile Fund --balance 90 --adjust --category Groceries --yes')
  expect({ code: off.code, stderr: off.stderr.split('\n')[0] }).toEqual({
    code: 3,
    stderr: 'Fund is off budget, so its transactions have no category',
  })
  await runOk('accounts close Savings --yes')
  const closed = await run('accounts reconcile Savings --balance 5 --adjust --yes')
  expect({ code: closed.code, stderr: closed.stderr.split('\n')[0] }).toEqual({
    code: 3,
    stderr: 'Savings is closed',
  })
})

it('a line of the statement that may be a row elsewhere has two candidates, of which one can be applied', async () => {
  await runOk('tx add -25 "Blue Heron" --date 2026-11-05 --account Savings --format ids')
  await add('-30 Lunch --date 2026-11-18')
  await add('-40 Market --date 2026-11-03')
  writeFileSync(
    join(cli.folder, 'bank.csv'),
    'Date,Payee,Amount,Balance\n2026-11-03,MARKET,-40.00,960.00\n2026-11-05,BLUE HERON,-25.00,935.00\n2026-11-10,TRATTORIA 12,-30.00,905.00\n',
  )
  const line = 'accounts reconcile Checking --statement bank.csv --date 2026-11-12'
  const { report } = await runJson(line)
  expect(
    report.candidates.map(({ kind, ways, bank_rows }: any) => `${bank_rows[0].amount} ${kind} ${ways}`),
  ).toEqual(['-30.00 other_date 2', '-25.00 wrong_account 2', '-30.00 missing 2', '-25.00 missing 2'])
  expect(report.next_steps).toEqual([expect.stringMatching(/--apply ask$/)])
  expect((await run(`${line} --apply 2,4 --yes`)).stderr).toContain(
    'Two of these explain the same line of the statement',
  )
  expect((await run(`${line} --apply all --yes`)).code).toBe(2)
  expect((await runJson(`${line} --apply 1,4 --yes`)).report).toMatchObject({ difference: '0.00' })
})
