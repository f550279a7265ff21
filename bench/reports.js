/**
 * Measures reports as whole processes next to the same question asked of the file with the sqlite3 shell and, where it is
 * installed, of hledger with the exported journal, and rewrites the section "Reports" of bench/README.md. In each round
 * everything runs once; the table has the medians. hledger runs once.
 *
 *   npm run build && node bench/reports.js                (100,000 rows 7 times, 1,000,000 rows 3 times)
 *   node bench/reports.js 100000x3
 */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { createEnv, describeMachine, directory, median, program, writeSection } from './environment.js'
import { fillHousehold } from './household.js'

const wanted = process.argv.slice(2)
const plan = (wanted.length > 0 ? wanted : ['100000x7', '1000000x3']).map((one) => one.split('x').map(Number))
const hasTime = existsSync('/usr/bin/time')

/** The accounts of the budget, and the rows that are not transfers between them. */
const BUDGET = "(SELECT seq FROM accounts WHERE type GLOB 'banking_*' OR type GLOB 'credit_*')"
const INSIDE = `deleted = 0 AND account IN ${BUDGET} AND (transfer_account IS NULL OR transfer_account NOT IN ${BUDGET})`
const LINES = `(SELECT date, account, merchant, category, ready_to_assign, amount FROM transactions WHERE split = 0 AND ${INSIDE}
  UNION ALL SELECT t.date, t.account, t.merchant, s.category, s.ready_to_assign, s.amount
  FROM split_lines s JOIN transactions t ON t.seq = s."transaction" WHERE ${INSIDE})`
const MONTH = 'substr(date, 1, 7)'
const totals = (columns, toAssign) =>
  `SELECT ${columns}, sum(amount), count(*), min(date), max(date) FROM ${LINES} WHERE ready_to_assign = ${toAssign} GROUP BY ${columns}`

/** Each report, the same question in SQL, and that of hledger. */
const REPORTS = [
  ['spending', totals(`category, ${MONTH}`, 0), ['is', '-M']],
  ['income --by month', totals(MONTH, 1), ['is', '-M']],
  ['cashflow', totals(`ready_to_assign, ${MONTH}`, 'ready_to_assign'), ['is', '-M']],
  [
    'networth',
    `SELECT account, ${MONTH}, sum(amount) FROM transactions WHERE deleted = 0 GROUP BY 1, 2`,
    ['bs', '-M'],
  ],
  // Only the activity: what is assigned, carried over and available is more than one GROUP BY.
  ['budget', totals(`category, ${MONTH}`, 0), ['bal', '-M']],
  ['trend "Category 1"', `${totals(`category, ${MONTH}`, 0)} HAVING category = 2`, ['bal', '-M']],
  ['merchants', totals(`merchant, ${MONTH}`, 0), ['bal', '--pivot', 'payee']],
  ['age-of-money', `SELECT date, amount FROM transactions WHERE ${INSIDE} ORDER BY date, seq`, undefined],
  [
    'recurring',
    'SELECT merchant, date, amount FROM transactions WHERE deleted = 0 AND merchant IS NOT NULL ORDER BY 1, 2, seq',
    undefined,
  ],
]
const HLEDGER = 'hledger'
const PERIOD = ['--since', '2016-01-01', '--until', '2026-11-30']

/** Runs a program to its end. Returns its milliseconds and, with GNU time, its peak MiB; undefined if it is not installed. */
function run(command, args, { env, input = '' }) {
  const [first, ...rest] = hasTime ? ['/usr/bin/time', '-f', '%M', command, ...args] : [command, ...args]
  const start = process.hrtime.bigint()
  const { status, stderr, error } = spawnSync(first, rest, {
    env,
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  })
  const milliseconds = Number(process.hrtime.bigint() - start) / 1e6
  if (error || status === 127) return undefined
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${stderr}`)
  return { milliseconds, mebibytes: hasTime ? Number(stderr.trim().split('\n').at(-1)) / 1024 : 0 }
}

const splitWords = (line) => line.match(/"[^"]*"|\S+/g).map((word) => word.replaceAll('"', ''))

/** Writes the journal of a workspace; undefined where budget cannot export it or hledger is not installed. */
function exportJournal(home, env) {
  const journal = join(home, 'home.journal')
  if (spawnSync(HLEDGER, ['--version']).error) return undefined
  const { status } = spawnSync(process.execPath, [program, 'export', '--to', 'hledger', '-o', journal], {
    env,
  })
  return status === 0 ? journal : undefined
}

/** Measures all reports of a workspace with so many rows. */
function measure(count, rounds) {
  const home = join(directory, String(count))
  mkdirSync(home)
  const env = createEnv(home)
  fillHousehold({ program, env, directory: home }, count)
  const empty = join(directory, 'empty')
  const emptyEnv = createEnv(empty)
  run(process.execPath, [program, 'init', '--name', 'Empty', '--currency', 'USD', '--no-input'], {
    env: emptyEnv,
  })
  const file = readdirSync(home)
    .map((name) => join(home, name))
    .find((name) => /wks_.*\.db$/.test(name))
  const journal = exportJournal(home, env)
  const table = REPORTS.map(([report, sql, hledger]) => {
    const results = Array.from({ length: rounds }, () => ({
      start: run(process.execPath, [program, 'accounts'], { env: emptyEnv }),
      sqlite: run('sqlite3', [file, '-cmd', '.output /dev/null', sql], { env }),
      budget: run(process.execPath, [program, 'report', ...splitWords(report), ...PERIOD], { env }),
    }))
    const middle = (name, key) => median(results.map((result) => result[name]?.[key] ?? Number.NaN))
    const ratio = median(
      results.map(
        ({ start, sqlite, budget }) =>
          (budget.milliseconds - start.milliseconds) / (sqlite?.milliseconds ?? Number.NaN),
      ),
    )
    const other =
      hledger && journal
        ? run(HLEDGER, ['-f', journal].concat(hledger, ['-O', 'csv']), { env })?.milliseconds
        : undefined
    const own = middle('budget', 'milliseconds')
    const cells = [
      report,
      own.toFixed(0),
      middle('start', 'milliseconds').toFixed(0),
      middle('sqlite', 'milliseconds').toFixed(0),
      ratio.toFixed(2),
      other === undefined ? '' : `${(other / 1000).toFixed(1)} s (${hledger[0]})`,
      other === undefined ? '' : (other / own).toFixed(0),
      middle('budget', 'mebibytes').toFixed(0),
    ]
    process.stderr.write(`${count} ${cells.join(' | ')}\n`)
    return `| ${cells.join(' | ')} |`
  })
  const size = Math.round(statSync(file).size / 2 ** 20)
  rmSync(home, { recursive: true })
  rmSync(empty, { recursive: true })
  return [
    `| ${count.toLocaleString('en')} rows (${size} MiB), ${rounds} rounds | budget ms | start ms | sqlite3 ms | (budget − start) / sqlite3 | hledger | × faster | peak MiB |`,
    '|---|---:|---:|---:|---:|---:|---:|---:|',
    ...table,
    '',
  ]
}

const [loadBefore] = loadavg()
const tables = plan.flatMap(([count, rounds]) => measure(count, rounds))
writeSection('Reports', [
  '`node bench/reports.js` repeats them and rewrites this section: reports over all ten years of a household, whole processes, next to',
  'the same question asked of the file with the sqlite3 shell. "Start" is `budget accounts` of an empty workspace. Goals: 100,000 rows',
  '1.5 × sqlite3 and 30 × faster than hledger on the exported journal; a million rows 10 × that.',
  '',
  `${new Date().toISOString().slice(0, 10)}, ${describeMachine()}.`,
  `Load: ${loadBefore.toFixed(1)} at the beginning, ${loadavg()[0].toFixed(1)} at the end.`,
  '',
  ...tables,
])
rmSync(directory, { recursive: true, force: true })
