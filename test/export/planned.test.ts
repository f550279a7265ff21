/** Tests that hledger forecasts what posting every planned date does, and that a calendar has each of them. */

import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openWorkspaces } from '../../src/engine/workspaces.ts'
import { listAllOpenDates } from '../../src/schedules/open-dates.ts'
import { type CliHarness, createCliHarness } from '../support/cli-harness.ts'
import { createRemoteHarness } from '../support/remote-harness.ts'
import { splitShellWords } from '../transcripts/transcript.ts'
import { runProgram } from './figures.ts'
import { missingPrograms } from './programs.ts'

const today = '2026-11-20'
const tomorrow = '2026-11-21'
const last = '2027-11-20'

let harness: CliHarness
beforeEach(() => {
  harness = createCliHarness()
})
afterEach(() => harness.close())

async function run(line: string): Promise<string> {
  const { code, stdout, stderr } = await harness.budget(splitShellWords(line).words)
  expect({ line, code, stderr }).toEqual({ line, code: 0, stderr: '' })
  return stdout
}

async function fillHome(): Promise<void> {
  for (const line of [
    'init --name Home --currency EUR --no-input --quiet',
    'accounts add Checking --type banking_checking --balance 1000 --balance-date 2026-11-01',
    'accounts add Visa --type credit_credit_card',
    'accounts add House --type investment_other',
    'tx add --account Visa --amount -30 --date 2026-11-05 --merchant Shop --category Groceries',
  ])
    await run(line)
}

async function addSchedules(): Promise<void> {
  for (const line of [
    'schedules add 1450 "Landlord; * (x) | y" Rent --every month --on 31 --account Checking',
    'schedules add 20 Gym Transport --every 2w --from 2026-11-06 --account Visa',
    'schedules add full --account Checking --to Visa --every month --on 28',
    'schedules add +2600 Acme --ready-to-assign --every month --on 2tue --account Checking',
    'schedules add 7 Late Transport --every month --on last-fri --account Checking',
    'schedules add 5 Weekend Transport --every month --on 5 --weekend after --account Checking',
    'schedules add 9 Twice Transport --every month --on 1,15 --account Checking',
    'schedules add 11 Thirtieth Transport --every month --on 30 --from 2027-02-01 --account Checking',
    'schedules add 480 Insurance Insurance --every year --on 2027-02-01 --account Checking',
    'schedules add 100 --account Checking --to House --every month --on 12 --times 4',
    'schedules skip Acme',
    'schedules edit Landlord 1500 --once',
  ])
    await run(`${line} --quiet`)
}

/** Posts every open date on the day it is due, the payments of a card last; a date before tomorrow is due tomorrow. */
async function postAll(): Promise<number> {
  const workspaces = openWorkspaces({
    folder: join(harness.folder, 'data'),
    now: () => Date.parse(today),
    random: randomBytes,
  })
  try {
    const [{ id } = { id: '' }] = workspaces.listWorkspaces()
    const api = workspaces.open(id)
    const dates = listAllOpenDates((await api.listSchedules({})).schedules, last).map(
      ({ schedule, date, due_date, amount }) => ({
        schedule_id: schedule.id,
        date,
        body: { date: due_date < tomorrow ? tomorrow : due_date, amount },
      }),
    )
    const isFull = ({ body }: { body: { amount: string | null } }) => Number(body.amount === null)
    for (const one of dates.toSorted((a, b) =>
      a.body.date < b.body.date ? -1 : a.body.date > b.body.date ? 1 : isFull(a) - isFull(b),
    ))
      await api.postScheduleDate(one)
    return dates.length
  } finally {
    workspaces.close()
  }
}

const readBalances = async (file: string, end: string, forecast: string[]) =>
  (
    await runProgram('hledger', [
      '-f',
      join(harness.folder, file),
      'bal',
      '-N',
      '--flat',
      '-O',
      'csv',
      '-e',
      end,
      ...forecast,
      '^assets',
      '^liab',
    ])
  )
    .trimEnd()
    .split('\n')
    .slice(1)

const ends = [
  '2026-11-22',
  '2026-11-29',
  '2026-12-01',
  '2027-01-01',
  '2027-02-02',
  '2027-03-01',
  '2027-06-09',
  '2027-11-21',
  '2028-06-01',
]

test.skipIf(missingPrograms.length > 0).each([['--forecast'], [`--forecast=${tomorrow}..`]])(
  'hledger %s has the balances of posting every date',
  async (forecast) => {
    await fillHome()
    await addSchedules()
    await run('export -o planned.journal')
    await runProgram('hledger', [
      '-f',
      join(harness.folder, 'planned.journal'),
      'check',
      '--strict',
      'ordereddates',
      'payees',
    ])
    expect(await postAll()).toBeGreaterThan(90)
    await run('export -o posted.journal --until 2028-01-01')
    for (const end of ends)
      expect([end, await readBalances('planned.journal', end, [forecast, '--today', today])]).toEqual([
        end,
        await readBalances('posted.journal', end, []),
      ])
  },
)

test('what hledger takes a period for is a period, the rest are single dates', async () => {
  await fillHome()
  await addSchedules()
  const journal = await run('export --to hledger')
  const periods = [...journal.matchAll(/^~ (every .*?) {2}/gm)].map(([, period]) => period)
  expect(periods).toEqual(
    expect.arrayContaining([
      'every 14 days from 2026-12-04 to 2027-11-20',
      'every 31st day of month from 2026-12-31 to 2027-11-01',
      'every 2nd tuesday of month from 2027-01-12 to 2027-11-10',
      'every 12th day of month from 2026-12-12 to 2027-03-13',
    ]),
  )
  expect(journal).toContain('~ 2027-02-01  ! (')
  expect(journal).toContain('~ 2026-11-30  ! (')
})

test('without schedules a journal is what it was, and other formats never have any', async () => {
  await fillHome()
  const formats = ['hledger', 'ledger', 'beancount', 'csv', 'ndjson', 'qif']
  const before = await Promise.all(formats.map((format) => run(`export --to ${format}`)))
  expect(before[0]).toContain('= 1000.00 EUR')
  expect(before[0]).not.toContain('~')
  await addSchedules()
  for (const [at, format] of formats.entries())
    expect([format, (await run(`export --to ${format}`)) === before[at]]).toEqual([
      format,
      format !== 'hledger',
    ])
})

test('a calendar has an event for each date, in escaped and folded lines', async () => {
  await fillHome()
  await run(
    `schedules add 480 "Car, home; and\\life ${'é'.repeat(60)}" Insurance --every year --on 2027-02-01 --account Checking --notes "${'x'.repeat(200)}" --quiet`,
  )
  await run('export -o bills.ics')
  await run('export -o again.ics')
  const text = readFileSync(join(harness.folder, 'bills.ics'), 'utf8')
  expect(readFileSync(join(harness.folder, 'again.ics'), 'utf8')).toBe(text)
  const lines = text.split('\r\n')
  expect(lines.every((line) => Buffer.byteLength(line) <= 75 && !line.includes('\n'))).toBe(true)
  const whole = text.replaceAll('\r\n ', '').split('\r\n')
  expect(whole.slice(0, 5)).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//budget//schedules//EN',
    'CALSCALE:GREGORIAN',
    'BEGIN:VEVENT',
  ])
  expect(whole.slice(5)).toEqual([
    expect.stringMatching(/^UID:sch_\w+-20270201@budget$/),
    expect.stringMatching(/^DTSTAMP:\d{8}T\d{6}Z$/),
    'DTSTART;VALUE=DATE:20270201',
    'DTEND;VALUE=DATE:20270202',
    `SUMMARY:Car\\, home\\; and\\\\life ${'é'.repeat(60)} -480.00 EUR`,
    `DESCRIPTION:Checking\\nInsurance\\n${'x'.repeat(200)}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

test('a remote archive says that it lacks schedules, if there are any', async () => {
  const remote = await createRemoteHarness()
  try {
    expect((await remote.run('export all')).stdout).not.toContain('"schedules"')
    await remote.runOk('schedules add 20 Gym Groceries --every month --on 5 --account Checking --quiet')
    expect((await remote.run('export all')).stdout).toMatch(/"lacks":\[[^\]]*"schedules"\]/)
    expect(await remote.runOk('export --to hledger')).toContain('~ every 5th day of month')
  } finally {
    remote.close()
  }
})
