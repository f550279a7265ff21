/** The made-up bank files once more, imported by the installed program. */

import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { fileOf, folder, layouts } from '../import/layout_fixtures.ts'
import { importFile, removeEmptyAccounts } from './importing.ts'
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
})
