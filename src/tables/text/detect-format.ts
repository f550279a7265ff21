/**
 * Detects the format of a bank file by its first characters, and rejects unsupported files.
 * @see docs/import.md#9-formats-besides-csv
 */

import { Buffer } from 'node:buffer'
import { UserError } from '../../contract/errors.ts'
import { type FormatName } from '../file-record.ts'
import type { TextBlock } from './text-source.ts'

const QIF = /(?:^|\n|\r)!(?:Type|Account|Option|Clear):?|^\s*D\d[^\r\n]*\r?\n(?:[A-Z$][^\r\n]*\r?\n)+\^/i

/** True for the beginning of a QIF file. */
export const isQif = (start: string): boolean => QIF.test(start.slice(0, MAX_START_LENGTH))

/** The patterns of the structured formats. */
const FORMAT_PATTERNS: readonly (readonly [pattern: RegExp, format: FormatName])[] = [
  [/^\s*OFXHEADER|<OFX>|<\?OFX/i, 'OFX'],
  [QIF, 'QIF'],
  [/camt\.05[23]|BkToCstmrStmt|BkToCstmrAcctRpt/, 'CAMT'],
  [/(?:^|[\r\n]):20:[^\r\n]*[\s\S]*[\r\n]:(?:25|60[FM]|61):|^\{1:F01/, 'MT940'],
]

/**
 * Returns the format of a text; CSV stands for any table.
 * @throws UserError if it is blank or a known unsupported format
 */
export function detectFormat(blocks: Iterable<TextBlock>): FormatName {
  for (const { text } of blocks) {
    if (text.trim() === '') continue
    const start = text.trimStart().slice(0, MAX_START_LENGTH)
    const found = FORMAT_PATTERNS.find(([pattern]) => pattern.test(start))
    if (found) return found[1]
    assertSupportedText(start)
    return 'CSV'
  }
  throw createBlankFileError()
}

const MAX_START_LENGTH = 4096

const EXPORT = 'Download the transactions as CSV, Excel, OFX, CAMT.053, MT940 or QIF instead'
const SAVE_AS_CSV = 'Open it and save the sheet as CSV (UTF-8), then import that'
const UNPACK = 'Unpack it and import the file inside'
const SIGN_IN = 'The bank may have signed you out; sign in and download it again'
const DOWNLOAD_AGAIN = 'Download it from the bank again'

/**
 * An unsupported kind of file: its first characters as Latin-1, its name, a hint, and a pattern within its
 * first 4 KiB if the beginning is ambiguous.
 */
type UnsupportedKind = readonly [begins: RegExp, kind: string, hint: string, holds?: RegExp]

const BINARY_KINDS: readonly UnsupportedKind[] = [
  [/^PK\x03\x04/, 'an Excel workbook (.xlsx)', SAVE_AS_CSV, /\[Content_Types\]\.xml|xl\//],
  [/^PK\x03\x04/, 'an OpenDocument sheet (.ods)', SAVE_AS_CSV, /opendocument\.spreadsheet/],
  [/^PK\x03\x04/, 'a Numbers sheet', SAVE_AS_CSV, /\.iwa/],
  [/^PK[\x03\x05]/, 'a ZIP archive', UNPACK],
  [/^\xd0\xcf\x11\xe0/, 'an old Excel workbook (.xls)', SAVE_AS_CSV],
  [/^\x1f\x8b/, 'a gzip archive', UNPACK],
  [/^(?:BZh[1-9]|\xfd7zXZ|7z\xbc\xaf|Rar!)/, 'a compressed archive', UNPACK],
  [/^[\s\xef\xbb\xbf]*%PDF/, 'a PDF', EXPORT],
  [/^(?:\x89PNG|\xff\xd8\xff|GIF8)/, 'an image', EXPORT],
  [/^SQLite format 3/, 'a database', EXPORT],
]

const TEXT_KINDS: readonly UnsupportedKind[] = [
  [/camt\.054|BkToCstmrDbtCdtNtfctn/, 'a CAMT.054 notification, not a statement', EXPORT],
  [/urn:schemas-microsoft-com:office|progid="Excel/, 'an Excel workbook in XML', SAVE_AS_CSV],
  [/^\s*(?:<\?xml[^>]*>\s*|<!--[\s\S]*?-->\s*)*<(?:!doctype html|html|head|body)\b/i, 'a web page', SIGN_IN],
  [/^\s*<(?:table|style|meta)\b/i, 'a web page for Excel', SAVE_AS_CSV],
  [/^\s*<\?xml/i, 'an XML file in no known bank format', EXPORT],
  [/^\s*(?:\{\s*["}]|\[\s*[[{\]])/, 'a JSON file', EXPORT],
  [/^\{\\rtf/, 'a text document (.rtf)', EXPORT],
]

const MAX_INSPECTED_BYTES = 4096

const assertNoMatch = (kinds: readonly UnsupportedKind[], start: string): void => {
  const found = kinds.find(
    ([begins, , , holds]) => begins.test(start) && (holds === undefined || holds.test(start)),
  )
  if (found) throw new UserError('invalid', `The file is ${found[1]}`, { hint: found[2] })
}

/**
 * Checks that the bytes are no known binary format.
 * @throws UserError otherwise
 */
export function assertNotBinary(bytes: Uint8Array): void {
  if (bytes.length === 0) throw new UserError('invalid', 'The file is empty', { hint: DOWNLOAD_AGAIN })
  // TextDecoder decodes latin1 as windows-1252, in Node 24 even in one piece.
  assertNoMatch(BINARY_KINDS, Buffer.from(bytes.subarray(0, MAX_INSPECTED_BYTES)).toString('latin1'))
}

/**
 * Checks that a text is no known unsupported format.
 * @throws UserError otherwise
 */
const assertSupportedText = (start: string): void => assertNoMatch(TEXT_KINDS, start)

/** Returns the error about a blank file. */
const createBlankFileError = (): UserError =>
  new UserError('invalid', 'The file is blank', { hint: DOWNLOAD_AGAIN })

// A bank's text contains a stray control character at most.
const MAX_CONTROL_SHARE = 0.05

/**
 * Checks that bytes that are not UTF-16 are text.
 * @throws UserError if they contain NUL bytes or many control characters
 */
export function assertFewControlCharacters(sample: Uint8Array): void {
  let controls = 0
  for (const byte of sample) if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) controls += 1
  if (controls > sample.length * MAX_CONTROL_SHARE)
    throw new UserError('invalid', 'The file contains binary data, not text', { hint: EXPORT })
  const nul = sample.indexOf(0)
  if (nul < 0) return
  const line = sample.subarray(0, nul).filter((byte) => byte === 0x0a).length + 1
  throw new UserError('invalid', `The file is damaged: line ${line} contains a NUL byte`, {
    hint: DOWNLOAD_AGAIN,
  })
}
