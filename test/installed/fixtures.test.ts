/** Imports the fixture files with the installed program. */

import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  ambiguousFiles,
  fixtureDirectory,
  fixtureFileName,
  readableFiles,
} from '../support/layout-fixtures.ts'
import { importFile, removeEmptyAccounts, runImport } from './import-file.ts'
import { isBuilt } from './install.ts'

describe.skipIf(!isBuilt)('the installed program', () => {
  // Rejected rows are written beside a file, where another test would find them.
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'budget-fixtures-'))
    cpSync(fixtureDirectory, folder, { recursive: true })
  })
  afterAll(async () => {
    await removeEmptyAccounts()
    rmSync(folder, { recursive: true })
  })

  test.each(readableFiles)('books a file with %s without a flag', async (trait, currency, rows) => {
    const booked = rows.split(', ').toSorted()
    expect(await importFile(join(folder, fixtureFileName(trait)), currency)).toEqual({
      booked,
      rejected: [],
    })
  })

  test.each(ambiguousFiles)(
    'names a command for each answer about a file with %s, which reads it',
    async (trait, currency, asked, answers) => {
      const path = join(folder, fixtureFileName(trait))
      const outcome = await importFile(path, currency)
      if (!('question' in outcome)) throw new Error('nothing was asked')
      expect(outcome.question).toContain(asked)
      // The user replaces ACCOUNT with the name of an account.
      const imports = outcome.commands.filter((words) => !words.some((word) => word.includes('=ACCOUNT')))
      for (const command of imports) expect(await runImport(command, currency)).toHaveProperty('booked')
      for (const [flags, rows] of Object.entries(answers)) {
        const wanted = rows.split(', ').toSorted()
        expect(await importFile(path, currency, flags.split(' '))).toMatchObject({ booked: wanted })
      }
    },
  )
})
