/** Asks hledger and ledger what the reports of the installed program say, of random households that it exported. */

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { addMonths } from '../../src/money/calendar.ts'
import { add, isZero, negate } from '../../src/money/decimal.ts'
import {
  compareExports,
  type ExportRunner,
  householdMonths,
  withHousehold,
} from '../export/check-household.ts'
import { readJournalNames, runProgram as runOther, splitCsv } from '../export/figures.ts'
import { type Household, household } from '../export/household.ts'
import { missingPrograms } from '../export/programs.ts'
import * as fc from '../support/fast-check.ts'
import { installProgram, isBuilt } from './install.ts'
import { runProgram } from './installed-harness.ts'

const rounds = Number(process.env['BUDGET_ROUNDS'] ?? 3)
const [first = '', last = ''] = [householdMonths[0], householdMonths.at(-1)]
const until = `${last}-30`

/** A figure of a report, by what it is called. */
type Figures = Record<string, string>

interface ReportRow {
  category_id?: string
  month?: string
  amount?: string
  assets?: string
  debts?: string
  net_worth?: string
}

async function readReport({ budget }: ExportRunner, args: readonly string[]): Promise<ReportRow[]> {
  const { stdout, stderr, code } = await budget(['report', ...args, '--until', until, '--json'])
  expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: '' })
  return (JSON.parse(stdout) as { rows: ReportRow[] }).rows // the shape is that of docs/reports.md
}

/** Leaves out figures of zero, which the programs do not list. */
const withoutZeros = (figures: Figures): Figures =>
  Object.fromEntries(Object.entries(figures).filter(([, amount]) => !isZero(amount)))

/** Returns the figures of our reports, each category under the name of its account in the journal. */
async function readOurs(runner: ExportRunner, names: ReadonlyMap<string, string[]>): Promise<Figures> {
  const ours: Figures = {}
  const since = ['--since', `${first}-01`]
  for (const { category_id, amount = '' } of await readReport(runner, ['spending', ...since])) {
    const account = category_id && names.get(category_id)?.find((name) => name.startsWith('expenses:'))
    ours[account || 'expenses:Uncategorized'] = amount
  }
  for (const { month = '', amount = '' } of await readReport(runner, ['income', '--by', 'month', ...since]))
    ours[`${month} income`] = amount
  for (const { month = '', assets = '', debts = '', net_worth = '' } of await readReport(runner, [
    'networth',
    ...since,
  ])) {
    ours[`${month} assets`] = assets
    ours[`${month} debts`] = debts
    ours[`${month} net worth`] = net_worth
  }
  return withoutZeros(ours)
}

/** Returns what a program answers: the balance of each account below a root, in a range of dates. */
type AskBalances = (
  root: string,
  dates: { since?: string; before: string },
) => Promise<[account: string, amount: string][]>

const askHledger =
  (file: string): AskBalances =>
  async (root, { since, before }) => {
    const dates = [...(since === undefined ? [] : ['-b', since]), '-e', before]
    const args = ['-f', file, 'bal', `^${root}(:|$)`, ...dates, '--flat', '-N', '-O', 'csv']
    const rows = (await runOther('hledger', args)).split('\n').slice(1)
    return parseBalances(rows.map((row) => splitCsv(row).join('\t')).join('\n'))
  }

const askLedger =
  (file: string): AskBalances =>
  async (root, { since, before }) => {
    const dates = [...(since === undefined ? [] : ['-b', since]), '-e', before]
    const format = '%(account)\t%(quantity(amount))\n'
    const args = [
      '--args-only',
      '-f',
      file,
      'bal',
      `/^${root}(:|$)/`,
      ...dates,
      '--flat',
      '--no-total',
      '--balance-format',
      format,
    ]
    return parseBalances(await runOther('ledger', args))
  }

const parseBalances = (text: string): [string, string][] =>
  text.split('\n').flatMap((line): [string, string][] => {
    const [account, total] = line.split('\t')
    const amount = /-?\d[\d.]*/.exec(total ?? '')?.[0]
    return account === undefined || account.trim() === '' || amount === undefined
      ? []
      : [[account.trim(), amount]]
  })

/** Returns what a program says to the same questions. */
async function readTheirs(ask: AskBalances, decimals: number): Promise<Figures> {
  const zero = decimals === 0 ? '0' : `0.${'0'.repeat(decimals)}`
  const sum = (rows: readonly [string, string][]): string =>
    rows.reduce((total, [, amount]) => add(total, amount), zero)
  const theirs: Figures = {}
  const end = `${addMonths(last, 1)}-01`
  for (const [account, amount] of await ask('expenses', { since: `${first}-01`, before: end }))
    theirs[account] = add(amount, zero)
  for (const month of householdMonths) {
    const before = `${addMonths(month, 1)}-01`
    theirs[`${month} income`] = negate(sum(await ask('income', { since: `${month}-01`, before })))
    const assets = sum(await ask('assets', { before }))
    const debts = sum(await ask('liabilities', { before }))
    Object.assign(theirs, {
      [`${month} assets`]: assets,
      [`${month} debts`]: debts,
      [`${month} net worth`]: add(assets, debts),
    })
  }
  return withoutZeros(theirs)
}

async function checkHousehold(plan: Household): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'budget-household-'))
  mkdirSync(join(folder, 'data'))
  const runner: ExportRunner = { folder, budget: (args) => runProgram({ args, folder }) }
  try {
    await withHousehold(plan, runner, async (api) => {
      await compareExports(plan, runner, api)
      const journal = join(folder, 'home.journal')
      const ours = await readOurs(runner, readJournalNames(journal))
      const [decimals = 0] = Object.values(ours).map((amount) => amount.split('.')[1]?.length ?? 0)
      expect({ hledger: await readTheirs(askHledger(journal), decimals) }).toEqual({ hledger: ours })
      const ledger = join(folder, 'home.ledger')
      expect({ ledger: await readTheirs(askLedger(ledger), decimals) }).toEqual({
        ledger: await readOurs(runner, readJournalNames(ledger)),
      })
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const reason = missingPrograms.length === 0 ? '' : ` (skipped: ${missingPrograms.join(', ')} not installed)`

describe.skipIf(!isBuilt || missingPrograms.length > 0)(
  `the installed program beside hledger, ledger and beancount${reason}`,
  { timeout: 600_000 },
  () => {
    beforeAll(() => void installProgram())

    test('exports and reports the figures that they find: spending, income, net worth, envelopes', async () => {
      await fc.assert(fc.asyncProperty(household, checkHousehold), { numRuns: rounds, endOnFailure: true })
    })
  },
)
