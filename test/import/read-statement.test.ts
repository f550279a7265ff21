/** Tables are read: preambles, headers, footers, pending rows and dialects. */

import { describe, expect, test } from 'vitest'
import { readQuestion, readReadyRows, readText } from '../support/read-statement.ts'

describe('a bank’s file is read without a flag when it', () => {
  test('is German, with a preamble, a semicolon in quotes and a pending row', () => {
    const text = [
      '"Konto";"DE02 1203"',
      '"Kontostand vom 20.11.2026:";"1.000,00 EUR"',
      '',
      'Buchungstag;Valutadatum;Buchungstext;Verwendungszweck;Beguenstigter/Zahlungspflichtiger;Betrag;Waehrung;Info',
      '20.11.26;20.11.26;KARTENZAHLUNG;"Brot; Kuchen";Bäckerei;-1.012,40;EUR;Umsatz vorgemerkt',
      '19.11.26;19.11.26;GUTSCHR;Lohn 11;Firma;2.500,00;EUR;Umsatz gebucht',
      '02.11.26;02.11.26;FOLGELAST;Miete;Hausverwaltung;-900,00;EUR;Umsatz gebucht',
    ].join('\r\n')
    expect(readReadyRows(text)).toEqual([
      '2026-11-19 2500.00 Firma / GUTSCHR Lohn 11',
      '2026-11-02 -900.00 Hausverwaltung / FOLGELAST Miete',
    ])
    const statement = readText(text)
    expect(statement.skipped.map(({ line }) => line)).toEqual([1, 2])
    expect(statement).toMatchObject({
      delimiter: ';',
      decimal: ',',
      date_format: 'dmy',
      sign: 'words',
      words: ['Bäckerei'],
    })
    expect([...statement.rows()].map(({ disposition }) => disposition)).toEqual(['pending', 'ready', 'ready'])
  })

  test('names both sides, so that incoming money is from the payer', () => {
    const text =
      'Buchungsdatum;Zahlungspflichtige*r;Zahlungsempfänger*in;Betrag\n20.11.2026;Ich;Laden;-5,00\n19.11.2026;Firma;Ich;7,00\n'
    expect(readReadyRows(text)).toEqual(['2026-11-20 -5.00 Laden', '2026-11-19 7.00 Firma'])
  })

  test('has a column for money out and one for money in', () => {
    const text =
      'Date;Libellé;Débit euros;Crédit euros\n20/11/2026;Loyer;1 450,00;\n19/11/2026;"Salaire\nnovembre";;2 000,50\n'
    expect(readReadyRows(text)).toEqual(['2026-11-20 -1450.00 Loyer', '2026-11-19 2000.50 Salaire novembre'])
  })

  test.each([
    [
      'minus signs in the column of money out',
      'Data;Entrate;Uscite;Descrizione\n20/11/2026;;-5,00;Bar\n19/11/2026;7,50;;Stipendio\n',
    ],
    [
      'minus signs in the column of money in',
      'Data;Uscite;Entrate;Descrizione\n20/11/2026;5,00;;Bar\n19/11/2026;;-7,50;Stipendio\n',
    ],
  ])('has %s', (_, text) =>
    expect(readReadyRows(text)).toEqual(['2026-11-20 -5.00 Bar', '2026-11-19 7.50 Stipendio']),
  )

  test('tells the way by a flag', () => {
    const text =
      'Datum;Naam / Omschrijving;Af Bij;Bedrag (EUR);Mededelingen\n20261120;Winkel;Af;5,00;pas\n20261119;Werk;Bij;7,50;loon\n'
    expect(readReadyRows(text)).toEqual(['2026-11-20 -5.00 Winkel / pas', '2026-11-19 7.50 Werk / loon'])
  })

  test('has no header but a balance that proves the amount', () => {
    const text = '20.11.2026;Shop;-5,00;95,00\n19.11.2026;Work;50,00;100,00\n18.11.2026;Bar;-3,00;50,00\n'
    expect(readReadyRows(text)).toEqual([
      '2026-11-20 -5.00 Shop',
      '2026-11-19 50.00 Work',
      '2026-11-18 -3.00 Bar',
    ])
    expect(readText(text).sign).toBe('balance')
  })

  test('has two columns, and interest received in one of them', () => {
    const text = '20.11.2026;Shop;;5,00\n19.11.2026;Habenzinsen;1,25;\n18.11.2026;Bar;;3,00\n'
    expect(readReadyRows(text)).toEqual([
      '2026-11-20 -5.00 Shop',
      '2026-11-19 1.25 Habenzinsen',
      '2026-11-18 -3.00 Bar',
    ])
  })

  test('writes card purchases as positive, and the payment that arrived says so', () => {
    const text =
      'Date,Description,Amount\n11/20/2026,GROCER,25.00\n11/19/2026,ONLINE PAYMENT - THANK YOU,-80.00\n11/18/2026,FUEL,40.00\n'
    expect(readReadyRows(text)).toEqual([
      '2026-11-20 -25.00 GROCER',
      '2026-11-19 80.00 ONLINE PAYMENT - THANK YOU',
      '2026-11-18 -40.00 FUEL',
    ])
  })

  test('marks only incoming money, with a plus or CR', () => {
    expect(readReadyRows('Date,Text,Amount\n2026-11-20,Shop,5.00\n2026-11-19,Refund,+2.00\n')).toEqual([
      '2026-11-20 -5.00 Shop',
      '2026-11-19 2.00 Refund',
    ])
    expect(readReadyRows('Date,Text,Amount\n2026-11-20,Shop,5.00\n2026-11-19,Refund,2.00 CR\n')).toEqual([
      '2026-11-20 -5.00 Shop',
      '2026-11-19 2.00 Refund',
    ])
  })

  test('takes a fee from the amount, where the balance says so', () => {
    const text =
      'Started Date,Description,Amount,Fee,Balance\n2026-11-18,A,-10.00,0.50,89.50\n2026-11-19,B,-20.00,1.00,68.50\n2026-11-20,C,5.00,0.00,73.50\n'
    expect(readReadyRows(text)).toEqual(['2026-11-18 -10.50 A', '2026-11-19 -21.00 B', '2026-11-20 5.00 C'])
  })

  test('keeps balances, totals, notes and footers apart, but never a dated row', () => {
    const text =
      'Date,Text,Amount,Balance\n2026-11-01,Opening balance,,100.00\n2026-11-02,Total fuel,-5.00,95.00\nsee overleaf,,,\n2026-11-03,Shop,-1.00,94.00\n,Total,-6.00,\nprinted 4 times,,,\nhere 2026-11-04;Bar;-1.00,,,\n'
    expect(
      [...readText(text).rows()].map(({ line, disposition, reason }) => `${line} ${disposition} ${reason}`),
    ).toEqual([
      '2 excluded A balance or turnover, not a transaction',
      '3 ready ',
      '4 excluded No date and no amount',
      '5 ready ',
      '6 excluded A total, not a transaction',
      '7 excluded No date and no amount',
      '8 rejected "here 2026-11-04;Bar;-1.00" is not a date (ymd)',
    ])
  })
})

describe('a file is refused with a question when', () => {
  test('nothing tells day from month', () => {
    const text = 'Date,Text,Amount\n02/03/2026,Shop,-5.00\n'
    expect(readQuestion(text, {}, 'USD')).toBe(
      'Is "02/03/2026" (Shop -5.00) 2 March 2026 or 3 February 2026? No date in the file shows which -> ' +
        '2 March 2026: --date-order dmy\n3 February 2026: --date-order mdy',
    )
    expect(readReadyRows(text, { date_order: 'dmy' })).toEqual(['2026-03-02 -5.00 Shop'])
    expect(readReadyRows(text, { date_order: 'mdy' })).toEqual(['2026-02-03 -5.00 Shop'])
    expect(readReadyRows(text, { date_format: 'D/M/YYYY' })).toEqual(['2026-03-02 -5.00 Shop'])
  })

  test('nothing tells a thousand from a fraction', () => {
    const text = 'Date;Text;Amount\n2026-11-20;Shop;-1,230\n'
    expect(readQuestion(text)).toBe(
      'Does "-1,230" have a decimal or a thousands separator? No amount in the file shows which -> Decimals come after a point: --decimal .\nDecimals come after a comma: --decimal ,',
    )
    expect(readReadyRows(text, { decimal: '.' })).toEqual(['2026-11-20 -1230.00 Shop'])
    expect(readReadyRows(text, {}, 'JPY')).toEqual(['2026-11-20 -1230 Shop'])
  })

  test('all amounts are positive and nothing tells which way they went', () => {
    const text = 'Date,Text,Amount\n2026-11-20,Shop,5.00\n2026-11-19,Bar,3.00\n'
    expect(readQuestion(text)).toBe(
      'Is "Shop 5.00" on 2026-11-20 money you spent? -> Yes, I spent it: --invert\nNo, it came in: --no-invert',
    )
    expect(readReadyRows(text, { invert: true })).toEqual(['2026-11-20 -5.00 Shop', '2026-11-19 -3.00 Bar'])
    expect(readReadyRows(text, { invert: false })).toEqual(['2026-11-20 5.00 Shop', '2026-11-19 3.00 Bar'])
    expect(readReadyRows(text, { out_values: ['Shop'] })).toEqual([
      '2026-11-20 -5.00 Shop',
      '2026-11-19 3.00 Bar',
    ])
  })

  test('a card’s balance rises with each purchase, which proves nothing', () => {
    const text = 'Date,Text,Amount,Balance\n2026-11-19,Bar,3.00,103.00\n2026-11-20,Shop,5.00,108.00\n'
    expect(readQuestion(text)).toContain('money you spent?')
  })

  test('two columns may be money out', () => {
    const text = '2026-11-20;Shop;5.00;\n2026-11-19;Work;;7.00\n2026-11-18;Bar;3.00;\n'
    expect(readQuestion(text)).toBe(
      'Is 5.00 in column 3 for "Shop" (line 1) money you spent? -> Yes, I spent it: --map date=1,in=4,out=3,payee=2\nNo, it came in: --map date=1,in=3,out=4,payee=2',
    )
    expect(readReadyRows(text, { map: 'date=1,out=3,in=4,payee=2' })).toEqual([
      '2026-11-20 -5.00 Shop',
      '2026-11-19 7.00 Work',
      '2026-11-18 -3.00 Bar',
    ])
  })

  test('a balance before each row would turn the sign round, and all are of one day', () => {
    const text = '20261118;100,00;-5,00;Shop\n20261118;95,00;50,00;Work\n20261118;145,00;-3,00;Bar\n'
    expect(readQuestion(text)).toContain('How much was "Shop" (line 1)?')
    expect(readReadyRows(text, { map: 'date=1,amount=3,payee=4' })[0]).toBe('2026-11-18 -5.00 Shop')
  })

  test('there is more than one currency', () => {
    const text = 'Date,Text,Amount,Currency\n2026-11-20,Shop,-5.00,EUR\n2026-11-19,Bar,-3.00,USD\n'
    expect(readQuestion(text)).toBe(
      'The file has amounts in EUR (1 row) and USD (1 row); an account has one currency -> Only the rows in EUR: --currency EUR\nAll rows, ignoring the currency: --map date=1,amount=3,payee=2\nImport the other rows into a workspace in USD: budget workspaces create --help',
    )
  })

  test('its currency is not the workspace’s', () => {
    const text = 'Date,Text,Amount,Currency\n2026-11-20,Shop,-5.00,USD\n'
    expect(readQuestion(text)).toBe(
      'The file has amounts in USD, but the workspace uses EUR -> Treat them as EUR: --map date=1,amount=3,payee=2\nImport the file into a workspace in USD: budget workspaces create --help',
    )
    expect(readReadyRows(text, { map: 'date=1,amount=3,payee=2' })).toEqual(['2026-11-20 -5.00 Shop'])
  })

  test('no line looks like a transaction', () => {
    expect(readQuestion('Dear customer,\nyour statement is ready\n')).toContain(
      'No line of the file has a date and an amount',
    )
  })
})

describe('a first or last row unlike all others is told, not imported, when', () => {
  const told = (text: string): string[] =>
    [...readText(text).rows()]
      .filter(({ disposition }) => disposition === 'rejected')
      .map(({ line, reason }) => `${line} ${reason.split(':')[0]}`)
  const why = 'Its cells are unlike those of all other rows'

  test('its date is written another way, below the rows', () =>
    expect(
      told(
        'Datum;Empfänger;Betrag\n03.03.2026;Bäcker;-4,20\n15.03.2026;Miete;-640,00\n16.03.2026;Kino;-9,00\n2026-03-31;Girokonto;2310,55\n',
      ),
    ).toEqual([`5 ${why}`]))

  test('its date is written another way, below a heading', () =>
    expect(
      told(
        'Fecha;Concepto;Importe\n2026/03/31;Cuenta 12;1255,80\n03-03-2026;Pan;-4,20\n15-03-2026;Alquiler;-640,00\n16-03-2026;Cine;-9,00\n',
      ),
    ).toEqual([`2 ${why}`]))

  test('it has words in a column of amounts', () =>
    expect(
      told(
        '2026-03-31,Lönekonto,12500.00,kronor\n2026-03-30,Bageriet,-45.00,12500.00\n2026-03-20,Hyran,-8000.00,12545.00\n2026-03-19,Kiosken,-10.00,20545.00\n',
      ),
    ).toEqual([`1 ${why}`]))

  test('but not for days, months and times of other lengths', () =>
    expect(
      told(
        'Date;Payee;Amount\n9 May 2026;Rosa;-1.00\n10 June 2026 10:15;Pine;-2.00\n11 Sept. 2026;Loop;-3.00\n1 May 2026;Optik;-4.00\n',
      ),
    ).toEqual([]))
})
