/** Runs command lines whose default profile is a remote service, and records its requests. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { splitShellWords } from '../transcripts/transcript.ts'
import { createCliHarness, type HarnessRunOptions, type RunResult } from './cli-harness.ts'

/** A command line, its result, and the requests the service got. */
export type RemoteRun = RunResult & { line: string; requests: string[] }

/** A harness with a remote service. */
export interface RemoteHarness {
  /** Writes a file into the working directory. */
  writeFile: (name: string, text: string) => void
  /** Runs a command line, whatever its result. */
  run: (line: string, performance?: HarnessRunOptions) => Promise<RemoteRun>
  /** Runs a command line that must succeed without output on stderr; returns its output. */
  runOk: (line: string, performance?: HarnessRunOptions) => Promise<string>
  close: () => void
}

/**
 * Creates the harness with the starter categories, an account "Checking" with 100.00, and a filled name
 * cache.
 */
export async function createRemoteHarness(): Promise<RemoteHarness> {
  const stage = createCliHarness()
  const put = (name: string, text: string): void => writeFileSync(join(stage.folder, name), text)
  const ask = async (line: string, performance: HarnessRunOptions = {}): Promise<RemoteRun> => {
    const { requests = [] } = performance
    const outcome = await stage.budget(splitShellWords(line).words, { ...performance, requests })
    return { line, ...outcome, requests }
  }
  const said = async (line: string, performance: HarnessRunOptions = {}): Promise<string> => {
    const { code, stdout, stderr } = await ask(line, performance)
    expect({ line, code, stderr }).toEqual({ line, code: 0, stderr: '' })
    return stdout.trim()
  }
  await said('init --name Home --currency EUR')
  const workspace = await said('workspaces --format ids')
  const { key }: { key: string } = JSON.parse(await said('keys create --json'))
  put('key.txt', key)
  const login = `auth login --base-url http://127.0.0.1:8787 --workspace ${workspace} --with-key`
  await said(login, { stdin: 'key.txt' })
  await said('accounts add Checking --type banking_checking --balance 100')
  for (const line of ['accounts list --all', 'categories list', 'merchants list']) await said(line)
  return { writeFile: put, run: ask, runOk: said, close: () => stage.close() }
}
