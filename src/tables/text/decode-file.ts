/**
 * Decodes the bytes of a bank file into text, in the detected encoding or in the one the user chose.
 * @see docs/import.md#2-decode-and-read
 */

import { isUtf8 } from 'node:buffer'
import { createAmbiguityError } from '../ambiguity-error.ts'
import type { ReadOptions } from '../read-options.ts'
import { countHeaderTerms } from '../words/header-terms.ts'
import { assertFewControlCharacters, assertNotBinary } from './detect-format.ts'
import { createTextSource, decodeBytes, type TextSource } from './text-source.ts'

/**
 * Returns the text of a file.
 * @throws UserError if the file is no text or the encoding is unknown
 */
export function decodeFile(bytes: Uint8Array, { encoding: chosen, skip_end }: ReadOptions): TextSource {
  assertNotBinary(bytes)
  const content = detectUnicode(bytes)?.startsWith('utf-16') ? bytes : stripPadding(bytes)
  const encoding = chosen === undefined ? detectEncoding(content) : resolveEncodingLabel(chosen)
  return createTextSource(content, encoding, skip_end)
}

/** Returns the bytes without the NUL bytes that some programs write behind the last line. */
function stripPadding(bytes: Uint8Array): Uint8Array {
  let end = bytes.length
  while (end > 0 && bytes[end - 1] === 0) end -= 1
  return bytes.subarray(0, end)
}

function resolveEncodingLabel(label: string): string {
  try {
    return new TextDecoder(label).encoding
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    const dos = /^(?:cp|ibm)?-?(?:437|850|852)$/i.test(label)
    const why = dos ? 'DOS encodings (cp437, cp850, cp852) are not supported' : `No encoding named "${label}"`
    throw createAmbiguityError(why, 'Save the file as UTF-8, or try --encoding windows-1252')
  }
}

const SAMPLE_BYTES = 64 * 1024

/**
 * Returns the name of the encoding, as `TextDecoder` takes it.
 * @throws UserError if the file is no text
 */
export function detectEncoding(bytes: Uint8Array): string {
  const unicode = detectUnicode(bytes)
  if (unicode) return unicode
  assertFewControlCharacters(bytes.subarray(0, SAMPLE_BYTES))
  // Some files declare us-ascii but contain UTF-8; the bytes take precedence over the declaration.
  if (isUtf8(bytes)) return 'utf-8'
  const declared = readDeclaredEncoding(bytes)
  return declared !== undefined && canDecode(bytes, declared) ? declared : guessLegacyEncoding(bytes)
}

/** Returns the Unicode encoding that a byte order mark or the zeros of ASCII characters show; undefined for neither. */
export const detectUnicode = (bytes: Uint8Array): string | undefined =>
  detectByteOrderMark(bytes) ?? detectUtf16(bytes)

function detectByteOrderMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return undefined
}

// In UTF-16 every ASCII character has a NUL byte on one side; text in other encodings has none.
function detectUtf16(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const nuls = [0, 0] as [even: number, odd: number]
  if (sample.includes(0))
    for (const [at, byte] of sample.entries()) if (byte === 0) nuls[at % 2 === 0 ? 0 : 1] += 1
  const [even, odd] = nuls
  if (odd > even * 10 && odd * 4 > sample.length) return 'utf-16le'
  if (even > odd * 10 && even * 4 > sample.length) return 'utf-16be'
  return undefined
}

function canDecode(bytes: Uint8Array, encoding: string): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return true
  } catch (cause) {
    if (cause instanceof TypeError) return false
    throw cause
  }
}

function guessLegacyEncoding(bytes: Uint8Array): string {
  const sample = selectNonAsciiLines(bytes)
  let best = { encoding: 'windows-1252', score: 0 }
  const propose = (encoding: string, score: number) => {
    if (score > best.score) best = { encoding, score }
  }
  for (const [encoding, languages] of lettersByEncoding) {
    const text = decodeBytes(sample, encoding)
    propose(
      encoding,
      Math.max(...languages.map((letters) => scoreLetters(text, letters))) + countHeaderTerms(text) / 100,
    )
  }
  const thai = decodeBytes(sample, 'windows-874')
  // Less than the rarest text of another language, because nearly every byte is a Thai letter.
  propose('windows-874', scoreThai(thai) * 0.94 + countHeaderTerms(thai) / 10)
  for (const encoding of multiByteEncodings) {
    if (!canDecode(bytes, encoding)) continue
    const text = decodeBytes(sample, encoding)
    const weight = encoding === 'gb18030' ? computeCommonHanShare(sample) : 1
    propose(encoding, computeCjkShare(text) * weight + countHeaderTerms(text) / 10)
  }
  return best.encoding
}

function selectNonAsciiLines(bytes: Uint8Array): Uint8Array {
  const selected: number[] = []
  let start = 0
  let hasNonAscii = false
  for (let at = 0; at < bytes.length && selected.length < SAMPLE_BYTES; at++) {
    const byte = bytes[at] ?? 0
    if (byte > 0x7f) hasNonAscii = true
    if (byte !== 0x0a && byte !== 0x0d && at < bytes.length - 1) continue
    if (hasNonAscii) for (let i = start; i <= at && i < start + 4096; i++) selected.push(bytes[i] ?? 0)
    start = at + 1
    hasNonAscii = false
  }
  return Uint8Array.from(selected)
}

/**
 * Returns how much of the non-ASCII text a language's letters explain, at most 1. A capital inside a word
 * counts against it.
 */
function scoreLetters(text: string, letters: string): number {
  const alphabet = new Set(letters + letters.toUpperCase())
  let all = 0
  let explained = 0
  let previous = ' '
  for (const character of text) {
    // No language mixes two scripts within a word.
    if (OTHER_SCRIPT.test(previous + character) && LATIN.test(previous + character)) explained -= 2
    if (character > '\x7f' && character !== '\u00a0') {
      all += 1
      const oddCapital = isLowerCase(previous) && character !== character.toLowerCase()
      if (alphabet.has(character)) explained += oddCapital ? -1 : 1
      else if (commonSymbols.includes(character)) explained += 1
      else explained -= 1
    }
    previous = character
  }
  return all === 0 ? 0 : explained / all
}

/** A vowel or tone without the letter that carries it, a leading vowel without the one after it, a word of two scripts. */
const MISPLACED_THAI =
  /(?<![\u0e01-\u0e3a\u0e45-\u0e4e])[\u0e30-\u0e3a\u0e45-\u0e4e]|[\u0e40-\u0e44](?![\u0e01-\u0e2e])|[a-z][\u0e01-\u0e5b]|[\u0e01-\u0e5b][a-z]/gi

/** Returns how much of the non-ASCII text is Thai as it is written, at most 1. */
function scoreThai(text: string): number {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0
  const all = count(/[^\x00-\x7f\u00a0]/g)
  const explained = 2 * count(/[\u0e01-\u0e5b]/g) - all - 2 * count(MISPLACED_THAI)
  return all === 0 ? 0 : explained / all
}

/** Greek, Cyrillic, Hebrew and Arabic. */
const OTHER_SCRIPT = /[\u0370-\u06ff]/
const LATIN = /[a-z]/i

const isLowerCase = (character: string): boolean =>
  character === character.toLowerCase() && character !== character.toUpperCase()

// Common Han, kana and hangul characters. Half-width kana are excluded, because misread Latin text turns into
// them.
const CJK_CHARACTER = /[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af\u3000-\u303f\uff01-\uff5e]/

/**
 * Returns the share of byte pairs within GB 2312, which Chinese banks use; other text falls outside of it.
 */
function computeCommonHanShare(bytes: Uint8Array): number {
  let pairs = 0
  let common = 0
  for (let at = 0; at < bytes.length - 1; at++) {
    const [lead = 0, trail = 0] = [bytes[at], bytes[at + 1]]
    if (lead < 0x81) continue
    pairs += 1
    if (lead >= 0xa1 && lead <= 0xf7 && trail >= 0xa1) common += 1
    at += 1
  }
  return pairs === 0 ? 0 : common / pairs
}

function computeCjkShare(text: string): number {
  let all = 0
  let wide = 0
  for (const character of text) {
    if (character <= '\x7f') continue
    all += 1
    if (CJK_CHARACTER.test(character)) wide += 1
  }
  // Two Latin letters may decode to one Han character, so only runs of CJK characters count.
  const runs = text.match(/[^\x00-\x7f]{2,}/g)?.join('').length ?? 0
  return all === 0 ? 0 : (wide / all) * (runs / all) * 0.95
}

const DECLARATION =
  /^CHARSET: *(?<charset>[\w-]+)|^<\?xml[^>]*encoding=["'](?<xml>[\w-]+)["']|<meta[^>]*charset=["']?(?<meta>[\w-]+)/im

/** Returns the encoding that an OFX, XML or HTML file declares; undefined for none, or for ASCII and UTF-8. */
function readDeclaredEncoding(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1024))
  const { charset, xml, meta } = DECLARATION.exec(head)?.groups ?? {}
  // OFX writes only the number of a Windows code page.
  const label =
    charset !== undefined && /^\d+$/.test(charset) ? `windows-${charset}` : (charset ?? xml ?? meta ?? '')
  if (/^(?:utf-?8|(?:us-?)?ascii|none|)$/i.test(label)) return undefined
  try {
    return new TextDecoder(label).encoding
  } catch (cause) {
    if (cause instanceof RangeError) return undefined
    throw cause
  }
}

/**
 * The letters of the languages written in each encoding. Decoding without errors proves nothing for
 * single-byte encodings, so the letters of one language must explain the text.
 */
const lettersByEncoding: readonly (readonly [encoding: string, languages: readonly string[]])[] = [
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
  ['windows-1254', ['çğıİöşüâîû']],
  ['windows-1257', ['āčēģīķļņšūž', 'ąčęėįšųūž', 'äöõüšž']],
  // Before Cyrillic, which explains any text of theirs: without а, where Greek has a rare letter, and without capitals.
  ['windows-1253', ['αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋ']],
  ['windows-1255', ['אבגדהוזחטיךכלםמןנסעףפץצקרשת']],
  ['windows-1251', ['абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґўђјљњћџ']],
  ['windows-1256', ['ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيپچژگ']],
  ['koi8-r', ['абвгдеёжзийклмнопрстуфхцчшщъыьэюя']],
]

/** Multi-byte encodings, which fail to decode most other text. */
const multiByteEncodings = ['gb18030', 'shift_jis', 'euc-kr', 'big5'] as const

/** Symbols that occur in bank files of every language. */
const commonSymbols = '€£¥§°²³µ·«»„“”’‘–—…´`×©®½¼'
