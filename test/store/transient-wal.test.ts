/** Tests a log that another process checkpoints and removes while this one checks it. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hasPendingLog } from '../../src/store/database-file.ts'

/** A program that creates and removes a file over and over. */
const coming = (file: string): string => `
  const { rmSync, writeFileSync } = require('node:fs')
  for (;;) {
    writeFileSync(${JSON.stringify(file)}, 'log')
    process.stdout.write('.')
    rmSync(${JSON.stringify(file)})
  }`

test('a log that goes away while it is looked for is no failure', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'budget-test-'))
  const file = join(folder, 'wks.db')
  writeFileSync(file, 'whatever')
  const child = spawn(process.execPath, ['-e', coming(`${file}-wal`)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  try {
    await once(child.stdout, 'data')
    child.stdout.resume()
    const seen = new Set<boolean>()
    for (const end = Date.now() + 1500; Date.now() < end; ) seen.add(hasPendingLog(file))
    expect([...seen].toSorted()).toEqual([false, true])
  } finally {
    child.kill('SIGKILL')
    await once(child, 'close')
    rmSync(folder, { recursive: true })
  }
})
