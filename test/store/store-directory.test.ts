import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openRegistry } from '../../src/store/workspace-registry.ts'

test('folders that are missing are made for their owner alone', () => {
  const root = mkdtempSync(join(tmpdir(), 'budget-test-'))
  openRegistry(join(root, 'a/b/registry.db')).close()
  expect([join(root, 'a'), join(root, 'a/b')].map((folder) => statSync(folder).mode & 0o777)).toEqual([
    0o700, 0o700,
  ])
  rmSync(root, { recursive: true })
})

test.skipIf(!existsSync('/proc/self'))('a place that takes no folders is told at once', () => {
  expect(() => openRegistry('/proc/nobody/registry.db')).toThrow(
    '/proc/nobody/registry.db cannot be made: the system allows no new folder there',
  )
})
