/** Files in several currencies, or another one than the workspace, raise a question. */

import { describe, expect, test } from 'vitest'
import { readQuestion, readReadyRows, readText } from '../../support/read-statement.ts'

const readDispositions = (text: string, choices = {}) =>
  [...readText(text, choices).rows()].map(
    ({ line, disposition, reason }) => `${line} ${disposition}${reason && ` ${reason}`}`,
  )

describe('amounts that name another currency than the workspace’s', () => {
  const dollars = 'Date,Payee,Amount\n2026-04-01,Cafe,-3.00 USD\n2026-04-02,Shop,-9.00 USD\n'

  test('are refused', () =>
    expect(readQuestion(dollars)).toBe(
      'The file has amounts in USD, but the workspace uses EUR -> Import the file into a workspace in USD: budget workspaces create --help',
    ))

  test('are rejected under a mapping, which a remembered layout is', () =>
    expect(readDispositions(dollars, { map: 'date=Date,amount=Amount,payee=Payee' })).toEqual([
      '2 rejected "-3.00 USD" is not in EUR',
      '3 rejected "-9.00 USD" is not in EUR',
    ]))

  test.each([
    [
      'of two columns',
      'Date,Payee,Money Out,Money In\n2026-04-01,Cafe,3.00 USD,\n2026-04-02,Shop,9.00 USD,\n',
    ],
    ['of money out alone', 'Date,Payee,Spent\n2026-04-01,Cafe,3.00 USD\n2026-04-02,Shop,9.00 USD\n'],
  ])('are refused in the one %s that is filled', (_, text) =>
    expect(readQuestion(text)).toContain('The file has amounts in USD, but the workspace uses EUR'),
  )

  test('are left out beside others, as the question says', () => {
    const text = 'Date,Payee,Amount\n2026-04-01,Cafe,-3.00 EUR\n2026-04-02,Shop,-9.00 USD\n'
    expect(readQuestion(text)).toBe(
      'The file has amounts in EUR (1 row) and USD (1 row); an account has one currency -> Only the rows in EUR: --currency EUR\nImport the other rows into a workspace in USD: budget workspaces create --help',
    )
    expect(readDispositions(text, { currency: 'EUR' })).toEqual(['2 ready', '3 other_currency Not in EUR'])
    const third = `${text}2026-04-03,Kiosk,-1.00 GBP\n`
    expect(readQuestion(third)).toContain('EUR (1 row), USD (1 row) and GBP (1 row)')
    expect(readQuestion(third)).toContain('Import the other rows into a workspace in USD or GBP')
  })

  test('are rejected where a long file holds them far below', () => {
    const rows = Array.from({ length: 2100 }, (_, at) => `2026-03-0${(at % 9) + 1},Shop ${at},-3.00 EUR`)
    const text = `Date,Payee,Amount\n${rows.join('\n')}\n2026-03-09,Foreign,-77.00 USD\n2026-03-09,In,77.00 EUR\n`
    expect(readDispositions(text).filter((row) => !row.endsWith('ready'))).toEqual([
      '2102 rejected "-77.00 USD" is not in EUR',
    ])
  })
})

describe('a column of currencies', () => {
  test('is none of money in or out beside one of another currency', () => {
    const text =
      'Date,Description,CAD$,USD$\n2026-01-15,Cafe,-3.45,\n2026-01-16,Shop,,-20.00\n2026-01-17,Market,-30.00,\n'
    expect(readQuestion(text, {}, 'CAD')).toContain('How much was "Cafe" (line 2)?')
    expect(readReadyRows(text, { map: 'date=1,amount=3,payee=2' }, 'CAD')).toHaveLength(2)
  })

  test('that names only another one counts where the amount names none', () => {
    const text =
      'Date,Description,Amount,Currency\n2026-04-01,Hotel,-120.00,usd\n2026-04-02,Taxi,EUR -15.50,\n2026-04-03,Cafe,-3.20,\n'
    expect(readQuestion(text)).toContain('The file has amounts in USD (1 row) and EUR (1 row)')
    expect(readDispositions(text, { currency: 'EUR' })).toEqual([
      '2 other_currency Not in EUR',
      '3 ready',
      '4 ready',
    ])
  })

  test.each(['ر.س', 'د.إ', 'Rp'])('may name it by the sign %s, which no other one has', (sign) => {
    const text = `Date,Description,Amount,Currency\n2026-04-01,Cafe,-56.00,${sign}\n2026-04-02,Salary,5600.00,${sign}\n`
    expect(readQuestion(text)).toContain(', but the workspace uses EUR')
  })
})

describe('a header that names another currency', () => {
  test.each([
    ['Amount (GBP)', 'Date,Payee,Amount (GBP)\n2026-04-01,Cafe,-3.00\n2026-04-02,Shop,9.00\n', 'amount=3'],
    ['Amount £', 'Date,Payee,Amount £\n2026-04-01,Cafe,-3.00\n2026-04-02,Shop,9.00\n', 'amount=3'],
    [
      'Paid out GBP',
      'Date,Payee,Paid in GBP,Paid out GBP\n2026-04-01,Cafe,,3.00\n2026-04-02,Work,9.00,\n',
      'in=3,out=4',
    ],
  ])('(%s) is refused, unless a mapping is given', (_, text, columns) => {
    const map = `date=1,${columns},payee=2`
    expect(readQuestion(text)).toBe(
      `The file has amounts in GBP, but the workspace uses EUR -> Treat them as EUR: --map ${map}\nImport the file into a workspace in GBP: budget workspaces create --help`,
    )
    expect(readReadyRows(text, { map })).toHaveLength(2)
    expect(readReadyRows(text, {}, 'GBP')).toHaveLength(2)
  })

  test('gives way to the column that names it in every row', () =>
    expect(
      readReadyRows(
        'Date,Payee,Amount (GBP),Currency\n2026-04-01,Cafe,-3.00,EUR\n2026-04-02,Shop,9.00,EUR\n',
      ),
    ).toHaveLength(2))
})

describe('the amount of the purchase beside that of an account in another currency', () => {
  // The account paid euros for what cost yen, dollars and euros.
  const purchases = [
    ['-120.00', '19500.00', 'JPY'],
    ['-54.00', '61.00', 'USD'],
    ['-4.00', '4.00', 'EUR'],
    ['900.00', '900.00', 'EUR'],
  ]
  const paid = purchases.map(([amount], at) => `2026-04-0${at + 1} ${amount} Shop ${at}`)
  const write = (headings: string, write: (amount: string, original: string, code: string) => string) =>
    [
      `Date,Payee,${headings}`,
      ...purchases.map(
        ([amount = '', original = '', code = ''], at) =>
          `2026-04-0${at + 1},Shop ${at},${write(amount, original, code)}`,
      ),
      '',
    ].join('\n')
  const unsigned = (amount: string, original: string, code: string) => `${amount},${original},${code}`
  const signed = (amount: string, original: string, code: string) =>
    unsigned(amount, amount.startsWith('-') ? `-${original}` : original, code)
  const pair = (value: string, isOut: boolean) => (isOut ? `${value.replace('-', '')},` : `,${value}`)
  const isOut = (amount: string) => amount.startsWith('-')

  const files: [why: string, text: string, columns: string][] = [
    ['unsigned', write('Amount (EUR),Original Amount,Original Currency', unsigned), 'amount=3'],
    ['signed', write('Amount (EUR),Original Amount,Original Currency', signed), 'amount=3'],
    [
      'with the rate between them',
      write('Amount (EUR),Original Amount,Original Currency,Exchange Rate', (...cells) =>
        [unsigned(...cells), '0.88'].join(),
      ),
      'amount=3',
    ],
    [
      'with codes for both',
      write('Amount,Currency,Original Amount,Original Currency', (amount, ...of) =>
        [amount, 'EUR', ...of].join(),
      ),
      'amount=3',
    ],
    [
      'with its code first',
      write('Original Currency,Original Amount,Amount (EUR)', (amount, original, code) =>
        [code, original, amount].join(),
      ),
      'amount=5',
    ],
    ['named by its code only', write('Amount (EUR),Amount 2,Foreign Currency', unsigned), 'amount=3'],
    [
      'that was billed',
      write('Transaction Amount,Transaction Currency,Billing Amount,Billing Currency', (amount, ...of) =>
        [...of, amount, 'EUR'].join(),
      ),
      'amount=5',
    ],
    [
      'in two columns',
      write('Amount (EUR),Original Debit,Original Credit,Original Currency', (amount, original, code) =>
        [amount, pair(original, isOut(amount)), code].join(),
      ),
      'amount=3',
    ],
    [
      'in two columns each',
      write(
        'Debit (EUR),Credit (EUR),Original Debit,Original Credit,Original Currency',
        (amount, original, code) => [pair(amount, isOut(amount)), pair(original, isOut(amount)), code].join(),
      ),
      'in=4,out=3',
    ],
    ['in German', write('Betrag (EUR),Betrag (Fremdwährung),Fremdwährung', unsigned), 'amount=3'],
    ['in French', write("Montant (EUR),Montant d'origine,Devise d'origine", unsigned), 'amount=3'],
    ['in Spanish', write('Importe (EUR),Importe en divisa,Divisa', unsigned), 'amount=3'],
    ['in Italian', write('Importo (EUR),Importo in valuta estera,Valuta', unsigned), 'amount=3'],
    ['in Dutch', write('Bedrag (EUR),Bedrag vreemde valuta,Valuta', unsigned), 'amount=3'],
    ['in Polish', write('Kwota (EUR),Kwota w walucie obcej,Waluta', unsigned), 'amount=3'],
  ]

  test.each(files)('is neither taken nor offered: %s', (_, text, columns) => {
    for (const currency of ['USD', 'GBP'])
      expect(readQuestion(text, {}, currency)).toBe(
        `The file has amounts in EUR, but the workspace uses ${currency} -> Treat them as ${currency}: --map date=1,${columns},payee=2\nImport the file into a workspace in EUR: budget workspaces create --help`,
      )
    expect(readReadyRows(text)).toEqual(paid)
  })

  test('is in the currency of its codes where the file has no other amount', () => {
    const text = write('Original Amount,Original Currency', (amount, _, code) => `${amount},${code}`)
    expect(readQuestion(text)).toContain('The file has amounts in JPY (1 row), USD (1 row) and EUR (2 rows)')
    expect(readReadyRows(text, { currency: 'EUR' })).toEqual(paid.slice(2))
  })
})

describe('a currency outside the rows', () => {
  const rows = '2026-03-14;Pine;-42.10\n2026-03-15;Rosa;300.00\n'
  const table = (heading: string) => `Date;Payee;${heading}\n${rows}`
  const files: [place: string, text: string, own: string, shown?: string][] = [
    ['beside its word', `Account;Everyday 12\nCurrency:;SGD\n${table('Amount')}`, 'SGD'],
    ['behind a sign', `Konto;=;12\nWährung;=;CHF\n${table('Betrag')}`, 'CHF'],
    ['in one cell with its word', `Statement\nMoneda: MXN\n${table('Importe')}`, 'MXN'],
    ['with its name', `Deviza;HUF - magyar forint\n${table('Összeg')}`, 'HUF'],
    ['below its word', `Account;Currency;Balance\n12;THB;4,000.00\n\n${table('Amount')}`, 'THB'],
    ['beside an amount', `Eindsaldo;1,234.50 DKK\n${table('Bedrag')}`, 'DKK'],
    ['in brackets behind the account', `Konto: 1234 5678 (NOK)\n${table('Beløp')}`, 'NOK'],
    ['below the table', `${table('Summa')}Valuta: SEK\n`, 'SEK'],
    [
      'in the heading of the balance',
      'Date;Payee;Amount;Balance (PLN)\n2026-03-14;Pine;-42.10;100.00\n2026-03-15;Rosa;300.00;400.00\n',
      'PLN',
    ],
    ['as a sign in a heading', table('Amount ($)'), 'AUD', '$'],
    ['as letters in a heading', table('Beløb i kr.'), 'DKK', 'kr'],
    ['as a sign beside amounts', table('Amount').replaceAll(/(\d+\.\d\d)/g, '$$$1'), 'CAD', '$'],
    ['as a sign in a column', table('Amount;Currency').replaceAll('0\n', '0;¥\n'), 'CNY', '¥'],
  ]

  test.each(files)('%s is asked about, unless it may be the workspace’s', (_, text, own, shown = own) => {
    expect(readQuestion(text)).toContain(`The file has amounts in ${shown}, but the workspace uses EUR`)
    expect(readReadyRows(text, {}, own)).toHaveLength(2)
  })

  test.each(['Määrä EUROA', 'Summa eurot', 'Сумма, евро', 'Ποσό σε ευρώ'])(
    'in the heading "%s" is the euro',
    (heading) => {
      expect(readQuestion(table(heading), {}, 'USD')).toContain(', but the workspace uses USD')
      expect(readReadyRows(table(heading))).toHaveLength(2)
    },
  )

  test.each(files.slice(0, 8))(
    '%s is asked about with a mapping too, as it changes from file to file',
    (_, text) => {
      const map = 'date=1,amount=3,payee=2'
      expect(readQuestion(text, { map })).toContain(`Treat them as EUR: --map ${map} --currency EUR`)
      expect(readReadyRows(text, { map, currency: 'EUR' })).toHaveLength(2)
    },
  )

  test('gives way to the rows, and to one of several that fits', () => {
    expect(readReadyRows(`Currency;USD\n${table('Amount').replaceAll('0\n', '0 EUR\n')}`)).toHaveLength(2)
    expect(readReadyRows(`Balance;5.00 USD\nBalance;7.00 EUR\n${table('Amount')}`)).toHaveLength(2)
  })

  test('is not read from words, texts or amounts of rows', () =>
    expect(
      readReadyRows(
        `TOP;ALL\nReport by;RON Smith\n${table('Amount').replace('Pine', 'PINE 12.00 USD RATE 1.1')}`,
      ),
    ).toHaveLength(2))
})
