/** The tag reader tolerates unclosed tags, CDATA and entities. */

import { describe, expect, test } from 'vitest'
import { type MarkupElement, readElements, readElementText } from '../../../src/tables/text/tags.ts'
import * as fc from '../../support/fast-check.ts'

const readAll = (text: string, ...names: string[]): MarkupElement[] => [
  ...readElements(text, new Map(names.map((name) => [name, 0])), { at: 0, end: text.length }),
]

/** Returns the texts of two fields of each ROW element. */
const fields = (text: string) =>
  readAll(text, 'ROW').map((row) => [readElementText(row, 'A'), readElementText(row, 'B')])

describe('a row', () => {
  test.each([
    ['with closers', '<ROW><A>1</A><B>2</B></ROW>'],
    ['without closers on its leaves', '<ROW>\n<A>1\n<B>2\n</ROW>'],
    ['on one line without closers', '<ROW><A>1<B>2</ROW>'],
    ['whose own closer is missing', '<LIST><ROW><A>1<B>2</LIST>'],
    ['at the end of a file that breaks off', '<LIST><ROW><A>1<B>2'],
    ['behind an empty leaf that is never closed', '<ROW><EMPTY>\n<A>1\n<B>2\n</ROW>'],
    ['with a closer that closes nothing', '<ROW></X><A>1<B>2</ROW>'],
    ['with CDATA', '<ROW><A><![CDATA[1]]></A><B><![CDATA[2]]></B></ROW>'],
    ['with prefixes and small letters', '<n:row xmlns:n="x"><n:a>1</n:a><n:b>2</n:b></n:row>'],
    ['with comments and instructions', '<?x y?><!DOCTYPE z><ROW><!-- <A>9</A> --><A>1</A><B>2</B></ROW>'],
  ])('%s is read', (_, text) => expect(fields(text)).toEqual([['1', '2']]))

  test('ends where the next one begins when its closer is missing', () => {
    expect(fields('<ROW><A>1<B>2<ROW><A>3<B>4')).toEqual([
      ['1', '2'],
      ['3', '4'],
    ])
  })

  test('keeps what only looks like markup', () => {
    expect(fields('<ROW><A>a < b & c &amp; d &#8364;&#x20AC;<B><![CDATA[<A> &amp;]]></ROW>')).toEqual([
      ['a < b & c & d €€', '<A> &amp;'],
    ])
  })
})

test('a list whose closer is missing ends where the next list begins', () => {
  const text = '<LIST><ROW><A>1<ROW><A>2<LIST><ROW><A>3</LIST>'
  const ranks = new Map([
    ['LIST', 0],
    ['ROW', 1],
  ])
  expect(
    [...readElements(text, ranks, { at: 0, end: text.length })].map(({ name, at, end }) => [name, at, end]),
  ).toEqual([
    ['ROW', 6, 15],
    ['ROW', 15, 24],
    ['LIST', 0, 24],
    ['ROW', 30, 46],
    ['LIST', 24, 46],
  ])
})

test('a field is found at the end of a path only', () => {
  const [row] = readAll('<ROW><A><N>1</N></A><B><N>2</N></B></ROW>', 'ROW')
  expect(
    row && [readElementText(row, 'B', 'N'), readElementText(row, 'N'), readElementText(row, 'C', 'N')],
  ).toEqual(['2', '1', ''])
})

test('any text is read to its end', () => {
  const piece = fc.constantFrom(
    '<ROW>',
    '</ROW>',
    '<A>',
    '</A>',
    '<B/>',
    '<![CDATA[',
    ']]>',
    '<!--',
    '<',
    '>',
    '&',
    'x ',
  )
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('')
      const opened =
        text.replace(/<!\[CDATA\[[\s\S]*?\]\]>|<!--[\s\S]*?-->|<!(?:[^>]*>)/g, '').split('<ROW>').length - 1
      expect(readAll(text, 'ROW').length).toBe(opened)
    }),
  )
})
