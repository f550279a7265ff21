/** Tests which slip of typing is recognized. */

import { expect, it } from 'vitest'
import { findTypingError } from '../../../src/reconcile/difference/typing-errors.ts'

it.each([
  [1830n, -1830n, 'sign_turned'],
  [-5421n, -4521n, 'digits_swapped'],
  [-1250n, -1205n, 'digits_swapped'],
  [120n, 1200n, 'decimal_point'],
  [-120_000n, -1200n, 'decimal_point'],
  [-12_250n, -1250n, 'extra_digit'],
  [-91_050n, -1050n, 'extra_digit'],
  [-1250n, -12_250n, 'missing_digit'],
])('%s instead of %s is %s', (typed, meant, kind) => {
  expect(findTypingError(typed, meant)?.kind).toBe(kind)
})

it.each([
  [1830n, 1831n],
  [1234n, 4321n],
  [-1830n, 1831n],
  [0n, 5n],
  [5n, 5n],
  [12_340n, 4321n],
])('%s instead of %s is no slip', (typed, meant) => {
  expect(findTypingError(typed, meant)).toBeUndefined()
})
