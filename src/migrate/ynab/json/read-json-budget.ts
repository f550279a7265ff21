/** Reads a whole budget of the YNAB API, as its reply or as the budget alone. */

import { UserError } from '../../../contract/errors.ts'
import { isCurrencyCode } from '../../../money/currency.ts'
import { createCurrencyQuestion } from '../../../tables/cells/likely-currencies.ts'
import { createPlaceError, type ReadSourceOptions, type SourceFile } from '../../../tables/source-file.ts'
import { parseCurrency } from '../../../tables/words/currency-terms.ts'
import { ynabRules } from '../../figures.ts'
import type { JsonRecord } from '../../json-record.ts'
import {
  describeNotTaken,
  type NotTaken,
  type SourceAccount,
  type SourceBudget,
} from '../../source-budget.ts'
import { listCategoryRecords, readAccounts, readCategories } from './accounts-and-categories.ts'
import {
  createAmountReader,
  isJsonBudget,
  readList,
  readLiveList,
  readOptionalInteger,
  readOptionalRecord,
  readOptionalText,
  readText,
} from './json-fields.ts'
import { findContradictions, readMonths } from './months.ts'
import { parseBudget } from './parse-budget.ts'
import { readSchedules } from './schedules.ts'
import { type JsonTargets, readTargets } from './targets.ts'
import {
  assertAccounts,
  type JsonTransactions,
  listEntries,
  listUnusedPayees,
  type RecordEntry,
  readTransactions,
} from './transactions.ts'

/**
 * Returns the budget of the one file that holds it, whose bytes are given up.
 * @throws UserError if a field is wrong, or the currency is open
 */
export function readJsonBudget(files: readonly SourceFile[], options: ReadSourceOptions): SourceBudget {
  const file = findJsonBudget(files)
  const budget = findBudget(parseBudget(file))
  const currency = options.currency ?? readCurrency(budget)
  // Nothing below asks the user, so the file is not read again: its bytes may go before the rows are made.
  file.bytes = NO_BYTES
  const readAmount = createAmountReader(currency)
  const entries = listEntries(budget)
  const usage = collectUsage(budget, entries)
  const { accounts, balances } = readAccounts(readList(budget, 'accounts'), {
    readAmount,
    isUsed: (account) => usage.has(account),
  })
  const categoryRecords = listCategoryRecords(budget)
  const categories = readCategories(readList(budget, 'category_groups'), categoryRecords, {
    cards: groupCards(accounts),
    isUsed: (category) => usage.has(category),
  })
  const payees = readPayees(budget)
  const read = readTransactions(entries, { readAmount, payees, findCategory: categories.find })
  assertAccounts(read, accounts)
  const { targets, left, changed } = readTargets(categoryRecords, {
    categories: categories.categories,
    currency,
    readAmount,
  })
  const planned = readMonths(readLiveList(budget, 'months'), categories, readAmount)
  const contradictions = findContradictions(budget, {
    entries,
    readAmount,
    findCategory: categories.find,
    isOnBudget: (key) => accounts.find((account) => account.key === key)?.onBudget !== false,
    figures: { balances, categoryMonths: planned.categoryMonths },
  })
  return {
    kind: 'ynab-json',
    title: 'A budget from the YNAB API',
    name: readOptionalText(budget, 'name'),
    currency,
    accounts,
    groups: categories.groups,
    categories: categories.categories,
    transactions: read.transactions,
    assignments: planned.assignments,
    targets,
    schedules: readSchedules(budget, { readAmount, payees, findCategory: categories.find }),
    payees: listUnusedPayees(payees, read),
    figures: { balances, categoryMonths: planned.categoryMonths, months: planned.months, contradictions },
    statesBalances: true,
    rules: ynabRules,
    notTaken: listNotTaken(budget, {
      read,
      left,
      changed,
      notes: categories.notes,
      unlisted: planned.unlisted,
    }),
  }
}

const NO_BYTES = new Uint8Array()

/**
 * Returns the file with the budget; a single file is it in any case.
 * @throws UserError if there is none, or if there are several
 */
function findJsonBudget(files: readonly SourceFile[]): SourceFile {
  const found = files.length === 1 ? files : files.filter(isJsonBudget)
  const [file] = found
  if (file && found.length === 1) return file
  const names = found.map(({ path }) => path).join(', ')
  throw new UserError(
    'invalid',
    file ? `There are ${found.length} budgets: ${names}` : 'No file is a budget from the YNAB API',
    { hint: 'Use one file: the saved response of GET /budgets/{budget_id}' },
  )
}

function findBudget(file: JsonRecord): JsonRecord {
  const reply = readOptionalRecord(file, 'data') ?? file
  const budget = readOptionalRecord(reply, 'budget') ?? readOptionalRecord(reply, 'plan') ?? reply
  if (Array.isArray(budget.fields['accounts']) && Array.isArray(budget.fields['transactions'])) return budget
  throw createPlaceError(
    file.place,
    'the file has no accounts or transactions',
    'Save the response of GET /budgets/{budget_id} of the YNAB API',
  )
}

function readCurrency(budget: JsonRecord): string {
  const format = readOptionalRecord(budget, 'currency_format')
  const code = format && readOptionalText(format, 'iso_code')
  if (code !== undefined && isCurrencyCode(code)) return code
  const named = format && parseCurrency(readOptionalText(format, 'currency_symbol') ?? '')
  if (named !== undefined) return named
  throw createCurrencyQuestion()
}

/** Returns the ids of accounts and categories that transactions, lines or figures of months name. */
function collectUsage(budget: JsonRecord, entries: readonly RecordEntry[]): Set<string> {
  const used = new Set<string>()
  const add = (record: JsonRecord): void => {
    used.add(readOptionalText(record, 'account_id') ?? '')
    used.add(readOptionalText(record, 'category_id') ?? '')
  }
  for (const { record, lines } of entries) {
    add(record)
    for (const line of lines) add(line)
  }
  for (const month of readList(budget, 'months'))
    for (const category of readList(month, 'categories'))
      if (
        ['budgeted', 'activity', 'balance'].some((name) => (readOptionalInteger(category, name) ?? 0) !== 0)
      )
        used.add(readText(category, 'id'))
  return used
}

/** Returns the keys of the credit accounts on budget by their names. */
function groupCards(accounts: readonly SourceAccount[]): Map<string, string[]> {
  const cards = new Map<string, string[]>()
  for (const { key, name, suggestedType, onBudget } of accounts)
    if (onBudget !== false && suggestedType.startsWith('credit_'))
      cards.set(name, [...(cards.get(name) ?? []), key])
  return cards
}

const readPayees = (budget: JsonRecord): Map<string, string> =>
  new Map(
    readList(budget, 'payees').flatMap((record) => {
      const name = readOptionalText(record, 'name')
      return name === undefined ? [] : [[readText(record, 'id'), name] as const]
    }),
  )

function listNotTaken(
  budget: JsonRecord,
  {
    read,
    left,
    changed,
    notes,
    unlisted,
  }: Omit<JsonTargets, 'targets'> & { read: JsonTransactions; notes: readonly string[]; unlisted: number },
): NotTaken[] {
  const months = readList(budget, 'months').flatMap((month) => {
    const note = readOptionalText(month, 'note')
    return note === undefined ? [] : [`${readText(month, 'month').slice(0, 7)}: ${note}`]
  })
  return describeNotTaken([
    ['flags', read.flagged, 'added to the notes, e.g. as #red'],
    [
      'other sides of transfers',
      read.oneSided,
      'not in the file, so these rows became payments to “Transfer : …”',
    ],
    ['transactions in unknown categories', read.lostCategories, 'kept without a category'],
    ['targets', left.length, 'no target here works the same way', left],
    [
      'targets to set aside another amount',
      changed.length,
      'became targets by date, which count money left over',
      changed,
    ],
    ['group and category notes', notes.length, 'not supported here', notes],
    [
      'months whose categories are missing',
      unlisted,
      'their assigned amounts are not in the file, so Ready to Assign is not compared',
    ],
    ['month notes', months.length, 'not supported here', months],
  ])
}
