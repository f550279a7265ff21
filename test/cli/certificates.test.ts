/** Tests profiles with CA certificates of their own. */

import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CliHarness, createCliHarness } from '../support/cli-harness.ts'
import { canary } from '../support/http-service.ts'
import { canCertify, withSecureService } from '../support/tls-service.ts'

// openssl creates the certificates.
describe.skipIf(!canCertify)('a profile with certificates of its own', () => {
  let stage: CliHarness
  beforeAll(() => {
    stage = createCliHarness()
    writeFileSync(join(stage.folder, 'key.txt'), canary)
    writeFileSync(join(stage.folder, 'garbage.pem'), 'garbage')
  })
  afterAll(() => stage.close())

  const add = (name: string, ...words: string[]) =>
    stage.budget(['profile', 'add', name, '--workspace', 'ws_1', ...words])

  it('reaches its service, before and after a new key was stored', async () => {
    await withSecureService({}, async ({ port, certificate, heard }) => {
      copyFileSync(certificate, join(stage.folder, 'ours.pem'))
      const added = await add(
        'work',
        '--base-url',
        `https://localhost:${port}`,
        '--ca-file',
        'ours.pem',
        '--json',
      )
      expect(JSON.parse(added.stdout)).toMatchObject({ ca_file: join(stage.folder, 'ours.pem') })
      const login = ['auth', 'login', '--profile', 'work', '--with-key']
      expect(await stage.budget(login, { stdin: 'key.txt' })).toMatchObject({ code: 0, stderr: '' })
      expect(await stage.budget(['merchants', '--profile', 'work'])).toMatchObject({ code: 0, stderr: '' })
      expect(heard).toEqual([`Bearer ${canary}`, `Bearer ${canary}`])
    })
  })

  it.each([
    ['garbage.pem', 3, 'No certificate found in "garbage.pem"'],
    ['nowhere.pem', 6, 'File not found: "nowhere.pem"'],
  ])('is not added with %s', async (file, code, words) => {
    const outcome = await add('other', '--base-url', 'https://budget.test', '--ca-file', file)
    expect({ ...outcome, stderr: outcome.stderr.split('\n')[0] }).toEqual({ code, stdout: '', stderr: words })
    expect((await stage.budget(['profile', 'show', 'other'])).code).toBe(6)
  })

  it('is one of a service elsewhere', async () => {
    expect((await add('here', '--ca-file', 'ours.pem')).code).toBe(2)
  })
})
