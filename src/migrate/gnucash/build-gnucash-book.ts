/** Makes books in one currency of a book of GnuCash, and names what is left out. */

import { UserError } from '../../contract/errors.ts'
import { getCurrencyDecimals } from '../../money/currency.ts'
import { formatAmount, type MinorUnits } from '../../money/minor-units.ts'
import { createCurrencyQuestion } from '../../tables/cells/likely-currencies.ts'
import { createPlaceError } from '../../tables/source-file.ts'
import { type Book, type BookEntry, type BookPosting, isBetweenCategories } from '../double-entry/book.ts'
import { describeLeftAccounts, type LeftPosting } from '../double-entry/left-accounts.ts'
import { sumAmounts } from '../figures.ts'
import { describeNotTaken, type NotTaken, type SourceTransaction } from '../source-budget.ts'
import { classifyAccount, listBookAccounts } from './gnucash-accounts.ts'
import {
  createPathFinder,
  type Fraction,
  type GnuCashBook,
  type GnuCashSplit,
  type GnuCashTransaction,
  listPathNames,
} from './gnucash-book.ts'

/** The books in the currency of the workspace, and what has no counterpart. */
export interface BuiltBook {
  book: Book
  currency: string
  notTaken: NotTaken[]
}

/** Returns the books in the currency that most splits on own accounts have, or in the given one. */
export function buildGnuCashBook(source: GnuCashBook, given: string | undefined): BuiltBook {
  const currency = chooseCurrency(source, given)
  const accounts = listBookAccounts(source, currency)
  const context: EntryContext = {
    currency,
    accounts,
    trading: new Set(source.accounts.flatMap(({ id, type }) => (type === 'TRADING' ? [id] : []))),
    commodities: new Map(source.accounts.map(({ id, commodity }) => [id, commodity?.id ?? ''])),
  }
  const entries = source.transactions
    .flatMap((transaction) => buildEntry(transaction, context) ?? [])
    .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
  const book = { accounts, entries }
  return { book, currency, notTaken: listNotTaken(source, book, currency) }
}

function chooseCurrency({ accounts, transactions }: GnuCashBook, given: string | undefined): string {
  const currencies = new Map(
    accounts.flatMap(({ id, type, commodity }): [string, string][] =>
      commodity?.isCurrency && classifyAccount(type) === 'own' ? [[id, commodity.id]] : [],
    ),
  )
  const counts = new Map([...currencies.values()].map((currency) => [currency, 0]))
  for (const { splits } of transactions)
    for (const { account } of splits) {
      const currency = currencies.get(account)
      if (currency !== undefined) counts.set(currency, (counts.get(currency) ?? 0) + 1)
    }
  const [first] = [...counts].toSorted((a, b) => b[1] - a[1])
  if (given !== undefined && first && !counts.has(given))
    throw createCurrencyQuestion(`No account of the book is in ${given}: most are in ${first[0]}`, [first[0]])
  const currency = first && (given ?? first[0])
  if (currency === undefined)
    throw new UserError('invalid', 'The book has no account that holds money', {
      hint: 'Use the book in which you keep your accounts',
    })
  return currency
}

interface EntryContext {
  currency: string
  accounts: Book['accounts']
  trading: ReadonlySet<string>
  /** What each account holds. */
  commodities: ReadonlyMap<string, string>
}

/** Returns an entry; undefined for one that moves nothing in the currency of the workspace. */
function buildEntry(transaction: GnuCashTransaction, context: EntryContext): BookEntry | undefined {
  const taken: BookPosting[] = []
  const others: GnuCashSplit[] = []
  for (const split of transaction.splits) {
    const { account, memo } = split
    // What trading accounts have only balances each currency.
    if (context.trading.has(account)) continue
    const amount = readSplitAmount(transaction, split, context)
    if (amount === undefined) others.push(split)
    else taken.push({ account, amount, notes: memo, status: toStatus(split) })
  }
  const isElsewhere =
    others.some(({ account }) => !context.accounts.has(account)) &&
    !taken.some(({ account }) => context.accounts.get(account)?.kind === 'own')
  if (isElsewhere || taken.every(({ amount }) => amount === 0n)) return undefined
  const [converted, another] = others
  // What was bought in another currency cost what is missing.
  if (converted && !another && context.accounts.get(converted.account))
    taken.push({
      account: converted.account,
      amount: -sumAmounts(taken),
      notes: [converted.memo, describeQuantity(converted, context)].filter(Boolean).join(' · '),
      status: toStatus(converted),
    })
  const { id, date, number, description, notes } = transaction
  return {
    key: id,
    date,
    payee: description,
    notes: [number, notes].filter(Boolean).join(' · ') || null,
    postings: taken,
  }
}

const describeQuantity = ({ account, quantity }: GnuCashSplit, { commodities }: EntryContext): string =>
  `${formatFraction(quantity)} ${commodities.get(account) ?? ''}`

const toStatus = ({ state }: GnuCashSplit): SourceTransaction['status'] =>
  state === 'y' || state === 'f' ? 'reconciled' : state === 'c' ? 'cleared' : 'pending'

/** Returns the amount of a split in the currency of the workspace; undefined where it is in another one. */
function readSplitAmount(
  transaction: GnuCashTransaction,
  { account, value, quantity }: GnuCashSplit,
  { currency, accounts, commodities }: EntryContext,
): MinorUnits | undefined {
  const known = accounts.get(account)
  if (!known) return undefined
  const isOwn = known.kind === 'own'
  const amount =
    isOwn || (commodities.get(account) === currency && transaction.currency !== currency)
      ? quantity
      : transaction.currency === currency
        ? value
        : undefined
  if (!amount) return undefined
  const minor = toMinorUnits(amount, getCurrencyDecimals(currency))
  if (minor !== undefined) return minor
  throw createPlaceError(
    `${transaction.date}, ${transaction.description ?? known.name}`,
    `${formatFraction(amount)} is not an amount in ${currency}`,
    'Round it in GnuCash',
  )
}

/** A denominator below zero multiplies. */
const normalize = ({ numerator, denominator }: Fraction): Fraction =>
  denominator < 0n ? { numerator: numerator * -denominator, denominator: 1n } : { numerator, denominator }

function toMinorUnits(fraction: Fraction, decimals: number): MinorUnits | undefined {
  const { numerator, denominator } = normalize(fraction)
  const scaled = numerator * 10n ** BigInt(decimals)
  return denominator !== 0n && scaled % denominator === 0n ? scaled / denominator : undefined
}

const SHARE_DECIMALS = 8

/** Returns a decimal number, cut where it goes on forever. */
function formatFraction(fraction: Fraction): string {
  const { numerator, denominator } = normalize(fraction)
  if (denominator === 0n) return '0'
  const minor = (numerator * 10n ** BigInt(SHARE_DECIMALS)) / denominator
  return formatAmount(minor, SHARE_DECIMALS).replace(/\.?0+$/, '')
}

function listNotTaken(source: GnuCashBook, { accounts, entries }: Book, currency: string): NotTaken[] {
  const between = entries.filter((entry) => isBetweenCategories(entry, accounts))
  const voided = source.transactions.filter(({ splits }) => splits.some(({ state }) => state === 'v'))
  const used = new Set(entries.flatMap(({ postings }) => postings.map(({ account }) => account)))
  const income = [...accounts].flatMap(([id, { kind, name }]) =>
    kind === 'income' && used.has(id) ? [name] : [],
  )
  return describeNotTaken([
    ['income accounts', income.length, 'their money goes to Ready to Assign here', income],
    describeLeftAccounts(listLeftPostings(source, accounts), currency),
    [
      'transactions between categories',
      between.length,
      'left out: no account has them',
      between.map(({ date, payee }) => [date, payee].filter(Boolean).join(' ')),
    ],
    ['void transactions', voided.length, 'no money moved'],
    ['scheduled transactions', source.scheduled.length, 'not supported here', source.scheduled],
    [
      'budgets',
      source.budgets.length,
      'they plan without envelopes: assign amounts with budget month assign',
      source.budgets,
    ],
  ])
}

/** Yields what own accounts got and gave that hold something else than the currency. */
function* listLeftPostings(
  { accounts, transactions }: GnuCashBook,
  taken: Book['accounts'],
): Generator<LeftPosting> {
  const findPath = createPathFinder(accounts)
  const left = new Map(
    accounts.flatMap((account) => {
      const { id, type, commodity } = account
      const name = listPathNames(findPath(account)).join(':')
      return classifyAccount(type) === 'own' && !taken.has(id) ? [[id, { name, commodity }]] : []
    }),
  )
  for (const { splits } of transactions)
    for (const { account, quantity } of splits) {
      const { name, commodity } = left.get(account) ?? {}
      if (name !== undefined && commodity)
        yield { account: name, commodity: commodity.id, quantity: formatFraction(quantity) }
    }
}
