/** Tests two profiles with the same address. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createCliHarness } from '../support/cli-harness.ts'

// docs/reliability.md#r10
test('two profiles of one address have a key each, and logging out of one leaves the other', async () => {
  const stage = createCliHarness()
  try {
    const said = async (line: string, stdin?: string) => {
      const outcome = await stage.budget(line.split(' '), stdin === undefined ? {} : { stdin })
      expect({ line, ...outcome }).toMatchObject({ code: 0, stderr: '' })
      return outcome.stdout
    }
    await said('init --name Home --currency EUR')
    const workspace = (await said('workspaces --format ids')).trim()
    for (const name of ['home', 'work']) {
      const { key } = JSON.parse(await said('keys create --json --profile local'))
      writeFileSync(join(stage.folder, `${name}.txt`), key)
      const login = `auth login --base-url http://127.0.0.1:8787 --workspace ${workspace} --with-key`
      expect(
        await said(`${login} --profile ${name} --fields profile,default_profile --format tsv`, `${name}.txt`),
      ).toBe(`profile\tdefault_profile\n${name}\t${name}\n`)
    }
    const end = (name: string) => `***${readFileSync(join(stage.folder, `${name}.txt`), 'utf8').slice(-4)}`
    for (const name of ['home', 'work'])
      expect(await said(`auth status --profile ${name} --fields key --format tsv`)).toBe(
        `key\n${end(name)}\n`,
      )
    expect(await said('auth logout --profile home')).toContain('home\thttp://127.0.0.1:8787\ttrue')
    expect(await said('profile list --fields name,has_key --format tsv')).toBe(
      'name\thas_key\nlocal\t\nhome\tfalse\nwork\ttrue\n',
    )
    await said('accounts list --profile work')
    await said('profile remove work')
    expect(readFileSync(join(stage.folder, 'config/credentials.json'), 'utf8')).toBe('{}\n')
  } finally {
    stage.close()
  }
})
