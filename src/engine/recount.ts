/** Works every kept figure out anew from the transactions, and says where the kept one differs. */ // performance.md §3.7

import { isCredit, isOnBudget } from '../contract/accounts.ts'
import { decimalsOf } from '../money/currency.ts'
import { formatAmount, type Minor } from '../money/minor.ts'
import type { AccountRow } from '../store/accounts.ts'
import { type CardCell, type CreditPart, HIDDEN, INCOME } from '../store/cells.ts'
import type { TransactionRow } from '../store/transactions.ts'
import type { Store } from '../store/workspace.ts'
import { transferEffect, walkCard } from './cards.ts'
import { linesOf } from './lines.ts'

/** Amounts by what they are, e.g. `activity of "Food" in 2026-01`. */
type Figures = Map<string, Minor>

/** Everything needed to work the figures out, read once. */
interface Books {
  rows: TransactionRow[]
  accounts: Map<number, AccountRow>
  /** The payment category of each credit account. */
  payments: Map<number, number>
}

const ALL = Number.MAX_SAFE_INTEGER

/** The differences between the kept figures and the transactions, in words; none when all is well. */
export function recount(store: Store): string[] {
  return store.read(() => {
    const books: Books = {
      rows: store.transactions.list({}, {}, ALL),
      accounts: new Map(store.accounts.listAll().map((account) => [account.seq, account])),
      payments: new Map(store.categories.list().flatMap(({ card, seq }) => (card ? [[card, seq]] : []))),
    }
    const cards = [...books.accounts.values()].filter(({ type }) => isCredit(type))
    const walks = cards.map((card) => walked(books, card.seq))
    const cardCells = walks.flatMap(({ cells }) => cells)
    const decimals = decimalsOf(store.settings.currency)
    const compared = [
      [keptBalances(books), balancesOf(books)],
      [keptCells(store), cellsOf(books, cardCells)],
      [cardFigures(store.cells.listCards()), cardFigures(cardCells)],
      [partFigures(store.cells.listParts()), partFigures(walks.flatMap(({ parts }) => parts))],
    ] as const
    return [
      ...brokenRows(books),
      ...miscounted(books),
      ...compared.flatMap(([kept, counted]) => differences(kept, counted, decimals)),
    ]
  })
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

/** Splits that do not add up, and sides of transfers without their counterpart. */
function brokenRows({ rows }: Books): string[] {
  const bySeq = new Map(rows.map((row) => [row.seq, row]))
  return rows.flatMap((row) => {
    const total = linesOf(row).reduce((sum, line) => sum + line.amount, 0n)
    if (total !== row.amount) return [`The split lines of transaction ${row.seq} do not add up to its amount`]
    if (row.pair === null) return []
    const other = bySeq.get(row.pair)
    const fits =
      other?.pair === row.seq &&
      other.amount === -row.amount &&
      other.date === row.date &&
      other.account === row.transfer_account
    return fits ? [] : [`Transaction ${row.seq} is a transfer whose other side does not fit`]
  })
}

function miscounted({ rows, accounts }: Books): string[] {
  return [...accounts.values()].flatMap(({ seq, live_transactions }) => {
    const count = rows.filter((row) => row.account === seq).length
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

function balancesOf({ rows }: Books): Figures {
  const figures: Figures = new Map()
  for (const { account, status, amount } of rows) {
    add(figures, status === 'pending' ? pendingOf(account) : clearedOf(account), amount)
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

function cellsOf(books: Books, cardCells: CardCell[]): Figures {
  const figures: Figures = new Map()
  for (const row of books.rows) {
    const type = books.accounts.get(row.account)?.type ?? ''
    if (!isOnBudget(type) || isCredit(type)) continue
    const month = row.date.slice(0, 7)
    if (row.transfer_account !== null && onBudget(books, row.transfer_account)) {
      const cash = row.amount > 0n ? 0n : row.amount // in a cash account all of an amount is cash. spec C2
      const effect = transferEffect(row.amount, cash, books.payments.get(row.transfer_account))
      add(figures, activityOf(month, effect.category), effect.activity)
      continue
    }
    for (const line of linesOf(row)) {
      const category = line.ready_to_assign ? INCOME : (line.category ?? HIDDEN)
      add(figures, activityOf(month, category), line.amount)
    }
  }
  for (const { month, category, activity, credit } of cardCells) {
    add(figures, activityOf(month, category), activity)
    add(figures, creditOf(month, category), credit)
  }
  return figures
}

/** A card's whole history, walked from its first transaction. */
function walked(books: Books, card: number) {
  const rows = books.rows
    .filter((row) => row.account === card)
    .toSorted((a, b) => compare(a.date, b.date) || compare(a.amount, b.amount) || a.seq - b.seq) // spec C2
  return walkCard(
    card,
    rows,
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
