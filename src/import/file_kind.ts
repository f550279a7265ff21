/** What a file is, by its first bytes. */

import { Mistake } from '../contract/errors.ts'
import type { Block } from './source.ts'

/** What a file of a bank can be; CSV stands for every table. */
export type FormatName = 'CSV' | 'OFX' | 'QIF' | 'CAMT' | 'MT940'

const MAGIC: readonly (readonly [bytes: readonly number[], kind: string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], 'a ZIP archive or an Excel workbook (.xlsx)'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'an old Excel workbook (.xls)'],
  [[0x1f, 0x8b], 'a gzip archive'],
  [[0x89, 0x50, 0x4e, 0x47], 'an image'],
  [[0xff, 0xd8, 0xff], 'an image'],
]

/** The formats whose fields have names of their own. */
const FORMATS: readonly (readonly [pattern: RegExp, format: FormatName])[] = [
  [/^\s*OFXHEADER|<OFX>|<\?OFX/i, 'OFX'],
  [/(?:^|\n|\r)!(?:Type|Account|Option|Clear):?|^\s*D\d[^\r\n]*\r?\n(?:[A-Z$][^\r\n]*\r?\n)+\^/i, 'QIF'],
  [/camt\.05[23]|BkToCstmrStmt|BkToCstmrAcctRpt/, 'CAMT'],
  [/(?:^|[\r\n]):20:[^\r\n]*[\s\S]*[\r\n]:(?:25|60[FM]|61):|^\{1:F01/, 'MT940'],
]

const OTHERS: readonly (readonly [pattern: RegExp, kind: string])[] = [
  [/camt\.054|BkToCstmrDbtCdtNtfctn/, 'a CAMT.054 notification, not a statement'],
  [/^\s*<!doctype html|^\s*<html/i, 'a web page'],
  [/^\s*<\?xml/i, 'an XML file of no bank format'],
  [/^\s*\{\s*"|^\s*\[\s*\{/, 'a JSON file'],
]

/** What to do with a file that cannot be read. */
export const EXPORT_HINT = 'Export the account as CSV, OFX, QIF, CAMT.053 or MT940; these formats are read'

const refusal = (kind: string): Mistake => new Mistake('value', `The file is ${kind}`, { hint: EXPORT_HINT })

/** Throws a Mistake when the bytes are those of a known format that holds no plain text. */
export function refuseBinary(bytes: Uint8Array): void {
  if (bytes.length === 0)
    throw new Mistake('value', 'The file is empty', { hint: 'Download it from the bank once more' })
  const found = MAGIC.find(([magic]) => magic.every((byte, at) => bytes[at] === byte))
  if (found) throw refusal(found[1])
}

/** The format of a text; CSV stands for every table. Throws a Mistake when it is blank or nothing that a bank exports. */
export function formatOf(blocks: Iterable<Block>): FormatName {
  for (const { text } of blocks) {
    if (text.trim() === '') continue
    const start = text.trimStart().slice(0, START)
    const found = FORMATS.find(([pattern]) => pattern.test(start))
    if (found) return found[1]
    const other = OTHERS.find(([pattern]) => pattern.test(start))
    if (other) throw refusal(other[1])
    return 'CSV'
  }
  throw new Mistake('value', 'The file holds nothing but blanks', {
    hint: 'Download it from the bank once more',
  })
}

const START = 4096
