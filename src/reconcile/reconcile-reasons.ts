/** Says why a candidate may explain the difference between an account and the bank. */

import { compare, isNegative, isZero, negate } from '../money/decimal.ts'
import { groupThousands } from '../output/format-amount.ts'
import { pluralize } from '../output/pluralize.ts'
import type { ReconcileCandidate, ReconcileReport } from './reconcile-report.ts'

/** Says in a few words why a candidate may explain the difference. */
export function explainCandidate(
  candidate: ReconcileCandidate,
  { difference, account_name }: ReconcileReport,
): string {
  const { kind, transactions, bank_rows, ways, explains, fix } = candidate
  const many = transactions.length
  const corrected = fix.steps.find(({ action }) => action === 'edit')
  const shown = transactions[0]?.amount ?? bank_rows[0]?.amount ?? explains
  const isWhole = compare(explains, difference) === 0 || [shown, negate(shown)].includes(explains)
  const either = bank_rows.length > 0 && ways > 1 ? `, 1 of ${ways} explanations` : ''
  const partly = `${either}${isWhole || isZero(explains) ? '' : `, explains ${groupThousands(explains)}`}`
  switch (kind) {
    case 'not_cleared':
      return bank_rows.length > 0
        ? `${many === 1 ? 'on the statement' : `${many} rows on the statement`}${partly}`
        : describeWays(candidate, 'the only row of that amount')
    case 'pair':
    case 'subset':
      return `${many === 2 ? 'and' : 'with'} ${many - 1} more, ${describeWays(candidate, 'the only set of rows')}`
    case 'changed_since_reconciled':
      return `${describeChange(candidate, account_name)}${partly}`
    case 'duplicate':
      return `${transactions[1] ? `also on ${transactions[1].date}` : 'twice'}${partly}`
    case 'after_day':
      return `${many} rows from this day on`
    case 'sign_turned':
      return bank_rows.length > 0
        ? `the bank has ${bank_rows[0]?.amount}`
        : describeWays(candidate, 'half the difference')
    case 'wrong_account':
      return `in ${transactions[0]?.account_name ?? 'another account'}${partly}`
    case 'missing':
      return bank_rows.length > 0
        ? `${bank_rows.length === 1 ? 'line of the statement' : `${bank_rows.length} lines of the statement`}${partly}`
        : describeMissing(candidate)
    case 'other_date':
      return `${corrected?.date ? `at the bank ${corrected.date}` : 'dated later'}${partly}`
    case 'deleted':
      return `${ways > 1 ? `1 of ${ways} of that amount` : 'exactly the difference'}${partly}`
    case 'not_on_statement':
      return `${ways > 1 ? `1 of ${ways} such rows` : 'cleared only here'}${partly}`
    case 'decimal_point':
    case 'digits_swapped':
    case 'extra_digit':
    case 'missing_digit':
    case 'other_amount':
      return `${describeCorrected(corrected?.amount, ways)}${partly}`
  }
}

/** Says in how many ways it works. Only a search that came to its end knows that there is one. */
function describeWays({ ways, all_ways_counted }: ReconcileCandidate, only: string): string {
  if (!all_ways_counted) return `1 of at least ${pluralize(ways, 'way')}`
  return ways === 1 ? only : `1 of ${ways} ways`
}

/** Says what changed in a row that was reconciled. */
function describeChange({ transactions, fix }: ReconcileCandidate, account_name: string): string {
  const [first] = transactions
  if (transactions.length > 1) return 'reconciled before'
  if (fix.steps.some(({ action }) => action === 'restore')) return 'reconciled, then deleted'
  if (first && first.account_name !== account_name) return `reconciled, now in ${first.account_name}`
  const edit = fix.steps.find(({ action }) => action === 'edit')
  const values = [edit?.amount === undefined ? [] : groupThousands(edit.amount), edit?.date ?? []].flat()
  return values.length === 0 ? 'reconciled before' : `was ${values.join(' on ')}`
}

function describeMissing({ explains, fix }: ReconcileCandidate): string {
  if (fix.steps.some(({ merchant_name }) => merchant_name !== undefined)) return 'regular, but not this time'
  return isNegative(explains) ? 'a payment you never entered?' : 'income you never entered?'
}

function describeCorrected(amount: string | undefined, ways: number): string {
  if (amount === undefined) return 'another amount'
  return ways > 1
    ? `to ${groupThousands(amount)}, 1 of ${ways} that fit`
    : `should be ${groupThousands(amount)}`
}
