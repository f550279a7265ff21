/**
 * Measures imports as whole processes next to other programs that read the same CSV, and rewrites the section "Imports"
 * of bench/README.md. In each round everything runs once, each import into a new workspace. The tables have the medians
 * over the rounds: of the times, and of the ratios within a round.
 *
 *   npm run build && node bench/imports.js             (10,000 rows 5 times, 100,000 rows 3 times, 1,000,000 rows 3 times)
 *   node bench/imports.js 10000x9 100000x1
 */

import { copyFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { describeMachine, directory, median, program, writeSection } from './environment.js'
import { createWorkspace, floorScript, hasTime, run } from './floor.js'
import { householdRows } from './sample-rows.js'

const wanted = process.argv.slice(2).filter((one) => one.includes('x'))
const plan = (wanted.length > 0 ? wanted : ['10000x5', '100000x3', '1000000x3']).map((one) =>
  one.split('x').map(Number),
)
/** Writes the first two thirds of the rows to one file and the last two thirds to another: half of each is in both. */
function files(count) {
  const rows = [...householdRows(count * 1.5)]
  const written = (name, part) => {
    writeFileSync(join(directory, name), ['Date,Description,Amount', ...part, ''].join('\n'))
    return join(directory, name)
  }
  return {
    first: written('first.csv', rows.slice(0, count)),
    next: written('next.csv', rows.slice(count / 2)),
  }
}

const hledgerRules =
  'skip 1\nfields date, description, amount\ndate-format %m/%d/%Y\naccount1 assets:checking\n'

/** Runs every program once. */
function round(count, { first, next }) {
  const folder = join(directory, 'workspace')
  const copy = join(directory, 'floor.db')
  copyFileSync(createWorkspace(folder), copy)
  const journal = join(directory, 'books.journal')
  for (const name of readdirSync(directory)) if (name.startsWith('.latest')) rmSync(join(directory, name))
  writeFileSync(journal, '')
  writeFileSync(join(directory, 'bank.rules'), hledgerRules)
  const ledgerArgs = ['-f', '/dev/null', '--input-date-format', '%m/%d/%Y', 'convert', first]
  const hledgerArgs = ['-f', journal, 'import', first, '--rules-file', join(directory, 'bank.rules')]
  const imported = (file, ...flags) =>
    run(process.execPath, [program, 'import', file, '--account', 'Checking', ...flags], { folder })
  return {
    'node -e 0 (N)': run(process.execPath, ['-e', '0']),
    'sqlite3 .import into our schema (F)': run('sqlite3', [copy], { input: floorScript(first) }),
    'budget import': imported(first, '--accept'),
    'the same file again': imported(first),
    'a file with half of its rows imported': imported(next),
    'ledger convert': run('ledger', ledgerArgs),
    // hledger takes twenty seconds for 100,000 rows.
    'hledger import': count <= 10_000 ? run('hledger', hledgerArgs) : undefined,
  }
}

function table([count, rounds]) {
  const paths = files(count)
  const measured = Array.from({ length: rounds }, () => round(count, paths))
  const [floor, node] = ['sqlite3 .import into our schema (F)', 'node -e 0 (N)']
  const line = (name) => {
    if (!measured[0][name]) return `| ${name} | not measured | | | |`
    const ratio = (to) =>
      measured[0][to]
        ? median(measured.map((one) => one[name].milliseconds / one[to].milliseconds)).toFixed(1)
        : ''
    const time = median(measured.map((one) => one[name].milliseconds)).toFixed(0)
    const peak = hasTime ? median(measured.map((one) => one[name].mebibytes)).toFixed(0) : ''
    return `| ${name} | ${time} | ${ratio(node)} | ${ratio(floor)} | ${peak} |`
  }
  return [
    `| ${count.toLocaleString('en')} rows, ${rounds} rounds | ms | × N | × F | peak MiB |`,
    '|---|---:|---:|---:|---:|',
    ...Object.keys(measured[0]).map(line),
    '',
  ]
}

const load = () => loadavg()[0].toFixed(1)
const before = load()
const tables = plan.flatMap(table)
writeSection('Imports', [
  '`node bench/imports.js` repeats them and rewrites this section: rows of a household in a CSV, into a new workspace. Goals: 10,000 rows',
  '16 N; 100,000 rows 1.15 × `ledger convert` and 120 MiB; 1,000,000 rows 10 s and 170 MiB; the same file again half the first time.',
  '',
  `${new Date().toISOString().slice(0, 10)}, ${describeMachine()}.`,
  `Load: ${before} at the beginning, ${load()} at the end.`,
  '',
  ...tables,
])
rmSync(directory, { recursive: true })
