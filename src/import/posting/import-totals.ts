/** Totals what an import posted: money in and out, and the source of each category. */

import { toNameKey } from '../../contract/normalize-name.ts'
import type { Transaction, TransactionDraft } from '../../contract/operations/transactions.ts'
import type { CategorizationRule, WorkspaceAdmin } from '../../contract/ports/workspace-admin.ts'
import { getCurrencyDecimals } from '../../money/currency.ts'
import type { Money } from '../../money/decimal.ts'
import { formatAmount, type MinorUnits } from '../../money/minor-units.ts'

/** Running totals of posted rows; `out` is negative. */
export interface ImportTotals {
  in: MinorUnits
  out: MinorUnits
  /** Categories set by the user or a layout rule. */
  given: number
  /** Categories set by a categorization rule of the workspace. */
  rule: number
  /** Categories that a merchant of the same words has. */
  namesake: number
  /** Categories the service chose otherwise; includes all it chose if the evidence is unknown. */
  guessed: number
  none: number
}

/** The totals of an import as they are reported. */
export interface ImportTotalsReport {
  money: { in: Money; out: Money }
  /**
   * The number of rows per source of their category; null if the sources cannot be distinguished.
   * Transfers need no category.
   */
  categories: {
    given: number
    rule: number | null
    history: number | null
    namesake: number | null
    automatic: number
    /** From schedules, whose dates the rows fulfil; absent where none does. */
    schedule?: number
    none: number
  }
}

/** What a local workspace tells about the categories that it chooses. */
export interface CategorySources extends Pick<WorkspaceAdmin, 'hasCategoryHistory'> {
  rules: readonly CategorizationRule[]
}

/** Returns empty totals. */
export const createImportTotals = (): ImportTotals => ({
  in: 0n,
  out: 0n,
  given: 0,
  rule: 0,
  namesake: 0,
  guessed: 0,
  none: 0,
})

/** Returns the sum of two totals. */
export const addImportTotals = (left: ImportTotals, right: ImportTotals): ImportTotals => ({
  in: left.in + right.in,
  out: left.out + right.out,
  given: left.given + right.given,
  rule: left.rule + right.rule,
  namesake: left.namesake + right.namesake,
  guessed: left.guessed + right.guessed,
  none: left.none + right.none,
})

/** Adds the amount of a row. */
export function countAmount(totals: ImportTotals, minor: MinorUnits): void {
  if (minor < 0n) totals.out += minor
  else totals.in += minor
}

/** Counts the source of a transaction's category; `sources` are those of the workspace, if known. */
export function countCategory(
  totals: ImportTotals,
  transaction: Transaction,
  { draft, sources }: { draft: TransactionDraft | undefined; sources: CategorySources | undefined },
): void {
  // A transfer spends nothing.
  if (transaction.type === 'transfer') return
  if (transaction.category_id === null && !transaction.ready_to_assign) totals.none += 1
  else if (draft?.category_id !== undefined || draft?.ready_to_assign === true) totals.given += 1
  else if (sources?.rules.some((rule) => isRuleApplied(rule, transaction))) totals.rule += 1
  else if (sources && !sources.hasCategoryHistory(transaction.merchant_id ?? '')) totals.namesake += 1
  else totals.guessed += 1
}

/**
 * True if the rule matches the transaction and sets the category it has. Rules precede every other source.
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

/** Returns the totals in the form of the report. */
export function toTotalsReport(
  totals: ImportTotals,
  currency: string,
  sources: CategorySources | undefined,
): ImportTotalsReport {
  const { given, rule, namesake, guessed, none } = totals
  const money = (minor: MinorUnits) => formatAmount(minor, getCurrencyDecimals(currency))
  const isKnown = sources !== undefined
  return {
    money: { in: money(totals.in), out: money(totals.out) },
    categories: {
      given,
      rule: isKnown ? rule : null,
      history: isKnown ? guessed : null,
      namesake: isKnown ? namesake : null,
      automatic: rule + namesake + guessed,
      none,
    },
  }
}
