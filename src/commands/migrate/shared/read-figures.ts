/** Reads the figures of a workspace that a source states as well. */

import type { BudgetApi } from '../../../contract/api.ts'
import { toNameKey } from '../../../contract/normalize-name.ts'
import type { CategoryGroup } from '../../../contract/operations/categories.ts'
import type { BudgetMonth, ReportSource } from '../../../contract/ports/report-source.ts'
import type { WorkspaceContent } from '../../../contract/ports/workspace-content.ts'
import type { MovedFigures } from '../../../migrate/figures.ts'
import type { WorkspaceFigures, WorkspaceMonth } from '../../../migrate/proof/compare-figures.ts'
import { daysInMonth } from '../../../money/calendar.ts'
import { getCurrencyDecimals } from '../../../money/currency.ts'
import { parseTotal } from '../../../money/minor-units.ts'
import { averageAges, createMoneyAging } from '../../../reports/money-age.ts'

/** What a workspace's figures are read with. */
export interface FigureSource {
  api: BudgetApi
  reports: ReportSource
}

/** Reads what the workspace says about the accounts, categories and months that the figures are about. */
export async function readFigures(
  { api, reports }: FigureSource,
  content: WorkspaceContent,
  stated: MovedFigures,
): Promise<WorkspaceFigures> {
  const { accounts } = await api.listAccounts({ query: { include_closed: true } })
  const decimals = getCurrencyDecimals(content.currency)
  const balanceById = new Map(accounts.map(({ id, balance }) => [id, parseTotal(balance, decimals)]))
  const accountIds = matchNames(
    content.accounts.filter(({ deleted }) => !deleted),
    accounts,
  )
  const { category_groups } = await api.listCategories({})
  return {
    balances: new Map([...accountIds].map(([seq, id]) => [seq, balanceById.get(id) ?? 0n])),
    months: await readMonths(reports, stated, matchCategories(content, category_groups)),
  }
}

/** Returns the id of each row by its name; rows of one name follow one another as they were created. */
function matchNames(
  rows: readonly { seq: number; name: string }[],
  things: readonly { id: string; name: string }[],
): Map<number, string> {
  const idsByName = new Map<string, string[]>()
  for (const { id, name } of things.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    idsByName.set(toNameKey(name), [...(idsByName.get(toNameKey(name)) ?? []), id])
  return new Map(
    rows.flatMap(({ seq, name }): [number, string][] => {
      const id = idsByName.get(toNameKey(name))?.shift()
      return id === undefined ? [] : [[seq, id]]
    }),
  )
}

/** Returns the `seq` of the category with each id: names are unique in a group. */
function matchCategories(
  { groups, categories }: WorkspaceContent,
  categoryGroups: readonly CategoryGroup[],
): Map<string, number> {
  const groupIds = matchNames(groups, categoryGroups)
  return new Map(
    groups.flatMap(({ seq: group }): [string, number][] => {
      const own = categories.filter((category) => category.group === group && !category.deleted)
      const theirs = categoryGroups.find(({ id }) => id === groupIds.get(group))?.categories ?? []
      return [...matchNames(own, theirs)].map(([seq, id]) => [id, seq])
    }),
  )
}

async function readMonths(
  reports: ReportSource,
  { categoryMonths, months }: MovedFigures,
  seqById: ReadonlyMap<string, number>,
): Promise<Map<string, WorkspaceMonth>> {
  const names = [...categoryMonths, ...months].map(({ month }) => month).toSorted()
  const [first] = names
  const last = names.at(-1)
  if (first === undefined || last === undefined) return new Map()
  const budgetMonths = await reports.listBudgetMonths(first, last)
  const ages = months.some(({ ageOfMoney }) => ageOfMoney !== undefined)
    ? await readAges(
        reports,
        budgetMonths.map(({ month }) => month),
      )
    : []
  return new Map(
    budgetMonths.map((month, index) => [
      month.month,
      toWorkspaceMonth(month, seqById, ages[index] ?? undefined),
    ]),
  )
}

const toWorkspaceMonth = (
  { parts, categories }: BudgetMonth,
  seqById: ReadonlyMap<string, number>,
  ageOfMoney: number | undefined,
): WorkspaceMonth => ({
  readyToAssign: parts.ready_to_assign,
  heldForLater: parts.held_for_later,
  ageOfMoney,
  categories: new Map(
    categories.flatMap(({ category_id, ...figures }) => {
      const seq = category_id === null ? undefined : seqById.get(category_id)
      return seq === undefined ? [] : [[seq, figures]]
    }),
  ),
})

async function readAges(reports: ReportSource, months: readonly string[]): Promise<(number | null)[]> {
  const last = months.at(-1) ?? ''
  const aging = createMoneyAging()
  for await (const page of reports.listMoneyFlows(`${last}-${daysInMonth(last)}`))
    for (const flow of page) aging.add(flow)
  return averageAges(aging.finish(), months).map((age) => (age === null ? null : Math.round(age)))
}
