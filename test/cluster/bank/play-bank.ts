/**
 * Plays a bank on three machines and two PostgreSQL servers: clients transfer money and read balances at any machine,
 * while machines are killed, connections cut and the standby promoted.
 */

import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createDraw } from '../../support/seeded-draw.ts'
import { type PostgresServer, startPrimary, startStandby } from '../postgres-server.ts'
import type { BankHistory, ReadCall, TransferCall } from './check-history.ts'
import { type EntryFault, type FaultyProxy, startProxy } from './faulty-proxy.ts'
import {
  createMachineEnvironment,
  type MachineProcess,
  runProgram,
  startMachineProcesses,
  uploadWorkspace,
} from './machines.ts'

/** How the bank is played. */
export interface BankOptions {
  rounds: number
  seed: number
  clients: number
  /** After how many rounds the primary is killed and its standby promoted. */
  promoteEvery: number
  /** Called after each round. */
  onRound?: (round: number) => void
}

/** What was played. */
export interface BankResult extends BankHistory {
  /** How often each fault happened. */
  faults: Record<string, number>
  /** Milliseconds from each promotion to the next acknowledged transfer. */
  recoveries: number[]
  /** What `db check --database` said at the end. */
  check: string
}

/** Returns random numbers below a bound that a seed decides. */
function createRandom(seed: number): (below: number) => number {
  const draw = createDraw(seed)
  return (below) => Math.floor(draw() * below)
}

const ACCOUNTS = 4
const INITIAL_CENTS = 1_000_000
const clock = (): number => performance.now()

interface Bank {
  folder: string
  random: (below: number) => number
  machines: MachineProcess[]
  /** For each machine, a proxy to the primary and one to the standby. */
  proxies: { primary: FaultyProxy; standby: FaultyProxy }[]
  primary: PostgresServer
  standby: PostgresServer
  key: string
  workspace: string
  accounts: string[]
  transfers: TransferCall[]
  reads: ReadCall[]
  faults: Record<string, number>
  recoveries: number[]
}

/** Plays the bank; returns its history. */
export async function playBank(options: BankOptions): Promise<BankResult> {
  const bank = await openBank(options.seed)
  try {
    for (let round = 1; round <= options.rounds; round++) {
      await playRound(bank, options, round)
      options.onRound?.(round)
    }
    const env = createMachineEnvironment(join(bank.folder, 'tool'), bank.primary.url)
    const check = await runProgram(env, ['db', 'check', '--database', '--json'])
    return {
      transfers: bank.transfers,
      reads: bank.reads,
      log: await readLog(bank),
      initial: Object.fromEntries(bank.accounts.map((account) => [account, INITIAL_CENTS])),
      faults: bank.faults,
      recoveries: bank.recoveries,
      check,
    }
  } finally {
    await closeBank(bank)
  }
}

async function openBank(seed: number): Promise<Bank> {
  const folder = mkdtempSync(join(tmpdir(), 'budget-bank-'))
  const primary = await startPrimary()
  const tool = createMachineEnvironment(join(folder, 'tool'), primary.url)
  const balance = String(INITIAL_CENTS / 100)
  const accounts = Array.from({ length: ACCOUNTS }, (_, at) => [`Account ${at + 1}`, '--balance', balance])
  const { id: workspace, key } = await uploadWorkspace(tool, { currency: 'EUR', accounts })
  const standby = await startStandby(primary)
  const proxies = await Promise.all(
    [1, 2, 3].map(async () => ({
      primary: await startProxy(primary.port),
      standby: await startProxy(standby.port),
    })),
  )
  const machines = await startMachineProcesses(
    folder,
    proxies.map(
      (proxy) => `postgres://budget@127.0.0.1:${proxy.primary.port},127.0.0.1:${proxy.standby.port}/postgres`,
    ),
  )
  const bank: Bank = {
    ...{ folder, machines, proxies, primary, standby, key, accounts: [] },
    ...{ random: createRandom(seed), workspace },
    ...{ transfers: [], reads: [], faults: {}, recoveries: [] },
  }
  const listed = (await request(bank, 'GET', '/accounts')).data as { accounts: { id: string }[] }
  bank.accounts = listed.accounts.map(({ id }) => id)
  return bank
}

async function closeBank({ machines, proxies, primary, standby, folder }: Bank): Promise<void> {
  await Promise.all(machines.map((machine) => machine.kill()))
  for (const proxy of proxies) {
    proxy.primary.close()
    proxy.standby.close()
  }
  await standby.remove()
  await primary.remove()
  rmSync(folder, { recursive: true, force: true })
}

async function playRound(bank: Bank, options: BankOptions, round: number): Promise<void> {
  const promotes = round % options.promoteEvery === 0
  const clients = Array.from({ length: options.clients }, (_, client) =>
    playClient(bank, `${round}-${client}`),
  )
  await (promotes ? promote(bank) : makeTrouble(bank))
  await Promise.all(clients)
  if (promotes) await replaceStandby(bank)
}

/** One transfer, with a read before or after it. */
async function playClient(bank: Bank, note: string): Promise<void> {
  if (bank.random(2) === 0) await readBalances(bank)
  await transfer(bank, note)
  if (bank.random(2) === 0) await readBalances(bank)
}

const FAULTS = ['none', 'kill', 'kill-all', 'cut', 'cut-before', 'cut-after', 'half-reply', 'delay'] as const

async function makeTrouble(bank: Bank): Promise<void> {
  const fault = FAULTS[bank.random(FAULTS.length)] ?? 'none'
  const victim = bank.random(bank.machines.length)
  bank.faults[fault] = (bank.faults[fault] ?? 0) + 1
  await wait(bank.random(15))
  if (fault === 'kill') await restart(bank.machines[victim])
  else if (fault === 'kill-all') await Promise.all(bank.machines.map(restart))
  else if (fault === 'cut') cutAll(bank)
  else if (fault !== 'none') setFault(bank, victim, fault)
}

async function restart(machine: MachineProcess | undefined): Promise<void> {
  await machine?.kill()
  await machine?.start()
}

function cutAll({ proxies }: Bank): void {
  for (const { primary, standby } of proxies) {
    primary.cutAll()
    standby.cutAll()
  }
}

function setFault({ proxies }: Bank, victim: number, fault: EntryFault): void {
  proxies[victim]?.primary.setFault(fault)
  proxies[victim]?.standby.setFault(fault)
}

/** Kills the primary, and makes its standby the primary. */
async function promote(bank: Bank): Promise<void> {
  bank.faults['promote'] = (bank.faults['promote'] ?? 0) + 1
  await wait(bank.random(20))
  await bank.primary.kill()
  bank.standby.promote()
  const promotedAt = clock()
  await transfer(bank, `promoted-${bank.recoveries.length}`)
  bank.recoveries.push(clock() - promotedAt)
}

/** Removes the old primary and starts a standby for the new one. */
async function replaceStandby(bank: Bank): Promise<void> {
  await bank.primary.remove()
  bank.primary = bank.standby
  bank.standby = await startStandby(bank.primary)
  for (const { primary, standby } of bank.proxies) {
    primary.setTarget(bank.primary.port)
    standby.setTarget(bank.standby.port)
  }
}

interface Answer {
  status: number
  data: unknown
}

/** Sends a request to any machine. @throws Error when no answer came */
async function request(
  bank: Bank,
  method: string,
  path: string,
  body?: unknown,
  key?: string,
): Promise<Answer> {
  const machine = bank.machines[bank.random(bank.machines.length)]
  const response = await fetch(`http://127.0.0.1:${machine?.port}/v1/workspaces/${bank.workspace}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${bank.key}`,
      'content-type': 'application/json',
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(CLIENT_MILLISECONDS),
  })
  const { data } = (await response.json()) as { data?: unknown }
  return { status: response.status, data }
}

const CLIENT_MILLISECONDS = 5000
const PATIENCE_MILLISECONDS = 120_000

/** Transfers money; the same request is sent to any machine until one acknowledges it. */
async function transfer(bank: Bank, note: string): Promise<void> {
  const from = bank.random(ACCOUNTS)
  const to = (from + 1 + bank.random(ACCOUNTS - 1)) % ACCOUNTS
  const amount = 1 + bank.random(9999)
  const call: TransferCall = {
    note,
    from: bank.accounts[from] ?? '',
    to: bank.accounts[to] ?? '',
    amount,
    begunAt: clock(),
    endedAt: undefined,
  }
  bank.transfers.push(call)
  const body = {
    transaction: {
      type: 'transfer',
      from_account_id: call.from,
      to_account_id: call.to,
      amount: (amount / 100).toFixed(2),
      date: '2026-11-20',
      notes: note,
    },
  }
  const key = randomUUID()
  const status = await repeat(async () => (await request(bank, 'POST', '/transactions', body, key)).status)
  if (status !== 201) throw new Error(`transfer ${note} was answered ${status}`)
  call.endedAt = clock()
}

async function readBalances(bank: Bank): Promise<void> {
  let begunAt = clock()
  const { data } = await repeat(async () => {
    begunAt = clock()
    return request(bank, 'GET', '/accounts')
  })
  const { accounts } = data as { accounts: { id: string; balance: string }[] }
  const balances = Object.fromEntries(
    accounts.map(({ id, balance }) => [id, Math.round(Number(balance) * 100)]),
  )
  bank.reads.push({ balances, begunAt, endedAt: clock() })
}

/** Repeats a request while no machine answers it, or one answers that the database is away. */
async function repeat<Result extends Answer | number>(send: () => Promise<Result>): Promise<Result> {
  const deadline = clock() + PATIENCE_MILLISECONDS
  for (;;) {
    try {
      const answer = await send()
      if ((typeof answer === 'number' ? answer : answer.status) !== 503) return answer
    } catch (error) {
      if (clock() > deadline) throw error
    }
    if (clock() > deadline) throw new Error('no machine answered')
    await wait(20)
  }
}

/** Returns the notes of the transfers in the order of the log: ids count up. */
async function readLog(bank: Bank): Promise<string[]> {
  const notes = new Map<string, string>()
  let cursor: string | undefined
  do {
    const query = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const { data } = await repeat(() => request(bank, 'GET', `/transactions?limit=100${query}`))
    const page = data as {
      transactions: { id: string; notes: string | null; amount: string }[]
      next_cursor?: string | null
    }
    for (const { id, notes: note, amount } of page.transactions)
      if (note !== null && amount.startsWith('-')) notes.set(id, note)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  return [...notes].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, note]) => note)
}
