/** What booked rows came to: money in and out, and where their categories came from. */

import { toNameKey } from '../../contract/normalize-name.ts'
import type { Transaction, TransactionDraft } from '../../contract/operations/transactions.ts'
import type { CategorizationRule } from '../../contract/ports/local-service.ts'
import { getCurrencyDecimals } from '../../money/currency.ts'
import type { Money } from '../../money/decimal.ts'
import { formatAmount, type MinorUnits } from '../../money/minor-units.ts'

/** Counts of booked rows; `out` is below zero. */
export interface ImportTotals {
  in: MinorUnits
  out: MinorUnits
  /** A person or a rule of a layout said the category. */
  given: number
  /** A rule of the workspace did. */
  rule: number
  /** The service chose it otherwise; where its rules are not known, perhaps by one of them. */
  guessed: number
  none: number
}

/** What an import came to as it is told. */
export interface ImportTotalsReport {
  money: { in: Money; out: Money }
  /** How many rows have their category from where; null where rules and history cannot be told apart. A transfer needs none. */
  categories: { given: number; rule: number | null; history: number | null; automatic: number; none: number }
}

/** A tally of nothing. */
export const createImportTotals = (): ImportTotals => ({
  in: 0n,
  out: 0n,
  given: 0,
  rule: 0,
  guessed: 0,
  none: 0,
})

/** Both tallies together. */
export const addImportTotals = (one: ImportTotals, other: ImportTotals): ImportTotals => ({
  in: one.in + other.in,
  out: one.out + other.out,
  given: one.given + other.given,
  rule: one.rule + other.rule,
  guessed: one.guessed + other.guessed,
  none: one.none + other.none,
})

/** Counts the money of a row. */
export function countAmount(tally: ImportTotals, minor: MinorUnits): void {
  if (minor < 0n) tally.out += minor
  else tally.in += minor
}

/** Counts where a transaction has its category from. `rules`: those of the workspace, where they are known. */
export function countCategory(
  tally: ImportTotals,
  transaction: Transaction,
  { draft, rules }: { draft: TransactionDraft | undefined; rules: readonly CategorizationRule[] | undefined },
): void {
  // Between two accounts nothing is spent.
  if (transaction.type === 'transfer') return
  if (transaction.category_id === null && !transaction.ready_to_assign) tally.none += 1
  else if (draft?.category_id !== undefined || draft?.ready_to_assign === true) tally.given += 1
  else if (rules?.some((rule) => isRuleApplied(rule, transaction))) tally.rule += 1
  else tally.guessed += 1
}

/**
 * Does a rule hold for a transaction and say the category that it has? Rules are asked before anything else.
 * @see docs/spec.md#x1
 */
function isRuleApplied(rule: CategorizationRule, transaction: Transaction): boolean {
  const { merchant_id, merchant_name, account_id, amount, category_id, ready_to_assign } = transaction
  const direction = /[1-9]/.test(amount) ? (amount.startsWith('-') ? 'outflow' : 'inflow') : undefined
  return (
    (rule.ready_to_assign ? ready_to_assign : rule.category_id === category_id) &&
    (rule.merchant_id === null || rule.merchant_id === merchant_id) &&
    (rule.merchant_contains === null || toNameKey(merchant_name ?? '').includes(rule.merchant_contains)) &&
    (rule.account_id === null || rule.account_id === account_id) &&
    (rule.direction === null || rule.direction === direction)
  )
}

/** The tally in words of the report. */
export function toTotalsReport(
  tally: ImportTotals,
  currency: string,
  rules: readonly CategorizationRule[] | undefined,
): ImportTotalsReport {
  const { given, rule, guessed, none } = tally
  const money = (minor: MinorUnits) => formatAmount(minor, getCurrencyDecimals(currency))
  const isTold = rules !== undefined
  return {
    money: { in: money(tally.in), out: money(tally.out) },
    categories: {
      given,
      rule: isTold ? rule : null,
      history: isTold ? guessed : null,
      automatic: rule + guessed,
      none,
    },
  }
}
