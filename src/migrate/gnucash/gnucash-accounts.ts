/** Tells what the accounts of a book of GnuCash become: own accounts, categories, income or equity. */

import type { BookAccount, BookAccountKind } from '../double-entry/book.ts'
import { splitCategoryPath } from '../double-entry/book.ts'
import { createPathFinder, type GnuCashAccount, type GnuCashBook, listPathNames } from './gnucash-book.ts'

interface OwnType extends Pick<BookAccount, 'type' | 'onBudget' | 'isAsset'> {
  isLiability?: boolean
}

/** What each type of own account says. Savings of a bank are known by their names. */
const ownTypes: Readonly<Record<string, OwnType>> = {
  BANK: {},
  CHECKING: { type: 'banking_checking' },
  SAVINGS: { type: 'banking_savings' },
  MONEYMRKT: { type: 'banking_money_market' },
  CASH: { type: 'banking_cash' },
  CREDIT: { type: 'credit_credit_card', isLiability: true },
  CREDITLINE: { type: 'credit_line_of_credit', isLiability: true },
  ASSET: { isAsset: true },
  LIABILITY: { isLiability: true },
  RECEIVABLE: { type: 'investment_other', onBudget: false },
  PAYABLE: { type: 'loan_other', onBudget: false, isLiability: true },
  STOCK: { type: 'investment_brokerage', onBudget: false },
  MUTUAL: { type: 'investment_brokerage', onBudget: false },
  CURRENCY: {},
}

const otherTypes: Readonly<Record<string, BookAccountKind>> = {
  INCOME: 'income',
  EXPENSE: 'category',
  EQUITY: 'equity',
}

/** Returns what an account of a type stands for; undefined for the root, and for trading accounts. */
export const classifyAccount = (type: string): BookAccountKind | undefined =>
  ownTypes[type] ? 'own' : otherTypes[type]

/** Returns the accounts that move in, by their ids: those with transactions, and those without others below them. */
export function listBookAccounts(
  { accounts, transactions }: GnuCashBook,
  currency: string,
): Map<string, BookAccount> {
  const used = new Set(transactions.flatMap(({ splits }) => splits.map(({ account }) => account)))
  const parents = new Set(accounts.map(({ parent }) => parent))
  const findPath = createPathFinder(accounts)
  const taken = accounts.flatMap((account) => {
    const { id, type, isPlaceholder, commodity } = account
    const kind = classifyAccount(type)
    const isEmptyParent = !used.has(id) && (isPlaceholder || parents.has(id))
    const isForeign = kind === 'own' && !(commodity?.isCurrency && commodity.id === currency)
    return kind === undefined || isEmptyParent || isForeign ? [] : [{ account, kind }]
  })
  const names = new Map<string, number>()
  for (const { account, kind } of taken)
    if (kind === 'own') names.set(account.name, (names.get(account.name) ?? 0) + 1)
  return new Map(
    taken.map(({ account, kind }) => {
      const path = listPathNames(findPath(account))
      const isUnique = names.get(account.name) === 1
      return [account.id, toBookAccount(account, kind, { path, isUnique })]
    }),
  )
}

/** Accounts that GnuCash makes for splits without an account, such as `Imbalance-USD`. */
const UNCATEGORIZED =
  /^(?:imbalance|orphan|ausgleichskonto|ausbuchungskonto|d[ée]s[ée]quilibre|orphelin|desequil[ií]brio|descuadre|hu[ée]rfano|sbilancio|orfano|órfão)-\w{3}$/i

function toBookAccount(
  { name, type, notes, isHidden, isOpening }: GnuCashAccount,
  kind: BookAccountKind,
  { path, isUnique }: { path: readonly string[]; isUnique: boolean },
): BookAccount {
  if (kind === 'own' && path.length === 1 && UNCATEGORIZED.test(name))
    return { name, kind: 'category', group: name, isLiability: false, isUncategorized: true }
  const { isLiability = false, ...own } = ownTypes[type] ?? {}
  const category = splitCategoryPath(path)
  const shownName =
    kind === 'category' ? category.name : kind === 'own' && !isUnique ? path.slice(-2).join(':') : name
  return {
    ...own,
    kind,
    name: isOpening ? 'Opening balances' : shownName,
    group: category.group,
    isLiability,
    isClosed: isHidden,
    notes: notes === name ? null : notes,
  }
}
