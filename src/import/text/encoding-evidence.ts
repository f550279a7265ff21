/**
 * Which letters beyond ASCII the languages of an encoding use, to tell encodings apart that can all be decoded.
 * @see docs/import.md#2-decode-and-read
 */

import { type TextSource } from './text-source.ts'

/** Encodings that leave no byte undefined prove nothing by decoding; the letters of one language must explain the text. */
export const lettersByEncoding: readonly (readonly [encoding: string, languages: readonly string[]])[] = [
  [
    'windows-1252',
    [
      'äöüß',
      'éèêëàâîïôùûüçœæ',
      'áéíóúñü',
      'áâãàçéêíóôõúü',
      'àèéìòù',
      'äöåéü',
      'æøåéäö',
      'ëéïóöüè',
      'áðéíóúýþæö',
    ],
  ],
  [
    'windows-1250',
    ['áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'ąćęłńóśźż', 'áéíóöőúüű', 'čšžćđ', 'ăâîșțşţ', 'äöüß'],
  ],
  ['windows-1257', ['āčēģīķļņšūž', 'ąčęėįšųūž', 'äöõüšž']],
  ['windows-1251', ['абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґўђјљњћџ']],
  ['koi8-r', ['абвгдеёжзийклмнопрстуфхцчшщъыьэюя']],
]

/** Encodings of several bytes a character: they refuse most foreign text by themselves. */
export const multiByteEncodings = ['gb18030', 'shift_jis', 'euc-kr', 'big5'] as const

/** Signs that stand in bank files of every language. */
export const commonSymbols = '€£¥§°²³µ·«»„“”’‘–—…´`×©®½¼'

// MERGED /** Words that show whether the encoding of a file is right. @see docs/import.md#2-decode-and-read */
/** Up to three words beyond ASCII from the beginning of a file. */
export function sampleNonAsciiWords({ blocks }: TextSource): string[] {
  const found = new Set<string>()
  for (const { at, text } of blocks()) {
    if (at > MAX_SEARCHED_BYTES) break
    if (!NON_ASCII.test(text)) continue
    // Runs first: a pattern for words that hold a sign beyond ASCII would try every letter of a long run anew.
    for (const [word] of text.matchAll(/(?:[a-z]|[^\x00-\x7f\s])+/giu)) {
      if (!NON_ASCII.test(word)) continue
      found.add(word)
      if (found.size === 3) return [...found]
    }
  }
  return [...found]
}

const NON_ASCII = /[^\x00-\x7f]/
const MAX_SEARCHED_BYTES = 200_000
