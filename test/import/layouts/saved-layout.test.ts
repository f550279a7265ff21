/** The fixture files are read right without flags, and a pinned layout reads them the same way. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readStatement } from '../../../src/import/read-statement.ts'
import {
  ambiguousFiles,
  fixtureDirectory,
  fixtureFileName,
  readableFiles,
} from '../../support/layout-fixtures.ts'

test.each(readableFiles)('a file with %s is read without a flag', (trait, currency, rows) => {
  const statement = readStatement(readFileSync(join(fixtureDirectory, fixtureFileName(trait))), {}, currency)
  const ready = [...statement.rows()].filter(({ disposition }) => disposition === 'ready')
  expect(ready.map(({ date, amount }) => `${date} ${amount}`).join(', ')).toBe(rows)
})

test('every file of the folder is read', () =>
  expect(readdirSync(fixtureDirectory)).toEqual(
    [...readableFiles, ...ambiguousFiles].map(([trait]) => fixtureFileName(trait)).toSorted(),
  ))
