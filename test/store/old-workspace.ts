/** Unpacks a workspace that an older version of budget made, and runs commands on it. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type CliHarness, createCliHarness } from '../support/cli-harness.ts'

const fixtures = join(import.meta.dirname, 'fixtures/version-3')
const unpack = (name: string): Buffer => gunzipSync(readFileSync(join(fixtures, name)))

const months = ['2026-08', '2026-09', '2026-10', '2026-11', '2026-12', '2027-01']

/** Commands that only read. */
const readCommands = [
  'accounts list --all',
  'accounts register Girokonto',
  'accounts register Visa',
  'groups list',
  'categories list --archived',
  'merchants list',
  'targets list',
  'rules list',
  'imports list',
  'imports show girokonto',
  'imports show checking',
  'imports show rows',
  'imports show current',
  ...months.map((month) => `month show ${month} --all`),
  'month check',
  'tx list --all',
  'tx list --deleted --all',
  'tx list --needs-review --all',
  'status',
  'workspaces list',
]

/** Commands that change something, in this order: what was learned and recorded decides about their results. */
const writeCommands = [
  'tx add -3 "Corner Bakery" --account Girokonto --date 2026-11-18',
  'tx add -4 "Streaming Plus" --account Visa --date 2026-11-18',
  'tx add -5 Aldi --account Visa --date 2026-10-18',
  'tx add -6 "Roma" --account Visa --date 2026-11-18',
  'tx add 7 Employer --account Savings --date 2026-11-18',
  'tx restore txn_0YAWN1JYQK4PF5T4000000000V',
  'import rows.csv --account Visa --accept --no-invert',
  'imports undo girokonto --yes',
  'merchants merge Kiosk --into Supermarket --yes',
  'categories delete Restaurants --move-to Gifts --yes',
  'accounts reopen Oldbank',
  'accounts close Depot --yes',
  'rules move 1 2',
  'targets snooze Groceries --month 2026-11',
  'month assign Groceries=1 Gifts=2 --month 2026-10',
  'tx list --all',
  'accounts list --all',
  'month show 2026-09',
  'month show 2026-10',
  'month show 2026-11',
]

/** A file of which the old version imported the first row: the second is new. */
const rows = 'Date,Description,Amount\n2026-11-10,ALDI SAGT DANKE,-23.10\n2026-11-16,KINO PALAST,-14.00\n'

/** The name of the workspace's file. */
export const workspaceFile = 'wks_6c26fe1cf4bf6c09.db'

/** What commands printed with --json, and their exit codes, by the command line. */
type Answers = Record<string, unknown>

/** The answers of the commands that only read, and then of those that change something. */
export interface AnswersByRound {
  before: Answers
  after: Answers
}

/** Fields that later versions added, with what they say of a workspace without schedules. */
const laterFields: Record<string, unknown> = { overdue_dates: 0, unmatched_transactions: 0 }

/** Parses answers without later fields, and without what an import names next: each version proposes its own. */
const parseAnswers = (text: string): unknown =>
  JSON.parse(text, (key, value: unknown) =>
    key === 'next_step' || laterFields[key] === value ? undefined : value,
  )

/** Returns the answers of the older version. */
export const readOldAnswers = (): AnswersByRound =>
  parseAnswers(unpack('answers.json.gz').toString()) as AnswersByRound // the older version wrote them so

/** Creates a harness whose only workspace is the old one. */
export function openOldWorkspace(): CliHarness {
  const harness = createCliHarness()
  const data = join(harness.folder, 'data')
  mkdirSync(data)
  writeFileSync(join(data, workspaceFile), unpack('workspace.db.gz'))
  writeFileSync(join(data, 'registry.db'), unpack('registry.db.gz'))
  writeFileSync(join(harness.folder, 'rows.csv'), rows)
  return harness
}

/** Splits a command line at its spaces, except inside double quotes. */
const splitWords = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word)

async function answer(harness: CliHarness, commands: readonly string[]): Promise<Answers> {
  const answers: Answers = {}
  for (const command of commands) {
    const { stdout, stderr, code } = await harness.budget([...splitWords(command), '--json'])
    answers[command] = stdout === '' ? { code, stderr } : { code, output: parseAnswers(stdout) }
  }
  return answers
}

/** Runs the commands that only read, and then those that change something; returns all answers. */
export async function askAgain(harness: CliHarness): Promise<AnswersByRound> {
  return { before: await answer(harness, readCommands), after: await answer(harness, writeCommands) }
}
