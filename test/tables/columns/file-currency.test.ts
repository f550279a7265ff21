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
      'The file has amounts in EUR (1 row) and USD (1 row); an account has one currency -> Only the rows in EUR: --currency EUR\nImport the other rows into a workspace in USD',
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
