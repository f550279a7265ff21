import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readStatement } from '../../../src/import/read-statement.ts'
import { fileOf, folder, layouts, refused } from '../../support/layout-fixtures.ts'

test.each(layouts)('a file with %s is read without a flag', (trait, currency, rows) => {
  const statement = readStatement(readFileSync(join(folder, fileOf(trait))), {}, currency)
  const ready = [...statement.rows()].filter(({ disposition }) => disposition === 'ready')
  expect(ready.map(({ date, amount }) => `${date} ${amount}`).join(', ')).toBe(rows)
})

test('every file of the folder is read', () =>
  expect(readdirSync(folder)).toEqual([...layouts, ...refused].map(([trait]) => fileOf(trait)).toSorted()))
