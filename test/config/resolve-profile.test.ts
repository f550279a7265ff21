/** Tests which profile and which key an invocation uses. */

import { chmodSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { removeKey, saveKey } from '../../src/config/credentials.ts'
import { type ProfileContext, resolveProfile } from '../../src/config/resolve-profile.ts'
import { UserError } from '../../src/contract/errors.ts'
import { withFolder } from '../support/temporary-directory.ts'

const key = 'stored-key-012345'
const config = JSON.stringify({
  default_profile: 'home',
  profiles: {
    home: { base_url: 'https://budget.example.com/api', workspace_id: 'wks_1' },
    holidays: { kind: 'local', workspace: 'Holidays' },
  },
})
const credentials = JSON.stringify({ 'https://budget.example.com': { key } })
const files = { 'config.json': config, 'credentials.json': credentials }
const home = {
  kind: 'remote',
  name: 'home',
  base_url: 'https://budget.example.com/api',
  workspace_id: 'wks_1',
  key,
}

const uid = process.getuid?.()
const circumstances = (more: Partial<ProfileContext>): ProfileContext => ({
  flag: undefined,
  env: {},
  folder: undefined,
  uid,
  warn: () => {},
  ...more,
})

describe('the workspace that is meant', () => {
  test('is one of this machine when nothing says otherwise', () => {
    expect(resolveProfile(circumstances({}))).toEqual({ kind: 'local', name: 'local' })
    const env = { BUDGET_WORKSPACE: 'Household' }
    expect(resolveProfile(circumstances({ env }))).toEqual({
      kind: 'local',
      name: 'local',
      workspace: 'Household',
    })
  })

  test.each<[string, Partial<ProfileContext>, unknown]>([
    ['the default profile', {}, home],
    [
      'BUDGET_PROFILE before that',
      { env: { BUDGET_PROFILE: 'holidays' } },
      { kind: 'local', name: 'holidays', workspace: 'Holidays' },
    ],
    ['the flag before that', { flag: 'home', env: { BUDGET_PROFILE: 'holidays' } }, home],
    ['the built-in one when asked for', { flag: 'local' }, { kind: 'local', name: 'local' }],
    [
      'BUDGET_WORKSPACE within a profile',
      { env: { BUDGET_WORKSPACE: 'wks_2' } },
      { ...home, workspace_id: 'wks_2' },
    ],
    [
      'BUDGET_WORKSPACE within a local one',
      { flag: 'holidays', env: { BUDGET_WORKSPACE: 'Work' } },
      { kind: 'local', name: 'holidays', workspace: 'Work' },
    ],
  ])('is that of %s', async (_, more, chosen) => {
    await withFolder((folder) => {
      expect(resolveProfile(circumstances({ folder, ...more }))).toEqual(chosen)
    }, files)
  })

  // Journals are found by the address: another notation must give the same one.
  test.each(['https://other.example.com', 'https://other.example.com/', 'HTTPS://Other.example.com:443//'])(
    'can be told by the environment alone: %s',
    (typed) => {
      const env = {
        BUDGET_BASE_URL: typed,
        BUDGET_WORKSPACE: 'wks_9',
        BUDGET_API_KEY: 'env-key-98765',
      }
      expect(resolveProfile(circumstances({ env }))).toEqual({
        kind: 'remote',
        name: 'environment',
        base_url: 'https://other.example.com',
        workspace_id: 'wks_9',
        key: 'env-key-98765',
      })
    },
  )

  test('is not told by half an environment', () => {
    const env = { BUDGET_BASE_URL: 'https://other.example.com' }
    expect(() => resolveProfile(circumstances({ env }))).toThrow('BUDGET_BASE_URL requires BUDGET_WORKSPACE')
  })

  test('is none when the profile does not exist', async () => {
    await withFolder((folder) => {
      expect(() => resolveProfile(circumstances({ folder, flag: 'hoem' }))).toThrow('No profile named "hoem"')
    }, files)
  })
})

// docs/reliability.md#sources, docs/reliability.md#host-scoping
describe('a key', () => {
  test("of the environment is used for the profile's origin", async () => {
    await withFolder((folder) => {
      const env = { BUDGET_API_KEY: 'env-key-98765' }
      expect(resolveProfile(circumstances({ folder, env }))).toEqual({ ...home, key: 'env-key-98765' })
    }, files)
  })

  test('of the environment that is meant for another origin is not', async () => {
    await withFolder((folder) => {
      const env = { BUDGET_API_KEY: 'env-key-98765', BUDGET_BASE_URL: 'https://other.example.com' }
      expect(resolveProfile(circumstances({ folder, env, flag: 'home' }))).toEqual(home)
    }, files)
  })

  test('can lie in a file', async () => {
    await withFolder(
      (folder) => {
        const env = { BUDGET_API_KEY_FILE: join(folder, 'key') }
        expect(resolveProfile(circumstances({ folder, env }))).toEqual({ ...home, key: 'file-key-98765' })
        const missing = { BUDGET_API_KEY_FILE: join(folder, 'missing') }
        expect(() => resolveProfile(circumstances({ folder, env: missing }))).toThrow(
          'Cannot read BUDGET_API_KEY_FILE',
        )
      },
      { ...files, key: 'file-key-98765\n' },
    )
  })

  test('is missed by its origin', async () => {
    await withFolder(
      (folder) => {
        try {
          resolveProfile(circumstances({ folder }))
          expect.unreachable()
        } catch (error) {
          expect(error).toBeInstanceOf(UserError)
          expect(error).toMatchObject({
            kind: 'no_key',
            message: 'No key is stored for https://budget.example.com',
          })
        }
      },
      { 'config.json': config },
    )
  })

  test('that cannot be sent is refused and not shown', async () => {
    await withFolder((folder) => {
      const env = { BUDGET_API_KEY: 'with blank\nand break' }
      expect(() => resolveProfile(circumstances({ folder, env }))).toThrow(
        'The API key must be 8 to 512 visible ASCII',
      )
    }, files)
  })

  test('is saved for its origin and forgotten again, in a file for its owner alone', async () => {
    await withFolder(
      async (folder) => {
        const path = join(folder, 'credentials.json')
        const other = { profile: 'other', origin: 'https://other.example.com' }
        const mine = { profile: 'home', origin: 'https://budget.example.com' }
        await saveKey(folder, other, 'another-key')
        await saveKey(folder, mine, key)
        expect(statSync(path).mode & 0o777).toBe(0o600)
        expect(resolveProfile(circumstances({ folder }))).toEqual(home)
        await removeKey(folder, mine)
        expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
          other: { origin: 'https://other.example.com', key: 'another-key' },
        })
        await expect(saveKey(folder, mine, 'short')).rejects.toThrow(UserError)
      },
      { 'config.json': config },
    )
  })

  // docs/reliability.md#r10
  const atOneAddress = JSON.stringify({
    default_profile: 'home',
    profiles: {
      home: { base_url: 'https://budget.example.com', workspace_id: 'wks_1' },
      work: { base_url: 'https://budget.example.com', workspace_id: 'wks_2' },
    },
  })
  const keyOf = (folder: string, flag: string): string | undefined => {
    try {
      const chosen = resolveProfile(circumstances({ folder, flag }))
      return chosen.kind === 'remote' ? chosen.key : undefined
    } catch (error) {
      expect(error).toMatchObject({ kind: 'no_key' })
      return undefined
    }
  }
  const origin = 'https://budget.example.com'

  test('belongs to a profile, also beside another one of the same address', async () => {
    await withFolder(
      async (folder) => {
        await saveKey(folder, { profile: 'home', origin }, 'key-of-home')
        await saveKey(folder, { profile: 'work', origin }, 'key-of-work')
        expect([keyOf(folder, 'home'), keyOf(folder, 'work')]).toEqual(['key-of-home', 'key-of-work'])
        await removeKey(folder, { profile: 'home', origin })
        expect([keyOf(folder, 'home'), keyOf(folder, 'work')]).toEqual([undefined, 'key-of-work'])
      },
      { 'config.json': atOneAddress },
    )
  })

  test('of an address, as it was kept before, serves its profiles and becomes theirs', async () => {
    await withFolder(
      async (folder) => {
        expect([keyOf(folder, 'home'), keyOf(folder, 'work')]).toEqual([key, key])
        await removeKey(folder, { profile: 'home', origin })
        expect([keyOf(folder, 'home'), keyOf(folder, 'work')]).toEqual([undefined, key])
        expect(JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8'))).toEqual({
          work: { origin, key },
        })
      },
      { 'config.json': atOneAddress, 'credentials.json': credentials },
    )
  })

  test('is not sent to another address that its profile was given', async () => {
    await withFolder((folder) => expect(keyOf(folder, 'home')).toBe(undefined), {
      'config.json': atOneAddress,
      'credentials.json': JSON.stringify({ home: { origin: 'https://other.example.com', key } }),
    })
  })

  test('serves a service that the environment describes, where there is no doubt which', async () => {
    await withFolder(
      async (folder) => {
        const env = { BUDGET_BASE_URL: origin, BUDGET_WORKSPACE: 'wks_1' }
        await saveKey(folder, { profile: 'home', origin }, key)
        expect(resolveProfile(circumstances({ folder, env }))).toMatchObject({ name: 'environment', key })
        await saveKey(folder, { profile: 'work', origin }, 'key-of-work')
        expect(() => resolveProfile(circumstances({ folder, env }))).toThrow('No key is stored')
      },
      { 'config.json': atOneAddress },
    )
  })

  test.skipIf(uid === undefined)(
    'in a file that others can read is closed to them, with a word',
    async () => {
      await withFolder((folder) => {
        const path = join(folder, 'credentials.json')
        chmodSync(path, 0o644)
        const warnings: string[] = []
        resolveProfile(circumstances({ folder, warn: (message) => warnings.push(message) }))
        expect(warnings).toEqual([`${path} was readable by other users; its permissions were fixed`])
        expect(statSync(path).mode & 0o777).toBe(0o600)
      }, files)
    },
  )

  test.skipIf(uid === undefined)('in a file of somebody else is not used', async () => {
    await withFolder((folder) => {
      const stranger = (uid ?? 0) + 1
      expect(() => resolveProfile(circumstances({ folder, uid: stranger }))).toThrow(
        'belongs to another user',
      )
    }, files)
  })

  test.each([
    '{"https://budget.example.com":"stored-key-012345"}',
    '[',
    '{"https://budget.example.com":{"key":7}}',
  ])('in a damaged file %s is not shown', async (text) => {
    await withFolder(
      (folder) => {
        const path = join(folder, 'credentials.json')
        const choose = () => resolveProfile(circumstances({ folder }))
        expect(choose).toThrow(`${path} is damaged`)
        expect(choose).not.toThrow('stored-key')
        expect(readFileSync(path, 'utf8')).toBe(text)
      },
      { 'config.json': config, 'credentials.json': text },
    )
  })
})
