/** Tests the width of text on a terminal, and where it is truncated. */

import stringWidth from 'string-width'
import { describe, expect, test } from 'vitest'
import { displayWidth, truncateToWidth } from '../../src/output/display-width.ts'

describe('the width of text', () => {
  test('is that of string-width for every character of the Basic Multilingual Plane', () => {
    const different = Array.from({ length: 0xd800 - 0x20 }, (_, at) => String.fromCharCode(at + 0x20)).filter(
      (character) => displayWidth(`a${character}`) !== stringWidth(`a${character}`),
    )
    expect(different).toEqual([])
  })
})

describe('text that is too long', () => {
  test.each([
    ['Café Übersee', 6, 'Café …'],
    ['Café Übersee', 12, 'Café Übersee'],
    ['日本語の店', 6, '日本…'],
    ['日本語の店', 0, ''],
    ['Café', 0, ''],
    ['cafe\u0301s', 4, 'caf…'],
  ])('%s in %i columns is %s', (text, width, expected) => {
    expect(truncateToWidth(text, width)).toBe(expected)
  })
})
