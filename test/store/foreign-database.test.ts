/** Tests that the copy of a foreign database does not outlive a process that is killed. */

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, test } from 'vitest'
import { buildWriter } from './writers.ts'

test.skipIf(process.platform === 'win32')('a killed reader leaves no copy of the file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'budget-test-'))
  try {
    const temporary = join(folder, 'temporary')
    mkdirSync(temporary)
    const file = join(folder, 'db.sqlite')
    const driver = new DatabaseSync(file)
    driver.exec("CREATE TABLE accounts (name TEXT); INSERT INTO accounts VALUES ('Checking')")
    driver.close()
    const program = buildWriter('killed_reader', new URL('./killed-reader.ts', import.meta.url))
    const { signal, stderr } = spawnSync(process.execPath, [program, file], {
      env: { ...process.env, TMPDIR: temporary },
      encoding: 'utf8',
    })
    expect({ signal, stderr, left: readdirSync(temporary) }).toEqual({
      signal: 'SIGKILL',
      stderr: 'Checking',
      left: [],
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
})
