/**
 * Measures how the commands that list, search or compute grow with the register, and rewrites the section "Scale" of
 * bench/README.md: processor time and peak memory of whole processes. A register is a household's, or all of its rows
 * come from one import and have no category.
 *
 *   npm run build && node bench/scale.js          (10,000, 100,000 and 1,000,000 rows)
 *   node bench/scale.js 10000 100000
 */

import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { budgetIn, createEnv, describeMachine, directory, program, writeSection } from './environment.js'
import { fillHousehold } from './household.js'
import { householdRows } from './sample-rows.js'

const wanted = process.argv.slice(2).map(Number)
const counts = wanted.length > 0 ? wanted : [10_000, 100_000, 1_000_000]

/** What reads; each line is run once in both registers. */
const READING = [
  'status',
  'accounts',
  'accounts check',
  'categories',
  'month show',
  'tx list --limit 50',
  'tx list "Shop 7"',
  'tx list --all --json',
  'tx list --uncategorized --json',
  'review --json',
  'tx duplicates --json',
  'tx transfers --json',
  'merchants --json',
  'merchants suggest --json',
  'rules apply --dry-run',
  'history',
  'history show 1',
  'report spending',
  'report recurring',
  'db check',
]

/** What takes an import back; only the imported register has one. */
const UNDOING = ['imports undo last --dry-run', 'undo', 'redo', 'imports undo last --yes']

const splitWords = (line) => [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word)

/**
 * Runs a command line and returns its processor seconds and peak MiB; `isKilled` where memory or a signal ended it.
 * @throws when it has a bug
 */
function measure(env, line) {
  const args = ['-f', '%U %S %M', process.execPath, program, ...splitWords(line)]
  const { status, stderr } = spawnSync('/usr/bin/time', args, {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [user, system, kilobytes] = stderr.trim().split('\n').at(-1).split(' ').map(Number)
  if (status === 1 || Number.isNaN(kilobytes)) throw new Error(`budget ${line}: ${stderr}`)
  // GNU time itself ends with 128 and the number of the signal.
  return { seconds: user + system, mebibytes: kilobytes / 1024, isKilled: status === null || status > 128 }
}

/** Returns the measured lines of both registers with so many rows. */
function measureCount(count) {
  const household = join(directory, `household-${count}`)
  mkdirSync(household, { recursive: true })
  fillHousehold({ program, env: createEnv(household), directory: household }, count)
  const imported = join(directory, `imported-${count}`)
  const env = createEnv(imported)
  const file = join(directory, `${count}.csv`)
  writeFileSync(file, ['Date,Description,Amount', ...householdRows(count)].join('\n'))
  budgetIn(env, 'accounts', 'add', 'Checking', '--type', 'banking_checking')
  budgetIn(env, 'import', file, '--account', 'Checking', '--accept')
  cpSync(imported, `${imported}-undone`, { recursive: true })
  const results = new Map([
    ...READING.map((line) => [line, [measure(createEnv(household), line), measure(env, line)]]),
    ...UNDOING.map((line) => [line, [undefined, measure(createEnv(`${imported}-undone`), line)]]),
  ])
  for (const folder of [household, imported, `${imported}-undone`]) rmSync(folder, { recursive: true })
  return results
}

const format = (result) =>
  result
    ? `${result.seconds.toFixed(2)} · ${result.mebibytes.toFixed(0)}${result.isKilled ? ' (killed)' : ''}`
    : ''
const before = loadavg()[0].toFixed(1)
const measured = counts.map((count) => {
  const results = measureCount(count)
  for (const [line, cells] of results)
    process.stderr.write(`${count} ${line}: ${cells.map(format).join(' | ')}\n`)
  return results
})
const headings = counts.flatMap((count) => [`household ${count.toLocaleString('en')}`, 'imported'])
writeSection('Scale', [
  '`node bench/scale.js` repeats them and rewrites this section: processor seconds · peak MiB of one whole process, in the register of a household and in',
  'one that was imported and has no categories. Goals: 1 s and 150 MiB at 100,000 rows, ten times the time and 300 MiB at a million.',
  '',
  `${new Date().toISOString().slice(0, 10)}, ${describeMachine()}.`,
  `Load: ${before} at the beginning, ${loadavg()[0].toFixed(1)} at the end.`,
  '',
  `| | ${headings.join(' | ')} |`,
  `|---|${headings.map(() => '---:|').join('')}`,
  ...[...READING, ...UNDOING].map(
    (line) => `| ${line} | ${measured.flatMap((results) => results.get(line).map(format)).join(' | ')} |`,
  ),
])
rmSync(directory, { recursive: true })
