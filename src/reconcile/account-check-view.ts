/** Shows what `budget accounts check` found, a line for each account. */

import { isNegative, isZero, negate } from '../money/decimal.ts'
import { groupThousands } from '../output/format-amount.ts'
import { sanitizeLine } from '../output/sanitize.ts'
import { amountColumn, countColumn, defineView, textColumn } from '../output/view.ts'

/** What needs attention in an account. */
export type AccountProblem = 'bank_differs' | 'old_uncleared' | 'not_reconciled'

/** An open account and how it stands. */
export interface AccountCheck {
  account_id: string
  account_name: string
  /** Until when it agreed with the bank; null for never. */
  reconciled_date: string | null
  /** The date of the newest transaction; null for none, or on a remote profile for none among the newest of all. */
  last_transaction: string | null
  /** Pending transactions that are older than two weeks. */
  old_uncleared: number
  old_uncleared_total: string
  /** The balance of the last bank file; null without one. */
  bank_date: string | null
  bank_balance: string | null
  /** The balance of the bank less the cleared one of that date; null when it is not known. */
  bank_difference: string | null
  problems: AccountProblem[]
  /** What to type next; null when nothing needs attention. */
  next_step: string | null
}

/** The difference is the bank's balance less the one here. */
const describeDifference = (difference: string): string =>
  isNegative(difference)
    ? `${groupThousands(negate(difference))} more here`
    : `${groupThousands(difference)} less here`

const describeProblems = ({
  problems,
  bank_difference,
  bank_date,
  old_uncleared,
  old_uncleared_total,
  reconciled_date,
}: AccountCheck): string => {
  const words: Readonly<Record<AccountProblem, string>> = {
    bank_differs: `${describeDifference(bank_difference ?? '0')}, compared with the bank on ${bank_date}`,
    old_uncleared: `${old_uncleared} uncleared for two weeks, ${groupThousands(old_uncleared_total)}`,
    not_reconciled: reconciled_date === null ? 'never reconciled' : `last reconciled ${reconciled_date}`,
  }
  // Every account says until when it is reconciled.
  const known = reconciled_date === null ? 'never reconciled' : `reconciled ${reconciled_date}`
  const others = problems.includes('not_reconciled') ? [] : [known]
  return [...problems.map((problem) => words[problem]), ...others].join('; ')
}

const describeSound = ({ reconciled_date, bank_date, bank_difference }: AccountCheck): string => {
  const agrees =
    bank_difference !== null && isZero(bank_difference) ? `agrees with the bank on ${bank_date}` : ''
  const reconciled = reconciled_date === null ? '' : `reconciled ${reconciled_date}`
  return [reconciled, agrees].filter((part) => part !== '').join(', ') || 'nothing to do'
}

/** A line for each account; on a terminal with what to type next. */
export const accountCheckView = defineView<AccountCheck[], AccountCheck>({
  columns: [
    textColumn('account_name', 'Account'),
    textColumn('reconciled_date', 'Reconciled'),
    textColumn('last_transaction', 'Last transaction'),
    countColumn('old_uncleared', 'Old uncleared'),
    textColumn('bank_date', 'Bank file'),
    amountColumn('bank_difference', 'Difference'),
    {
      field: 'problems',
      heading: 'Problems',
      kind: 'text',
      getValue: ({ problems }) => problems.join(' ') || null,
    },
    textColumn('next_step', 'Next'),
    textColumn('account_id', 'Id', { neverTruncate: true }),
  ],
  fields: () => [
    'account_id',
    'account_name',
    'reconciled_date',
    'last_transaction',
    'old_uncleared',
    'old_uncleared_total',
    'bank_date',
    'bank_balance',
    'bank_difference',
    'problems',
    'next_step',
  ],
  renderText: (checks, { colors }) =>
    checks
      .flatMap((check) => {
        const isSound = check.problems.length === 0
        const line = `${check.account_name}: ${isSound ? describeSound(check) : describeProblems(check)}`
        const next = check.next_step === null ? [] : [`  ${check.next_step}`]
        return [isSound ? colors.green(sanitizeLine(line)) : sanitizeLine(line), ...next.map(sanitizeLine)]
      })
      .map((line) => `${line}\n`)
      .join(''),
  emptyMessage: 'No open accounts',
})
