/** Starts processes that write to a workspace, and reads what they left. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { DatabaseSync } from '@photostructure/sqlite'
import { buildSync } from 'esbuild'
import { verifyTotals } from '../../src/engine/budget/verify-totals.ts'
import { openEngine } from '../../src/engine/engine.ts'
import { openWorkspaceStore, type WorkspaceStore } from '../../src/store/workspace-store.ts'

/** How many rows one request creates. */
export const rowsPerRequest = 6

const seed = () => ({ currency: 'USD', id_salt: '0123456789ABCDEF' })
const now = (): number => Date.UTC(2026, 10, 20, 12)

/** The directory from which packages are resolved. */
const home = join(import.meta.dirname, '../../node_modules/.cache/budget-test')

/** Builds a program of this directory and returns its path; Node 20 does not run TypeScript. */
export function buildWriter(name: string, source = new URL('./writing-process.ts', import.meta.url)): string {
  const outfile = join(home, `${name}.mjs`)
  buildSync({
    entryPoints: [fileURLToPath(source)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['@photostructure/sqlite', 'undici'],
    logLevel: 'silent',
  })
  return outfile
}

interface WriterTask {
  file: string
  name: string
  requests?: number
  accounts?: string[]
}

export interface Writer {
  child: ChildProcess
  /** Resolves when the process has opened the file and begins to write. */
  opened: Promise<unknown>
  /** What the process reported at its end: the answered requests, and its errors. */
  ended: Promise<{ acknowledged: number[]; opened: boolean; trouble: string }>
}

/** Starts a process that makes so many requests (0: without end); without accounts it only opens the file. */
export function startWriter(
  program: string,
  { file, name, requests = 0, accounts = [] }: WriterTask,
): Writer {
  const args = [file, name, String(requests), String(rowsPerRequest), ...accounts]
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = Promise.all([text(child.stdout), text(child.stderr)]).then(([said, trouble]) => {
    const [opened, ...numbers] = said.split('\n').slice(0, -1) // a line cut by the kill does not count
    return { acknowledged: numbers.map(Number), opened: opened === 'open', trouble }
  })
  return { child, opened: once(child.stdout, 'data'), ended }
}

/** Creates a workspace with a bank account and a card; returns their ids. */
export async function createWorkspaceFile(file: string): Promise<[cash: string, card: string]> {
  const elsewhere = `${file}.made`
  const store = openWorkspaceStore(elsewhere, seed)
  const api = openEngine({ store, now })
  const cash = await api.createAccount({
    body: { name: 'Cash', type: 'banking_cash', initial_balance: '500' },
  })
  const card = await api.createAccount({ body: { name: 'Card', type: 'credit_credit_card' } })
  store.close()
  copyFileSync(elsewhere, file)
  return [cash.account.id, card.account.id]
}

/**
 * Opens a copy of a file and its log, as the next command after a crash would find them. A connection to the
 * file itself would stay open until it is collected and hide the recovery from the next process.
 */
export function inspectCopy<Seen>(file: string, look: (store: WorkspaceStore, copy: string) => Seen): Seen {
  const folder = mkdtempSync(join(tmpdir(), 'budget-test-'))
  const copy = join(folder, 'copy.db')
  for (const part of ['', '-wal']) if (existsSync(file + part)) copyFileSync(file + part, copy + part)
  const store = openWorkspaceStore(copy, seed)
  try {
    return look(store, copy)
  } finally {
    store.close()
    rmSync(folder, { recursive: true })
  }
}

/** Returns how many rows each request left, by its name (`writer 17`). */
export function countRowsByRequest(store: WorkspaceStore): Map<string, number> {
  const found = new Map<string, number>()
  for (const { notes } of store.transactions.list({}, {}, Number.MAX_SAFE_INTEGER)) {
    if (notes?.includes(' ') && notes !== 'Starting balance') found.set(notes, (found.get(notes) ?? 0) + 1)
  }
  return found
}

/** Lists what is wrong with a file by SQLite's check and ours; empty when it is sound. */
export function listFileProblems(store: WorkspaceStore, file: string): string[] {
  const database = new DatabaseSync(file)
  const answers = database.prepare('PRAGMA integrity_check').all() as { integrity_check: string }[] // the pragma has one column
  database.close()
  return [
    ...answers.map((row) => row.integrity_check).filter((answer) => answer !== 'ok'),
    ...verifyTotals(store),
  ]
}
