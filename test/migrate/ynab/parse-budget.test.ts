/** Tests that a budget parsed piece by piece is what JSON.parse makes of it. */

import { expect, test } from 'vitest'
import { parseBudget } from '../../../src/migrate/ynab/json/parse-budget.ts'
import * as fc from '../../support/fast-check.ts'
import { createFile } from './ynab-files.ts'

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('"', '\\', '{[', ']}', ',:', '\u2028', ''),
)
const row = fc.record(
  { id: text, date: text, amount: fc.integer(), memo: fc.option(text), deleted: fc.boolean() },
  { requiredKeys: ['id'] },
)
const budget = fc.record({
  name: text,
  transactions: fc.array(row),
  subtransactions: fc.array(fc.oneof(row, fc.jsonValue({ maxDepth: 0 }))),
  months: fc.jsonValue(),
})
const reply = fc.oneof(
  budget,
  fc.record({ budget }),
  fc.record({ data: fc.record({ budget, server_knowledge: fc.integer() }) }),
)

test('every budget is parsed as it is written', () => {
  fc.assert(
    fc.property(reply, fc.constantFrom(undefined, 2, '\t'), fc.boolean(), (value, space, hasMark) => {
      const json = JSON.stringify(value, null, space)
      const { fields } = parseBudget(createFile('a.json', hasMark ? `\ufeff${json}` : json))
      expect(fields).toEqual(JSON.parse(json))
    }),
    { numRuns: 300 },
  )
})

test.each([
  '{"transactions":[{}',
  '{"transactions":[{}}',
  '{"transactions":[{},]}',
  '{"transactions":[{}] "a":1}',
  '{"transactions":[{}]}x',
  '{"a":"b',
  '{"a" 1}',
  '{"data":{"a":1}',
  '[1]',
  '"a"',
  '',
])('%s is refused', (json) => {
  expect(() => parseBudget(createFile('a.json', json))).toThrow(/^a\.json: it is not (?:JSON|a JSON object)/)
})
