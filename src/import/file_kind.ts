/** Files that are no CSV say so in their first bytes. */

import { Mistake } from '../contract/errors.ts'
import type { Block } from './source.ts'

const MAGIC: readonly (readonly [bytes: readonly number[], kind: string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], 'a ZIP archive or an Excel workbook (.xlsx)'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'an old Excel workbook (.xls)'],
  [[0x1f, 0x8b], 'a gzip archive'],
  [[0x89, 0x50, 0x4e, 0x47], 'an image'],
  [[0xff, 0xd8, 0xff], 'an image'],
]

const TEXT_FORMATS: readonly (readonly [pattern: RegExp, kind: string])[] = [
  [/^\s*OFXHEADER|<OFX>|<\?OFX/i, 'an OFX file'],
  [/^\s*!(?:Type|Account|Option|Clear):?/i, 'a QIF file'],
  [/camt\.05[2-4]|BkToCstmr/, 'a CAMT file'],
  [/(?:^|\n):20:[^\n]*[\s\S]*(?:^|\n):(?:25|60F|61):|^\{1:F01/, 'an MT940 file'],
  [/^\s*<!doctype html|^\s*<html/i, 'a web page'],
  [/^\s*<\?xml/i, 'an XML file'],
  [/^\s*\{\s*"|^\s*\[\s*\{/, 'a JSON file'],
]

const refusal = (kind: string): Mistake =>
  new Mistake('value', `The file is ${kind}, not CSV`, {
    hint: 'Export the account as CSV; this is the format that is read',
  })

/** Throws a Mistake when the bytes are those of a known format that holds no plain text. */
export function refuseBinary(bytes: Uint8Array): void {
  if (bytes.length === 0)
    throw new Mistake('value', 'The file is empty', { hint: 'Download it from the bank once more' })
  const found = MAGIC.find(([magic]) => magic.every((byte, at) => bytes[at] === byte))
  if (found) throw refusal(found[1])
}

/** Throws a Mistake when the text is blank or of a known format other than CSV. */
export function refuseOtherFormats(blocks: Iterable<Block>): void {
  for (const { text, at } of blocks) {
    const start = at === 0 ? text.slice(0, 4096) : ''
    const found = TEXT_FORMATS.find(([pattern]) => pattern.test(start))
    if (found) throw refusal(found[1])
    if (text.trim() !== '') return
  }
  throw new Mistake('value', 'The file holds nothing but blanks', {
    hint: 'Download it from the bank once more',
  })
}
