/**
 * Provides the letters that distinguish encodings, and sample words that show the result.
 * @see docs/import.md#2-decode-and-read
 */

import { type TextSource } from './text-source.ts'

/**
 * The letters of the languages written in each encoding. Decoding without errors proves nothing for
 * single-byte encodings, so the letters of one language must explain the text.
 */
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

/** Multi-byte encodings, which fail to decode most other text. */
export const multiByteEncodings = ['gb18030', 'shift_jis', 'euc-kr', 'big5'] as const

/** Symbols that occur in bank files of every language. */
export const commonSymbols = '€£¥§°²³µ·«»„“”’‘–—…´`×©®½¼'

/** Returns up to three words with non-ASCII letters from the beginning of a file. */
export function sampleNonAsciiWords({ blocks }: TextSource): string[] {
  const found = new Set<string>()
  for (const { at, text } of blocks()) {
    if (at > MAX_SEARCHED_BYTES) break
    if (!NON_ASCII.test(text)) continue
    // Letter runs are matched first: a pattern for words with a non-ASCII letter would retry every letter of
    // a long run.
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
