/** Imports real bank files with the installed program and compares every row with the expected ones. */

import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BankFile, bankFiles, haveBankFiles } from './bank-exports.ts'
import { type ImportOutcome, importFile, removeEmptyAccounts, runImport } from './import-file.ts'
import { isBuilt } from './install.ts'

/** The flags of one import, and the currency of its account if the file has several. */
interface Answer {
  flags: string[]
  in?: string
}

/** The result of a file: `right`, `wrong` with the first difference, or the question. */
interface Outcome {
  name: string
  result: 'right' | 'wrong' | 'refused'
  why: string
}

/**
 * The answers of a user who knows the account: the indexes of the printed commands, question by question; or
 * flags, if the rows need workspaces of several currencies. The file itself does not show which answer is
 * right.
 */
const answers: Record<string, readonly number[] | Answer[]> = {
  'csv/ca-bmo-credit.csv': [3],
  'csv/ca-broker.csv': [2],
  'csv/hk-hsbc-debit.csv': [2, 1],
  'csv/tz-creditunion-cr.csv': [2],
  'csv/us-mint-cr.csv': [{ flags: ['--statement', 'all'] }],
  'csv/xx-ambiguous-date.csv': [1],
  'ofx/us-amex-nd.ofx': [{ flags: ['--statement', 'all'] }],
  'ofx/xx-multi-xml.ofx': [{ flags: ['--statement', 'all'] }],
  'mt940/de-cmxl.sta': [
    { flags: ['--statement', '45050050/76198810'], in: 'DEM' },
    { flags: ['--statement', '10020030/1234567'], in: 'EUR' },
    { flags: ['--statement', 'BPHKPLPK/320000546101'], in: 'PLN' },
  ],
  'mt940/nl-rabobank.sta': [{ flags: ['--statement', 'all'] }],
}

// Rejected rows are written next to the file, so each file is imported from its own directory.
const folder = mkdtempSync(join(tmpdir(), 'budget-bank-'))
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await removeEmptyAccounts()
})

/** Imports a file with the flags of each answer, or with one printed command, and compares the rows. */
async function judge(
  file: BankFile,
  given: readonly Answer[] | readonly number[] = [{ flags: [] }],
): Promise<Outcome> {
  const { name, currency, expected, unreadable } = file
  const copy = join(mkdtempSync(join(folder, 'file-')), basename(name))
  cpSync(file.path, copy)
  const booked: string[] = []
  const rejected: string[] = []
  const flags = given.filter((one) => typeof one === 'object')
  const printed = given.filter((one) => typeof one === 'number')
  const runs =
    printed.length > 0
      ? [runPrintedCommands(copy, currency, printed)]
      : flags.map((one) => typed(copy, currency, one))
  for (const run of runs) {
    const outcome = await run
    if ('question' in outcome) return { name, result: 'refused', why: outcome.question }
    booked.push(...outcome.booked)
    rejected.push(...outcome.rejected)
  }
  const [wanted, got] = [expected.toSorted(), booked.toSorted()]
  const at = [...wanted, ...got].findIndex((_, index) => wanted[index] !== got[index])
  const lines = [unreadable.toSorted().join(), rejected.toSorted().join()]
  if (at === -1 && lines[0] === lines[1]) return { name, result: 'right', why: '' }
  const rows = `expected ${wanted[at] ?? 'nothing'}, booked ${got[at] ?? 'nothing'}`
  return { name, result: 'wrong', why: `${rows}; unreadable lines ${lines[0]}, rejected ${lines[1]}` }
}

const typed = (path: string, currency: string, { flags, in: stated = currency }: Answer) =>
  importFile(path, stated, flags)

/** Runs the printed commands; each must import the file or lead to another question with commands. */
async function runPrintedCommands(
  path: string,
  currency: string,
  wanted: readonly number[],
): Promise<ImportOutcome> {
  let outcome = await importFile(path, currency)
  for (const number of wanted) {
    if (!('question' in outcome)) return outcome
    const outcomes: ImportOutcome[] = []
    for (const command of outcome.commands) outcomes.push(await runImport(command, currency))
    for (const next of outcomes) if ('question' in next) expect(next.commands).not.toEqual([])
    outcome = outcomes[number - 1] ?? outcome
  }
  return outcome
}

const known = haveBankFiles ? bankFiles() : []
const outcomes: Outcome[] = []

// Files of several accounts raise a question, because only their owner knows which account is meant.
const bars = [
  { kinds: ['csv', 'synthetic'], files: 64, right: 58 },
  { kinds: ['ofx'], files: 22, right: 20 },
  { kinds: ['qif'], files: 5, right: 5 },
  { kinds: ['camt'], files: 5, right: 5 },
  { kinds: ['mt940'], files: 9, right: 7 },
]

// The bank files belong to others and are not part of the repository.
describe.skipIf(!haveBankFiles || !isBuilt)('the installed program and the real bank files', () => {
  beforeAll(async () => {
    for (const file of known) outcomes.push(await judge(file))
  }, 300_000)

  test('no bank file is booked wrongly in silence', () => {
    const table = outcomes.map(({ name, result, why }) => `${name.padEnd(36)} ${result}${why && `: ${why}`}`)
    // oxlint-disable-next-line no-console -- the table is the purpose of running this check
    console.info(table.join('\n'))
    expect(outcomes.filter(({ result }) => result === 'wrong')).toEqual([])
  })

  test.each(bars)(
    '$right of the $files files of $kinds are booked right without a flag',
    ({ kinds, files, right }) => {
      const some = outcomes.filter(({ name }) => kinds.includes(name.split('/')[0] ?? ''))
      expect(some).toHaveLength(files)
      expect(some.filter(({ result }) => result === 'right').length).toBeGreaterThanOrEqual(right)
    },
  )

  test('a refused bank file is right once its question is answered', async () => {
    const refused = outcomes.filter(({ result }) => result === 'refused').map(({ name }) => name)
    expect(refused).toEqual(Object.keys(answers))
    const answered: Outcome[] = []
    for (const file of known.filter(({ name }) => name in answers))
      answered.push(await judge(file, answers[file.name]))
    expect(answered).toEqual(refused.map((name) => ({ name, result: 'right', why: '' })))
  })
})
