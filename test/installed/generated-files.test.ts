/** Imports generated files with the installed program: right, or with a question. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { generateFile } from '../support/generated-files.ts'
import { importFile, removeEmptyAccounts } from './import-file.ts'
import { isBuilt } from './install.ts'

/** The in-process test reads 2,000 files; here each file takes three processes. */
const FILES = Number(process.env['BUDGET_ROUNDS'] ?? 30)

describe.skipIf(!isBuilt)('the installed program', () => {
  const folder = mkdtempSync(join(tmpdir(), 'budget-mutated-'))
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    await removeEmptyAccounts()
  })

  test(`books ${FILES} files of random layouts right, or asks`, { timeout: 3_600_000 }, async () => {
    const wrong: string[] = []
    let asked = 0
    for (let seed = 1; seed <= FILES; seed++) {
      const { text, currency, expected, trait, hasBalance, isTurned } = generateFile(seed)
      // Nothing shows that all signs are inverted if there are only signed amounts.
      if (!hasBalance && isTurned) continue
      const path = join(folder, `${seed}.csv`)
      writeFileSync(path, text)
      const outcome = await importFile(path, currency)
      if ('question' in outcome) asked += 1
      else if (outcome.booked.join() !== expected.join() || outcome.rejected.length > 0) wrong.push(trait)
    }
    expect(wrong).toEqual([])
    // A program that asks about every file would never be wrong.
    expect(asked).toBeLessThan(FILES / 4)
  })
})
