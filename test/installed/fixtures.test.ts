/** The made-up bank files once more, imported by the installed program. */

import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { fileOf, folder, layouts, refused } from '../support/layout-fixtures.ts'
import { importFile, removeEmptyAccounts, runImport } from './importing.ts'
import { isBuilt } from './install.ts'

describe.skipIf(!isBuilt)('the installed program', () => {
  afterAll(removeEmptyAccounts)

  test.each(layouts)(
    'books a file with %s without a flag',
    { timeout: 60_000 },
    async (trait, currency, rows) => {
      const booked = rows.split(', ').toSorted()
      expect(await importFile(join(folder, fileOf(trait)), currency)).toEqual({ booked, rejected: [] })
    },
  )

  test.each(refused)(
    'names a command for each answer about a file with %s, which reads it',
    { timeout: 60_000 },
    async (trait, currency, asked, answers) => {
      const path = join(folder, fileOf(trait))
      const outcome = await importFile(path, currency)
      if (!('question' in outcome)) throw new Error('nothing was asked')
      expect(outcome.question).toContain(asked)
      for (const command of outcome.commands)
        expect(await runImport(command, currency)).toHaveProperty('booked')
      for (const [flags, rows] of Object.entries(answers)) {
        const wanted = rows.split(', ').toSorted()
        expect(await importFile(path, currency, flags.split(' '))).toMatchObject({ booked: wanted })
      }
    },
  )
})
