/** Runs command lines as processes of the installed program. */

import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { HarnessRunOptions, RunResult } from '../support/cli-harness.ts'
import { type Fault, openFaultProxy } from '../support/fault-proxy.ts'
import type { TranscriptRunner } from '../transcripts/transcript.ts'
import { installProgram, programPath } from './install.ts'

const root = resolve(import.meta.dirname, '../..')
const preload = join(import.meta.dirname, 'preload.cjs')

interface Run {
  args: readonly string[]
  folder: string
  env?: Record<string, string>
  stdin?: string
}

/** Returns the environment of a process with an empty home directory. */
export const environmentIn = (folder: string): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: folder,
  BUDGET_CONFIG_DIR: join(folder, 'config'),
  BUDGET_DATA_DIR: join(folder, 'data'),
  BUDGET_STATE_DIR: join(folder, 'state'),
})

/** Starts the installed program; `env` extends the environment of an empty home. */
export const startProgram = ({ args, folder, env = {} }: Run): ChildProcess =>
  spawn(programPath(installProgram()), args, { cwd: folder, env: { ...environmentIn(folder), ...env } })

/** Runs the installed program until it exits. */
export function runProgram(run: Run): Promise<RunResult> {
  return new Promise((done, failed) => {
    const child = startProgram(run)
    const said = { stdout: '', stderr: '' }
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (said.stdout += text))
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (said.stderr += text))
    child.on('error', failed)
    child.on('close', (code, signal) => done({ ...said, code: code ?? (signal === null ? -1 : 128) }))
    // A program that never reads its input closes it.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(run.stdin ?? '')
  })
}

/** Starts `budget serve` on a free port. Returns the port once it listens. */
export async function serveProgram(
  folder: string,
  { env = {}, flags = [] }: { env?: Record<string, string>; flags?: readonly string[] } = {},
): Promise<{ port: number; pid: number; close: () => Promise<void> }> {
  const child = startProgram({ args: ['serve', '--port', '0', ...flags], folder, env })
  const port = await new Promise<number>((listening, failed) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      const found = /127\.0\.0\.1:(\d+)/.exec(text)?.[1]
      if (found !== undefined) listening(Number(found))
    })
    child.on('exit', (code) => failed(new Error(`budget serve ended with ${code}`)))
  })
  const ended = new Promise<void>((done) => void child.on('exit', () => done()))
  return {
    port,
    pid: child.pid ?? 0,
    async close() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Returns the environment that gives every process the same date and ids. */
export const fixedEnvironment = (held: object): Record<string, string> => ({
  NODE_OPTIONS: `--require ${preload}`,
  BUDGET_TEST_STAGE: JSON.stringify(held),
})

const NOW = Date.parse('2026-11-20T12:00:00.000Z')

/** Returns a harness whose commands run as processes of the installed program. */
export async function openInstalledStage(): Promise<TranscriptRunner> {
  const folder = mkdtempSync(join(tmpdir(), 'budget-stage-'))
  const counter = join(folder, '.counter')
  writeFileSync(counter, '0')
  mkdirSync(join(folder, 'data'))
  cpSync(join(root, 'examples'), join(folder, 'examples'), { recursive: true })
  let server: Awaited<ReturnType<typeof serveProgram>> | undefined
  return {
    folder,
    async budget(args: readonly string[], performance: HarnessRunOptions = {}) {
      const { env = {}, terminal, answers = [], stdin, signal } = performance
      if (args[0] === 'auth')
        server ??= await serveProgram(folder, { env: fixedEnvironment({ now: NOW, counter }) })
      const held = { now: NOW, counter, terminal, answers, port: server?.port }
      const run: Run = { args, folder, env: { ...env, ...fixedEnvironment(held) } }
      if (stdin !== undefined) run.stdin = readFileSync(join(folder, stdin), 'utf8')
      const outcome = await (signal?.aborted ? interrupted(run) : runProgram(run))
      return { ...outcome, stdout: withoutVersions(outcome.stdout) }
    },
    async close() {
      await server?.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** Replaces the real versions by those of the transcripts. */
const withoutVersions = (text: string): string =>
  text
    .replaceAll(`${version} on Node ${process.versions.node}`, '0.0.0-stage on Node 20.19.0')
    .replace(new RegExp(`^${version}$`, 'm'), '0.0.0-stage')

/** Runs `budget serve`, which ends only on a signal. */
function interrupted(run: Run): Promise<RunResult> {
  return new Promise((done) => {
    const child = startProgram(run)
    const said = { stdout: '', stderr: '' }
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said.stdout += text
      if (text.includes('listening on')) child.kill('SIGINT')
    })
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (said.stderr += text))
    child.on('close', (code) => done({ ...said, code: code ?? -1 }))
  })
}

/** Lets the profile `http` of a folder lead to a server behind a proxy that breaks connections as planned. */
export async function withFaultyRemote(
  folder: string,
  use: (plan: (Fault | undefined)[]) => Promise<void>,
): Promise<void> {
  const readJson = async (...args: string[]) =>
    JSON.parse((await runProgram({ args: [...args, '--json'], folder })).stdout)
  const { key }: { key: string } = await readJson('keys', 'create', '--name', 'test')
  const [workspace]: { id: string }[] = await readJson('workspaces')
  const server = await serveProgram(folder, { flags: ['--rate-limit', '1000000'] })
  const proxy = await openFaultProxy({ port: server.port, hideKeys: false, lateness: 50 })
  try {
    const address = ['--base-url', proxy.url, '--workspace', workspace?.id ?? '']
    const args = ['auth', 'login', '--profile', 'http', ...address, '--with-key']
    const { code, stderr } = await runProgram({ args, folder, stdin: key })
    if (code !== 0) throw new Error(stderr)
    for (const list of [['accounts', '--all'], ['categories'], ['merchants']])
      await runProgram({ args: list, folder })
    await use(proxy.plan)
  } finally {
    proxy.close()
    await server.close()
  }
}
