/** Tests what is said of a key that the service does not take. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type CliHarness, createCliHarness } from '../support/cli-harness.ts'

const SERVICE = 'http://127.0.0.1:8787'

let stage: CliHarness
let key: string
let login: string
const run = (line: string, options: Parameters<CliHarness['budget']>[1] = {}) =>
  stage.budget(line.split(' '), options)
beforeEach(async () => {
  stage = createCliHarness()
  await run('init --name Home --currency EUR')
  key = JSON.parse((await run('keys create --name work --json')).stdout).key
  writeFileSync(join(stage.folder, 'key.txt'), key)
  const workspace = (await run('workspaces --format ids')).stdout.trim()
  login = `auth login --base-url ${SERVICE} --workspace ${workspace} --with-key --profile work`
})
afterEach(() => stage.close())

it('a revoked key is told with its profile, and how another is stored', async () => {
  expect(await run(login, { stdin: 'key.txt' })).toMatchObject({ code: 0 })
  await run('keys revoke work --profile local')
  expect(await run('accounts')).toEqual({
    code: 4,
    stdout: '',
    stderr:
      'The service refused the API key of the profile work\n  It is unknown there or was revoked; budget auth login --profile work stores another\n',
  })
  const { error } = JSON.parse((await run('accounts --json')).stderr)
  expect(error).toMatchObject({ id: '401', name: 'unauthorized', exit_code: 4 })
})

it('a wrong key of the environment is told with its variable', async () => {
  await run(login, { stdin: 'key.txt' })
  const { stderr } = await run('accounts', { env: { BUDGET_API_KEY: 'bgt_wrong-key-0123456789' } })
  expect(stderr).toContain(
    'the profile work\n  It is unknown there or was revoked; it is from BUDGET_API_KEY\n',
  )
})

it('a first login that is refused has no key in use to speak of, and stores nothing', async () => {
  writeFileSync(join(stage.folder, 'wrong.txt'), 'bgt_wrong-key-0123456789')
  const { code, stderr } = await run(login, { stdin: 'wrong.txt' })
  expect({ code, stderr }).toEqual({
    code: 4,
    stderr: `${SERVICE} refused this API key, so nothing was stored\n  Check that it was copied whole, is of this service and was not revoked; budget keys create makes one there\n`,
  })
  expect((await run('profile list --fields name --format tsv')).stdout).toBe('name\nlocal\n')
})
