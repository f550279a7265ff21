/** Knows tables by columns that only one program writes: what their headings alone tell. */

import type { ReadSourceOptions } from '../../tables/source-file.ts'

/** What a program does in each of its files. */
export interface KnownTable {
  /** Headings that the table has, in lower case. */
  headings: readonly string[]
  /** Whether amounts of spending are above or below zero. */
  spending?: NonNullable<ReadSourceOptions['spending']>
  /** The order of dates, where the program has users of one country only. */
  dateOrder?: NonNullable<ReadSourceOptions['dateOrder']>
  /** The fee of a row is taken from the account besides its amount. */
  hasExtraFees?: boolean
  /** The heading of the amounts, where another one is likelier. */
  amount?: string
  /** The heading of the accounts, where the name says something else in other tables. */
  account?: string
  /** The heading of the categories, likewise. */
  category?: string
  /** Each posting of a transaction has a row. */
  hasPostings?: boolean
}

const knownTables: readonly KnownTable[] = [
  { headings: ['original description', 'transaction type', 'account name', 'labels'], dateOrder: 'mdy' },
  { headings: ['merchant', 'original statement', 'account'], spending: 'negative' },
  { headings: ['parent category', 'excluded', 'account mask', 'recurring'], spending: 'positive' },
  { headings: ['original date', 'custom name', 'institution name'], spending: 'positive' },
  { headings: ['state', 'posted on', 'usage', 'security'], spending: 'negative', dateOrder: 'mdy' },
  { headings: ['account number', 'institution', 'full description'], spending: 'negative', dateOrder: 'mdy' },
  { headings: ['scheduled', 'split', 'category'], spending: 'negative' },
  { headings: ['merchant changed from', 'closing balance'], spending: 'negative' },
  { headings: ['envelope', 'account', 'name', 'status'], spending: 'negative' },
  { headings: ['group', 'item', 'type', 'merchant'], dateOrder: 'mdy', category: 'item' },
  { headings: ['account', 'category', 'converted amount'], spending: 'negative' },
  { headings: ['category name', 'income', 'objective'], spending: 'negative' },
  { headings: ['category', 'event', 'exclude report'], spending: 'negative' },
  { headings: ['category name', 'wallet', 'author'], spending: 'negative' },
  { headings: ['paymode', 'info', 'wording'], spending: 'negative' },
  { headings: ['referenzkonto', 'analyse hauptkategorie'], spending: 'negative' },
  { headings: ['wertstellung', 'kategorie', 'verwendungszweck', 'konto'], spending: 'negative' },
  { headings: ['posting key', 'purpose code', 'reason'], spending: 'negative' },
  { headings: ['category group', 'split amount'], spending: 'negative' },
  { headings: ['current balance', 'transfers', 'balance'], spending: 'negative' },
  {
    headings: ['product', 'started date', 'completed date', 'state', 'fee'],
    spending: 'negative',
    hasExtraFees: true,
    account: 'product',
  },
  {
    headings: ['transaction id', 'full account name', 'amount num'],
    account: 'full account name',
    hasPostings: true,
  },
  { headings: ['txnidx', 'date', 'description', 'account', 'amount'], hasPostings: true },
  { headings: ['gross', 'fee', 'net'], spending: 'negative', amount: 'net' },
]

const exactTables: Readonly<Record<string, KnownTable>> = {
  'date,account,description,category,tags,amount': { headings: [], spending: 'negative' },
}

/** Returns what is known of the table that has these headings; undefined for a table of any other program. */
export const findKnownTable = (headings: readonly string[]): KnownTable | undefined =>
  exactTables[headings.join()] ??
  knownTables.find((table) => table.headings.every((heading) => headings.includes(heading)))
