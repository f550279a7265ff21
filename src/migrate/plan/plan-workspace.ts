/** Plans the workspace that a source becomes. */

import type { InvalidContentError, UserError } from '../../contract/errors.ts'
import type { ContentTarget, WorkspaceContent } from '../../contract/ports/workspace-content.ts'
import type { MinorUnits } from '../../money/minor-units.ts'
import type { ProgramRules, StatedFigures } from '../figures.ts'
import type { NotTaken, SourceBudget } from '../source-budget.ts'
import { createNameChanges } from './fit-names.ts'
import { type PlannedNames, planNames } from './plan-names.ts'
import { planSchedules } from './plan-schedules.ts'
import { planTransactions } from './plan-transactions.ts'

/** What the user decided about the new workspace. */
export interface PlanOptions {
  /** The type of each account, by its key; for others the source's own or the suggested one is taken. */
  types: ReadonlyMap<string, string>
  /** Milliseconds since 1970. */
  now: number
}

/** A workspace that is ready to be written, and what the source says about it. */
export interface WorkspacePlan {
  content: WorkspaceContent
  figures: StatedFigures<number>
  /** undefined for an archive of ours, which follows the same rules: nothing explains a difference. */
  rules: ProgramRules<number> | undefined
  counts: MoveCounts
  notTaken: readonly NotTaken[]
  /** undefined for an archive of ours. */
  keys?: PlannedKeys
  /** The plan of the whole source, where only the months since one of them move in. */
  whole?: WorkspacePlan
  /** Returns the error for content that was refused, with its place in the file. */
  explainRefusal?: (error: InvalidContentError) => UserError
}

/** The keys that the program has for rows of the plan, by their `seq`s. */
export interface PlannedKeys {
  accounts: ReadonlyMap<number, string>
  groups: ReadonlyMap<number, string>
  categories: ReadonlyMap<number, string>
  getTransactionKey: (seq: number) => string
}

/** How much moves in. */
export interface MoveCounts {
  accounts: number
  transactions: number
  splits: number
  transfers: number
  categories: number
  /** Months with an assigned amount, a figure of the source, or a transaction. */
  months: number
  schedules: number
}

/** Returns the plan of a workspace. */
export function planWorkspace(source: SourceBudget, { types, now }: PlanOptions): WorkspacePlan {
  const changes = createNameChanges()
  const names = planNames(source, { types, now, changes })
  const planned = planTransactions(source, names, { now, changes })
  const { transactions, merchants, categorizations, notTaken, splits, transfers, getKey } = planned
  const { findOrAddMerchant } = planned
  const assignments = planAssignments(source, names)
  const schedules = planSchedules(source.schedules ?? [], { names, now, findOrAddMerchant })
  const content = {
    currency: source.currency,
    accounts: names.accounts,
    groups: names.groups,
    categories: names.categories,
    merchants,
    transactions,
    assignments,
    targets: planTargets(source, names),
    snoozes: [],
    rules: [],
    categorizations,
    reconciliations: [],
    schedules: schedules.rows,
    scheduleDates: [],
  }
  return {
    content,
    figures: planFigures(source, names),
    rules: planRules(source, names),
    counts: {
      accounts: names.accounts.length,
      transactions: source.transactions.length,
      splits,
      transfers,
      categories: names.categories.length,
      months: countMonths(source),
      schedules: schedules.rows.length,
    },
    notTaken: [...source.notTaken, ...notTaken, ...schedules.notTaken, ...changes.list()],
    keys: {
      accounts: invert([...names.accountByKey].map(([key, { seq }]) => [key, seq])),
      groups: invert(names.groupByKey),
      categories: invert(names.categoryByKey),
      getTransactionKey: getKey,
    },
  }
}

const invert = (seqByKey: Iterable<readonly [string, number]>): Map<number, string> =>
  new Map([...seqByKey].map(([key, seq]) => [seq, key]))

/** Adds up the assigned amounts: two categories of the source may have become one. */
function planAssignments(
  { assignments }: SourceBudget,
  { categoryByKey }: PlannedNames,
): WorkspaceContent['assignments'] {
  const sums = new Map<string, { month: string; category: number; assigned: MinorUnits }>()
  for (const { month, category: key, assigned } of assignments) {
    const category = categoryByKey.get(key)
    if (category === undefined)
      throw new Error(`The source assigns to a category that it does not list: ${key}`)
    const sum = sums.get(`${month} ${category}`) ?? { month, category, assigned: 0n }
    sum.assigned += assigned
    sums.set(`${month} ${category}`, sum)
  }
  return [...sums.values()].filter(({ assigned }) => assigned !== 0n)
}

const planTargets = ({ targets }: SourceBudget, { categoryByKey, paymentCategories }: PlannedNames) =>
  targets.flatMap(
    ({ category: key, kind, amount, weekday, by, repeatMonths, startMonth }): ContentTarget[] => {
      const category = categoryByKey.get(key)
      if (category === undefined || paymentCategories.has(category)) return []
      return [
        {
          category,
          kind,
          amount,
          weekday,
          by_date: by,
          repeat_months: repeatMonths,
          start_month: startMonth,
        },
      ]
    },
  )

/** Names accounts by their `seq`; what is about an account that does not move in is left out. */
const renameAccounts = <Row extends { account: string }>(
  rows: readonly Row[],
  { accountByKey }: PlannedNames,
) =>
  rows.flatMap(({ account: key, ...row }) => {
    const account = accountByKey.get(key)?.seq
    return account === undefined ? [] : [{ ...row, account }]
  })

/** Names categories by their `seq`, likewise. */
const renameCategories = <Row extends { category: string }>(
  rows: readonly Row[],
  { categoryByKey }: PlannedNames,
) =>
  rows.flatMap(({ category: key, ...row }) => {
    const category = categoryByKey.get(key)
    return category === undefined ? [] : [{ ...row, category }]
  })

const planFigures = (
  { figures: { balances, categoryMonths, months, contradictions } }: SourceBudget,
  names: PlannedNames,
): StatedFigures<number> => ({
  balances: renameAccounts(balances, names),
  categoryMonths: renameCategories(categoryMonths, names),
  months,
  ...(contradictions && {
    contradictions: {
      balances: renameAccounts(contradictions.balances, names),
      activity: renameCategories(contradictions.activity, names),
      income: contradictions.income,
    },
  }),
})

const planRules = ({ rules }: SourceBudget, names: PlannedNames): ProgramRules<number> => ({
  ...rules,
  carriesOverspending: renameCategories(rules.carriesOverspending, names),
})

function countMonths({ transactions, assignments, figures }: SourceBudget): number {
  const months = new Set<string>()
  for (const { date } of transactions) months.add(date.slice(0, 7))
  for (const { month } of [...assignments, ...figures.categoryMonths, ...figures.months]) months.add(month)
  return months.size
}
