/** Defines what the books of a double-entry program say: accounts, and entries whose postings add up to zero. */

import type { MinorUnits } from '../../money/minor-units.ts'
import type { SourceTransaction } from '../source-budget.ts'

/** What an account stands for: something that is owned or owed, or where money comes from and goes to. */
export type BookAccountKind = 'own' | 'equity' | 'income' | 'category'

/** An account of the books. */
export interface BookAccount {
  /** The name of the account or category, without the parts above it. */
  name: string
  kind: BookAccountKind
  /** The group of a category. */
  group: string
  /** True for what is owed. */
  isLiability: boolean
  /** One of our account types, where the program tells it. */
  type?: string | undefined
  /** True for what is owned and may be no bank account: a house, or cash. */
  isAsset?: boolean
  /** Undefined where nothing tells it. */
  onBudget?: boolean | undefined
  isClosed?: boolean
  /** True for the account of what has no category yet. */
  isUncategorized?: boolean
  notes?: string | null
}

/** A posting in the currency of the workspace. */
export interface BookPosting {
  /** The key of the account. */
  account: string
  amount: MinorUnits
  notes: string | null
  status: SourceTransaction['status']
}

/** An entry. Its postings are in the order of the program: each own account before what explains its amount. */
export interface BookEntry {
  key: string
  date: string
  payee: string | null
  notes: string | null
  postings: readonly BookPosting[]
}

/** The books of a household. */
export interface Book {
  accounts: ReadonlyMap<string, BookAccount>
  /** By date. */
  entries: readonly BookEntry[]
}

/** True for postings that move money between categories only: no account of a workspace has them. */
export const isBetweenCategories = (
  { postings }: Pick<BookEntry, 'postings'>,
  accounts: Book['accounts'],
): boolean => {
  const kinds = postings.map(({ account }) => accounts.get(account)?.kind)
  // What closes a year moves it to equity.
  return kinds.includes('category') && kinds.every((kind) => kind === 'category' || kind === 'income')
}

/** Returns the group and the name of a category, by the parts of its path: the first one is the root of all. */
export function splitCategoryPath(parts: readonly string[]): { group: string; name: string } {
  const [root = '', first = root, ...rest] = parts
  return rest.length > 0 ? { group: first, name: rest.join(':') } : { group: root, name: first }
}

const OPENING = /opening|start|anfang|eröffnung|apertura|ouverture|abertura|otwarcie|ingående|åpning/i

/** True for an account from which the balances come that accounts begin with. */
export const isOpening = ({ kind, name }: BookAccount): boolean => kind === 'equity' && OPENING.test(name)
