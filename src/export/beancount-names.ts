/** Spells accounts as beancount allows: letters, digits and hyphens, each part with a capital or a digit first. */

import type { AccountStyle } from './chart-of-accounts.ts'

/** Letters that no decomposition turns into plain ones. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  ø: 'o',
  Ø: 'O',
  œ: 'oe',
  Œ: 'OE',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  ı: 'i',
}

/** Returns the name as a part of an account: in ASCII, and `X` where no letter or digit is left. */
export function toAccountPart(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\0-\x7f]/gu, (letter) => plainLetters[letter] ?? '-')
    .replaceAll("'", '')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  return ascii === '' ? 'X' : ascii.charAt(0).toUpperCase() + ascii.slice(1)
}

/** The spelling of accounts in beancount. */
export const beancountStyle: AccountStyle = {
  toSafeName: toAccountPart,
  separator: '-',
  words: {
    assets: 'Assets',
    liabilities: 'Liabilities',
    expenses: 'Expenses',
    income: 'Income',
    uncategorized: 'Uncategorized',
    other_income: 'Other',
    opening: 'Equity:Opening-Balances',
    tracking: 'Equity:Tracking',
    transfers: 'Equity:Transfers',
    budget: 'Equity:Budget',
    ready_to_assign: 'Ready-To-Assign',
    funds: 'Equity:Envelopes:Funds',
    held: 'Equity:Envelopes:Held-For-Later',
  },
}
