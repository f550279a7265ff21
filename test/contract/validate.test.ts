/** Tests the validation of bodies and queries and its messages. */

import { describe, expect, test } from 'vitest'
import * as p from '../../src/contract/fields.ts'
import { listTransactions, transactionDraft } from '../../src/contract/operations/transactions.ts'
import { assertValid, parseQuery, type ValidationContext } from '../../src/contract/validate.ts'
import { parseAmount } from '../../src/money/minor-units.ts'

const workspace: ValidationContext = {
  parseAmount: (amount) => parseAmount(amount, 2),
  findReferenceError: (_, id) => (id === 'gone' ? 'does not exist' : undefined),
}

const refusal = (body: unknown): string | undefined => {
  try {
    assertValid(transactionDraft, body, workspace, ['transactions', 3])
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

const whole = { account_id: 'acc', date: '2026-11-20', amount: '-1.00' }

describe('a body', () => {
  test('passes when every field holds', () => {
    expect(refusal(whole)).toBeUndefined()
    expect(refusal({ ...whole, notes: null, category_id: null, merchant_id: null })).toBeUndefined()
  })

  test.each<[string, unknown]>([
    ['transactions[3] must be an object', 7],
    ['transactions[3].amonut is not a known field', { amonut: '1.00' }],
    ['transactions[3].account_id is required', { date: 'never' }],
    ['transactions[3].account_id does not exist', { ...whole, account_id: 'gone', date: 'never' }],
    ['transactions[3].account_id must be a string', { ...whole, account_id: 7 }],
    [
      'transactions[3].date must be a date in the form YYYY-MM-DD',
      { ...whole, date: '2026-02-30', amount: 1 },
    ],
    ['transactions[3].amount must be a decimal string in the workspace currency', { ...whole, amount: 1 }],
    [
      'transactions[3].amount must be a decimal string in the workspace currency',
      { ...whole, amount: '1.005' },
    ],
    ['transactions[3].splits must be an array of 1 to 100 lines', { ...whole, splits: [] }],
    ['transactions[3].splits[1].amount is required', { ...whole, splits: [{ amount: '1.00' }, {}] }],
    ['transactions[3].ready_to_assign must be a boolean', { ...whole, ready_to_assign: null }],
    ['transactions[3].status must be one of: pending, cleared', { ...whole, status: 'reconciled' }],
    [
      'transactions[3].merchant_name must be a non-empty string of at most 200 characters',
      { ...whole, merchant_name: 'a\u001bb' },
    ],
    [
      'transactions[3].notes must be null or a string of at most 500 characters',
      { ...whole, notes: 'x'.repeat(501) },
    ],
  ])('is refused: %s', (words, body) => expect(refusal(body)).toBe(words))

  test('names an unknown field before a wrong one', () => {
    expect(refusal({ date: 'never', zzz: 1 })).toBe('transactions[3].zzz is not a known field')
  })

  test('is not fooled by fields of the prototype', () => {
    expect(refusal(JSON.parse('{"__proto__": 1}'))).toBe('transactions[3].__proto__ is not a known field')
    expect(refusal({ ...whole, account_id: undefined })).toBe('transactions[3].account_id is required')
  })

  test('counts characters, not UTF-16 units', () => {
    expect(refusal({ ...whole, merchant_name: '🥐'.repeat(200) })).toBeUndefined()
    expect(refusal({ ...whole, merchant_name: '🥐'.repeat(201) })).toBeDefined()
  })
})

describe('a query', () => {
  const read = (query: Record<string, unknown>): unknown => parseQuery(listTransactions.query, query)

  test('turns text into values', () => {
    expect(read({ limit: '500', status: 'cleared' })).toEqual({ limit: 500, status: 'cleared' })
    expect(parseQuery(p.strictFields({ all: p.optional(p.queryBoolean) }), { all: 'true' })).toEqual({
      all: true,
    })
  })

  test.each<[string, Record<string, unknown>]>([
    ['limt is not a known query parameter', { limt: '1' }],
    ['limit is not a known query parameter', { limit: ['1', '2'] }],
    ['limit must be an integer from 1 to 500', { limit: '0' }],
    ['limit must be an integer from 1 to 500', { limit: '1.5' }],
    ['limit must be an integer from 1 to 500', { limit: '0x10' }],
    ['since_date must be a date in the form YYYY-MM-DD', { since_date: 'x', limit: '0' }],
  ])('is refused: %s', (words, query) => expect(() => read(query)).toThrow(words))
})
