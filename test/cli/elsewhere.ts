/** A stage whose default profile is a service elsewhere, and which counts what it is asked. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { openStage } from './stage.ts'

export interface Elsewhere {
  /** Runs a line and answers with the ids it says. */
  made: (line: string) => Promise<string>
  /** The requests a line makes. */
  requestsOf: (line: string) => Promise<string[]>
  close: () => void
}

/** Opens it with the starter categories, an account "Checking" with 100.00, and all names known. */
export async function openElsewhere(): Promise<Elsewhere> {
  const stage = openStage()
  const said = async (line: string, stdin?: string): Promise<string> => {
    const { code, stdout, stderr } = await stage.budget(line.split(' '), stdin === undefined ? {} : { stdin })
    expect({ line, code, stderr }).toEqual({ line, code: 0, stderr: '' })
    return stdout.trim()
  }
  const made = (line: string): Promise<string> => said(`${line} --format ids`)
  await said('init --name Home --currency EUR')
  const workspace = await made('workspaces')
  const { key }: { key: string } = JSON.parse(await said('keys create --json'))
  writeFileSync(join(stage.folder, 'key.txt'), key)
  await said(`auth login --base-url http://127.0.0.1:8787 --workspace ${workspace} --with-key`, 'key.txt')
  await made('accounts add Checking --type banking_checking --balance 100')
  for (const line of ['accounts list --all', 'categories list', 'merchants list']) await said(line)
  return {
    made,
    async requestsOf(line) {
      const requests: string[] = []
      const { code, stderr } = await stage.budget(line.split(' '), { requests })
      expect({ line, code, stderr }).toEqual({ line, code: 0, stderr: '' })
      return requests
    },
    close: () => stage.close(),
  }
}
