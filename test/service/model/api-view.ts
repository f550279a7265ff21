/** Converts the model's rows to the API's resources. */

import { isOnBudgetAccountType } from '../../../src/contract/operations/accounts.ts'
import type { TargetDraft } from '../../../src/contract/ports/workspace-admin.ts'
import { addMonths, countWeekdays, monthsBetween, toMonth } from '../../../src/money/calendar.ts'
import {
  clampToZero,
  formatAmount,
  type MinorUnits,
  minimum,
  parseAmount,
} from '../../../src/money/minor-units.ts'
import { computeBudget, type Figures } from './figures.ts'
import {
  type AccountEntry,
  type Book,
  type CategoryEntry,
  findOtherSide,
  getEntry,
  type Row,
} from './ledger.ts'

const decimals = 2

export const money = (minor: MinorUnits): string => formatAmount(minor, decimals)

export function minor(text: string): MinorUnits {
  const amount = parseAmount(text, decimals)
  if (amount === undefined) throw new Error(`the model was given the amount ${text}`)
  return amount
}

export function toApiAccount(book: Book, account: AccountEntry) {
  const { deleted: _, ...shown } = account
  const rows = book.rows.filter((row) => row.account === account.id && !row.deleted)
  const total = (some: Row[]): MinorUnits => some.reduce((sum, row) => sum + row.amount, 0n)
  // docs/spec.md#a10
  const pending = total(rows.filter((row) => row.status === 'pending'))
  const balance = total(rows)
  return {
    ...shown,
    on_budget: isOnBudgetAccountType(account.type),
    balance: money(balance),
    cleared_balance: money(balance - pending),
    pending_balance: money(pending),
    linked: false,
  }
}

export const toApiCategory = ({ id, name, group, card, archived }: CategoryEntry) => ({
  id,
  name,
  group_id: group,
  archived,
  system: card !== null,
  category_type: card === null ? 'custom' : 'credit_card_payment',
})

/**
 * Returns the groups in their order, the system's first, with each category converted by `of`.
 * @see docs/spec.md#b73
 */
const grouped = <Shown>(book: Book, of: (category: CategoryEntry) => Shown) =>
  book.groups
    .toSorted((a, b) => Number(b.system) - Number(a.system))
    .map(({ id, name, system }) => ({
      id,
      name,
      type: system ? 'credit_card_payments' : 'expense',
      categories: book.categories.filter((one) => one.group === id && !one.deleted).map(of),
    }))

export const toApiGroups = (book: Book) =>
  grouped(book, toApiCategory).map((group) => ({ ...group, system: group.type !== 'expense' }))

export function toApiTransaction(book: Book, row: Row) {
  const nameIn = (entries: { id: string; name: string }[], id: string | null): string | null =>
    id === null ? null : getEntry(entries, id).name
  const { account, merchant, category, auto: _, pair, splits, amount, ...plain } = row
  return {
    ...plain,
    amount: money(amount),
    account_id: account,
    account_name: nameIn(book.accounts, account),
    merchant_id: merchant,
    merchant_name: nameIn(book.merchants, merchant),
    category_id: category,
    category_name: nameIn(book.categories, category),
    type: pair === null ? 'regular' : 'transfer',
    transfer_account_id: findOtherSide(book, row)?.account ?? null,
    splits:
      splits?.map((line) => ({
        amount: money(line.amount),
        category_id: line.category,
        category_name: nameIn(book.categories, line.category),
        ready_to_assign: line.ready_to_assign,
        notes: line.notes,
      })) ?? null,
  }
}

/** Returns one row; for a transfer both sides too, the outflow first. @see docs/spec.md#s1 */
export function toTransactionReply(book: Book, row: Row) {
  const transaction = toApiTransaction(book, row)
  const other = findOtherSide(book, row)
  if (!other) return { transaction }
  const sides = row.amount < 0n ? [row, other] : [other, row]
  return { transaction, transactions: sides.map((side) => toApiTransaction(book, side)) }
}

/** Returns what a target asks for before anything is assigned. @see docs/spec.md#t1 */
function rawNeed(target: TargetDraft, month: string, { carry, activity }: Figures): MinorUnits {
  const amount = minor(target.amount)
  const thisMonth = target.kind.startsWith('weekly')
    ? amount * BigInt(countWeekdays(month, target.weekday ?? 0))
    : amount
  if (target.kind.endsWith('set_aside')) return thisMonth
  if (target.kind.endsWith('refill')) return thisMonth - carry
  let due = toMonth(target.by ?? '')
  while (due < month && target.repeat_months !== undefined) due = addMonths(due, target.repeat_months)
  const gap = amount - carry - activity
  const left = BigInt(Math.max(1, monthsBetween(month, due) + 1))
  return gap <= 0n ? gap : (gap + left - 1n) / left
}

function targetFigures(book: Book, category: string, month: string, figures: Figures) {
  const target = book.targets.find((one) => one.category === category)
  const snoozed = book.snoozed.some((one) => one.category === category && one.month === month)
  if (!target) return { has: false, needed: 0n, remaining: 0n, over: 0n, ratio: 0, snoozed: false } // docs/spec.md#t0
  const raw = rawNeed(target.draft, month, figures)
  const needed = clampToZero(raw)
  const remaining = needed - minimum(needed, clampToZero(figures.assigned)) // docs/spec.md#t6
  const ratio = needed === 0n ? 1 : Number((10_000n * (needed - remaining)) / needed) / 10_000
  return { has: true, needed, remaining, over: clampToZero(figures.assigned - raw), ratio, snoozed }
}

const nothing: Figures = {
  carry: 0n,
  assigned: 0n,
  activity: 0n,
  available: 0n,
  creditOver: 0n,
  cashOver: 0n,
}

function monthCategory(book: Book, category: CategoryEntry, { month, envelopes }: OneMonth) {
  const figures = envelopes?.get(category.id) ?? nothing
  const target = targetFigures(book, category.id, month, figures)
  return { category, figures, target }
}

interface OneMonth {
  month: string
  envelopes: Map<string, Figures> | undefined
}

type MonthCategory = ReturnType<typeof monthCategory>

const shownMonthCategory = ({ category, figures, target }: MonthCategory) => ({
  id: category.id,
  name: category.name,
  archived: category.archived,
  category_type: category.card === null ? 'custom' : 'credit_card_payment',
  assigned: money(figures.assigned),
  activity: money(figures.activity),
  carryover_from_previous: money(figures.carry),
  available: money(figures.available),
  target: {
    assignment_needed: money(target.needed),
    remaining_to_assign: money(target.remaining),
    underfunded_amount: money(target.snoozed ? 0n : target.remaining),
    overfunded_by_amount: money(target.over),
    funded_ratio: target.ratio,
    snoozed: target.snoozed,
  },
})

export const toApiMonthCategory = (book: Book, category: CategoryEntry, month: string) =>
  shownMonthCategory(
    monthCategory(book, category, { month, envelopes: computeBudget(book, month).get(month)?.envelopes }),
  )

/** Returns the totals of a month. @see docs/spec.md#t9 */
function summary(all: MonthCategory[]) {
  const counted = all.filter(({ category, target }) => target.has && !category.archived && !target.snoozed)
  const total = (of: (one: MonthCategory) => MinorUnits, some: MonthCategory[]): MinorUnits =>
    some.reduce((sum, one) => sum + of(one), 0n)
  const needed = total(({ target }) => target.needed, counted)
  const remaining = total(({ target }) => target.remaining, counted)
  const whenNothing = counted.length > 0 ? 100 : 0
  return {
    percentage_funded: needed === 0n ? whenNothing : Number((100n * (needed - remaining)) / needed),
    total_target_amount: money(needed),
    total_funded: money(needed - remaining),
    total_remaining_to_fund: money(remaining),
    total_overspent: money(total(({ figures }) => clampToZero(-figures.available), all)),
  }
}

export function toApiMonth(book: Book, month: string) {
  const figures = computeBudget(book, month).get(month)
  const all = book.categories
    .filter((one) => !one.deleted)
    .map((one) => monthCategory(book, one, { month, envelopes: figures?.envelopes }))
  return {
    currency: 'USD',
    month: {
      month,
      ready_to_assign: money(figures?.ready ?? 0n),
      summary: summary(all),
      category_groups: grouped(book, (category) => {
        const found = all.find((one) => one.category === category)
        return found && shownMonthCategory(found)
      }),
    },
  }
}
