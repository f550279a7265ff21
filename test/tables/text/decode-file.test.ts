/** Bytes are decoded with the right encoding. */

import { describe, expect, test } from 'vitest'
import { readStatement } from '../../../src/import/read-statement.ts'
import type { ReadOptions } from '../../../src/tables/read-options.ts'
import { decodeFile as sourceOf } from '../../../src/tables/text/decode-file.ts'

function decode(file: Uint8Array, choices: ReadOptions = {}) {
  const { encoding, blocks } = sourceOf(file, choices)
  return { encoding, text: [...blocks()].map(({ text }) => text).join('') }
}

const ascii = (text: string) => Array.from(text, (character) => character.charCodeAt(0))
const bytes = (...parts: (string | number)[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? ascii(part) : part)))

/** Returns the text as Thai banks encode it. */
const thai = (text: string) =>
  Uint8Array.from(ascii(text), (code) => (code < 0x80 ? code : code - 0xe00 + 0xa0))

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
    ['windows-1251', bytes('Cafe;', 0xea, 0xe0, 0xf4, 0xe5, ' ', 0xec, 0xff, 0xf2, 0xe0), 'Cafe;кафе мята'],
    ['windows-1253', bytes(0xd6, 0xef, 0xfd, 0xf1, 0xed, 0xef, 0xf2), 'Φούρνος'],
    [
      'windows-1254',
      bytes('F', 0xfd, 'r', 0xfd, 'n ', 0xe7, 'i', 0xf0, 'dem, ', 0xdd, 'zmir'),
      'Fırın çiğdem, İzmir',
    ],
    ['windows-1255', bytes(0xee, 0xe0, 0xf4, 0xe9, 0xe4, ' Bar'), 'מאפיה Bar'],
    ['windows-1256', bytes(0xe3, 0xce, 0xc8, 0xd2, ' ', 0xc7, 0xe1, 0xd4, 0xe3, 0xd3), 'مخبز الشمس'],
    ['koi8-r', bytes(0xf0, 0xd1, 0xd4, 0xc5, 0xd2, 0xcf, 0xde, 0xcb, 0xc1), 'Пятерочка'],
    [
      'windows-874',
      thai('วันที่,รายการ,จำนวนเงิน\n03/11/2568,ร้านกาแฟ 7,-50.00\n'),
      'วันที่,รายการ,จำนวนเงิน\n03/11/2568,ร้านกาแฟ 7,-50.00\n',
    ],
    ['windows-874', thai('Date,Payee\n1,เงินเดือน\n2,น้ำแข็ง\n'), 'Date,Payee\n1,เงินเดือน\n2,น้ำแข็ง\n'],
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
      'DOS encodings (cp437, cp850, cp852) are not supported',
    )
    expect(() => decode(bytes('a'), { encoding: 'utf-99' })).toThrow('No encoding named "utf-99"')
  })
})

test('is the one the file declares, unless its bytes prove another', () => {
  const head = 'OFXHEADER:100\nENCODING:USASCII\nCHARSET:1250\n'
  expect(decode(bytes(head, 'p', 0xb3, 'atno', 0x9c, 0xe6)).text).toBe(`${head}płatność`)
  expect(decode(bytes(head, 'Caf', 0xc3, 0xa9)).text).toBe(`${head}Café`)
  const xml = '<?xml version="1.0" encoding="ISO-8859-15"?>'
  expect(decode(bytes(xml, 0xa4)).text).toBe(`${xml}€`)
})

test('NUL bytes behind the last line are no text', () => {
  expect(decode(bytes('Date,Text\n2026-11-20,Café', 0, 0)).text).toBe('Date,Text\n2026-11-20,Café')
  const wide = Buffer.from('\ufeffDate,Text\n', 'utf16le')
  expect(decode(wide).text).toBe('Date,Text\n')
})

test.each([
  ['The file is an XML file in no known bank format', bytes('<?xml version="1.0"?><rows/>')],
  [
    'The file is a CAMT.054 notification, not a statement',
    bytes('<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.02">'),
  ],
])('%s', (message, file) => expect(() => readStatement(file, {}, 'EUR')).toThrow(message))
