/**
 * Measures exports as whole processes next to the same rows from the sqlite3 shell and, where it is installed, next to
 * hledger printing the exported journal, and rewrites the section "Exports" of bench/README.md.
 *
 *   npm run build && node bench/exports.js                (100,000 rows 5 times, 1,000,000 rows once)
 *   node bench/exports.js 100000x3
 */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { createEnv, describeMachine, directory, median, program, writeSection } from './environment.js'
import { fillHousehold } from './household.js'

const wanted = process.argv.slice(2)
const plan = (wanted.length > 0 ? wanted : ['100000x5', '1000000x1']).map((one) => one.split('x').map(Number))
const hasTime = existsSync('/usr/bin/time')
const FORMATS = ['ndjson', 'csv', 'hledger', 'ledger', 'beancount', 'qif', 'tar']

/** The rows as the API has them, with the names of accounts, merchants and categories. */
const ROWS = `SELECT t.*, a.name, m.name, c.name FROM transactions t JOIN accounts a ON a.seq = t.account
  LEFT JOIN merchants m ON m.seq = t.merchant LEFT JOIN categories c ON c.seq = t.category
  WHERE t.deleted = 0 ORDER BY t.date, t.seq`

/** Runs a program to its end. Returns its milliseconds and, with GNU time, its peak MiB; undefined if it is not installed. */
function run(command, args, env) {
  const [first, ...rest] = hasTime ? ['/usr/bin/time', '-f', '%M', command, ...args] : [command, ...args]
  const start = process.hrtime.bigint()
  const { status, stderr, error } = spawnSync(first, rest, {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  })
  const milliseconds = Number(process.hrtime.bigint() - start) / 1e6
  if (error || status === 127) return undefined
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${stderr}`)
  return { milliseconds, mebibytes: hasTime ? Number(stderr.trim().split('\n').at(-1)) / 1024 : 0 }
}

/** Measures every format on a workspace with so many rows. */
function measure(count, rounds) {
  const home = join(directory, String(count))
  mkdirSync(home)
  const env = createEnv(home)
  fillHousehold({ program, env, directory: home }, count)
  const database = readdirSync(home)
    .map((name) => join(home, name))
    .find((name) => /wks_.*\.db$/.test(name))
  const times = (measureOnce) => Array.from({ length: rounds }, measureOnce)
  const middle = (results, key) => median(results.map((result) => result?.[key] ?? Number.NaN))
  const sqlite = middle(
    times(() => run('sqlite3', ['-json', database, ROWS], env)),
    'milliseconds',
  )
  const table = FORMATS.map((format) => {
    const file = join(directory, `home.${format}`)
    const to = format === 'tar' ? ['all'] : ['--to', format]
    const results = times(() =>
      run(process.execPath, [program, 'export', ...to, '-o', file, '--force', '--quiet'], env),
    )
    const own = middle(results, 'milliseconds')
    const printed =
      format === 'hledger' && count <= 100_000
        ? run('hledger', ['-f', file, 'print'], env)?.milliseconds
        : undefined
    const cells = [
      format,
      own.toFixed(0),
      (own / sqlite).toFixed(2),
      printed === undefined ? '' : `${(printed / own).toFixed(0)} × faster`,
      Math.max(...results.map(({ mebibytes }) => mebibytes)).toFixed(0),
      Math.round(statSync(file).size / 2 ** 20),
    ]
    rmSync(file)
    process.stderr.write(`${count} ${cells.join(' | ')}\n`)
    return `| ${cells.join(' | ')} |`
  })
  rmSync(home, { recursive: true })
  return [
    `| ${count.toLocaleString('en')} rows, ${rounds} rounds; sqlite3 -json ${sqlite.toFixed(0)} ms | ms | × sqlite3 -json | than hledger print | peak MiB | file MiB |`,
    '|---|---:|---:|---:|---:|---:|',
    ...table,
    '',
  ]
}

const [loadBefore] = loadavg()
const tables = plan.flatMap(([count, rounds]) => measure(count, rounds))
writeSection('Exports', [
  `Whole processes, medians. ${describeMachine()}; load ${loadBefore.toFixed(1)} before.`,
  '',
  ...tables,
])
rmSync(directory, { recursive: true, force: true })
