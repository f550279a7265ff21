/**
 * Measures whole processes against `node -e 0` and writes bench/README.md. Every round runs each command once, right after a
 * `node -e 0` of its own, so that a machine that slows down slows both; what is told are the medians over the rounds, of the
 * times and of the ratios within the pairs.
 *
 *   npm run build && npm run bench              (20 rounds; `npm run bench -- 5` for 5)
 */

import { spawn, spawnSync } from 'node:child_process'
import { once as happens } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
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

/** What a command answers with `--json`. */
function asked(env, ...args) {
  const { stdout } = spawnSync(process.execPath, [budget, ...args, '--json'], { env, encoding: 'utf8' })
  return JSON.parse(stdout)
}

asked(large, 'groups', 'add', 'Everyday')
asked(large, 'categories', 'add', 'Groceries', '--group', 'Everyday')
// A workspace of its own: beside a service that has it open, the others would start differently.
const served = filled('served', 0)
const server = spawn(process.execPath, [budget, 'serve', '--port', '0', '--rate-limit', '1000'], {
  env: served,
})
const [listening] = await happens(server.stdout, 'data')
const elsewhere = {
  ...places('elsewhere'),
  BUDGET_BASE_URL: String(listening).trim().replace('listening on ', ''),
  BUDGET_WORKSPACE: asked(served, 'workspaces')[0].id,
  BUDGET_API_KEY: asked(served, 'keys', 'create').key,
}
const bakery = 'tx add --account Checking --amount -5 --merchant Bakery --category Groceries'.split(' ')

const candidates = [
  ['budget --version', fixed(none, ['--version']), 1.25],
  ['budget --help', fixed(none, ['--help']), 1.25],
  ['budget tx --help', fixed(none, ['tx', '--help']), 1.7],
  ['completion of account names', fixed(large, ['__complete', 'accounts']), 1.6],
  ['budget accounts, 100,000 rows', fixed(large, ['accounts']), 1.8],
  ['budget tx list --limit 50, of 100,000', fixed(large, ['tx', 'list', '--limit', '50']), 1.8],
  ['budget month show, 100,000 rows', fixed(large, ['month', 'show']), 1.9],
  ['budget month assign, 100,000 rows', fixed(large, ['month', 'assign', 'Groceries', '+1']), 1.7],
  ['budget tx add, 100,000 rows', fixed(large, bakery), 1.7],
  ['budget accounts, one request to a service', fixed(elsewhere, ['accounts']), 3.5],
  ['budget import, 10,000 rows', importing(10_000), 12],
]

const nodeAlone = () => timed(none, process.execPath, ['-e', '0'])
const pairs = new Map(candidates.map(([name]) => [name, []]))
for (let round = 0; round <= rounds; round++) {
  for (const [name, prepare] of candidates) {
    const [env, args] = prepare()
    const pair = { floor: nodeAlone(), milliseconds: timed(env, process.execPath, [budget, ...args]) }
    if (round > 0) pairs.get(name).push(pair) // the first warms the disk's caches
  }
}
const floor = median([...pairs.values()].flat().map((pair) => pair.floor))

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

const line = (name, { milliseconds, ratio = milliseconds / floor, goal, mebibytes }) =>
  `| ${name} | ${milliseconds.toFixed(0)} | ${ratio.toFixed(2)} | ${goal ?? ''} | ${mebibytes ?? ''} |`

function candidateLine([name, prepare, goal]) {
  const measured = pairs.get(name)
  return line(name, {
    milliseconds: median(measured.map((pair) => pair.milliseconds)),
    ratio: median(measured.map((pair) => pair.milliseconds / pair.floor)),
    goal,
    mebibytes: memory(...prepare()),
  })
}

const report = [
  '# Measurements',
  '',
  '`npm run build && npm run bench` repeats them and rewrites this page. Whole processes: in each of',
  `${rounds} rounds every command runs once, right after a \`node -e 0\` (N) of its own. Told are the medians of the times and of the`,
  `ratios within these pairs. Node ${process.version}, ${cpus().length} processors (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB,`,
  `a load of ${loadavg()[0]?.toFixed(1)} at the end: much above 1, others were at work, too.`,
  '',
  '| command | ms | × N | goal × N | peak MiB |',
  '|---|---:|---:|---:|---:|',
  line('node -e 0', { milliseconds: floor }),
  ...candidates.map(candidateLine),
  ...once.map(([name, milliseconds, mebibytes]) => line(`${name} (one run)`, { milliseconds, mebibytes })),
  '',
].join('\n')

server.kill('SIGTERM')
const readme = join(import.meta.dirname, 'README.md')
const [, imports] = readFileSync(readme, 'utf8').split('\n## Imports\n') // imports.js writes this section
writeFileSync(readme, imports ? `${report}\n## Imports\n${imports}` : report)
process.stdout.write(report)
rmSync(place, { recursive: true })

await import('./imports.js')
