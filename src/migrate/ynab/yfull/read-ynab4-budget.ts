/** Reads the budget that YNAB 4 itself keeps, from its folder, a zip of it, or `Budget.yfull` alone. */

import { addMonths, toMonth } from '../../../money/calendar.ts'
import { getCountryCurrency, getCurrencyDecimals, isCurrencyCode } from '../../../money/currency.ts'
import { parseAmount } from '../../../money/minor-units.ts'
import { createCurrencyQuestion, explainDecimals } from '../../../tables/cells/likely-currencies.ts'
import { createPlaceError, type ReadSourceOptions, type SourceFile } from '../../../tables/source-file.ts'
import { cashBudgetRules, computeFigures, describeCashCards } from '../../envelope-figures.ts'
import { sumBalances } from '../../figures.ts'
import { createFieldReader, type JsonRecord } from '../../json-record.ts'
import { describeNotTaken, type NotTaken, type SourceBudget } from '../../source-budget.ts'
import { type ReadAmount, readOptionalRecord, readOptionalText, readText } from '../json/json-fields.ts'
import {
  assertAccounts,
  type JsonTransactions,
  listEntries,
  listUnusedPayees,
  readTransactions,
} from '../json/transactions.ts'
import { readAccounts } from './accounts.ts'
import { readYnab4Package, type Ynab4Package } from './budget-package.ts'
import { readCategories } from './categories.ts'
import {
  type CategoryMonth,
  listCarriedOverspending,
  listIncomeForNextMonth,
  readCategoryMonths,
} from './months.ts'
import { readCheckNumber, translateTransactions } from './transaction-records.ts'
import { isDeleted, type Ynab4Entities } from './ynab4-entities.ts'

/** How many months YNAB 4 shows after the current one. */
const MONTHS_AFTER = 12

/**
 * Returns the newest state of the budget, with its months computed by the rules of YNAB 4.
 * @throws UserError if a field is wrong, or the currency is open
 */
export function readYnab4Budget(files: readonly SourceFile[], options: ReadSourceOptions): SourceBudget {
  const saved = readYnab4Package(files)
  const { budget, entities } = saved
  const currency = options.currency ?? readCurrency(budget)
  const readAmount = createDecimalReader(currency)
  const records = translateTransactions(entities, budget)
  const categoryMonths = readCategoryMonths(entities, readAmount)
  const used = collectUsage(entities, categoryMonths)
  const categories = readCategories(entities, (key) => used.has(key))
  const payees = readPayees(entities)
  const read = readTransactions(listEntries(records), { readAmount, payees, findCategory: categories.find })
  const balances = sumBalances(read.transactions)
  const { accounts, cards } = readAccounts(entities, { balances, used })
  assertAccounts(read, accounts)
  const onBudget = new Set(accounts.flatMap((account) => (account.onBudget ? [account.key] : [])))
  const isOnBudget = (account: string): boolean => onBudget.has(account)
  const keys = categories.categories.map(({ key }) => key)
  const known = new Set(keys)
  const months = categoryMonths.filter(({ category }) => known.has(category))
  const currentMonth = toMonth(options.today)
  const first = [months[0]?.month, read.transactions[0]?.date.slice(0, 7), currentMonth]
    .filter((month) => month !== undefined)
    .toSorted()[0]
  const rules = {
    ...cashBudgetRules,
    held: listIncomeForNextMonth(records, { readAmount, isOnBudget }),
    carriesOverspending: listCarriedOverspending(months, {
      categories: keys,
      first: first ?? currentMonth,
      last: addMonths(currentMonth, MONTHS_AFTER),
    }),
  }
  const assignments = months.filter(({ assigned }) => assigned !== 0n)
  const { transactions } = read
  return {
    kind: 'ynab4',
    title: 'A YNAB 4 budget',
    name: saved.name,
    currency,
    accounts,
    groups: categories.groups,
    categories: categories.categories,
    transactions,
    assignments: assignments.map(({ month, category, assigned }) => ({ month, category, assigned })),
    targets: [],
    payees: listUnusedPayees(payees, read),
    figures: {
      ...computeFigures({ categories: keys, assignments, transactions, isOnBudget, rules, currentMonth }),
      balances: accounts.map(({ key }) => ({ account: key, balance: balances.get(key) ?? 0n })),
    },
    statesBalances: false,
    rules,
    notTaken: [
      ...describeCashCards('YNAB 4', cards),
      ...listNotTaken(saved, { read, months, notes: categories.notes, rules }),
    ],
  }
}

/** Returns the currency of the budget. Its locale only says how amounts look, so it is no more than a suggestion. */
function readCurrency(budget: JsonRecord): string {
  const metadata = readOptionalRecord(budget, 'budgetMetaData')
  const code = metadata && readOptionalText(metadata, 'currencyISOSymbol')
  if (code !== undefined && isCurrencyCode(code)) return code
  const country = /_([A-Z]{2})$/.exec((metadata && readOptionalText(metadata, 'currencyLocale')) ?? '')?.[1]
  const likely = country === undefined ? undefined : getCountryCurrency(country)
  throw createCurrencyQuestion(undefined, likely === undefined ? [] : [likely])
}

const readNumber = createFieldReader(
  (value): value is number => typeof value === 'number' && Number.isFinite(value),
  'a number',
)

/** YNAB 4 computes with binary fractions, and writes 0.1 + 0.2 as it came out. */
const EXACT_DECIMALS = 6

/** Returns the function that reads amounts such as -12.5. It throws for one with more decimals than the currency has. */
function createDecimalReader(currency: string): ReadAmount {
  const decimals = getCurrencyDecimals(currency)
  return (record, name) => {
    const value = readNumber(record, name)
    const written = [String(value), value.toFixed(EXACT_DECIMALS)].map((text) =>
      text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, ''),
    )
    for (const text of written) {
      const amount = parseAmount(text === '-0' ? '0' : text, decimals)
      if (amount !== undefined) return amount
    }
    const { problem, hint } = explainDecimals(`${name} ${value}`, {
      currency,
      decimals: (written[1]?.split('.')[1] ?? '').length,
    })
    throw createPlaceError(record.place, problem, hint)
  }
}

/** Returns the ids of accounts and categories that transactions, their lines or assigned amounts name. */
function collectUsage(entities: Ynab4Entities, months: readonly CategoryMonth[]): Set<string> {
  const used = new Set<string>()
  for (const record of [...entities.list('transaction'), ...entities.list('subTransaction')]) {
    if (isDeleted(record)) continue
    used.add(readOptionalText(record, 'accountId') ?? '').add(readOptionalText(record, 'categoryId') ?? '')
  }
  for (const { category, assigned } of months) if (assigned !== 0n) used.add(category)
  return used
}

/** Returns the names of payees by id. */
const readPayees = (entities: Ynab4Entities): Map<string, string> =>
  new Map(
    entities.list('payee').flatMap((record): [string, string][] => {
      const name = readOptionalText(record, 'name')
      return name === undefined || isDeleted(record) ? [] : [[readText(record, 'entityId'), name]]
    }),
  )

function listNotTaken(
  { entities, addedChanges }: Ynab4Package,
  {
    read,
    months,
    notes,
    rules,
  }: {
    read: JsonTransactions
    months: readonly CategoryMonth[]
    notes: readonly string[]
    rules: SourceBudget['rules']
  },
): NotTaken[] {
  const countLive = (kind: 'transaction' | 'scheduledTransaction' | 'payeeStringCondition') =>
    entities.list(kind).filter((record) => !isDeleted(record)).length
  const checks = entities
    .list('transaction')
    .filter((record) => !isDeleted(record) && readCheckNumber(record) !== '')
  const monthNotes = months.flatMap(({ month, note }) => (note === undefined ? [] : [`${month}: ${note}`]))
  return describeNotTaken([
    ['changes of other devices', addedChanges, 'added, because Budget.yfull did not have them yet'],
    ['flags', read.flagged, 'added to the notes, e.g. as #red'],
    ['check numbers', checks.length, 'added to the notes, e.g. as check 101'],
    [
      'months with income for the next one',
      rules.held.length,
      'the money is Ready to Assign on the day it came in',
    ],
    [
      'categories that carry overspending',
      new Set(rules.carriesOverspending.map(({ category }) => category)).size,
      'here overspending comes out of Ready to Assign in the next month',
    ],
    [
      'other sides of transfers',
      read.oneSided,
      'not in the file, so these rows became payments to “Transfer : …”',
    ],
    ['transactions in unknown categories', read.lostCategories, 'kept without a category'],
    ['scheduled transactions', countLive('scheduledTransaction'), 'not supported here'],
    ['rules that rename payees', countLive('payeeStringCondition'), 'not supported here'],
    ['group and category notes', notes.length, 'not supported here', notes],
    ['notes of categories in a month', monthNotes.length, 'not supported here', monthNotes],
  ])
}
