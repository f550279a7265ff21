import { describe, expect, test } from 'vitest'
import type { Choices } from '../../src/import/choices.ts'
import { decode as sourceOf } from '../../src/import/decode.ts'

function decode(file: Uint8Array, choices: Choices = {}) {
  const { encoding, blocks } = sourceOf(file, choices)
  return { encoding, text: [...blocks()].map(({ text }) => text).join('') }
}

const ascii = (text: string) => Array.from(text, (character) => character.charCodeAt(0))
const bytes = (...parts: (string | number)[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? ascii(part) : part)))

describe('the encoding of a bank’s file', () => {
  test.each([
    ['windows-1252', bytes('Empf', 0xe4, 'nger;', 0xdc, 'berweisung ', 0x80), 'Empfänger;Überweisung €'],
    ['windows-1252', bytes('D', 0xe9, 'bit;pr', 0xe9, 'l', 0xe8, 'vement'), 'Débit;prélèvement'],
    [
      'windows-1250',
      bytes('P', 0xf8, 0xed, 'kaz;', 0xe8, 0xed, 'slo ', 0xfa, 0xe8, 'tu'),
      'Příkaz;číslo účtu',
    ],
    ['windows-1250', bytes(0xaf, 'abka p', 0xb3, 'atno', 0x9c, 0xe6, ' kart', 0xb9), 'Żabka płatność kartą'],
    ['windows-1251', bytes(0xcf, 0xff, 0xf2, 0xb8, 0xf0, 0xee, 0xf7, 0xea, 0xe0), 'Пятёрочка'],
    ['koi8-r', bytes(0xf0, 0xd1, 0xd4, 0xc5, 0xd2, 0xcf, 0xde, 0xcb, 0xc1), 'Пятерочка'],
    ['utf-8', bytes(0xef, 0xbb, 0xbf, 'Caf', 0xc3, 0xa9), 'Café'],
    ['utf-16le', bytes(0xff, 0xfe, 'D', 0, 0xe9, 0, 'b', 0), 'Déb'],
    ['utf-16be', bytes(0, 'D', 0, 'a', 0, 't', 0, 'e'), 'Date'],
  ])('is found to be %s', (encoding, file, text) => expect(decode(file)).toEqual({ encoding, text }))

  test('is the one a person names', () => {
    expect(decode(bytes('caf', 0xe9), { encoding: 'latin1' })).toEqual({
      encoding: 'windows-1252',
      text: 'café',
    })
    expect(() => decode(bytes('a'), { encoding: 'cp850' })).toThrow(
      'The encodings of DOS (cp437, cp850, cp852) cannot be read here',
    )
    expect(() => decode(bytes('a'), { encoding: 'utf-99' })).toThrow('No encoding called "utf-99"')
  })
})

test.each([
  ['The file is empty', bytes()],
  ['The file holds nothing but blanks', bytes(' \r\n\n')],
  ['The file is a ZIP archive or an Excel workbook (.xlsx), not CSV', bytes('PK', 3, 4, 'xl')],
  ['The file is a PDF, not CSV', bytes('%PDF-1.7')],
  ['The file is an OFX file, not CSV', bytes('OFXHEADER:100\nDATA:OFXSGML\n')],
  ['The file is a QIF file, not CSV', bytes('!Type:Bank\nD01/02/2026\n')],
  [
    'The file is a CAMT file, not CSV',
    bytes('<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">'),
  ],
  ['The file is an MT940 file, not CSV', bytes(':20:START\n:25:123/456\n:60F:C260101EUR1,00\n')],
  ['The file holds binary data, not text', bytes('a', 0, 0, 'b', 0, 'c', 0, 0, 0)],
])('%s', (message, file) => expect(() => decode(file)).toThrow(message))
