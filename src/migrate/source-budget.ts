/** Defines what the file of another program says, before it becomes a workspace. */

import type { MinorUnits } from '../money/minor-units.ts'
import type { Recurrence } from '../schedules/dates/recurrence.ts'
import type { ProgramRules, StatedFigures } from './figures.ts'

/** The programs whose files are read; `csv` is any other one that writes a table of transactions. */
export const sourceKinds = [
  'budget',
  'ynab',
  'ynab-json',
  'ynab4',
  'actual',
  'journal',
  'beancount',
  'gnucash',
  'qif',
  'csv',
] as const

/** Where a budget comes from. */
export type SourceKind = (typeof sourceKinds)[number]

/** A budget as its program has it. Amounts are minor units of `currency`; keys are the program's own and mean nothing. */
export interface SourceBudget {
  kind: Exclude<SourceKind, 'budget'>
  /** What the file is, e.g. `A YNAB export`. */
  title: string
  /** The name of the budget, where the source has one. */
  name: string | undefined
  currency: string
  accounts: readonly SourceAccount[]
  /** In the order in which the program shows them. */
  groups: readonly SourceGroup[]
  categories: readonly SourceCategory[]
  /** By date; on one day in the order of the program, the earliest first. */
  transactions: readonly SourceTransaction[]
  assignments: readonly { month: string; category: string; assigned: MinorUnits }[]
  targets: readonly SourceTarget[]
  /** The transactions that are expected; undefined where the source has none. */
  schedules?: readonly SourceSchedule[]
  /** Payees without a transaction; the others follow from the transactions. */
  payees: readonly string[]
  figures: StatedFigures<string>
  /** False if the balances of the figures are only the sums of the transactions of the file. */
  statesBalances: boolean
  /** What of the program's arithmetic the file says and ours has not, e.g. money held for the next month. */
  rules: ProgramRules<string>
  notTaken: readonly NotTaken[]
  /** The categories that may be income, which the source does not say. */
  incomeChoices?: readonly { name: string; isIncome: boolean }[]
}

/** An account of the source. */
export interface SourceAccount {
  key: string
  name: string
  /** One of our account types, where the source tells it. */
  type: string | undefined
  /** A guess from the name or the transactions, where it does not. */
  suggestedType: string
  /** False for a tracking account; undefined where the source does not tell. */
  onBudget: boolean | undefined
  closed: boolean
  notes: string | null
  /** When it was last reconciled, milliseconds since 1970. */
  lastReconciledAt: number | null
}

/** A group of categories. */
export interface SourceGroup {
  key: string
  name: string
}

/** A category. */
export interface SourceCategory {
  key: string
  name: string
  group: string
  /** Hidden, archived or deleted with transactions: it becomes archived. */
  hidden: boolean
  /**
   * The key of the card that it pays; our own payment category of that card takes its place. Its group may be missing
   * from the groups.
   */
  card: string | undefined
}

/** Where the money of a line comes from or goes to: a category, Ready to Assign, or neither. */
export type SourceCategoryRef = { category: string } | 'ready_to_assign' | null

/** A line of a split transaction. */
export interface SourceLine {
  amount: MinorUnits
  category: SourceCategoryRef
  notes: string | null
  payee: string | null
  /** Of a line that is one side of a transfer. */
  transfer: SourceTransfer | null
}

/** One side of a transfer. */
export interface SourceTransfer {
  /** The key of the other account. */
  account: string
  /** The key of the other side, where the source tells it: of a transaction, or `TRANSACTION/LINE` of a split line, counted from 1. */
  otherSide: string | undefined
}

/** A transaction. Both sides of a transfer are transactions; without `otherSide` they are matched by date and amount. */
export interface SourceTransaction {
  key: string
  account: string
  date: string
  amount: MinorUnits
  payee: string | null
  notes: string | null
  status: 'pending' | 'cleared' | 'reconciled'
  isReviewed: boolean
  category: SourceCategoryRef
  /** null for a transaction without splits. Their amounts add up to `amount`. */
  lines: readonly SourceLine[] | null
  transfer: SourceTransfer | null
  isStartingBalance: boolean
}

/** A target of a category that we have as well. */
export interface SourceTarget {
  category: string
  kind: string
  amount: MinorUnits
  /** 0 is Monday. */
  weekday: number | null
  by: string | null
  repeatMonths: number | null
  startMonth: string | null
}

/** A transaction that is expected on planned dates. */
export interface SourceSchedule {
  /** By what a user knows it. */
  name: string
  /** What could not be kept of it, each as a clause. */
  changes: readonly string[]
  /** undefined where the source says none. */
  account: string | undefined
  /** The first date is the next one. */
  recurrence: Recurrence
  amountKind: 'fixed' | 'about' | 'range'
  amount: MinorUnits
  /** Of a range: the end that is further from zero. */
  amountTo: MinorUnits | null
  payee: string | null
  notes: string | null
  category: SourceCategoryRef
  /** null without splits. A line without an amount takes the rest. */
  lines: readonly (Pick<SourceLine, 'category' | 'notes'> & { amount: MinorUnits | null })[] | null
  /** The key of the other account of a transfer. */
  transferAccount: string | null
  autoPost: boolean
}

/** Something that has no counterpart here. */
export interface NotTaken {
  /** E.g. `scheduled transactions`. */
  what: string
  count: number
  /** What became of it, or why it is left. */
  why: string
  /** Each of them by name, where it can be typed again. */
  items?: readonly string[] | undefined
  /** The keys of the accounts that it is about: of no interest once the user gave them types. */
  accounts?: readonly string[]
}

/** What has no counterpart, how many there are, what became of them or why they are left, and each by name. */
export type NotTakenRow = readonly [what: string, count: number, why: string, items?: readonly string[]]

/** Describes what has no counterpart here; what does not occur is left out. */
export const describeNotTaken = (rows: readonly NotTakenRow[]): NotTaken[] =>
  rows.flatMap(([what, count, why, items]) => (count > 0 ? [{ what, count, why, items }] : []))
