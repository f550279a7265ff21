/** Tests which findings `--apply` selects. */

import { expect, test } from 'vitest'
import { findingSelectionOption, namedFindingOption } from '../../src/cleanup/finding-option.ts'
import type { ParseContext } from '../../src/command/option-spec.ts'
import { UserError } from '../../src/contract/errors.ts'

const { parse } = findingSelectionOption('Apply')
// The option looks up neither a name nor a date.
const context = { today: '2026-11-22' } as ParseContext

test.each([
  ['2', [2]],
  ['1,3-5', [1, 3, 4, 5]],
  ['3,1,3', [3, 1]],
  ['all', 'all'],
  ['ask', 'ask'],
])('%s selects findings', (text, expected) => {
  expect(parse(text, context)).toEqual(expected)
})

test.each(['0', '', '2-1', '1,,2', '-1', 'x', '1-999999'])('"%s" selects nothing', (text) => {
  expect(() => parse(text, context)).toThrow(UserError)
})

test('an id selects a finding where findings have ids', () => {
  const { parse: parseNamed } = namedFindingOption('Apply')
  expect(parseNamed('txn_0000000001,2-3', context)).toEqual(['txn_0000000001', 2, 3])
  expect(() => parse('txn_0000000001', context)).toThrow(UserError)
  expect(() => parseNamed('12345678', context)).toThrow(UserError)
})
