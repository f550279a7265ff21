/** Tests reading and writing config.json and credentials.json. */

import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { saveKey } from '../../src/config/credentials.ts'
import {
  readProfiles,
  removeProfile,
  saveProfile,
  setDefaultAccount,
  setDefaultProfile,
} from '../../src/config/profiles.ts'
import { StorageError, UserError } from '../../src/contract/errors.ts'
import { withFolder } from '../support/temporary-directory.ts'

const local = { local: { kind: 'local' } }
const home = { base_url: 'https://budget.example.com', workspace_id: 'wks_1' }

describe('profiles', () => {
  test('are one, of this machine, when nothing is set up', async () => {
    await withFolder((folder) => {
      expect(readProfiles(folder)).toEqual({ default_profile: 'local', aliases: {}, profiles: local })
      expect(readProfiles(undefined)).toEqual({ default_profile: 'local', aliases: {}, profiles: local })
      expect(readdirSync(folder)).toEqual([]) // reading creates nothing
    })
  })

  test('are saved, chosen and removed', async () => {
    await withFolder(async (folder) => {
      await saveProfile(folder, 'home', { ...home, base_url: 'https://budget.example.com/' })
      await saveProfile(folder, 'second', { kind: 'local', workspace: 'Holidays' })
      await setDefaultProfile(folder, 'home')
      const second = { kind: 'local', workspace: 'Holidays' }
      expect(readProfiles(folder)).toEqual({
        default_profile: 'home',
        aliases: {},
        profiles: { ...local, home, second },
      })
      await removeProfile(folder, 'home')
      expect(readProfiles(folder)).toEqual({
        default_profile: 'local',
        aliases: {},
        profiles: { ...local, second },
      })
    })
  })

  test('have a default account of their own, which stays when they move', async () => {
    await withFolder(async (folder) => {
      const default_account = 'Checking'
      await saveProfile(folder, 'home', home)
      await setDefaultAccount(folder, 'home', default_account)
      await setDefaultAccount(folder, 'local', 'Cash')
      await saveProfile(folder, 'home', { ...home, workspace_id: 'wks_2' })
      expect(readProfiles(folder).profiles).toEqual({
        local: { kind: 'local', default_account: 'Cash' },
        home: { ...home, workspace_id: 'wks_2', default_account },
      })
      await setDefaultAccount(folder, 'local', null)
      expect(readProfiles(folder).profiles['local']).toEqual({ kind: 'local' })
      await expect(setDefaultAccount(folder, 'environment', 'Cash')).rejects.toThrow('No profile named')
    })
  })

  test('are damaged when their default account is no text', async () => {
    const profiles = { home: { ...home, default_account: 7 } }
    await withFolder(
      (folder) => expect(() => readProfiles(folder)).toThrow('the profile "home" is not valid'),
      {
        'config.json': JSON.stringify({ profiles }),
      },
    )
  })

  test('are known by name only', async () => {
    await withFolder(async (folder) => {
      await expect(removeProfile(folder, 'hmoe')).rejects.toThrow('No profile named "hmoe"')
      await expect(setDefaultProfile(folder, '__proto__')).rejects.toThrow('No profile named "__proto__"')
    })
  })

  test.each(['__proto__', 'a.b', 'Home', '', '-x', 'x'.repeat(33), 'naïve'])(
    'are never called %j',
    async (name) => {
      await withFolder(async (folder) => {
        await expect(saveProfile(folder, name, { kind: 'local' })).rejects.toThrow(UserError)
        expect(readdirSync(folder)).toEqual([])
      })
    },
  )

  test('are refused where keys would not be safe', async () => {
    await withFolder(async (folder) => {
      const plain = { base_url: 'http://budget.example.com', workspace_id: 'wks_1' }
      await expect(saveProfile(folder, 'plain', plain)).rejects.toThrow('is not secure; use https://')
      await expect(saveProfile(folder, 'odd', { ...home, workspace_id: '..' })).rejects.toThrow(UserError)
    })
  })
})

describe('config.json', () => {
  test('keeps what it holds besides', async () => {
    await withFolder(
      async (folder) => {
        await saveProfile(folder, 'home', home)
        expect(JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'))).toEqual({
          colour: 'always',
          profiles: { home },
        })
      },
      { 'config.json': '\uFEFF{"colour":"always"}' },
    )
  })

  test.each([
    ['', 'it does not contain a JSON object'],
    ['{"profiles":', 'it does not contain a JSON object'],
    ['[1]', 'it does not contain a JSON object'],
    ['"secret"', 'it does not contain a JSON object'],
    ['null', 'it does not contain a JSON object'],
    ['{"profiles":[]}', 'profiles is not an object'],
    ['{"default_profile":1}', 'default_profile is not a string'],
    ['{"profiles":{"home":{"base_url":1}}}', 'the profile "home" is not valid'],
    ['{"profiles":{"home":"secret"}}', 'the profile "home" is not valid'],
    ['{"profiles":{"a.b":{"kind":"local"}}}', 'the profile "a.b" is not valid'],
  ])('that holds %j is damaged, and stays as it is', async (text, why) => {
    await withFolder(
      async (folder) => {
        const path = join(folder, 'config.json')
        expect(() => readProfiles(folder)).toThrow(`${path} is damaged: ${why}`)
        await expect(saveProfile(folder, 'home', home)).rejects.toThrow(UserError)
        expect(readFileSync(path, 'utf8')).toBe(text)
      },
      { 'config.json': text },
    )
  })

  test('is for its owner alone, in a directory for its owner alone', async () => {
    await withFolder(async (parent) => {
      const folder = join(parent, 'new', 'budget')
      await saveProfile(folder, 'home', home)
      expect([statSync(folder).mode & 0o777, statSync(join(folder, 'config.json')).mode & 0o777]).toEqual([
        0o700, 0o600,
      ])
    })
  })

  test('may be a link to a file elsewhere, and stays one', async () => {
    await withFolder(async (folder) => {
      mkdirSync(join(folder, 'dotfiles'))
      writeFileSync(join(folder, 'dotfiles', 'budget.json'), '{}')
      symlinkSync(join(folder, 'dotfiles', 'budget.json'), join(folder, 'config.json'))
      await saveProfile(folder, 'home', home)
      expect(lstatSync(join(folder, 'config.json')).isSymbolicLink()).toBe(true)
      expect(JSON.parse(readFileSync(join(folder, 'dotfiles', 'budget.json'), 'utf8'))).toEqual({
        profiles: { home },
      })
    })
  })

  test('loses what a killed writer left beside it', async () => {
    await withFolder(
      async (folder) => {
        await saveProfile(folder, 'home', home)
        expect(readdirSync(folder)).toEqual(['config.json'])
      },
      { 'config.json.5f0c.tmp': '{"half' },
    )
  })

  test('waits for a writer, but not for a dead one', async () => {
    await withFolder(
      async (folder) => {
        utimesSync(join(folder, '.lock'), new Date(0), new Date(0))
        await saveProfile(folder, 'home', home)
        expect(readdirSync(folder)).toEqual(['config.json'])
      },
      { '.lock': 'of a dead one' },
    )
  })

  test.skipIf(process.getuid?.() === 0)('that cannot be written is a trouble that says where', async () => {
    await withFolder(async (folder) => {
      chmodSync(folder, 0o500)
      await expect(saveProfile(folder, 'home', home)).rejects.toThrow(StorageError)
      chmodSync(folder, 0o700)
    })
  })

  test('in a place that is a file is a trouble that says where', async () => {
    await withFolder(
      async (folder) => {
        await expect(saveProfile(join(folder, 'file', 'budget'), 'home', home)).rejects.toThrow(StorageError)
      },
      { file: '' },
    )
  })
})

// docs/reliability.md#row-62
test('many savings at once lose nothing', async () => {
  await withFolder(async (folder) => {
    const names = Array.from({ length: 20 }, (_, at) => `p${at}`)
    await Promise.all([
      ...names.map((name) => saveProfile(folder, name, home)),
      ...names.map((name) =>
        saveKey(folder, { profile: name, origin: `https://${name}.example.com` }, `key-of-${name}`),
      ),
    ])
    expect(Object.keys(readProfiles(folder).profiles).toSorted()).toEqual(['local', ...names].toSorted())
    expect(Object.keys(JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8')))).toHaveLength(20)
  })
})
