/** OFX files are read as SGML and XML. */

import { describe, expect, test } from 'vitest'
import { readQuestion, readReadyRows, readText } from '../../support/read-statement.ts'

const transaction = (fields: Record<string, string>) =>
  ['<STMTTRN>', ...Object.entries(fields).map(([name, content]) => `<${name}>${content}`), '</STMTTRN>'].join(
    '\n',
  )

const salary = transaction({
  TRNTYPE: 'CREDIT',
  DTPOSTED: '20261105120000.000[-5:EST]',
  TRNAMT: '1500.00',
  FITID: 'A20261105',
  NAME: 'Employer &amp; Sons',
  MEMO: 'Salary',
})
const bakery = transaction({
  TRNTYPE: 'DEBIT',
  DTPOSTED: '20261106',
  TRNAMT: '-4,50',
  FITID: 'A20261106',
  MEMO: 'Bakery',
})

const statement = (account: string, ...transactions: string[]) => `
<STMTTRNRS><STMTRS><CURDEF>EUR
<BANKACCTFROM><BANKID>1<ACCTID>${account}<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20261101<DTEND>20261130
${transactions.join('\n')}
</BANKTRANLIST><LEDGERBAL><BALAMT>1495.50<DTASOF>20261130</LEDGERBAL></STMTRS></STMTTRNRS>`

const file = (...statements: string[]) =>
  `OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><BANKMSGSRSV1>${statements.join('')}</BANKMSGSRSV1></OFX>\n`

test('a statement is read with its account, currency, balance and texts', () => {
  const text = file(statement('0815', salary, bakery))
  expect(readReadyRows(text)).toEqual([
    '2026-11-05 1500.00 Employer & Sons / Salary',
    '2026-11-06 -4.50 Bakery',
  ])
  const { rows, cells, ...facts } = readText(text)
  expect(facts).toEqual({
    format: 'OFX',
    encoding: 'utf-8',
    other_accounts: [],
    account: '0815',
    delimiter: ',',
    skipped: [],
    header: {
      line: 0,
      cells: ['Date', 'Amount', 'Payee', 'Notes', 'Reference'],
      raw: 'Date,Amount,Payee,Notes,Reference',
    },
    mapping: [],
    balances: undefined,
    closing: { date: '2026-11-30', minor: 149550n },
    stated: [
      {
        account: '0815',
        from: 5,
        figures: [{ name: 'closing', value: 149550n, line: 5 }],
        isCut: false,
      },
    ],
    date_format: 'ymd',
    decimal: '.',
    sign: 'signs',
    currency: 'EUR',
    words: [],
  })
  expect(cells({ raw: '', line: 1 })).toEqual([])
  expect([...rows()].map(({ row, line, ref, raw }) => ({ row, line, ref, raw }))).toEqual([
    {
      row: 1,
      line: 8,
      ref: 'A20261105',
      raw: '20261105120000.000[-5:EST],1500.00,Employer & Sons,Salary,A20261105',
    },
    { row: 2, line: 16, ref: 'A20261106', raw: '20261106,"-4,50",,Bakery,A20261106' },
  ])
})

describe('an amount', () => {
  const amountOf = (amount: string, currency = 'EUR') => {
    const text = file(statement('1', transaction({ DTPOSTED: '20261106', TRNAMT: amount })))
    const [row] = readText(text.replace('<CURDEF>EUR', `<CURDEF>${currency}`), {}, currency).rows()
    return row?.amount || row?.reason
  }
  test.each([
    ['-00000000001500.0000', '-1500.00'],
    ['+12', '12.00'],
    ['-1.234,56', '-1234.56'],
    ['1,234.56', '1234.56'],
    // OFX has no thousands separators, so this is a fraction with too many decimals.
    ['1.234', '"1.234" has more than the 2 decimals of EUR'],
    ['.', '"." is not an amount'],
    ['', 'The amount is empty'],
  ])('written %s is %s', (written, amount) => expect(amountOf(written)).toBe(amount))

  test('has the decimals of its currency', () => expect(amountOf('1.234', 'KWD')).toBe('1.234'))
})

test('a transaction without a day, or in another currency, is rejected with the reason', () => {
  const bad = [
    transaction({ TRNAMT: '-1.00', NAME: 'No day' }),
    transaction({ DTPOSTED: '20260231', TRNAMT: '-1.00' }),
    transaction({ DTPOSTED: '20260228', TRNAMT: '-1.00', CURRENCY: '<CURRATE>1.1<CURSYM>USD</CURRENCY>' }),
  ]
  expect([...readText(file(statement('1', ...bad))).rows()].map(({ problem }) => problem)).toEqual([
    { row: 1, line: 8, field: 'date', message: 'The date is empty (ymd)' },
    { row: 2, line: 12, field: 'date', message: '"20260231" is not a date (ymd)' },
    { row: 3, line: 16, field: 'currency', message: '"USD" is not EUR' },
  ])
})

describe('amounts beside the types DEBIT and CREDIT', () => {
  const typed = (...amounts: [type: string, amount: string][]) =>
    file(
      statement(
        '1',
        ...amounts.map(([type, amount]) =>
          transaction({ TRNTYPE: type, DTPOSTED: '20261106', TRNAMT: amount, NAME: 'X' }),
        ),
      ),
    )

  test('are as their types say where none has a sign', () => {
    const text = typed(['DEBIT', '5.00'], ['DEBIT', '6.00'], ['CREDIT', '7.00'])
    expect(readReadyRows(text)).toEqual(['2026-11-06 -5.00 X', '2026-11-06 -6.00 X', '2026-11-06 7.00 X'])
  })

  test('are asked about where they contradict the types', () => {
    const text = typed(['DEBIT', '5.00'], ['DEBIT', '6.00'], ['CREDIT', '-7.00'])
    expect(readQuestion(text)).toBe(
      '3 of 3 amounts contradict their type (DEBIT or CREDIT) -> ' +
        'They come in: --no-invert\nThey go out, as on a card: --invert',
    )
    expect(readReadyRows(text, { invert: true })).toEqual([
      '2026-11-06 -5.00 X',
      '2026-11-06 -6.00 X',
      '2026-11-06 7.00 X',
    ])
  })
})

test('what the bank has not booked yet is pending', () => {
  const authorized = '<STMTTRNP><TRNTYPE>DEBIT<DTTRAN>20261107<TRNAMT>-9.00<NAME>Hotel</STMTTRNP>'
  const rows = [...readText(file(statement('1', bakery, authorized))).rows()]
  expect(rows.map(({ disposition, date, amount }) => [disposition, date, amount])).toEqual([
    ['ready', '2026-11-06', '-4.50'],
    ['pending', '2026-11-07', '-9.00'],
  ])
})

describe('references', () => {
  const refs = (...ids: string[]) => {
    const rows = ids.map((id) => transaction({ DTPOSTED: '20261106', TRNAMT: '-1.00', FITID: id }))
    return [...readText(file(statement('1', ...rows))).rows()].map(({ ref }) => ref)
  }
  test('are kept when every row has its own', () =>
    expect(refs('2026-0001', '2026-0002')).toEqual(['2026-0001', '2026-0002']))
  test('say nothing when two rows share one', () => expect(refs('2026-0001', '2026-0001')).toEqual(['', '']))
  test('say nothing when rows lack them', () => expect(refs('2026-0001', '')).toEqual(['', '']))
  test('say nothing when they count from 1, as the next file will', () =>
    expect(refs('1', '2')).toEqual(['', '']))
})

test('investments are left out and shown', () => {
  const text = `<OFX><INVSTMTMSGSRSV1><INVSTMTRS><CURDEF>EUR<INVACCTFROM><ACCTID>9</INVACCTFROM>
<INVTRANLIST><DTSTART>20261101<DTEND>20261130
<BUYSTOCK><INVBUY><TOTAL>-100.00</INVBUY></BUYSTOCK>
<INVBANKTRAN>${bakery}<SUBACCTFUND>CASH</INVBANKTRAN>
</INVTRANLIST></INVSTMTRS></INVSTMTMSGSRSV1></OFX>`
  expect(readReadyRows(text)).toEqual(['2026-11-06 -4.50 Bakery'])
  expect(readText(text).skipped).toEqual([{ line: 3, raw: 'BUYSTOCK', why: 'An investment, not a payment' }])
})

describe('a file of several accounts', () => {
  const text = file(statement('111', salary), statement('222'), statement('333', bakery))
  test('is refused with the question which one', () => {
    expect(readQuestion(text)).toBe(
      'The file has rows of 2 accounts. Which one should be imported? -> ' +
        '111 (1 row): --statement 111\n333 (1 row): --statement 333\nAll of them together: --statement all\nEach into its own account (replace ACCOUNT with its name): --statement 111=ACCOUNT,333=ACCOUNT',
    )
  })
  test('is read for the one a person names, or numbers', () => {
    expect(readReadyRows(text, { statement: '333' })).toEqual(['2026-11-06 -4.50 Bakery'])
    expect(readReadyRows(text, { statement: '2' })).toEqual(['2026-11-06 -4.50 Bakery'])
    expect(readQuestion(text, { statement: '444' })).toBe(
      'The file has no account "444"; it has rows of 2 accounts. Which one should be imported? -> ' +
        '111 (1 row): --statement 111\n333 (1 row): --statement 333\nAll of them together: --statement all\nEach into its own account (replace ACCOUNT with its name): --statement 111=ACCOUNT,333=ACCOUNT',
    )
  })
  test('is read whole when a person takes both for one account', () => {
    expect(readReadyRows(text, { statement: 'all' })).toHaveLength(2)
    expect(readText(text, { statement: 'all' }).account).toBe(undefined)
  })
  test('needs no answer when only one of them has transactions', () => {
    const one = file(statement('222'), statement('333', bakery), statement('333', salary))
    expect(readReadyRows(one)).toHaveLength(2)
    expect(readText(one).account).toBe('333')
  })
})

test('an account in another currency than the workspace is refused', () => {
  expect(() => readText(file(statement('1', bakery)), {}, 'USD')).toThrow(
    'The file has amounts in EUR, but the workspace uses USD',
  )
})

test('an answer to a question of tables is refused, not ignored', () => {
  expect(readQuestion(file(statement('1', bakery)), { map: 'date=1,amount=2' })).toBe(
    '--map does not apply to OFX files -> Remove --map',
  )
  expect(readQuestion('Date,Payee,Amount\n2026-11-02,Kiosk,-3.50\n', { statement: '1' })).toBe(
    'No column of the file names an account -> Remove --statement, or name the column with account= in --map',
  )
})

describe('the merchant of a transaction is', () => {
  const merchantIn = (NAME: string, MEMO: string, more = '') => {
    const fields = { TRNTYPE: 'DEBIT', DTPOSTED: '20261106', TRNAMT: '-4.50', FITID: 'A1', NAME, MEMO }
    const one = transaction(fields).replace('</STMTTRN>', `${more}</STMTTRN>`)
    return readReadyRows(file(statement('0815', one)), { raw_merchants: false }).map((row) =>
      row.slice('2026-11-06 -4.50 '.length),
    )
  }

  test.each([
    [
      'the memo, where the name is its beginning',
      'GARDEN CENTRE AND FLOWER MARKET ',
      'GARDEN CENTRE AND FLOWER MARKET HALL',
      'Garden Centre and Flower Market Hall',
    ],
    [
      'the memo, where the name is cut within a word',
      'RIVERSIDE BOO',
      'RIVERSIDE BOOKSHOP',
      'Riverside Bookshop',
    ],
    ['the name, where the memo goes on about something else', 'TEA SHOP', 'TEA SHOP order 7', 'Tea Shop'],
    ['in the memo, where the name is only a kind', 'PAIEMENT CB', 'LIBRAIRIE DU PONT', 'Librairie du Pont'],
    [
      'in the memo, where the name is only a day and a card',
      '061126 CB****1234',
      'Fromagerie Claire',
      'Fromagerie Claire',
    ],
  ])('%s', (_, name, memo, merchant) => {
    const [row = ''] = merchantIn(name, memo)
    expect(row.split(' / ')[0]).toBe(merchant)
    for (const text of [name.trim(), memo]) expect(row.toLowerCase()).toContain(text.toLowerCase())
  })

  test('beside the account the money went to and the full name, which stand in the notes', () => {
    expect(
      merchantIn('J DOE', '', '<EXTDNAME>John Doe Ltd<BANKACCTTO><BANKID>1<ACCTID>998877</BANKACCTTO>'),
    ).toEqual(['J Doe / John Doe Ltd; 998877'])
  })
})
