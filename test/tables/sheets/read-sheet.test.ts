/** Workbooks and tables of HTML are read as stored, row by row, or refused in one sentence. */

import { type BookType, CFB, utils, write } from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import { UserError } from '../../../src/contract/errors.ts'
import { convertSheet, describeOtherSheets, readSheet } from '../../../src/tables/sheets/read-sheet.ts'
import { createZip } from '../../migrate/zip-files.ts'
import { readReadyRows } from '../../support/read-statement.ts'

const convert = async (bytes: Uint8Array | string) =>
  new TextDecoder().decode(await convertSheet(typeof bytes === 'string' ? Buffer.from(bytes) : bytes))

const refuse = async (bytes: Uint8Array) => {
  const error: unknown = await convertSheet(bytes).catch((thrown: unknown) => thrown)
  if (error instanceof UserError) return `${error.message}. ${error.hint}`
  throw new Error('Nothing was refused', { cause: error })
}

const createBook = (sheets: Record<string, unknown[][]>, bookType: BookType): Buffer => {
  const book = utils.book_new()
  for (const [name, rows] of Object.entries(sheets))
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows, { UTC: true }), name)
  return write(book, { type: 'buffer', bookType, compression: true })
}

const statement = [
  ['Account', 'DE02 1203'],
  [],
  ['Date', 'Booked', 'Payee', 'Amount'],
  [new Date('2026-11-03'), new Date('2026-11-03T14:30:15Z'), 'Bakery "Sun"\nBerlin', -(0.1 + 0.2)],
  [{ t: 'n', v: 46_330, z: 'd mmm yy' }, '', 'Rent', { t: 'n', v: -1234.5, f: 'SUM(1)', z: '#,##0.00' }],
  [{ t: 'n', v: 46_331, z: 'yyyy/mm/dd' }, { t: 'n', v: 0.75, z: 'hh:mm' }, 'Pay', 2500],
]
const book = { Cover: [['Our bank']], Transactions: statement }

const asText = [
  'Account\tDE02 1203\t\t',
  '',
  'Date\tBooked\tPayee\tAmount',
  '2026-11-03\t2026-11-03 14:30:15\t"Bakery ""Sun"" Berlin"\t-0.3',
  '2026-11-04\t\tRent\t-1234.5',
  '2026-11-05\t18:00:00\tPay\t2500',
].join('\n')

describe('a workbook', () => {
  test.each<BookType>(['xlsx', 'biff8', 'xlsb', 'xlml', 'ods'])(
    'is read as it is stored, from its first sheet with transactions: %s',
    async (bookType) => expect(await convert(createBook(book, bookType))).toBe(asText),
  )

  test('is a table like any other', async () =>
    expect(readReadyRows(await convert(createBook(book, 'biff8')))).toEqual([
      '2026-11-03 -0.30 Bakery "Sun" Berlin',
      '2026-11-04 -1234.50 Rent',
      '2026-11-05 2500.00 Pay',
    ]))

  test('says which further sheets have transactions', async () => {
    const day = ['2026-11-03', 'Kiosk', -5]
    const sheets = {
      Cover: [['Our bank']],
      May: statement,
      June: [day, day],
      'Visa 1': [day],
      Notes: [['Hi']],
    }
    const table = await readSheet(createBook(sheets, 'xlsx'))
    expect(describeOtherSheets(table, 'a.xlsx')).toBe(
      'a.xlsx has 2 more sheets with transactions, which are not read: "June" (2 rows), "Visa 1" (1 row); to import each of them, save it as CSV',
    )
    expect(describeOtherSheets(await readSheet(createBook(book, 'xlsx')), 'a.xlsx')).toBeUndefined()
  })

  test('may count its days from 1904', async () => {
    const sheet = utils.aoa_to_sheet([
      ['Date', 'Amount'],
      [{ t: 'n', v: 44_868, z: 'yyyy-mm-dd' }, 5],
    ])
    const bytes = write(
      { SheetNames: ['A'], Sheets: { A: sheet }, Workbook: { WBProps: { date1904: true } } },
      { type: 'buffer', bookType: 'xlsx' },
    )
    expect(await convert(bytes)).toBe('Date\tAmount\n2026-11-04\t5')
  })

  test('writes numbers in full and shows which character separates the decimals', async () => {
    const numbers = [12_345_678_901_234, 1e21, 1e-7, 1.5, 1.23, 1.234, -0.075]
    const bytes = createBook(
      {
        A: [
          ['Date', ...numbers.map(String)],
          ['2026-11-03', ...numbers],
        ],
      },
      'xlsx',
    )
    const [, row = ''] = (await convert(bytes)).split('\n')
    expect(row.split('\t').slice(1)).toEqual([
      '12345678901234',
      '1000000000000000000000',
      '0.0000001',
      '1.5',
      '1.23',
      '1.2340',
      '-0.0750',
    ])
  })

  test('is read whole or refused, wherever it is cut off', async () => {
    const rows = Array.from({ length: 200 }, (_, at) => ['2026-11-03', `Shop ${at}`, at + 0.25])
    for (const bookType of ['xlsx', 'biff8'] as const) {
      const bytes = createBook({ A: rows }, bookType)
      const whole = await convert(bytes)
      for (let share = 0.02; share < 1; share += 0.02) {
        const cut = bytes.subarray(0, Math.floor(bytes.length * share))
        const read = await convert(cut).catch((error: unknown) => error)
        if (read instanceof UserError) expect(read.message).toMatch(/cut off|ZIP archive/)
        else if (read !== cut.toString('utf8')) expect(read).toBe(whole)
      }
    }
  })

  test('whose bytes were changed is refused', async () => {
    const bytes = createBook(book, 'xlsx')
    const at = bytes.indexOf('xl/worksheets/sheet2.xml') + 200
    bytes[at] = (bytes[at] ?? 0) ^ 0x55
    expect(await refuse(bytes)).toBe(
      'The workbook cannot be read: the zip is damaged or cut off: xl/worksheets/sheet2.xml. Download it from the bank again, or save the sheet as CSV',
    )
  })

  test('that grows to more than 64 MiB is refused before it is read', async () => {
    const bomb = createZip([{ path: 'xl/workbook.xml', text: Buffer.alloc(65 * 1024 * 1024) }])
    expect(bomb.length).toBeLessThan(200_000)
    expect(await refuse(bomb)).toBe(
      'The workbook cannot be read: the zip is too large when unpacked: xl/workbook.xml. Download a shorter period, or save the sheet as CSV',
    )
  })

  test('with a password is refused', async () => {
    const file = CFB.utils.cfb_new()
    CFB.utils.cfb_add(file, '/EncryptionInfo', Buffer.alloc(64))
    CFB.utils.cfb_add(file, '/EncryptedPackage', Buffer.alloc(64))
    const bytes = CFB.write(file, { type: 'buffer' })
    expect(await refuse(bytes as Uint8Array)).toBe(
      'The workbook has a password. Open it, save the sheet as CSV, and import that',
    )
  })

  test('without a table is refused', async () =>
    expect(await refuse(createBook({ A: [['Hello'], ['World']] }, 'xlsx'))).toBe(
      'The workbook has no table. Download the transactions from the bank again',
    ))
})

describe('a table of HTML', () => {
  test('is read with nested tables, open tags, entities and cells over several columns or rows', async () => {
    const page = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta charset="utf-8"><style>td > b {}</style></head>
      <body><table><tr><td colspan="3">Movimientos<td>EUR</table>
      <table><TR><TH>Fecha</TH><TH>Concepto</TH><TH>Importe</TH><TH>Saldo</TH></TR>
      <tr><td rowspan=2>01/02/2026</td><td>Caf&eacute; &amp; <b>Pan</b><br>S.&nbsp;L.</td><td>-1.234,56 &euro;</td><td>5,00</td></tr>
      <!-- <tr><td>02/02/2026</td></tr> --><tr><td>Luz</td><td>-1,00</td><td>4,00</td></tr>
      <tr><td>03/02/2026<td><table><tr><td>Inner</td></tr></table><td>7,00<td>11,00</table></body></html>`
    expect((await convert(page)).split('\n')).toEqual([
      'Movimientos\t\t\tEUR',
      'Fecha\tConcepto\tImporte\tSaldo',
      '01/02/2026\tCafé & Pan S. L.\t-1.234,56 €\t5,00',
      '\tLuz\t-1,00\t4,00',
      '03/02/2026\t\t7,00\t11,00',
      'Inner\t\t\t',
    ])
  })

  test('is read in the encoding that its head names', async () => {
    const page = '<meta charset=gbk><table><tr><td>2026-11-03</td><td>XX</td><td>5.00</td></tr></table>'
    const [head = '', tail = ''] = page.split('XX')
    const bytes = Buffer.concat([Buffer.from(head), Buffer.from([0xb2, 0xcd, 0xcc, 0xfc]), Buffer.from(tail)])
    expect(await convert(bytes)).toBe('2026-11-03\t餐厅\t5.00')
  })

  test('without a transaction stays a page, e.g. one to sign in', async () => {
    const page = '<!doctype html><table><tr><td>Please sign in</td></tr></table>'
    expect(await convert(page)).toBe(page)
  })
})

test('Other files stay as they are', async () => {
  for (const text of ['Date,Amount\n2026-11-03,5\n', '<OFX><BANKMSGSRSV1></OFX>', '', 'PK'])
    expect(await convert(text)).toBe(text)
  const zip = createZip([{ path: 'a.csv', text: 'Date' }])
  expect(Buffer.from(await convertSheet(zip))).toEqual(Buffer.from(zip))
})
