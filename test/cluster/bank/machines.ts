/** Runs machines as processes: they start, are killed at any moment, and start again with the copies they had. */

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findFreePort } from '../postgres-server.ts'

/** A machine that runs as a process. */
export interface MachineProcess {
  port: number
  kill(signal?: NodeJS.Signals): Promise<void>
  start(): Promise<void>
}

/** The program that is tried: the sources' build, or the packed and installed one. */
const program = process.env['BUDGET_TEST_PROGRAM'] ?? join(import.meta.dirname, '../../../bin/budget.js')

/** Returns the environment of a machine with directories of its own. */
export const createMachineEnvironment = (folder: string, url: string): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: folder,
  BUDGET_CONFIG_DIR: join(folder, 'config'),
  BUDGET_DATA_DIR: join(folder, 'data'),
  BUDGET_STATE_DIR: join(folder, 'state'),
  BUDGET_DATABASE_URL: url,
})

/** Runs the program once; returns what it printed, or what it said beside it. @throws Error when it fails */
export async function runProgram(
  env: NodeJS.ProcessEnv,
  args: string[],
  channel: 'stdout' | 'stderr' = 'stdout',
): Promise<string> {
  const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  let errors = ''
  child.stdout.on('data', (chunk: Buffer) => (text += String(chunk)))
  child.stderr.on('data', (chunk: Buffer) => (errors += String(chunk)))
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`budget ${args.join(' ')} ended with ${String(code)}: ${errors}`)
  return channel === 'stdout' ? text : errors
}

/** Prepares a machine; it is not started yet. */
function createMachineProcess(folder: string, { url, port }: { url: string; port: number }): MachineProcess {
  mkdirSync(folder, { recursive: true })
  let child: ChildProcess | undefined
  const args = ['serve', '--database', '--port', String(port), '--rate-limit', '1000000000']
  return {
    port,
    async kill(signal = 'SIGKILL') {
      const running = child
      if (!running || running.exitCode !== null || running.signalCode !== null) return
      const ended = new Promise((resolve) => running.once('exit', resolve))
      running.kill(signal)
      await ended
    },
    async start() {
      child = spawn(process.execPath, [program, ...args], {
        env: createMachineEnvironment(folder, url),
        stdio: ['ignore', 'ignore', process.env['BANK_LOG'] ? 'inherit' : 'ignore'],
      })
      for (let tries = 0; tries < 200; tries++) {
        if (child.exitCode !== null) return
        if (await isReady(port)) return
        await wait(25)
      }
    },
  }
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/healthz`)).ok
  } catch {
    return false
  }
}

/** A workspace in the database, with a key for all of them. */
export interface UploadedWorkspace {
  id: string
  key: string
}

/** Creates a workspace by commands and moves it into the database. */
export async function uploadWorkspace(
  tool: NodeJS.ProcessEnv,
  { currency, accounts }: { currency: string; accounts: string[][] },
): Promise<UploadedWorkspace> {
  await runProgram(tool, ['workspaces', 'create', 'Home', '--currency', currency])
  for (const flags of accounts)
    await runProgram(tool, ['accounts', 'add', ...flags, '--type', 'banking_checking'])
  await runProgram(tool, ['workspaces', 'upload', 'Home'])
  const created: UploadedWorkspace = JSON.parse(
    await runProgram(tool, ['keys', 'create', '--database', '--json']),
  )
  const [home]: UploadedWorkspace[] = JSON.parse(
    await runProgram(tool, ['workspaces', 'list', '--database', '--json']),
  )
  return { id: home?.id ?? '', key: created.key }
}

/** Starts a machine for each address of the database. */
export async function startMachineProcesses(folder: string, urls: string[]): Promise<MachineProcess[]> {
  const machines = await Promise.all(
    urls.map(async (url, index) =>
      createMachineProcess(join(folder, `machine-${index}`), { url, port: await findFreePort() }),
    ),
  )
  await Promise.all(machines.map((machine) => machine.start()))
  return machines
}
