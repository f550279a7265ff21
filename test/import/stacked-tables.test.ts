/** Tables below each other are pages of one table or tables of their own; a heading tells the account's currency. */

import { describe, expect, test } from 'vitest'
import { readQuestion, readReadyRows } from '../support/read-statement.ts'

describe('the same headings further down are', () => {
  const headings = 'Date;Text;Amount\n'
  const pages = (top: string, between: string) =>
    `${top}${headings}02.11.2026;Bakery;-3,50\n${between}${headings}04.11.2026;Bar;-9,00\n`

  test.each([
    ['words below the rows', '', 'Tell us about errors within a month\n'],
    ['a code in a text that a row goes on with', '', ';Sum: 11.90 USD\nAna Pop\n'],
    ['words below a named account', 'Account;DE12 3456 7890\n', 'Tell us about errors\n'],
  ])('another page behind %s', (_, top, between) =>
    expect(readReadyRows(pages(top, between))).toHaveLength(2),
  )

  test.each([
    ['the number of another account', 'Account;DE12 3456 7890\n', 'Account;DE98 7654 3210\n'],
    ['another currency', 'Currency;EUR\n', 'Currency;USD\n'],
    ['another name where the first one has its own', 'Giro\n', 'Visa\n'],
    ['the name of a card', 'Account;DE12 3456 7890\n', 'Card\n'],
  ])('another table behind %s', (_, top, between) =>
    expect(readQuestion(pages(top, between))).toContain('has 2 tables'),
  )
})

test('a column named as the account’s currency tells it, although codes are beside the amount of the purchase', () =>
  expect(
    readQuestion(
      'Date;Text;Amount in card currency (UAH);Amount in operation currency;Currency\n02.11.2026;Shop;-100.00;-2.10;EUR\n03.11.2026;Bar;-50.00;-1.05;EUR\n',
    ),
  ).toContain('The file has amounts in UAH, but the workspace uses EUR'))
