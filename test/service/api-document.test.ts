/** Tests the check of responses against the OpenAPI document. */

import { expect, test } from 'vitest'
import { listSchemaErrors } from './api-document.ts'

const merchant = {
  id: 'mer_1',
  name: 'Bakery',
  created_at: '2026-11-20T12:00:00.000Z',
  updated_at: '2026-11-20T12:00:00.000Z',
}
const answer = (data: unknown) => ({ status: 200, body: { data } })

test('an answer as described has no flaws', () => {
  expect(listSchemaErrors('GET', '/merchants', answer({ merchants: [merchant] }))).toEqual([])
})

test.each<[string, unknown]>([
  ['a field of another type', { merchants: [{ ...merchant, name: 7 }] }],
  ['a field nobody described', { merchants: [{ ...merchant, colour: 'red' }] }],
  ['a field', { merchants: [{ id: 'mer_1' }] }],
  ['another envelope', { merchant }],
])('%s is noticed', (_, data) => {
  expect(listSchemaErrors('GET', '/merchants', answer(data))).not.toEqual([])
})

test('an error of another shape is noticed', () => {
  expect(listSchemaErrors('GET', '/merchants/x', { status: 404, body: { error: 'not found' } })).not.toEqual(
    [],
  )
})

test('a status nobody described is noticed', () => {
  expect(() => listSchemaErrors('GET', '/merchants', { status: 418, body: {} })).toThrow('418')
})
