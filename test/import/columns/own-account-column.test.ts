/** Files with several own accounts ask which account is meant. */

import { describe, expect, test } from 'vitest'
import { readQuestion, readReadyRows, readText } from '../../support/read-statement.ts'

const lines = (...all: string[]) => `${all.join('\n')}\n`
const readDispositions = (text: string, choices = {}) =>
  [...readText(text, choices).rows()].map(
    ({ line, disposition, reason }) => `${line} ${disposition}${reason && ` ${reason}`}`,
  )

const each =
  "\nEach into its own account (replace ACCOUNT with its name): --statement 'Household=ACCOUNT,Blue card=ACCOUNT'"
const household = lines(
  'Date,Merchant,Amount,Account',
  '2026-05-02,Baker,-4.00,Household',
  '2026-05-03,Cinema,-12.00,Blue card',
  '2026-05-04,Wages,900.00,Household',
)

describe('a table of several own accounts', () => {
  test('asks which one it is, each with its rows', () =>
    expect(readQuestion(household)).toBe(
      'The file has rows of 2 accounts. Which one should be imported? -> ' +
        "Household (2 rows): --statement Household\nBlue card (1 row): --statement 'Blue card'\n" +
        'All of them together: --statement all' +
        each,
    ))

  test('is read for the one a person names, or numbers, or for all', () => {
    const own = ['2026-05-02 -4.00 Baker', '2026-05-04 900.00 Wages']
    expect(readReadyRows(household, { statement: 'household' })).toEqual(own)
    expect(readReadyRows(household, { statement: '1' })).toEqual(own)
    expect(readText(household, { statement: '1' }).account).toBe('Household')
    expect(readReadyRows(household, { statement: 'all' })).toHaveLength(3)
    expect(readText(household, { statement: 'all' }).account).toBeUndefined()
  })

  test('keeps the rows of the others apart, with the reason', () =>
    expect(readDispositions(household, { statement: 'Blue card' })).toEqual([
      '2 excluded Belongs to account Household',
      '3 ready',
      '4 excluded Belongs to account Household',
    ]))

  test('says which accounts there are where the named one is none of them', () =>
    expect(readQuestion(household, { statement: 'Green card' })).toBe(
      'The file has no account "Green card"; it has rows of 2 accounts. Which one should be imported? -> ' +
        "Household (2 rows): --statement Household\nBlue card (1 row): --statement 'Blue card'\n" +
        'All of them together: --statement all' +
        each,
    ))

  test('shows the column that tells, which a mapping may name', () => {
    const found = readText(household, { statement: '1' }).mapping.find(({ field }) => field === 'account')
    expect(found).toEqual({ field: 'account', column: 4, name: 'Account' })
    const text = household.replace('Account', 'Kept in')
    expect(readReadyRows(text, { map: 'date=1,amount=3,payee=2' })).toHaveLength(3)
    expect(readQuestion(text, { map: 'date=1,amount=3,payee=2,account=4' })).toContain('rows of 2 accounts')
  })

  test('is asked about under a mapping that forgets the column as well', () =>
    expect(readQuestion(household, { map: 'date=1,amount=3,payee=2' })).toContain('rows of 2 accounts'))

  test('are not taken together when their currencies differ', () => {
    const text = lines(
      'Date,Merchant,Amount,Currency,Account',
      '2026-05-02,Baker,-4.00,EUR,Household',
      '2026-05-03,Cinema,-12.00,GBP,Blue card',
    )
    expect(readQuestion(text)).toBe(
      'The file has rows of 2 accounts. Which one should be imported? The file has amounts in GBP, but the workspace uses EUR -> ' +
        'Household in EUR (1 row): --statement Household\n' +
        "Blue card in GBP (1 row), treat them as EUR: --statement 'Blue card' --map date=1,amount=3,payee=2" +
        each,
    )
    expect(readReadyRows(text, { statement: '1' })).toEqual(['2026-05-02 -4.00 Baker'])
  })

  test('asks together about what the rows of each account leave open', () => {
    const text = household.replaceAll(/2026-05-(\d\d)/g, '05/$1/2026')
    expect(readQuestion(text, {}, 'USD')).toContain('Which one should be imported? Is "05/02/2026"')
    expect(readQuestion(text, {}, 'USD')).toContain("--statement 'Blue card' --date-order mdy")
  })

  test('rejects a row that names none, unless all are meant', () => {
    const gap = Array.from({ length: 30 }, (_, at) => `2026-05-02,Shop ${at},-1.00,Blue card`)
    const text = `${household}${lines(...gap, '2026-05-09,Nobody,-2.00,')}`
    expect(readDispositions(text, { statement: '1' }).at(-1)).toBe('35 rejected The row has no account')
    expect(readReadyRows(text, { statement: 'all' })).toContain('2026-05-09 -2.00 Nobody')
  })

  test('counts the rows of accounts that only stand far below', () => {
    const many = Array.from({ length: 2100 }, (_, at) => `2026-05-02,Shop ${at},-1.00,Household`)
    const text = lines('Date,Merchant,Amount,Account', ...many, '2026-05-03,Cinema,-12.00,Blue card')
    expect(readQuestion(text)).toContain('Household (2100 rows): --statement Household\nBlue card (1 row)')
  })

  test('is named by its number where its name would not tell it from the others, or means all', () => {
    const text = lines(
      'Date,Merchant,Amount,Account',
      '2026-05-02,Baker,-4.00,All',
      '2026-05-03,Cinema,-12.00,"Ann, Bo"',
      '2026-05-04,Wages,900.00,A=B',
    )
    expect(readQuestion(text)).toContain(
      'All (1 row): --statement 1\nAnn, Bo (1 row): --statement 2\nA=B (1 row): --statement 3\n',
    )
    expect(readQuestion(text)).toMatch(/--statement 1=ACCOUNT,2=ACCOUNT,3=ACCOUNT$/)
  })

  test('cuts a long list with a count', () => {
    const rows = Array.from({ length: 24 }, (_, at) => `2026-05-02,Shop ${at},-1.00,Pot ${at % 12}`)
    const asked = readQuestion(lines('Date,Merchant,Amount,Account', ...rows))
    expect(asked).toContain('\nand 5 more')
    expect(asked).toContain('-> All of them together: --statement all\nPot 0 (2 rows)')
  })
})

describe('pockets, products and sub-accounts', () => {
  const rows = [
    '2026-03-13,Pine,-42.10',
    '2026-03-14,Transfer,-50.00',
    '2026-03-14,Transfer,50.00',
    '2026-03-15,Rosa,-8.00',
  ]
  const names = (first: string, second: string) => [first, first, second, second]
  const table = (heading: string, values: readonly string[]) =>
    lines(`Date,Text,Amount,${heading}`, ...rows.map((row, at) => `${row},${values[at]}`))

  test.each([
    ['Product', 'Current', 'Savings'],
    ['Produkt', 'Girokonto', 'Tagesgeld'],
    ['Producto', 'Cuenta corriente', 'Ahorro'],
    ['Pot', 'Main', 'Trip'],
    ['Pocket Name', 'Everyday', 'Rent'],
    ['Space', 'Hauptkonto', 'Urlaub'],
    ['Sub-account', '01', '02'],
    ['Subcuenta', 'Principal', 'Viaje'],
    ['Potje', 'Vrij', 'Vakantie'],
    ['Own IBAN', 'DE02500105170137075030', 'DE12500105170648489890'],
  ])('under "%s" are statements of their own', (heading, first, second) => {
    const text = table(heading, names(first, second))
    expect(readQuestion(text)).toContain('The file has rows of 2 accounts. Which one should be imported?')
    expect(readReadyRows(text, { statement: second })).toHaveLength(2)
    expect(readQuestion(table(heading, names(first, first)))).toBe('none')
  })

  test('are asked about where the balance of one begins with the zero of another', () => {
    const blocks = lines(
      'Product,Date,Text,Amount,Balance',
      'Current,2026-03-13,Wages,90.00,90.00',
      'Current,2026-03-15,Rosa,-8.00,82.00',
      'Savings,2026-01-02,Interest,5.00,5.00',
      'Savings,2026-01-03,Closing,-5.00,0.00',
    )
    expect(readQuestion(blocks)).toContain('The file has rows of 2 accounts. Which one should be imported?')
    expect(readReadyRows(blocks, { statement: 'Savings' })).toHaveLength(2)
  })

  test('are not the goods of a shop', () =>
    expect(readQuestion(table('Product', names('Milk', 'Bread')))).toBe('none'))
})

describe('balances of several accounts in one table', () => {
  const text = lines(
    'Date,Text,Value,Balance,AccountName,AccountNumber',
    '2026-05-01,Salary,50.00,50.00,Rainy days,hidden',
    '2026-05-02,Topping up,20.00,120.00,Holidays,hidden',
    '2026-05-03,Interest,1.50,51.50,Rainy days,hidden',
    '2026-05-04,Hotel,-60.00,60.00,Holidays,hidden',
  )

  test('prove the rows of the account that is read', () => {
    const one = readText(text, { statement: 'Holidays' })
    expect(
      [...one.rows()].filter(({ disposition }) => disposition === 'ready').map(({ balance }) => balance),
    ).toEqual([12000n, 6000n])
    expect(one.balances).toBeDefined()
  })

  test('prove the columns of all of them together, but are no balance of theirs', () => {
    const all = readText(text, { statement: 'all' })
    expect([all.sign, all.balances]).toEqual(['balance', undefined])
  })
})

test.each([
  [
    'Számlaszám;Ellenoldali számlaszám;Könyvelés dátuma;Ellenoldali név;Összeg',
    '11111111-22222222;;',
    '33333333-44444444;55555555-66666666;',
  ],
  ['כרטיס;4 ספרות אחרונות;תאריך;שם בית עסק;סכום', ';1234;', ';5678;'],
])('%s: the first column of numbers tells own accounts apart', (heading, one, other) =>
  expect(
    readQuestion(
      lines(heading, `${one}2026-05-02;Pék;-4`, `${one}2026-05-14;Mozi;-5`, `${other}2026-05-15;Bér;9`),
    ),
  ).toContain('The file has rows of 2 accounts'),
)

describe('accounts of others', () => {
  const rows = (...names: string[]) =>
    names.map((name, at) => `0${at + 1}.06.2026;Firma ${at};-${at + 1},00;${name}`)
  const [left, right] = ['DE02500105170137075030', 'DE12500105170648489890']

  test.each(['IBAN', 'Gegenkonto', 'Kontonummer', 'Beneficiary account', 'IBAN Empfänger', 'Konto Partner'])(
    'under "%s" are none of one’s own, though they repeat',
    (heading) =>
      expect(
        readQuestion(lines(`Datum;Text;Betrag;${heading}`, ...rows(left, right, left, right, left, right))),
      ).toBe('none'),
  )

  const cards = ['4000 **** 1111', '4000 **** 2222', '4000 **** 1111', '4000 **** 2222']

  test.each(['Card No.', 'Card number', 'Kartennummer', 'N° de carte', '卡号'])(
    'but several cards under "%s" are',
    (heading) => {
      const text = lines(`Datum;Text;Betrag;${heading}`, ...rows(...cards))
      expect(readQuestion(text)).toContain('4000 **** 1111 (2 rows): --statement')
      expect(readReadyRows(text, { statement: 'all' })).toHaveLength(4)
    },
  )

  test('and several cards with one balance are one account', () => {
    const balances = rows(...cards).map((row, at) => `${row};${100 - ((at + 1) * (at + 2)) / 2},00`)
    expect(readReadyRows(lines('Datum;Text;Betrag;Kartennummer;Saldo', ...balances))).toHaveLength(4)
  })

  test.each(['Cardholder', 'Name on card'])('and holders under "%s" share an account', (heading) =>
    expect(readQuestion(lines(`Datum;Text;Betrag;${heading}`, ...rows(...cards)))).toBe('none'),
  )

  test('are still told apart from one’s own by the column of the other side', () => {
    const both = rows(left, right).map((row, at) => `${row};GB33BUKB20201555555${at}`)
    expect(readQuestion(lines('Datum;Text;Betrag;IBAN;IBAN Gegenkonto', ...both))).toContain(
      'rows of 2 accounts',
    )
  })

  test('stay so where the file says above the table whose it is', () =>
    expect(
      readQuestion(lines(`Konto;${left}`, '', 'Datum;Text;Betrag;IBAN', ...rows(left, right, left, right))),
    ).toBe('none'))

  test('are one’s own where the file says so of each above the table', () =>
    expect(
      readQuestion(
        lines(`Konten;${left};${right}`, '', 'Datum;Text;Betrag;IBAN', ...rows(left, right, left, right)),
      ),
    ).toContain('rows of 2 accounts'))

  test('are no further account where a number is a part of the one above the table', () => {
    const [iban, number] = ['DE0212345678901234567890', '1234567890']
    const text = lines(`Konto;${iban}`, '', 'Datum;Text;Betrag;IBAN', ...rows(iban, number, iban, iban))
    expect(readQuestion(text)).toBe('none')
  })

  test('differ in every row, as no own account does', () => {
    const names = Array.from({ length: 9 }, (_, at) => `Payee ${at}`)
    expect(readQuestion(lines('Datum;Text;Betrag;Account', ...rows(...names)))).toBe('none')
  })

  test.each([
    ['Rekening', 'Tegenrekening'],
    ['Account number', 'Counterparty'],
    ['Konto', 'Typ'],
    ['Account Type', 'Account Number'],
  ])('while those under "%s" beside "%s" are one’s own', (own, other) => {
    const both = rows(left, right, left, right).map((row) => `${row};x`)
    const text = lines(`Datum;Text;Betrag;${own};${other}`, ...both)
    const asked = own === 'Account Type' ? text.replace(/;([^;\n]*);x/g, ';Giro;$1') : text
    expect(readQuestion(asked)).toContain('rows of 2 accounts')
  })
})
