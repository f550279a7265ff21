/** Translates account types between the API's names and plain words: `banking_checking` is `checking`. */

import type { OptionSpec } from '../command/option-spec.ts'
import { enumOption, unknownValueError } from '../command/options.ts'
import { closestMatch } from '../command/suggest.ts'
import { accountTypes } from '../contract/operations/accounts.ts'

type AccountType = (typeof accountTypes)[number]

const typeNames: Readonly<Record<AccountType, string>> = {
  banking_checking: 'checking',
  banking_savings: 'savings',
  banking_cash: 'cash',
  banking_cash_management: 'cash management',
  banking_money_market: 'money market',
  banking_cd: 'certificate of deposit',
  banking_other: 'other bank account',
  credit_credit_card: 'credit card',
  credit_line_of_credit: 'line of credit',
  credit_other: 'other credit',
  investment_brokerage: 'brokerage',
  investment_401k: '401k',
  investment_ira: 'IRA',
  investment_roth_ira: 'Roth IRA',
  investment_roth_401k: 'Roth 401k',
  investment_hsa: 'HSA',
  investment_sep_ira: 'SEP IRA',
  investment_simple_ira: 'SIMPLE IRA',
  investment_keogh: 'Keogh',
  investment_529_plan: '529 plan',
  investment_403b: '403b',
  investment_other: 'other investment',
  loan_auto: 'auto loan',
  loan_business: 'business loan',
  loan_commercial: 'commercial loan',
  loan_construction: 'construction loan',
  loan_home_equity: 'home equity loan',
  loan_mortgage: 'mortgage',
  loan_student: 'student loan',
  loan_other: 'other loan',
}

/** Returns the plain words for an account type; an unknown type is returned unchanged. */
export const formatAccountType = (type: string): string =>
  new Map(Object.entries(typeNames)).get(type) ?? type

/** The plain words for all account types. */
export const accountTypeNames: readonly string[] = Object.values(typeNames)

const normalizeTypeName = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim()

/** Finds an account type by its name in the API or in plain words; undefined when there is none. */
export const findAccountType = (text: string): AccountType | undefined =>
  accountTypes.find((type) =>
    [type, typeNames[type]].some((name) => normalizeTypeName(name) === normalizeTypeName(text)),
  )

/** An account type, by its name in the API or in plain words. */
export const accountTypeOption = (help: string): OptionSpec<(typeof accountTypes)[number]> => ({
  ...enumOption(help, 'TYPE', accountTypes),
  formatChoice: formatAccountType,
  parse(text) {
    const found = findAccountType(text)
    if (found !== undefined) return found
    const match =
      closestMatch(text, [...accountTypeNames, ...accountTypes]) ??
      accountTypeNames.find((name) => name.split(' ').includes(normalizeTypeName(text)))
    throw unknownValueError(`"${text}" is not an account type`, match, 'budget accounts types lists them')
  },
})
