/** Tests the file access of commands. */

import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFileAccess } from '../../../src/cli/platform/files.ts'

test('a file for its owner alone is so from its beginning, whatever the umask', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'budget-files-'))
  const before = process.umask(0)
  try {
    const path = join(folder, 'bank.csv.held.csv')
    const file = await createFileAccess(folder).create(path, { force: false, secret: true })
    file.write('Date,Amount\n')
    file.commit()
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readFileSync(path, 'utf8')).toBe('Date,Amount\n')
  } finally {
    process.umask(before)
    rmSync(folder, { recursive: true })
  }
})
