/** Tests that keys of older registries keep what they may do, and that a workspace takes its keys and devices along. */

import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, it } from 'vitest'
import { openRegistry, registryMigration1 } from '../../src/store/workspace-registry.ts'
import { withFolder } from '../support/temporary-directory.ts'

it('a registry of the first version keeps its keys', async () => {
  await withFolder((folder) => {
    const file = join(folder, 'registry.db')
    const old = new DatabaseSync(file)
    old.exec(`${registryMigration1} PRAGMA application_id=0x42756452; PRAGMA user_version=1;
      INSERT INTO keys VALUES ('key_1', 'phone', x'01', 1, 5, NULL), ('key_2', NULL, x'02', 0, 6, 7)`)
    old.close()
    const registry = openRegistry(file)
    expect(registry.listKeys()).toEqual([
      {
        id: 'key_1',
        name: 'phone',
        can: 'read',
        workspace_id: null,
        created_at: 5,
        used_at: null,
        revoked_at: null,
      },
      {
        id: 'key_2',
        name: null,
        can: 'write',
        workspace_id: null,
        created_at: 6,
        used_at: null,
        revoked_at: 7,
      },
    ])
    expect(registry.findActiveKey(Buffer.from([1]))?.id).toBe('key_1')
    registry.close()
  })
})

it('a workspace that is removed takes along the keys, devices and codes that are for it alone', async () => {
  await withFolder((folder) => {
    const registry = openRegistry(join(folder, 'registry.db'))
    const [name, can, created_at, ends_at] = ['phone', 'add' as const, 1, 9]
    for (const workspace_id of ['wks_1', 'wks_2', null]) {
      const sha256 = Buffer.from(String(workspace_id))
      registry.insertKey({ id: `key of ${workspace_id}`, name, can, workspace_id, created_at, sha256 })
      if (workspace_id === null) continue
      const device = { id: `device of ${workspace_id}`, name, can, workspace_id, created_at, ends_at }
      registry.devices.insert({ ...device, key_id: null, used_at: 1 }, sha256)
      registry.devices.insertCode({ name, can, workspace_id, created_at, ends_at }, sha256)
    }
    registry.write(() => registry.remove('wks_1'))
    expect(registry.listKeys().map(({ id }) => id)).toEqual(['key of null', 'key of wks_2'])
    expect(registry.devices.list().map(({ id }) => id)).toEqual(['device of wks_2'])
    expect(registry.devices.takeCode(Buffer.from('wks_1'))).toBeUndefined()
    expect(registry.devices.takeCode(Buffer.from('wks_2'))?.name).toBe('phone')
    registry.close()
  })
})
