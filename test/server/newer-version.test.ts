/** Tests that a server whose files a newer version migrated says so, instead of failing. */

import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, test } from 'vitest'
import { refusal, type TestServer, toStatusAndBody, withServer } from '../support/running-server.ts'

const unavailable = refusal(
  503,
  'service_unavailable',
  'a newer version of budget has migrated the data of this service; restart it with that version',
)

/** Does to a file what a newer version would: renames a table, and counts the version up. */
function migrate(file: string, table: string): void {
  const database = new DatabaseSync(file)
  database.exec(`ALTER TABLE ${table} RENAME TO ${table}_2; PRAGMA user_version=99`)
  database.close()
}

/** Sends a read and a write. */
async function sendBoth({ send, root }: TestServer) {
  const answers = [
    await send('GET', `${root}/merchants`),
    await send('POST', `${root}/merchants`, { body: '{"name":"Kiosk"}' }),
  ]
  return answers.map(toStatusAndBody)
}

test('a server whose workspace was migrated answers 503, and logs why', async () => {
  await withServer(async (served) => {
    const { send, root, folder, workspaceId, log } = served
    expect((await send('GET', `${root}/merchants`)).status).toBe(200)
    const file = join(folder, `${workspaceId}.db`)
    migrate(file, 'merchants')
    expect(await sendBoth(served)).toEqual([unavailable, unavailable])
    expect(String(log.at(-1)?.error)).toContain(`${file} was migrated by a newer version of budget`)
  })
})

test('a server that opens a workspace after it was migrated answers 503', async () => {
  await withServer(
    async (served) => {
      const { folder, workspaceId, workspaces } = served
      workspaces.createWorkspace({ name: 'Holidays', currency: 'EUR' }) // closes the file of the first one
      migrate(join(folder, `${workspaceId}.db`), 'merchants')
      expect(await sendBoth(served)).toEqual([unavailable, unavailable])
    },
    { mostOpen: 1 },
  )
})

test('a server whose registry was migrated answers 503', async () => {
  await withServer(async (served) => {
    migrate(join(served.folder, 'registry.db'), 'keys')
    expect(await sendBoth(served)).toEqual([unavailable, unavailable])
    expect(await sendBoth(served)).toEqual([unavailable, unavailable])
  })
})
