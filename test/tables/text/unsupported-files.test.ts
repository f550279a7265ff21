/** Unsupported files are named, and malicious files cost one row and little time. */

import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { UserError } from '../../../src/contract/errors.ts'
import { readStatement } from '../../../src/import/read-statement.ts'
import { measureProcessorTime } from '../../support/machine-load.ts'
import { readText } from '../../support/read-statement.ts'

/** Returns the error message and hint for an unsupported file. */
function refusal(file: string | Uint8Array): string {
  try {
    readStatement(typeof file === 'string' ? Buffer.from(file, 'latin1') : file, {}, 'EUR')
  } catch (error) {
    if (error instanceof UserError) return `${error.message}. ${error.hint}`
    throw error
  }
  return 'none'
}

const saveAsCsv = 'Open it and save the sheet as CSV (UTF-8), then import that'
const unpack = 'Unpack it and import the file inside'
const formats = 'Download the transactions as CSV, Excel, OFX, CAMT.053, MT940 or QIF instead'
const signIn = 'The bank may have signed you out; sign in and download it again'
const again = 'Download it from the bank again'

describe('a file that is no statement is named, with what to do about it:', () => {
  test.each([
    [`The file is an Excel workbook (.xlsx). ${saveAsCsv}`, 'PK\x03\x04\x14\0\x06\0[Content_Types].xml'],
    [
      `The file is an OpenDocument sheet (.ods). ${saveAsCsv}`,
      'PK\x03\x04mimetypeapplication/vnd.oasis.opendocument.spreadsheet',
    ],
    [`The file is a Numbers sheet. ${saveAsCsv}`, 'PK\x03\x04Index/Document.iwa'],
    [`The file is a ZIP archive. ${unpack}`, 'PK\x03\x04umsatz.csv'],
    [`The file is an old Excel workbook (.xls). ${saveAsCsv}`, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0'],
    [`The file is a compressed archive. ${unpack}`, '7z\xbc\xaf\x27\x1c'],
    [`The file is a PDF. ${formats}`, '%PDF-1.7\n%\xe2\xe3'],
    [`The file is an image. ${formats}`, '\x89PNG\r\n\x1a\n'],
    [`The file is a database. ${formats}`, 'SQLite format 3\0'],
    [`The file is a web page. ${signIn}`, '\n<!-- saved --><!DOCTYPE html><html><table></table></html>'],
    [`The file is a web page. ${signIn}`, '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">'],
    [`The file is a web page for Excel. ${saveAsCsv}`, '<table><tr><td>2026-11-20</td></tr></table>'],
    [
      `The file is an Excel workbook in XML. ${saveAsCsv}`,
      '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook/>',
    ],
    [`The file is a JSON file. ${formats}`, '[\n  {"date": "2026-11-20"}\n]'],
    [`The file is a JSON file. ${formats}`, '{}'],
    [`The file is a text document (.rtf). ${formats}`, '{\\rtf1\\ansi Dear customer}'],
    [`The file contains binary data, not text. ${formats}`, '\x01\x02\x03\x04\x05a,b'],
    [
      `The file is damaged: line 2 contains a NUL byte. ${again}`,
      'Date,Text,Amount\n2026-11-20,Sh\0p,-5.00\n',
    ],
    [`The file is empty. ${again}`, ''],
    [`The file is blank. ${again}`, ' \n\t\n'],
    [
      'The file has a header but no transactions. Export a different period from your bank',
      'Konto;DE02\n\nBuchungstag;Text;Betrag\n',
    ],
  ])('%s', (told, file) => expect(refusal(file)).toBe(told))

  test('a gzip archive', () =>
    expect(refusal(gzipSync('Date,Text,Amount\n'))).toBe(`The file is a gzip archive. ${unpack}`))
})

describe('a file made to do harm', () => {
  const head = 'Date,Text,Amount\n2026-11-20,Shop,-5.00\n'
  const rows = (text: string) =>
    [...readText(text).rows()].map(
      ({ line, disposition, payee, reason }) => `${line} ${disposition} ${payee || reason}`,
    )
  const tail = '2026-11-18,Bar,-3.00\n'

  test.each([
    ['a cell', `2026-11-19,${'x'.repeat(50_000_000)},-1.00`],
    ['a cell in quotes', `2026-11-19,"${'x'.repeat(50_000_000)}",-1.00`],
    ['quotes', '"'.repeat(50_000_000)],
    ['delimiters', ','.repeat(50_000_000)],
    ['words beyond ASCII', 'é'.repeat(25_000_000)],
  ])('by %s of 50 MB costs one row, a few seconds and little memory', async (_, line) => {
    const before = process.memoryUsage().rss
    let read: string[] = []
    const milliseconds = await measureProcessorTime(() => {
      read = rows(`${head}${line}\n${tail}`)
    })
    expect(read).toEqual(['2 ready Shop', '3 rejected The line is longer than 64 KiB', '4 ready Bar'])
    expect(milliseconds).toBeLessThan(5000)
    // The file is in memory as a string and as bytes, plus its first block.
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 2 ** 20)
  })

  test('by quotes that are never closed loses no row in another', () => {
    const open = '2026-11-19,"open,-1.00\n'
    expect(rows(head + open.repeat(3) + tail)).toEqual([
      '2 ready Shop',
      '3 rejected open',
      '4 rejected open',
      '5 rejected open',
      '6 ready Bar',
    ])
  })

  test('by 100,000 of them is read within seconds', async () => {
    const text = head + '2026-11-19,"open,-1.00\n'.repeat(100_000) + tail
    let rejected = 0
    const milliseconds = await measureProcessorTime(() => {
      for (const { disposition } of readText(text).rows()) if (disposition === 'rejected') rejected++
    })
    expect(rejected).toBe(100_000)
    expect(milliseconds).toBeLessThan(10_000)
  })

  const ofx = (name: string) =>
    `<OFX><STMTRS><CURDEF>EUR<STMTTRN><DTPOSTED>20261120<TRNAMT>-5.00<NAME>${name}</STMTTRN></STMTRS></OFX>`

  test.each([
    ['a name of 50 MB', 'x'.repeat(50_000_000), 65_536],
    ['entities of 25 MB', '&amp;'.repeat(5_000_000), 13_108],
    ['a tag that is never closed', `<a${' '.repeat(1_000_000)}`, 2],
    ['CDATA that is never closed', '<![CDATA[>'.repeat(100_000), 0],
    ['300,000 tags in each other', '<A>'.repeat(300_000), 0],
  ])('by %s in OFX costs a few seconds and is cut', async (_, name, length) => {
    let read: [string, number][] = []
    const milliseconds = await measureProcessorTime(() => {
      read = [...readText(ofx(name)).rows()].map(({ date, payee }) => [date, payee.length])
    })
    expect(read).toEqual([['2026-11-20', length]])
    expect(milliseconds).toBeLessThan(10_000)
  })

  test('by formulas of a spreadsheet keeps them as the texts they are', () => {
    const text = `${head}2026-11-19,"=cmd|' /C calc'!A0",-1.00\n2026-11-18,@SUM(1+1),-2.00\n`
    expect(rows(text)).toEqual(['2 ready Shop', "3 ready =cmd|' /C calc'!A0", '4 ready @SUM(1+1)'])
  })

  test('by commands to the terminal loses their control characters', () => {
    const text = `${head}2026-11-19,\x1b[2J\x1b]0;owned\x07Kiosk,-1.00\n`
    expect(rows(text)).toEqual(['2 ready Shop', '3 ready [2J ]0;owned Kiosk'])
  })
})
