/** Works every kept figure out anew from the transactions, and says where the kept one differs. */ // performance.md §3.7

import { isCredit, isOnBudget } from '../../contract/operations/accounts.ts'
import { decimalsOf } from '../../money/currency.ts'
import { formatAmount, type Minor } from '../../money/minor-units.ts'
import type { AccountRow } from '../../store/accounts.ts'
import { type CardCell, type CreditPart, HIDDEN, INCOME } from '../../store/month-totals.ts'
import type { TransactionRow } from '../../store/transactions.ts'
import type { Store } from '../../store/workspace-store.ts'
import { transferEffect, walkCard } from './credit-cards.ts'
import { linesOf } from './split-lines.ts'

/** Amounts by what they are, e.g. `activity of "Food" in 2026-01`. */
type Figures = Map<string, Minor>

/** What the figures depend on beside the transactions. */
interface Books {
  accounts: Map<number, AccountRow>
  /** The payment category of each credit account. */
  payments: Map<number, number>
}

/** What the transactions come to. */
interface Counted {
  balances: Figures
  /** How many transactions each account has. */
  sizes: Map<number, number>
  /** Of accounts that are no cards. */
  cells: Figures
  ofCards: Map<number, TransactionRow[]>
  /** What is wrong with single transactions. */
  broken: string[]
}

/** The differences between the kept figures and the transactions, in words; none when all is well. */
export function recount(store: Store): string[] {
  return store.read(() => {
    const books: Books = {
      accounts: new Map(store.accounts.listAll().map((account) => [account.seq, account])),
      payments: new Map(store.categories.list().flatMap(({ card, seq }) => (card ? [[card, seq]] : []))),
    }
    const counted = counting(store, books)
    const cards = [...books.accounts.values()].filter(({ type }) => isCredit(type))
    const walks = cards.map(({ seq }) => walked(books, seq, counted.ofCards.get(seq) ?? []))
    const cardCells = walks.flatMap(({ cells }) => cells)
    addCardCells(counted.cells, cardCells)
    const decimals = decimalsOf(store.settings.currency)
    const compared = [
      [keptBalances(books), counted.balances],
      [keptCells(store), counted.cells],
      [cardFigures(store.cells.listCards()), cardFigures(cardCells)],
      [partFigures(store.cells.listParts()), partFigures(walks.flatMap(({ parts }) => parts))],
    ] as const
    return [
      ...counted.broken,
      ...miscounted(books, counted.sizes),
      ...compared.flatMap(([kept, figures]) => differences(kept, figures, decimals)),
    ]
  })
}

const PAGE = 1000

/** All live transactions, so many of them in memory at a time. */
function* allRows({ transactions }: Store): Generator<TransactionRow> {
  let page = transactions.list({}, {}, PAGE)
  while (page.length > 0) {
    yield* page
    page = transactions.list({}, { after: page.at(-1) }, PAGE)
  }
}

function counting(store: Store, books: Books): Counted {
  const counted: Counted = {
    balances: new Map(),
    sizes: new Map(),
    cells: new Map(),
    ofCards: new Map([...books.accounts.keys()].map((account) => [account, []])),
    broken: [],
  }
  for (const row of allRows(store)) {
    const { account, status, amount } = row
    const type = books.accounts.get(account)?.type ?? ''
    counted.broken.push(...brokenIn(store, row))
    counted.sizes.set(account, (counted.sizes.get(account) ?? 0) + 1)
    add(counted.balances, status === 'pending' ? pendingOf(account) : clearedOf(account), amount)
    if (isCredit(type)) counted.ofCards.get(account)?.push(row)
    else if (isOnBudget(type)) addToCells(counted.cells, row, books)
  }
  return counted
}

function add(figures: Figures, what: string, amount: Minor): void {
  figures.set(what, (figures.get(what) ?? 0n) + amount)
}

function differences(kept: Figures, counted: Figures, decimals: number): string[] {
  const money = (minor: Minor): string => formatAmount(minor, decimals)
  return [...new Set([...kept.keys(), ...counted.keys()])].flatMap((what) => {
    const [is, should] = [kept.get(what) ?? 0n, counted.get(what) ?? 0n]
    return is === should ? [] : [`The ${what} is ${money(is)}; the transactions add up to ${money(should)}`]
  })
}

/** Splits that do not add up, or a side of a transfer without its counterpart. */
function brokenIn({ transactions }: Store, row: TransactionRow): string[] {
  const total = linesOf(row).reduce((sum, line) => sum + line.amount, 0n)
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

function miscounted({ accounts }: Books, sizes: ReadonlyMap<number, number>): string[] {
  return [...accounts.values()].flatMap(({ seq, live_transactions }) => {
    const count = sizes.get(seq) ?? 0
    if (count === live_transactions) return []
    return [`The number of transactions of account ${seq} is ${live_transactions}; there are ${count}`]
  })
}

const clearedOf = (account: number): string => `cleared balance of account ${account}`
const pendingOf = (account: number): string => `pending balance of account ${account}`

function keptBalances({ accounts }: Books): Figures {
  const figures: Figures = new Map()
  for (const { seq, cleared_balance, pending_balance } of accounts.values()) {
    figures.set(clearedOf(seq), cleared_balance)
    figures.set(pendingOf(seq), pending_balance)
  }
  return figures
}

const envelopeWords = (category: number): string =>
  category === INCOME ? 'income' : category === HIDDEN ? 'uncategorized lines' : `category ${category}`
const activityOf = (month: string, category: number): string =>
  `activity of ${envelopeWords(category)} in ${month}`
const creditOf = (month: string, category: number): string =>
  `borrowed part of ${envelopeWords(category)} in ${month}`

function keptCells(store: Store): Figures {
  const figures: Figures = new Map()
  for (const { month, category, activity, credit } of store.cells.list()) {
    figures.set(activityOf(month, category), activity)
    figures.set(creditOf(month, category), credit)
  }
  return figures
}

const onBudget = ({ accounts }: Books, seq: number): boolean => isOnBudget(accounts.get(seq)?.type ?? '')

/** What a row of a cash account comes to in its envelopes. */
function addToCells(cells: Figures, row: TransactionRow, books: Books): void {
  const month = row.date.slice(0, 7)
  if (row.transfer_account !== null && onBudget(books, row.transfer_account)) {
    const cash = row.amount > 0n ? 0n : row.amount // in a cash account all of an amount is cash. spec C2
    const effect = transferEffect(row.amount, cash, books.payments.get(row.transfer_account))
    add(cells, activityOf(month, effect.category), effect.activity)
    return
  }
  for (const line of linesOf(row)) {
    const category = line.ready_to_assign ? INCOME : (line.category ?? HIDDEN)
    add(cells, activityOf(month, category), line.amount)
  }
}

function addCardCells(cells: Figures, cardCells: readonly CardCell[]): void {
  for (const { month, category, activity, credit } of cardCells) {
    add(cells, activityOf(month, category), activity)
    add(cells, creditOf(month, category), credit)
  }
}

/** A card's whole history, walked from its first transaction. */
function walked(books: Books, card: number, rows: readonly TransactionRow[]) {
  return walkCard(
    card,
    rows.toSorted((a, b) => compare(a.date, b.date) || compare(a.amount, b.amount) || a.seq - b.seq), // spec C2
    0n,
    (account) => books.payments.get(account),
    (account) => onBudget(books, account),
  )
}

const compare = <Value extends string | bigint>(a: Value, b: Value): number => (a < b ? -1 : a > b ? 1 : 0)

function cardFigures(cells: CardCell[]): Figures {
  const figures: Figures = new Map()
  for (const { card, month, category, activity, credit, credit_out } of cells) {
    const of = `of card ${card}`
    add(figures, `${activityOf(month, category)} ${of}`, activity)
    add(figures, `${creditOf(month, category)} ${of}`, credit)
    add(figures, `purchases on credit of ${envelopeWords(category)} in ${month} ${of}`, credit_out)
  }
  return figures
}

function partFigures(parts: CreditPart[]): Figures {
  const figures: Figures = new Map()
  for (const { month, category, date, amount, transaction, line, card, part } of parts) {
    const where = `in line ${line} of transaction ${transaction} (${date}, ${amount} minor units, card ${card})`
    add(figures, `${creditOf(month, category)} ${where}`, part)
  }
  return figures
}
