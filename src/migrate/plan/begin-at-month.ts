/** Leaves out what was before a month: accounts begin with what they had, categories with what they carried. */

import { STARTING_BALANCE_NOTES } from '../../contract/starting-balance.ts'
import { addMonths, toMonth } from '../../money/calendar.ts'
import type { MinorUnits } from '../../money/minor-units.ts'
import { addAmount, type StatedCategoryMonth, sumBalances } from '../figures.ts'
import type { SourceBudget, SourceTransaction, SourceTransfer } from '../source-budget.ts'

/**
 * Returns the budget from a month on. What the source says is available at the end of the month before is assigned in
 * the first month, because the balances of the accounts become money that is ready to assign.
 * @param isOnBudget true if the account with this key is on budget
 */
export function beginAtMonth(source: SourceBudget, month: string, isOnBudget: OnBudgetCheck): SourceBudget {
  const { contradictions } = source.figures
  const carried = listCarried(source, addMonths(month, -1))
  const earlier = source.transactions.filter(({ date }) => toMonth(date) < month)
  const kept = source.transactions.filter(({ date }) => toMonth(date) >= month)
  return {
    ...source,
    transactions: [...createStartingBalances(source, earlier, { month, isOnBudget }), ...kept],
    assignments: [
      ...source.assignments.filter((assignment) => assignment.month >= month),
      ...[...carried].map(([category, assigned]) => ({ month, category, assigned })),
    ],
    figures: {
      ...source.figures,
      categoryMonths: source.figures.categoryMonths
        .filter((figures) => figures.month >= month)
        .map((figures) => addCarried(figures, month, carried)),
      months: source.figures.months.filter((figures) => figures.month >= month),
      ...(contradictions && {
        contradictions: {
          ...contradictions,
          income: contradictions.income.filter((income) => income.month >= month),
        },
      }),
    },
    notTaken: [
      ...source.notTaken,
      ...(earlier.length > 0
        ? [
            {
              what: `transactions before ${month}`,
              count: earlier.length,
              why: 'left out because of --since',
            },
          ]
        : []),
      ...(carried.size > 0
        ? [
            {
              what: `amounts carried into ${month}`,
              count: carried.size,
              why: 'assigned in that month, so its assigned amounts are higher than in the file',
            },
          ]
        : []),
    ],
  }
}

/**
 * Returns what each category carries out of a month; overspending is not carried, unless the program keeps it in the
 * category. @see docs/spec.md#b21
 */
function listCarried({ figures, rules }: SourceBudget, month: string): Map<string, MinorUnits> {
  const keeping = new Set(
    rules.carriesOverspending.flatMap((flag) => (flag.month === month ? [flag.category] : [])),
  )
  return new Map(
    figures.categoryMonths.flatMap(({ month: stated, category, available = 0n }): [string, MinorUnits][] =>
      stated === month && (available > 0n || keeping.has(category)) ? [[category, available]] : [],
    ),
  )
}

function addCarried(
  figures: StatedCategoryMonth<string>,
  month: string,
  carried: ReadonlyMap<string, MinorUnits>,
): StatedCategoryMonth<string> {
  const { assigned, category } = figures
  if (figures.month !== month || assigned === undefined) return figures
  return { ...figures, assigned: assigned + (carried.get(category) ?? 0n) }
}

type OnBudgetCheck = (account: string) => boolean

/**
 * Replaces the transactions of each account before the month by one starting balance. Where the program ignores
 * uncategorized transactions, their sum is a second one without a category.
 */
function createStartingBalances(
  { rules }: SourceBudget,
  earlier: readonly SourceTransaction[],
  { month, isOnBudget }: { month: string; isOnBudget: OnBudgetCheck },
): SourceTransaction[] {
  const uncategorizedSums = rules.ignoresUncategorized
    ? sumUncategorized(earlier, isOnBudget)
    : new Map<string, MinorUnits>()
  return [...sumBalances(earlier)].flatMap(([account, balance]) => {
    const uncategorized = uncategorizedSums.get(account) ?? 0n
    const category = isOnBudget(account) ? 'ready_to_assign' : null
    return [
      createStartingBalance({ account, amount: balance - uncategorized, category, month }),
      createStartingBalance({ account, amount: uncategorized, category: null, month }),
    ].filter(({ amount }) => amount !== 0n)
  })
}

/** Adds up the lines without a category by account; transfers need none if both sides are here and on budget. */
function sumUncategorized(
  transactions: readonly SourceTransaction[],
  isOnBudget: OnBudgetCheck,
): Map<string, MinorUnits> {
  const sums = new Map<string, MinorUnits>()
  const keys = new Set(
    transactions.flatMap(({ key, lines }) => [key, ...(lines ?? []).map((_, at) => `${key}/${at + 1}`)]),
  )
  const isInside = ({ account, otherSide }: SourceTransfer): boolean =>
    isOnBudget(account) && otherSide !== undefined && keys.has(otherSide)
  for (const transaction of transactions) {
    const { account, lines } = transaction
    if (!isOnBudget(account)) continue
    for (const { amount, category, transfer } of lines ?? [transaction])
      if (category === null && !(transfer && isInside(transfer))) addAmount(sums, account, amount)
  }
  return sums
}

const createStartingBalance = ({
  account,
  amount,
  category,
  month,
}: Pick<SourceTransaction, 'account' | 'amount' | 'category'> & { month: string }): SourceTransaction => ({
  key: `starting balance of ${account}${category === null ? ' without a category' : ''}`,
  account,
  date: `${month}-01`,
  amount,
  payee: null,
  notes: STARTING_BALANCE_NOTES,
  status: 'cleared',
  isReviewed: true,
  category,
  lines: null,
  transfer: null,
  isStartingBalance: true,
})
