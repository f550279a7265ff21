/**
 * Where a backup must never be written, checked with the installed program.
 * @see docs/reliability.md#r2
 */

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isBuilt } from './install.ts'
import { runProgram } from './installed-harness.ts'

describe.skipIf(!isBuilt)('db backup', () => {
  test.each(['config', 'data', 'state'])(
    'writes nothing into the %s folder, whatever is said',
    async (place) => {
      const folder = mkdtempSync(join(tmpdir(), 'budget-backup-'))
      try {
        await runProgram({ args: ['accounts', 'add', 'Checking', '--type', 'checking'], folder })
        mkdirSync(join(folder, place), { recursive: true })
        const file = join(folder, place, 'own.json')
        writeFileSync(file, 'kept')
        for (const name of ['own.json', 'new.db']) {
          const args = ['db', 'backup', join(folder, place, name), '--force']
          const { code, stderr } = await runProgram({ args, folder })
          expect({ code, stderr }).toEqual({
            code: 2,
            stderr: expect.stringContaining('Choose a file in another'),
          })
        }
        expect(readFileSync(file, 'utf8')).toBe('kept')
        expect(existsSync(join(folder, place, 'new.db'))).toBe(false)
      } finally {
        rmSync(folder, { recursive: true })
      }
    },
  )
})
