/** Tests which names are equal. */

import { describe, expect, test } from 'vitest'
import { normalizeName, toNameKey } from '../../src/contract/normalize-name.ts'

describe('two names are one', () => {
  test.each([
    ['Straße', 'STRASSE'],
    ['ΟΔΟΣ', 'οδος'],
    ['Café', 'Cafe\u0301'],
    ['ﬁne', 'FINE'],
    ['  Corner \u00a0 Shop ', 'corner shop'],
  ])('%s and %s', (one, other) => expect(toNameKey(one)).toBe(toNameKey(other)))

  test('but a dotless i is a letter of its own', () => {
    expect(toNameKey('ı')).not.toBe(toNameKey('i'))
  })
})

test('a name is kept as typed, with single spaces', () => {
  expect(normalizeName('  Corner \t Shop ')).toBe('Corner Shop')
})
