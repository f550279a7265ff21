/**
 * Verifies the stored balances and totals by computing them from all transactions.
 * @see docs/performance.md#3-design-choices-that-reach-them-by-effect
 */

import { isCreditAccountType, isOnBudgetAccountType } from '../../contract/operations/accounts.ts'
import { getCurrencyDecimals } from '../../money/currency.ts'
import { formatAmount, type MinorUnits } from '../../money/minor-units.ts'
import type { AccountRow } from '../../store/accounts.ts'
import { type CardMonthTotal, type CreditPart, INCOME, UNCATEGORIZED } from '../../store/month-totals.ts'
import type { TransactionRow } from '../../store/transaction-columns.ts'
import type { WorkspaceStore } from '../../store/workspace-store.ts'
import { computeTransferEffect, replayCard } from './credit-cards.ts'
import { getLines } from './split-lines.ts'

/** Amounts by a label, e.g. `activity of category 3 in 2026-01`. */
type AmountByLabel = Map<string, MinorUnits>

/** What the totals depend on apart from the transactions. */
interface ReferenceData {
  accounts: Map<number, AccountRow>
  /** The payment category of each credit account. */
  payments: Map<number, number>
}

/** What the transactions add up to. */
interface CountedTotals {
  balances: AmountByLabel
  /** The number of transactions of each account. */
  sizes: Map<number, number>
  /** The totals of accounts that are not cards. */
  cells: AmountByLabel
  ofCards: Map<number, TransactionRow[]>
  /** What is wrong with single transactions. */
  broken: string[]
}

/** Lists the differences between the stored totals and the transactions as text; empty when there are none. */
export function verifyTotals(store: WorkspaceStore): string[] {
  return store.read(() => {
    const books: ReferenceData = {
      accounts: new Map(store.accounts.listAll().map((account) => [account.seq, account])),
      payments: new Map(store.categories.list().flatMap(({ card, seq }) => (card ? [[card, seq]] : []))),
    }
    const counted = countTransactions(store, books)
    const cards = [...books.accounts.values()].filter(({ type }) => isCreditAccountType(type))
    const walks = cards.map(({ seq }) => replayHistory(books, seq, counted.ofCards.get(seq) ?? []))
    const cardCells = walks.flatMap(({ totals }) => totals)
    addCardTotals(counted.cells, cardCells)
    const decimals = getCurrencyDecimals(store.settings.currency)
    const compared = [
      [readStoredBalances(books), counted.balances],
      [readStoredTotals(store), counted.cells],
      [toCardAmounts(store.monthTotals.listCards()), toCardAmounts(cardCells)],
      [toPartAmounts(store.monthTotals.listParts()), toPartAmounts(walks.flatMap(({ parts }) => parts))],
    ] as const
    return [
      ...counted.broken,
      ...findMiscountedAccounts(books, counted.sizes),
      ...compared.flatMap(([kept, figures]) => listDifferences(kept, figures, decimals)),
    ]
  })
}

const PAGE_SIZE = 1000

/** Yields all active transactions, a page in memory at a time. */
function* iterateRows({ transactions }: WorkspaceStore): Generator<TransactionRow> {
  let page = transactions.list({}, {}, PAGE_SIZE)
  while (page.length > 0) {
    yield* page
    page = transactions.list({}, { after: page.at(-1) }, PAGE_SIZE)
  }
}

function countTransactions(store: WorkspaceStore, books: ReferenceData): CountedTotals {
  const counted: CountedTotals = {
    balances: new Map(),
    sizes: new Map(),
    cells: new Map(),
    ofCards: new Map([...books.accounts.keys()].map((account) => [account, []])),
    broken: [],
  }
  for (const row of iterateRows(store)) {
    const { account, status, amount } = row
    const type = books.accounts.get(account)?.type ?? ''
    counted.broken.push(...findBrokenTransaction(store, row))
    counted.sizes.set(account, (counted.sizes.get(account) ?? 0) + 1)
    addAmount(counted.balances, status === 'pending' ? pendingLabel(account) : clearedLabel(account), amount)
    if (isCreditAccountType(type)) counted.ofCards.get(account)?.push(row)
    else if (isOnBudgetAccountType(type)) addRowToTotals(counted.cells, row, books)
  }
  return counted
}

function addAmount(figures: AmountByLabel, what: string, amount: MinorUnits): void {
  figures.set(what, (figures.get(what) ?? 0n) + amount)
}

function listDifferences(kept: AmountByLabel, counted: AmountByLabel, decimals: number): string[] {
  const money = (minor: MinorUnits): string => formatAmount(minor, decimals)
  return [...new Set([...kept.keys(), ...counted.keys()])].flatMap((what) => {
    const [is, should] = [kept.get(what) ?? 0n, counted.get(what) ?? 0n]
    return is === should ? [] : [`The ${what} is ${money(is)}; the transactions add up to ${money(should)}`]
  })
}

/** Lists what is wrong with a row: splits that do not add up, or a transfer whose other side does not match. */
function findBrokenTransaction({ transactions }: WorkspaceStore, row: TransactionRow): string[] {
  const total = getLines(row).reduce((sum, line) => sum + line.amount, 0n)
  if (total !== row.amount) return [`The split lines of transaction ${row.seq} do not add up to its amount`]
  if (row.pair === null) return []
  const other = transactions.get(row.pair)
  const fits =
    other?.deleted === false &&
    other.pair === row.seq &&
    other.amount === -row.amount &&
    other.date === row.date &&
    other.account === row.transfer_account
  return fits ? [] : [`Transaction ${row.seq} is a transfer whose other side does not fit`]
}

function findMiscountedAccounts({ accounts }: ReferenceData, sizes: ReadonlyMap<number, number>): string[] {
  return [...accounts.values()].flatMap(({ seq, live_transactions }) => {
    const count = sizes.get(seq) ?? 0
    if (count === live_transactions) return []
    return [`The number of transactions of account ${seq} is ${live_transactions}; there are ${count}`]
  })
}

const clearedLabel = (account: number): string => `cleared balance of account ${account}`
const pendingLabel = (account: number): string => `pending balance of account ${account}`

function readStoredBalances({ accounts }: ReferenceData): AmountByLabel {
  const figures: AmountByLabel = new Map()
  for (const { seq, cleared_balance, pending_balance } of accounts.values()) {
    figures.set(clearedLabel(seq), cleared_balance)
    figures.set(pendingLabel(seq), pending_balance)
  }
  return figures
}

const categoryLabel = (category: number): string =>
  category === INCOME ? 'income' : category === UNCATEGORIZED ? 'uncategorized lines' : `category ${category}`
const activityLabel = (month: string, category: number): string =>
  `activity of ${categoryLabel(category)} in ${month}`
const creditLabel = (month: string, category: number): string =>
  `borrowed part of ${categoryLabel(category)} in ${month}`

function readStoredTotals(store: WorkspaceStore): AmountByLabel {
  const figures: AmountByLabel = new Map()
  for (const { month, category, activity, credit } of store.monthTotals.iterate()) {
    figures.set(activityLabel(month, category), activity)
    figures.set(creditLabel(month, category), credit)
  }
  return figures
}

const isAccountOnBudget = ({ accounts }: ReferenceData, seq: number): boolean =>
  isOnBudgetAccountType(accounts.get(seq)?.type ?? '')

/** Adds a row of a cash account to the totals of its categories. */
function addRowToTotals(cells: AmountByLabel, row: TransactionRow, books: ReferenceData): void {
  const month = row.date.slice(0, 7)
  if (row.transfer_account !== null && isAccountOnBudget(books, row.transfer_account)) {
    const cash = row.amount > 0n ? 0n : row.amount // in a cash account the whole amount is cash docs/spec.md#c2
    const effect = computeTransferEffect(row.amount, cash, books.payments.get(row.transfer_account))
    addAmount(cells, activityLabel(month, effect.category), effect.activity)
    return
  }
  for (const line of getLines(row)) {
    const category = line.ready_to_assign ? INCOME : (line.category ?? UNCATEGORIZED)
    addAmount(cells, activityLabel(month, category), line.amount)
  }
}

function addCardTotals(cells: AmountByLabel, cardCells: readonly CardMonthTotal[]): void {
  for (const { month, category, activity, credit } of cardCells) {
    addAmount(cells, activityLabel(month, category), activity)
    addAmount(cells, creditLabel(month, category), credit)
  }
}

/** Replays a card's transactions from the first one. */
function replayHistory(books: ReferenceData, card: number, rows: readonly TransactionRow[]) {
  return replayCard(
    card,
    rows.toSorted(
      (a, b) => compareValues(a.date, b.date) || compareValues(a.amount, b.amount) || a.seq - b.seq,
    ), // docs/spec.md#c2
    0n,
    (account) => books.payments.get(account),
    (account) => isAccountOnBudget(books, account),
  )
}

const compareValues = <Value extends string | bigint>(a: Value, b: Value): number =>
  a < b ? -1 : a > b ? 1 : 0

function toCardAmounts(cells: CardMonthTotal[]): AmountByLabel {
  const figures: AmountByLabel = new Map()
  for (const { card, month, category, activity, credit, credit_out } of cells) {
    const of = `of card ${card}`
    addAmount(figures, `${activityLabel(month, category)} ${of}`, activity)
    addAmount(figures, `${creditLabel(month, category)} ${of}`, credit)
    addAmount(figures, `purchases on credit of ${categoryLabel(category)} in ${month} ${of}`, credit_out)
  }
  return figures
}

function toPartAmounts(parts: CreditPart[]): AmountByLabel {
  const figures: AmountByLabel = new Map()
  for (const { month, category, date, amount, transaction, line, card, part } of parts) {
    const where = `in line ${line} of transaction ${transaction} (${date}, ${amount} minor units, card ${card})`
    addAmount(figures, `${creditLabel(month, category)} ${where}`, part)
  }
  return figures
}
