/** Tests the names that shells complete. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createCliHarness } from '../../support/cli-harness.ts'

it('offers the names there are, and none that could act on the line', async () => {
  const stage = createCliHarness()
  await stage.budget(['accounts', 'add', 'Checking', '--type', 'banking_checking'])
  await stage.budget(['groups', 'add', 'Everyday'])
  await stage.budget(['categories', 'add', 'Groceries', '--group', 'Everyday'])
  await stage.budget(['merchants', 'add', 'Corner Shop'])
  const said = await Promise.all(
    ['account', 'group', 'category', 'merchant', 'nonsense'].map((kind) =>
      stage.budget(['__complete', kind]),
    ),
  )
  stage.close()
  expect(said.map(({ stdout }) => stdout)).toEqual([
    'Checking\n',
    'Everyday\n',
    'Groceries\n',
    'Corner Shop\n',
    '',
  ])
  expect(said.map(({ code, stderr }) => [code, stderr])).toEqual(said.map(() => [0, '']))
})

it('offers the newest entries of the history with what they did', async () => {
  const stage = createCliHarness()
  await stage.budget(['accounts', 'add', 'Checking', '--type', 'banking_checking'])
  await stage.budget(['merchants', 'add', 'Corner Shop'])
  await stage.budget(['undo', '--yes'])
  const { stdout } = await stage.budget(['__complete', 'history_entry'])
  stage.close()
  expect(stdout).toBe(
    '3\tundo 2\n2\tmerchants add "Corner Shop"\n1\taccounts add Checking --type banking_checking\n',
  )
})

it('offers what listings of a service elsewhere have shown, at no request', async () => {
  const stage = createCliHarness()
  const run = async (...args: string[]) => (await stage.budget(args)).stdout.trim()
  await run('accounts', 'add', 'Checking', '--type', 'banking_checking')
  await run('groups', 'add', 'Everyday')
  await run('categories', 'add', 'Groceries', '--group', 'Everyday')
  await run('tx', 'add', '--account', 'Checking', '--amount', '-5', '--merchant', 'Kiosk', '--uncategorized')
  const workspace = await run('workspaces', '--format', 'ids')
  const { key }: { key: string } = JSON.parse(await run('keys', 'create', '--json'))
  writeFileSync(join(stage.folder, 'key.txt'), key)
  const address = ['--base-url', 'http://127.0.0.1:8787', '--workspace', workspace]
  await stage.budget(['auth', 'login', ...address, '--with-key'], { stdin: 'key.txt' })
  const offered = async (kind: string) => {
    const requests: string[] = []
    const { stdout } = await stage.budget(['__complete', kind], { requests })
    return { stdout, requests }
  }
  expect(await offered('account')).toEqual({ stdout: '', requests: [] })
  for (const listing of ['accounts', 'month', 'tx']) await run(listing)
  expect([await offered('account'), await offered('category'), await offered('merchant')]).toEqual([
    { stdout: 'Checking\n', requests: [] },
    { stdout: 'Groceries\n', requests: [] },
    { stdout: 'Kiosk\n', requests: [] },
  ])
  stage.close()
})
