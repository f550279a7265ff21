/**
 * Measures whole processes against `node -e 0` and writes bench/README.md. Every round runs each command once, in turn, so that
 * a machine that slows down slows all of them; what is told is the median over the rounds and its ratio.
 *
 *   npm run build && npm run bench              (20 rounds; `npm run bench -- 5` for 5)
 */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { householdRows } from './rows.js'

const root = join(import.meta.dirname, '..')
const budget = join(root, 'bin/budget.js')
const rounds = Number(process.argv[2] ?? 20)
const place = mkdtempSync(join(tmpdir(), 'budget-bench-'))

// Node 20 parses NODE_EXTRA_CA_CERTS at every start, which would hide our own cost in the ratio.
const { NODE_EXTRA_CA_CERTS: _, ...inherited } = process.env
const places = (name) => ({
  ...inherited,
  BUDGET_CONFIG_DIR: join(place, name, 'config'),
  BUDGET_DATA_DIR: join(place, name, 'data'),
  BUDGET_STATE_DIR: join(place, name, 'state'),
})

/** Runs a command to its end; returns its milliseconds. Throws when it fails. */
function timed(env, command, args) {
  const start = process.hrtime.bigint()
  const { status, stderr, error } = spawnSync(command, args, { env, encoding: 'utf8', maxBuffer: 1 << 28 })
  const milliseconds = Number(process.hrtime.bigint() - start) / 1e6
  if (error) throw error
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${stderr}`)
  return milliseconds
}

/** The largest memory of a command in MiB, where GNU time is at hand. Throws when the command fails. */
function memory(env, args) {
  const measure = ['-f', '%M', process.execPath, budget, ...args]
  const { status, stderr, error } = spawnSync('/usr/bin/time', measure, {
    env,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (error) return undefined
  if (status !== 0) throw new Error(`budget ${args.join(' ')} ended with ${status}: ${stderr}`)
  return Math.round(Number(stderr.trim().split('\n').at(-1)) / 1024)
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

const csv = (count) => ['Date,Description,Amount', ...householdRows(count)].join('\n')

/** A workspace with so many imported rows; returns its environment. */
function filled(name, count) {
  const env = places(name)
  timed(env, process.execPath, [budget, 'accounts', 'add', 'Checking', '--type', 'banking_checking'])
  if (count === 0) return env
  const file = join(place, `${count}.csv`)
  writeFileSync(file, csv(count))
  timed(env, process.execPath, [budget, 'import', file, '--account', 'Checking', '--accept'])
  return env
}

/** A fresh workspace for every run, made outside the measured time. */
function importing(count) {
  const file = join(place, `import-${count}.csv`)
  writeFileSync(file, csv(count))
  let run = 0
  return () => [filled(`import-${count}-${run++}`, 0), ['import', file, '--account', 'Checking', '--accept']]
}

const large = filled('large', 100_000)
const none = places('none')
const fixed = (env, args) => () => [env, args]

const candidates = [
  ['budget --version', fixed(none, ['--version']), 1.25],
  ['budget --help', fixed(none, ['--help']), 1.25],
  ['budget tx --help', fixed(none, ['tx', '--help']), 1.7],
  ['completion of account names', fixed(large, ['__complete', 'accounts']), 1.6],
  ['budget accounts, 100,000 rows', fixed(large, ['accounts']), 1.8],
  ['budget tx list --limit 50, of 100,000', fixed(large, ['tx', 'list', '--limit', '50']), 1.8],
  ['budget month show, 100,000 rows', fixed(large, ['month', 'show']), 1.9],
  ['budget import, 10,000 rows', importing(10_000), 12],
]

const times = new Map([['node -e 0', []], ...candidates.map(([name]) => [name, []])])
for (let round = 0; round <= rounds; round++) {
  const measured = [['node -e 0', timed(none, process.execPath, ['-e', '0'])]]
  for (const [name, prepare] of candidates) {
    const [env, args] = prepare()
    measured.push([name, timed(env, process.execPath, [budget, ...args])])
  }
  if (round === 0) continue // warms the disk's caches
  for (const [name, milliseconds] of measured) times.get(name).push(milliseconds)
}

const floor = median(times.get('node -e 0'))

// Too long for every round: one run for the time, and the same file again; one more for the memory.
const prepareLarge = importing(100_000)
const [largeEnv, largeArgs] = prepareLarge()
const once = [
  [
    'budget import, 100,000 rows',
    timed(largeEnv, process.execPath, [budget, ...largeArgs]),
    memory(...prepareLarge()),
  ],
  [
    'the same file again',
    timed(largeEnv, process.execPath, [budget, ...largeArgs]),
    memory(largeEnv, largeArgs),
  ],
]

const line = (name, milliseconds, goal, mebibytes) =>
  `| ${name} | ${milliseconds.toFixed(0)} | ${(milliseconds / floor).toFixed(2)} | ${goal ?? ''} | ${mebibytes ?? ''} |`

const report = [
  '# Measurements',
  '',
  '`npm run build && npm run bench` repeats them and rewrites this page. Medians of whole processes, all commands in turn within each of',
  `${rounds} rounds; N is \`node -e 0\`. Node ${process.version}, ${cpus().length} processors (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB.`,
  '',
  '| command | ms | × N | goal × N | peak MiB |',
  '|---|---:|---:|---:|---:|',
  line('node -e 0', floor),
  ...candidates.map(([name, prepare, goal]) =>
    line(name, median(times.get(name)), goal, memory(...prepare())),
  ),
  ...once.map(([name, milliseconds, mebibytes]) =>
    line(`${name} (one run)`, milliseconds, undefined, mebibytes),
  ),
  '',
].join('\n')

writeFileSync(join(import.meta.dirname, 'README.md'), report)
process.stdout.write(report)
rmSync(place, { recursive: true })
