/**
 * Runs imports through faulty connections and killed processes, and counts lost and doubled rows.
 * @see docs/import.md#7-exactly-once-without-an-idempotency-key
 */

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { BudgetApi } from '../../../src/contract/api.ts'
import { addMonths } from '../../../src/money/calendar.ts'
import {
  type Fault,
  type FaultProxy,
  faults,
  openFaultProxy,
  rateLimitFault,
} from '../../support/fault-proxy.ts'
import { type TestServer, withServer } from '../../support/running-server.ts'
import { lateness } from './deadlines.ts'

/** The directory from which the bundle resolves its packages. */
const home = join(import.meta.dirname, '../../../node_modules/.cache/budget-test')

/** Modules replaced in the control run: it retries every lost request without recovery. */
const modulesWithoutRecovery: Readonly<Record<string, string>> = {
  'http/recovery/recover-write.ts': `export const recoverWrite = async () => 'retry'\nexport const explainRefusal = async () => undefined\n`,
  'import/posting/recover-batches.ts': `export async function recoverBatches(api, { imports, account_id }) {
    for (const { number } of imports.listUnconfirmedBatches(account_id)) imports.discardBatch(number)
    return 0
  }\n`,
}

/** Bundles the importing process; returns its path. Node 20 cannot run TypeScript directly. */
export async function buildImporter(retries: 'as built' | 'blindly'): Promise<string> {
  // A campaign may run for an hour while others build their own bundles.
  const outfile = join(home, `importing ${retries} ${process.pid}.cjs`)
  await build({
    entryPoints: [fileURLToPath(new URL('./importing-process.ts', import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['@photostructure/sqlite'],
    logLevel: 'silent',
    plugins: [
      {
        name: 'blindly',
        setup({ onLoad }) {
          if (retries === 'as built') return
          onLoad(
            {
              filter: /\/src\/(remote\/http\/recovery\/recover-write|import\/posting\/recover-batches)\.ts$/,
            },
            ({ path }) => {
              const name = Object.keys(modulesWithoutRecovery).find((one) => path.endsWith(one)) ?? ''
              return { contents: modulesWithoutRecovery[name] ?? readFileSync(path, 'utf8'), loader: 'ts' }
            },
          )
        },
      },
    ],
  })
  return outfile
}

/** The parameters of a campaign. */
export interface Campaign {
  program: string
  rounds: number
  /** The number of rounds that run concurrently. */
  tables: number
  rows: number
  /** The percentage of requests with a fault, and of processes that are killed. */
  faulty: number
  killed: number
  seed: number
}

/** The result of a campaign. A round is one file, imported until the command reports success. */
export interface CampaignResult {
  rounds: number
  rows: number
  /** Rows that are missing in the accounts, and rows that exist too often. */
  lost: number
  doubled: number
  /** False statements in the output of processes. */
  untrue: string[]
  /** Processes started, processes killed, and the exit codes of the others. */
  processes: number
  kills: number
  endings: Record<string, number>
  faults: number
}

/** Returns a deterministic random generator. */
const createRandom = (seed: number) => {
  let state = seed
  return (sides: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * sides)
  }
}

/** Runs all rounds of a campaign against one real server. */
export async function runCampaign(game: Campaign): Promise<CampaignResult> {
  const score: CampaignResult = {
    rounds: 0,
    rows: 0,
    lost: 0,
    doubled: 0,
    untrue: [],
    processes: 0,
    kills: 0,
    endings: {},
    faults: 0,
  }
  await withServer(
    async (served) => {
      let next = 0
      const table = async (): Promise<void> => {
        while (next < game.rounds) await runRound(served, { game, score, number: next++ })
      }
      await Promise.all(Array.from({ length: game.tables }, table))
    },
    { rate_limit: 1_000_000_000, now: Date.now },
  )
  return score
}

interface Round {
  game: Campaign
  score: CampaignResult
  number: number
}

async function runRound(served: TestServer, { game, score, number }: Round): Promise<void> {
  const roll = createRandom(game.seed * 1000 + number)
  const folder = mkdtempSync(join(tmpdir(), 'budget-round-'))
  const file = join(folder, 'bank.csv')
  const rows = createRows(game.rows, roll, addMonths('2016-01', number % MONTHS))
  writeFileSync(file, `Date,Payee,Amount\n${rows.join('\n')}\n`)
  const api = served.workspaces.open(served.workspaceId)
  const { account } = await api.createAccount({ body: { name: `Round ${number}`, type: 'banking_checking' } })
  const proxy = await openFaultProxy({ port: served.server.port, hideKeys: true, lateness })
  const place = [proxy.url, served.workspaceId, served.key, account.id, file, folder]
  for (let tries = 0; tries < 60; tries++) {
    const ended = await runProcess(proxy, { game, score, roll, place })
    if (ended === 0 || ended === 1) break
  }
  await proxy.quiet()
  proxy.close()
  countDifferences(score, rows, await listRows(served, account.id))
  score.rounds += 1
  score.rows += rows.length
  rmSync(folder, { recursive: true })
}

/** Rounds are spread over this many months, because listing transactions reads all rows of a date range. */
const MONTHS = 120

/** Returns rows of few shops and prices, so that many of them are equal. */
const createRows = (count: number, roll: (sides: number) => number, month: string): string[] =>
  Array.from({ length: count }, () => {
    const day = String(1 + roll(28)).padStart(2, '0')
    return `${month}-${day},Shop ${roll(4)},-${1 + roll(3)}.50`
  })

interface Attempt extends Omit<Round, 'number'> {
  roll: (sides: number) => number
  place: readonly string[]
}

const allFaults: readonly Fault[] = [...faults, rateLimitFault]

/** Runs the command once, with faults and possibly a kill; returns its exit code. */
async function runProcess(proxy: FaultProxy, { game, score, roll, place }: Attempt): Promise<number | null> {
  proxy.plan.length = 0
  const requests = Math.ceil(game.rows / 100) + 8
  for (let request = 0; request < requests; request++) {
    const fault = roll(100) < game.faulty ? allFaults[roll(allFaults.length)] : undefined
    proxy.plan.push(fault)
    if (fault) score.faults += 1
  }
  const child = spawn(process.execPath, [game.program, ...place], { stdio: ['ignore', 'pipe', 'pipe'] })
  const doom = roll(100) < game.killed ? setTimeout(() => child.kill('SIGKILL'), 100 + roll(1200)) : undefined
  const [code, said] = await waitForExit(child)
  clearTimeout(doom)
  score.processes += 1
  if (code === null) score.kills += 1
  else score.endings[code] = (score.endings[code] ?? 0) + 1
  if (code === 1) score.untrue.push(said.stderr)
  if (code === 0) await isTrue(said.stdout).catch((error: unknown) => score.untrue.push(String(error)))
  return code

  async function isTrue(stdout: string): Promise<void> {
    const report: { created: string[]; counts: Record<string, number> } = JSON.parse(stdout)
    const told = Object.values(report.counts).reduce((all, one) => all + one, 0)
    if (told !== game.rows || report.created.length !== report.counts['create'])
      throw new Error(`The report speaks of ${told} rows and ${report.created.length} new ones: ${stdout}`)
  }
}

async function waitForExit(
  child: ChildProcess,
): Promise<[number | null, { stdout: string; stderr: string }]> {
  const { stdout, stderr } = child
  if (!stdout || !stderr) throw new Error('the process has no pipes')
  const [said, trouble, code] = await Promise.all([
    text(stdout),
    text(stderr),
    new Promise<number | null>((resolve) => child.on('close', resolve)),
  ])
  return [code, { stdout: said, stderr: trouble }]
}

async function listRows({ workspaces, workspaceId }: TestServer, account_id: string): Promise<string[]> {
  const api: BudgetApi = workspaces.open(workspaceId)
  const rows: string[] = []
  let cursor: string | undefined
  do {
    const query: { account_id: string; limit: number; cursor?: string } = { account_id, limit: 500 }
    if (cursor !== undefined) query.cursor = cursor
    const page: Awaited<ReturnType<BudgetApi['listTransactions']>> = await api.listTransactions({ query })
    for (const { date, amount, merchant_name } of page.transactions)
      rows.push(`${date},${merchant_name},${amount}`)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  return rows
}

/** Compares two multisets of rows. */
function countDifferences(score: CampaignResult, wanted: readonly string[], found: readonly string[]): void {
  const left = new Map<string, number>()
  for (const row of wanted) left.set(row, (left.get(row) ?? 0) + 1)
  for (const row of found) left.set(row, (left.get(row) ?? 0) - 1)
  for (const difference of left.values()) {
    score.lost += Math.max(0, difference)
    score.doubled += Math.max(0, -difference)
  }
}
