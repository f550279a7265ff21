/** Directories that are missing: the modes they get, and a file system that refuses them. */

import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { saveKey } from '../../src/config/credentials.ts'
import { openUserConfig } from '../../src/config/user-config.ts'
import { openRegistry } from '../../src/store/workspace-registry.ts'

test('settings folders that are missing are made for their owner alone', async () => {
  const root = mkdtempSync(join(tmpdir(), 'budget-test-'))
  await saveKey(
    join(root, 'a/b'),
    { profile: 'home', origin: 'https://budget.example' },
    'bgt_00000000000000000000000000000000',
  )
  expect([join(root, 'a'), join(root, 'a/b')].map((folder) => statSync(folder).mode & 0o777)).toEqual([
    0o700, 0o700,
  ])
  rmSync(root, { recursive: true })
})

test.skipIf(!existsSync('/proc/self'))(
  'a place for settings that takes no folders is told at once',
  async () => {
    const env = { BUDGET_CONFIG_DIR: '/proc/nobody/budget' }
    const user = { flag: undefined, env, home: undefined, platform: 'linux', uid: undefined } as const
    const settings = openUserConfig({ ...user, warn: () => undefined })
    await expect(settings.setDefaultAccount('Checking')).rejects.toThrow(
      'Cannot write to /proc/nobody/budget: the system does not allow a new directory there',
    )
  },
)

test('data folders that are missing are made for their owner alone', () => {
  const root = mkdtempSync(join(tmpdir(), 'budget-test-'))
  openRegistry(join(root, 'a/b/registry.db')).close()
  expect([join(root, 'a'), join(root, 'a/b')].map((folder) => statSync(folder).mode & 0o777)).toEqual([
    0o700, 0o700,
  ])
  rmSync(root, { recursive: true })
})

test.skipIf(!existsSync('/proc/self'))('a place for data that takes no folders is told at once', () => {
  expect(() => openRegistry('/proc/nobody/registry.db')).toThrow(
    '/proc/nobody/registry.db cannot be created: the system does not allow a new directory there',
  )
})
