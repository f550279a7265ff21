/** A stage whose default profile is a service elsewhere, and which counts what it is asked. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { shellWords } from '../transcripts/transcript.ts'
import { type Outcome, openStage, type Performance } from './cli-harness.ts'

/** A line that was typed, how it ended, and the requests the service got. */
export type Asked = Outcome & { line: string; requests: string[] }

export interface Elsewhere {
  /** Puts a file where lines are typed. */
  put: (name: string, text: string) => void
  /** Runs a line, however it ends. */
  ask: (line: string, performance?: Performance) => Promise<Asked>
  /** Runs a line that succeeds without a word on stderr, and answers with what it says. */
  said: (line: string, performance?: Performance) => Promise<string>
  close: () => void
}

/** Opens it with the starter categories, an account "Checking" with 100.00, and all names known. */
export async function openElsewhere(): Promise<Elsewhere> {
  const stage = openStage()
  const put = (name: string, text: string): void => writeFileSync(join(stage.folder, name), text)
  const ask = async (line: string, performance: Performance = {}): Promise<Asked> => {
    const { requests = [] } = performance
    const outcome = await stage.budget(shellWords(line).words, { ...performance, requests })
    return { line, ...outcome, requests }
  }
  const said = async (line: string, performance: Performance = {}): Promise<string> => {
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
  return { put, ask, said, close: () => stage.close() }
}
