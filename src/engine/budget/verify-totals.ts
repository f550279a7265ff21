/**
 * Verifies the stored balances and totals by computing them from all transactions.
 * @see docs/performance.md#what-reaches-them
 */

import { isCreditAccountType, isOnBudgetAccountType } from '../../contract/operations/accounts.ts'
import { getCurrencyDecimals } from '../../money/currency.ts'
import { formatAmount, type MinorUnits } from '../../money/minor-units.ts'
import type { AccountRow } from '../../store/accounts.ts'
import { type CardMonthTotal, type CreditPart, INCOME, UNCATEGORIZED } from '../../store/month-totals.ts'
import type { TransactionRow } from '../../store/transaction-row-mapping.ts'
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
  rowCounts: Map<number, number>
  /** The totals of accounts that are not cards. */
  totals: AmountByLabel
  rowsByCard: Map<number, TransactionRow[]>
  /** What is wrong with single transactions. */
  problems: string[]
}

/** Lists the differences between the stored totals and the transactions as text; empty when there are none. */
export function verifyTotals(store: WorkspaceStore): string[] {
  return store.read(() => {
    const reference: ReferenceData = {
      accounts: new Map(store.accounts.listAll().map((account) => [account.seq, account])),
      payments: new Map(store.categories.list().flatMap(({ card, seq }) => (card ? [[card, seq]] : []))),
    }
    const counted = countTransactions(store, reference)
    const cards = [...reference.accounts.values()].filter(({ type }) => isCreditAccountType(type))
    const replays = cards.map(({ seq }) => replayHistory(reference, seq, counted.rowsByCard.get(seq) ?? []))
    const cardTotals = replays.flatMap(({ totals }) => totals)
    addCardTotals(counted.totals, cardTotals)
    const decimals = getCurrencyDecimals(store.settings.currency)
    const comparisons = [
      [readStoredBalances(reference), counted.balances],
      [readStoredTotals(store), counted.totals],
      [readStoredAssigned(store), readAssignments(store)],
      [toCardAmounts(store.monthTotals.listCards()), toCardAmounts(cardTotals)],
      [toPartAmounts(store.monthTotals.listParts()), toPartAmounts(replays.flatMap(({ parts }) => parts))],
    ] as const
    return [
      ...counted.problems,
      ...findMiscountedAccounts(reference, counted.rowCounts),
      ...comparisons.flatMap(([stored, amounts]) => listDifferences(stored, amounts, decimals)),
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

function countTransactions(store: WorkspaceStore, reference: ReferenceData): CountedTotals {
  const counted: CountedTotals = {
    balances: new Map(),
    rowCounts: new Map(),
    totals: new Map(),
    rowsByCard: new Map([...reference.accounts.keys()].map((account) => [account, []])),
    problems: [],
  }
  for (const row of iterateRows(store)) {
    const { account, status, amount } = row
    const type = reference.accounts.get(account)?.type ?? ''
    counted.problems.push(...findBrokenTransaction(store, row))
    counted.rowCounts.set(account, (counted.rowCounts.get(account) ?? 0) + 1)
    addAmount(counted.balances, status === 'pending' ? pendingLabel(account) : clearedLabel(account), amount)
    if (isCreditAccountType(type)) counted.rowsByCard.get(account)?.push(row)
    else if (isOnBudgetAccountType(type)) addRowToTotals(counted.totals, row, reference)
  }
  return counted
}

function addAmount(amounts: AmountByLabel, label: string, amount: MinorUnits): void {
  amounts.set(label, (amounts.get(label) ?? 0n) + amount)
}

function listDifferences(stored: AmountByLabel, counted: AmountByLabel, decimals: number): string[] {
  const money = (minor: MinorUnits): string => formatAmount(minor, decimals)
  return [...new Set([...stored.keys(), ...counted.keys()])].flatMap((label) => {
    const [storedAmount, expected] = [stored.get(label) ?? 0n, counted.get(label) ?? 0n]
    return storedAmount === expected
      ? []
      : [`The ${label} is ${money(storedAmount)}; the transactions add up to ${money(expected)}`]
  })
}

/** Lists what is wrong with a row: splits that do not add up, or a transfer whose other side does not match. */
function findBrokenTransaction({ transactions }: WorkspaceStore, row: TransactionRow): string[] {
  const total = getLines(row).reduce((sum, line) => sum + line.amount, 0n)
  if (total !== row.amount) return [`The split lines of transaction ${row.seq} do not add up to its amount`]
  if (row.pair === null) return []
  const other = transactions.get(row.pair)
  const isMatch =
    other?.deleted === false &&
    other.pair === row.seq &&
    other.amount === -row.amount &&
    other.date === row.date &&
    other.account === row.transfer_account
  return isMatch ? [] : [`Transaction ${row.seq} is a transfer whose other side does not match`]
}

function findMiscountedAccounts(
  { accounts }: ReferenceData,
  rowCounts: ReadonlyMap<number, number>,
): string[] {
  return [...accounts.values()].flatMap(({ seq, live_transactions }) => {
    const count = rowCounts.get(seq) ?? 0
    if (count === live_transactions) return []
    return [`The number of transactions of account ${seq} is ${live_transactions}; there are ${count}`]
  })
}

const clearedLabel = (account: number): string => `cleared balance of account ${account}`
const pendingLabel = (account: number): string => `pending balance of account ${account}`

function readStoredBalances({ accounts }: ReferenceData): AmountByLabel {
  const amounts: AmountByLabel = new Map()
  for (const { seq, cleared_balance, pending_balance } of accounts.values()) {
    amounts.set(clearedLabel(seq), cleared_balance)
    amounts.set(pendingLabel(seq), pending_balance)
  }
  return amounts
}

const categoryLabel = (category: number): string =>
  category === INCOME ? 'income' : category === UNCATEGORIZED ? 'uncategorized lines' : `category ${category}`
const activityLabel = (month: string, category: number): string =>
  `activity of ${categoryLabel(category)} in ${month}`
const creditLabel = (month: string, category: number): string =>
  `borrowed part of ${categoryLabel(category)} in ${month}`

function readStoredTotals(store: WorkspaceStore): AmountByLabel {
  const amounts: AmountByLabel = new Map()
  for (const { month, category, activity, credit } of store.monthTotals.iterate()) {
    amounts.set(activityLabel(month, category), activity)
    amounts.set(creditLabel(month, category), credit)
  }
  return amounts
}

const assignedLabel = (month: string, category: number): string =>
  `assigned total of category ${category} in ${month}`

function readStoredAssigned({ monthTotals }: WorkspaceStore): AmountByLabel {
  const amounts: AmountByLabel = new Map()
  for (const { month, category, assigned } of monthTotals.iterate())
    amounts.set(assignedLabel(month, category), assigned)
  return amounts
}

const readAssignments = ({ monthTotals }: WorkspaceStore): AmountByLabel =>
  new Map(
    monthTotals
      .listAssignments()
      .map(({ month, category, assigned }) => [assignedLabel(month, category), assigned]),
  )

const isAccountOnBudget = ({ accounts }: ReferenceData, seq: number): boolean =>
  isOnBudgetAccountType(accounts.get(seq)?.type ?? '')

/** Adds a row of a cash account to the totals of its categories. */
function addRowToTotals(totals: AmountByLabel, row: TransactionRow, reference: ReferenceData): void {
  const month = row.date.slice(0, 7)
  if (row.transfer_account !== null && isAccountOnBudget(reference, row.transfer_account)) {
    const cash = row.amount > 0n ? 0n : row.amount // in a cash account the whole amount is cash docs/spec.md#c2
    const effect = computeTransferEffect(row.amount, cash, reference.payments.get(row.transfer_account))
    addAmount(totals, activityLabel(month, effect.category), effect.activity)
    return
  }
  for (const line of getLines(row)) {
    const category = line.ready_to_assign ? INCOME : (line.category ?? UNCATEGORIZED)
    addAmount(totals, activityLabel(month, category), line.amount)
  }
}

function addCardTotals(totals: AmountByLabel, cardTotals: readonly CardMonthTotal[]): void {
  for (const { month, category, activity, credit } of cardTotals) {
    addAmount(totals, activityLabel(month, category), activity)
    addAmount(totals, creditLabel(month, category), credit)
  }
}

/** Replays a card's transactions from the first one. */
function replayHistory(reference: ReferenceData, card: number, rows: readonly TransactionRow[]) {
  const parts: CreditPart[] = []
  const totals = replayCard({
    card,
    rows: rows.toSorted(
      (a, b) => compareValues(a.date, b.date) || compareValues(a.amount, b.amount) || a.seq - b.seq,
    ), // docs/spec.md#c2
    balanceBefore: 0n,
    findPaymentCategory: (account) => reference.payments.get(account),
    isOnBudget: (account) => isAccountOnBudget(reference, account),
    addPart: (part) => void parts.push(part),
  })
  return { totals, parts }
}

const compareValues = <Value extends string | bigint>(a: Value, b: Value): number =>
  a < b ? -1 : a > b ? 1 : 0

function toCardAmounts(totals: CardMonthTotal[]): AmountByLabel {
  const amounts: AmountByLabel = new Map()
  for (const { card, month, category, activity, credit, credit_out } of totals) {
    const of = `of card ${card}`
    addAmount(amounts, `${activityLabel(month, category)} ${of}`, activity)
    addAmount(amounts, `${creditLabel(month, category)} ${of}`, credit)
    addAmount(amounts, `purchases on credit of ${categoryLabel(category)} in ${month} ${of}`, credit_out)
  }
  return amounts
}

function toPartAmounts(parts: CreditPart[]): AmountByLabel {
  const amounts: AmountByLabel = new Map()
  for (const { month, category, date, amount, transaction, line, card, part } of parts) {
    const where = `in line ${line} of transaction ${transaction} (${date}, ${amount} minor units, card ${card})`
    addAmount(amounts, `${creditLabel(month, category)} ${where}`, part)
  }
  return amounts
}
