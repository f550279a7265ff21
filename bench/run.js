/**
 * Measures whole processes against `node -e 0` and writes bench/README.md. Every round runs each command once, right
 * after a `node -e 0`, so that a machine that slows down slows both. The page has the medians over the rounds: of the
 * times, and of the ratios within the pairs.
 *
 *   npm run build && npm run bench              (20 rounds; `npm run bench -- 5` for 5)
 *   BENCH_BASELINE=../other/checkout npm run bench   (adds a column for the build of another checkout, in the same run)
 *   BENCH_NODES=/path/node22:/path/node24 npm run bench   (also measures `accounts` with other versions of Node)
 */

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { budgetIn, createEnv, describeMachine, directory, median, program } from './environment.js'
import { householdRows } from './sample-rows.js'

const rounds = Number(process.argv[2] ?? 20)
const baseline = process.env.BENCH_BASELINE && resolve(process.env.BENCH_BASELINE, 'bin/budget.js')
const envFor = (name) => createEnv(join(directory, name))

/** Runs a command to its end and returns its milliseconds. @throws when it fails */
function time(env, command, args) {
  const start = process.hrtime.bigint()
  const { status, stderr, error } = spawnSync(command, args, { env, encoding: 'utf8', maxBuffer: 1 << 28 })
  const milliseconds = Number(process.hrtime.bigint() - start) / 1e6
  if (error) throw error
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${stderr}`)
  return milliseconds
}

/** Returns the peak memory of a command in MiB; undefined without GNU time. @throws when the command fails */
function measureMemory(env, args) {
  const command = ['-f', '%M', process.execPath, program, ...args]
  const { status, stderr, error } = spawnSync('/usr/bin/time', command, {
    env,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (error) return undefined
  if (status !== 0) throw new Error(`budget ${args.join(' ')} ended with ${status}: ${stderr}`)
  return Math.round(Number(stderr.trim().split('\n').at(-1)) / 1024)
}

const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`

/** Returns the command that runs another one on a pseudo terminal, where budget draws tables and colours. */
const onTerminal = (command, args) => [
  'script',
  ['-qec', [command, ...args].map(quote).join(' '), '/dev/null'],
]
const inPipe = (command, args) => [command, args]
/** Returns what runs a command with another version of Node. */
const onNode = (node) => (_, args) => [node, args]
const nodes = (process.env.BENCH_NODES ?? '').split(':').filter(Boolean)
const readVersion = (node) => spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()

/** Creates a workspace with imported rows and returns its environment. */
function createWorkspace(name, rowCount) {
  const env = envFor(name)
  budgetIn(env, 'accounts', 'add', 'Checking', '--type', 'banking_checking')
  if (rowCount === 0) return env
  budgetIn(env, 'import', writeRows(rowCount), '--account', 'Checking', '--accept')
  return env
}

function writeRows(count) {
  const file = join(directory, `${count}.csv`)
  writeFileSync(file, ['Date,Description,Amount', ...householdRows(count)].join('\n'))
  return file
}

/** Returns a function that creates an empty workspace for every run, outside the measured time. */
function prepareImport(count) {
  const file = writeRows(count)
  let run = 0
  return () => [
    createWorkspace(`import-${count}-${run++}`, 0),
    ['import', file, '--account', 'Checking', '--accept'],
  ]
}

const large = createWorkspace('large', 100_000)
budgetIn(large, 'groups', 'add', 'Everyday')
budgetIn(large, 'categories', 'add', 'Groceries', '--group', 'Everyday')

// The server has a workspace of its own: one that is open elsewhere would start the others differently.
const served = createWorkspace('served', 0)
const server = spawn(process.execPath, [program, 'serve', '--port', '0', '--rate-limit', '100000'], {
  env: served,
})
const [listening] = await once(server.stdout, 'data')
const remote = {
  ...envFor('remote'),
  BUDGET_BASE_URL: String(listening).trim().replace('listening on ', ''),
  BUDGET_WORKSPACE: budgetIn(served, 'workspaces')[0].id,
  BUDGET_API_KEY: budgetIn(served, 'keys', 'create').key,
}

const none = envFor('none')
const fixed = (env, line) => () => [env, Array.isArray(line) ? line : line.split(' ')]
const addLine = 'tx add --account Checking --amount -5 --merchant Bakery --category Groceries'
const hasScript = spawnSync('script', ['--version']).error === undefined

/** What is measured: its name, a function that prepares a run, the goal as a multiple of N, and how it is run. */
const candidates = [
  ['budget --version', fixed(none, '--version'), 1.25],
  ['budget --help', fixed(none, '--help'), 1.25],
  ['budget tx --help', fixed(none, 'tx --help'), 1.7],
  ['completion of account names', fixed(large, '__complete accounts'), 1.6],
  ['budget accounts, 100,000 rows', fixed(large, 'accounts'), 1.8],
  ['budget tx list --limit 50, of 100,000', fixed(large, 'tx list --limit 50'), 1.95],
  ['budget month show, 100,000 rows', fixed(large, 'month show'), 1.9],
  ['budget month assign, 100,000 rows', fixed(large, 'month assign Groceries +1'), 2.0],
  ['budget tx add, 100,000 rows', fixed(large, addLine), 2.0],
  ['budget accounts, one request to a service', fixed(remote, 'accounts'), 3.5],
  ['budget import, 10,000 rows', prepareImport(10_000), 16],
  ...nodes.map((node) => [
    `budget accounts, on Node ${readVersion(node)}`,
    fixed(large, 'accounts'),
    2.1,
    onNode(node),
  ]),
  ...(hasScript
    ? [
        ['budget accounts, on a terminal', fixed(large, 'accounts'), 2.3, onTerminal],
        [
          'budget tx list --limit 20, on a terminal',
          fixed(large, 'tx list --limit 20 --no-pager'),
          2.3,
          onTerminal,
        ],
        ['budget month show, on a terminal', fixed(large, 'month show'), 2.3, onTerminal],
      ]
    : []),
].map(([name, prepare, goal, wrap = inPipe]) => ({ name, prepare, goal, wrap, runs: [] }))

for (let round = 0; round <= rounds; round++) {
  for (const { prepare, wrap, runs } of candidates) {
    const [env, args] = prepare()
    const floor = time(none, ...wrap(process.execPath, ['-e', '0']))
    const milliseconds = time(env, ...wrap(process.execPath, [program, ...args]))
    const [baseEnv, baseArgs] = baseline ? prepare() : []
    const before = baseline ? time(baseEnv, ...wrap(process.execPath, [baseline, ...baseArgs])) : undefined
    if (round > 0) runs.push({ floor, milliseconds, before }) // the first round warms the disk's caches
  }
}
const floor = median(
  candidates
    .filter(({ wrap }) => wrap === inPipe)
    .flatMap(({ runs }) => runs)
    .map((run) => run.floor),
)

// Too long for every round: one run for the time, the same file again, and one more run for the memory.
const prepareLarge = prepareImport(100_000)
const [largeEnv, largeArgs] = prepareLarge()
const singles = [
  ['budget import, 100,000 rows', time(largeEnv, process.execPath, [program, ...largeArgs])],
  ['the same file again', time(largeEnv, process.execPath, [program, ...largeArgs])],
].map(([name, milliseconds]) => [name, { milliseconds, mebibytes: undefined }])
singles[0][1].mebibytes = measureMemory(...prepareLarge())
singles[1][1].mebibytes = measureMemory(largeEnv, largeArgs)

const line = (name, { milliseconds, ratio = milliseconds / floor, goal, before, mebibytes }) =>
  [
    '',
    name,
    milliseconds.toFixed(0),
    ratio.toFixed(2),
    goal ?? '',
    ...(baseline ? [before?.toFixed(2) ?? ''] : []),
    mebibytes ?? '',
    '',
  ]
    .join(' | ')
    .trim()

const candidateLine = ({ name, prepare, goal, runs, wrap }) =>
  line(name, {
    milliseconds: median(runs.map((run) => run.milliseconds)),
    ratio: median(runs.map((run) => run.milliseconds / run.floor)),
    goal,
    before: baseline && median(runs.map((run) => run.before / run.floor)),
    mebibytes: wrap === inPipe ? measureMemory(...prepare()) : undefined,
  })

const report = [
  '# Measurements',
  '',
  '`npm run build && npm run bench` repeats them and rewrites this page. Whole processes: in each of',
  `${rounds} rounds every command runs once, right after a \`node -e 0\` (N). The table has the medians of the times and of the`,
  `ratios within these pairs; on a terminal both run under \`script\`.${baseline ? ' "Before" is another build in the same rounds.' : ''}`,
  `${describeMachine()}.`,
  `Load at the end: ${loadavg()[0]?.toFixed(1)}; much above 1 means that other programs ran at the same time.`,
  '',
  `| command | ms | × N | goal × N |${baseline ? ' before × N |' : ''} peak MiB |`,
  `|---|---:|---:|---:|${baseline ? '---:|' : ''}---:|`,
  line('node -e 0', { milliseconds: floor }),
  ...candidates.map(candidateLine),
  ...singles.map(([name, values]) => line(`${name} (one run)`, values)),
  '',
].join('\n')

server.kill('SIGTERM')
const readme = join(import.meta.dirname, 'README.md')
const [, imports] = readFileSync(readme, 'utf8').split('\n## Imports\n') // imports.js writes this section
writeFileSync(readme, imports ? `${report}\n## Imports\n${imports}` : report)
process.stdout.write(report)
rmSync(directory, { recursive: true })

if (!process.env.BENCH_WITHOUT_IMPORTS) await import('./imports.js')
