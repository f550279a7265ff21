/** Makes a budget of the books of a double-entry program. */

import type { MinorUnits } from '../../money/minor-units.ts'
import { addAmount, ynabRules } from '../figures.ts'
import type {
  SourceAccount,
  SourceBudget,
  SourceCategory,
  SourceCategoryRef,
  SourceLine,
  SourceTransaction,
} from '../source-budget.ts'
import {
  type AccountEvidence,
  collectHistories,
  suggestAccountType,
  toHistoryRow,
} from '../suggest-account-type.ts'
import { type Book, type BookAccount, type BookEntry, isOpening } from './book.ts'
import { type EntryLine, type EntryPart, splitEntry } from './split-entry.ts'

/** The parts of a budget that follow from the books alone. */
export type BudgetOfBook = Pick<
  SourceBudget,
  | 'accounts'
  | 'groups'
  | 'categories'
  | 'transactions'
  | 'assignments'
  | 'targets'
  | 'payees'
  | 'rules'
  | 'figures'
  | 'statesBalances'
>

/** Returns the budget of the books: own accounts, a category for each expense account, income as Ready to Assign. */
export function buildBudget(book: Book): BudgetOfBook {
  const transactions = book.entries.flatMap((entry) => buildTransactions(entry, book))
  const balances = sumOwnPostings(book)
  const categories = listCategories(book)
  const groups = [...new Set(categories.map(({ group }) => group))]
  return {
    accounts: listAccounts(book, transactions, balances),
    groups: groups.map((name) => ({ key: name, name })),
    categories,
    transactions,
    assignments: [],
    targets: [],
    payees: [],
    rules: ynabRules,
    figures: {
      balances: [...balances].map(([account, balance]) => ({ account, balance })),
      categoryMonths: [],
      months: [],
    },
    statesBalances: false,
  }
}

const listOf = (book: Book, kind: BookAccount['kind']): [string, BookAccount][] =>
  [...book.accounts].filter(([, account]) => account.kind === kind)

function listCategories(book: Book): SourceCategory[] {
  return listOf(book, 'category')
    .filter(([, { isUncategorized }]) => !isUncategorized)
    .map(([key, { name, group, isClosed = false }]) => ({
      key,
      name,
      group,
      hidden: isClosed,
      card: undefined,
    }))
}

/** Adds up the postings as they are in the books, apart from what becomes of them. */
function sumOwnPostings(book: Book): Map<string, MinorUnits> {
  const balances = new Map<string, MinorUnits>(listOf(book, 'own').map(([key]) => [key, 0n]))
  for (const { postings } of book.entries)
    for (const { account, amount } of postings)
      if (balances.has(account)) addAmount(balances, account, amount)
  return balances
}

function listAccounts(
  book: Book,
  transactions: readonly SourceTransaction[],
  balances: ReadonlyMap<string, MinorUnits>,
): SourceAccount[] {
  const histories = collectHistories(transactions.map(toHistoryRow))
  return listOf(book, 'own').map(([key, account]) => {
    const { name, type, onBudget, isClosed = false, notes = null } = account
    const evidence = { owesMoney: (balances.get(key) ?? 0n) < 0n, history: histories.get(key) }
    return {
      key,
      name,
      type,
      suggestedType: type ?? suggestType(account, evidence),
      onBudget,
      closed: isClosed,
      notes,
      lastReconciledAt: null,
    }
  })
}

function suggestType(
  { name, onBudget, isLiability, isAsset = false }: BookAccount,
  evidence: Pick<AccountEvidence, 'owesMoney' | 'history'>,
): string {
  const suggested = suggestAccountType({
    ...evidence,
    name,
    onBudget,
    isCard: undefined,
    isLiability: isLiability && onBudget !== false,
  })
  // Of a house nothing is spent.
  const isOther = isAsset && suggested === 'banking_checking' && !evidence.history?.hasSpending
  return isOther ? 'investment_other' : suggested
}

const toPartKey = (entry: BookEntry, index: number): string =>
  index === 0 ? entry.key : `${entry.key}#${index}`

/** Where the money of a line comes from or goes to. Equity that only says that money left the books is neither. */
function findCategory({ accounts }: Book, key: string | undefined): SourceCategoryRef {
  const account = key === undefined ? undefined : accounts.get(key)
  if (key === undefined || !account || account.isUncategorized) return null
  if (account.kind === 'category') return { category: key }
  const leaves = account.kind === 'equity' && /^(?:tracking|transfers|conversions?.*)$/i.test(account.name)
  return leaves ? null : 'ready_to_assign'
}

function buildTransactions(entry: BookEntry, book: Book): SourceTransaction[] {
  const parts = splitEntry(entry, book.accounts)
  return parts.flatMap((part, index) =>
    part.posting.amount === 0n && part.lines.length === 0
      ? []
      : [buildTransaction(entry, { parts, part, index, book })],
  )
}

interface PartContext {
  parts: readonly EntryPart[]
  part: EntryPart
  index: number
  book: Book
}

function buildTransaction(entry: BookEntry, { parts, part, index, book }: PartContext): SourceTransaction {
  const { posting, lines, transfer } = part
  const other = transfer === undefined ? undefined : parts[transfer]
  // The other side is a transaction, or the line of one that is about this account.
  const at = other?.lines.findIndex((line) => line.transfer === index) ?? -1
  const otherKey = transfer === undefined ? '' : toPartKey(entry, transfer)
  const isSplit = lines.length > 1 || lines.some((line) => line.transfer !== undefined)
  const [only] = lines
  return {
    key: toPartKey(entry, index),
    account: posting.account,
    date: entry.date,
    amount: posting.amount,
    payee: other ? null : entry.payee,
    notes: joinTexts([other ? entry.payee : null, entry.notes, posting.notes, isSplit ? null : only?.notes]),
    status: posting.status,
    isReviewed: true,
    category: isSplit ? null : findCategory(book, only?.account),
    lines: isSplit ? lines.map((line) => buildLine(entry, line, { parts, book })) : null,
    transfer:
      (other && {
        account: other.posting.account,
        otherSide: at < 0 ? otherKey : `${otherKey}/${at + 1}`,
      }) ||
      null,
    isStartingBalance: lines.some(({ account }) => isOpening(book.accounts.get(account ?? '') ?? NO_ACCOUNT)),
  }
}

/** A transfer has no payee: what is written of it is a note. */
const joinTexts = (texts: readonly (string | null | undefined)[]): string | null =>
  [...new Set(texts.filter(Boolean))].join(' · ') || null

const NO_ACCOUNT: BookAccount = { name: '', kind: 'own', group: '', isLiability: false }

function buildLine(
  entry: BookEntry,
  { amount, account, notes, transfer }: EntryLine,
  { parts, book }: Pick<PartContext, 'parts' | 'book'>,
): SourceLine {
  const other = transfer === undefined ? undefined : parts[transfer]
  return {
    amount,
    category: findCategory(book, account),
    notes,
    payee: null,
    transfer:
      other && transfer !== undefined
        ? { account: other.posting.account, otherSide: toPartKey(entry, transfer) }
        : null,
  }
}
