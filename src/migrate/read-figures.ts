/** Reads the figures of a workspace that a source states as well. */

import type { BudgetApi } from '../contract/api.ts'
import { toNameKey } from '../contract/normalize-name.ts'
import type { CategoryGroup } from '../contract/operations/categories.ts'
import type { BalanceChange, ReportSource } from '../contract/ports/report-source.ts'
import type { WorkspaceContent } from '../contract/ports/workspace-content.ts'
import { daysInMonth } from '../money/calendar.ts'
import { getCurrencyDecimals } from '../money/currency.ts'
import { type MinorUnits, parseTotal } from '../money/minor-units.ts'
import { averageAges, createMoneyAging } from '../reports/compute-age-of-money.ts'
import type { StatedFigures } from './figures.ts'
import type { CategoryFigures, WorkspaceFigures, WorkspaceMonth } from './proof/compare-figures.ts'

/** The figures of a month, by the ids of the categories. */
export interface ReadMonth extends Omit<WorkspaceMonth, 'categories'> {
  month: string
  categories: ReadonlyMap<string, CategoryFigures>
}

/** What a workspace's figures are read with. */
export interface FigureSource {
  api: BudgetApi
  /** Reads these months, the earliest first; `withAges` asks for the age of money as well. */
  readMonths(months: readonly string[], withAges: boolean): Promise<ReadMonth[]>
  /** Reads how balances changed by month; missing for a service, which would need a request for each page. */
  readBalanceChanges?: () => Promise<readonly BalanceChange[]>
}

/** Which thing of the workspace each one of the content is, where that is known otherwise than by its name. */
export interface KnownIds {
  /** By the `seq` in the content. */
  accountIds: ReadonlyMap<number, string>
  /** By the id. */
  categorySeqs: ReadonlyMap<string, number>
}

/** Reads what the workspace says about the accounts, categories and months that the figures are about. */
export async function readFigures(
  { api, readMonths, readBalanceChanges }: FigureSource,
  content: WorkspaceContent,
  stated: StatedFigures<number>,
  known?: KnownIds,
): Promise<WorkspaceFigures> {
  const { accounts } = await api.listAccounts({ query: { include_closed: true } })
  const decimals = getCurrencyDecimals(content.currency)
  const balanceById = new Map(accounts.map(({ id, balance }) => [id, parseTotal(balance, decimals)]))
  const accountIds =
    known?.accountIds ??
    matchNames(
      content.accounts.filter(({ deleted }) => !deleted),
      accounts,
    )
  const { category_groups } = await api.listCategories({})
  const balances = new Map([...accountIds].map(([seq, id]) => [seq, balanceById.get(id) ?? 0n]))
  const differs = stated.balances.some(({ account, balance }) => balances.get(account) !== balance)
  const changes = differs ? await readBalanceChanges?.() : undefined
  return {
    balances,
    ...(changes && { balanceChanges: nameAccounts(changes, accountIds) }),
    months: nameCategories(
      await readMonths(...listStated(stated)),
      known?.categorySeqs ?? matchCategories(content, category_groups),
    ),
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

/** Returns the months that the figures are about, and whether they tell the age of money. */
function listStated({
  categoryMonths,
  months,
}: StatedFigures<number>): [months: string[], withAges: boolean] {
  const names = new Set([...categoryMonths, ...months].map(({ month }) => month))
  return [[...names].toSorted(), months.some(({ ageOfMoney }) => ageOfMoney !== undefined)]
}

function nameAccounts(
  changes: readonly BalanceChange[],
  accountIds: ReadonlyMap<number, string>,
): Map<number, Map<string, MinorUnits>> {
  const seqById = new Map([...accountIds].map(([seq, id]) => [id, seq]))
  const named = new Map<number, Map<string, MinorUnits>>()
  for (const { account_id, month, amount } of changes) {
    const seq = seqById.get(account_id)
    if (seq === undefined) continue
    named.set(seq, (named.get(seq) ?? new Map<string, MinorUnits>()).set(month, amount))
  }
  return named
}

const nameCategories = (
  months: readonly ReadMonth[],
  seqById: ReadonlyMap<string, number>,
): Map<string, WorkspaceMonth> =>
  new Map(
    months.map(({ month, categories, ...figures }) => [
      month,
      {
        ...figures,
        categories: new Map(
          [...categories].flatMap(([id, category]): [number, CategoryFigures][] => {
            const seq = seqById.get(id)
            return seq === undefined ? [] : [[seq, category]]
          }),
        ),
      },
    ]),
  )

/** Reads months of a workspace on this computer. */
export async function readLocalMonths(
  reports: ReportSource,
  months: readonly string[],
  withAges: boolean,
): Promise<ReadMonth[]> {
  const [first] = months
  const last = months.at(-1)
  if (first === undefined || last === undefined) return []
  const budgetMonths = await reports.listBudgetMonths(first, last)
  const names = budgetMonths.map(({ month }) => month)
  const ages = withAges ? await readAges(reports, names) : []
  return budgetMonths.map(({ month, parts, categories }, index) => ({
    month,
    readyToAssign: parts.ready_to_assign,
    heldForLater: parts.held_for_later,
    ageOfMoney: ages[index] ?? undefined,
    categories: new Map(
      categories.flatMap(({ category_id, ...figures }): [string, CategoryFigures][] =>
        category_id === null ? [] : [[category_id, figures]],
      ),
    ),
  }))
}

/** Reads months of a service, with a request for each. It does not tell the age of money. */
export async function readServiceMonths(
  api: BudgetApi,
  months: readonly string[],
  decimals: number,
): Promise<ReadMonth[]> {
  const read: ReadMonth[] = []
  for (const name of months) {
    const { month } = await api.getMonth({ month: name })
    const toMinor = (text: string) => parseTotal(text, decimals)
    read.push({
      month: name,
      readyToAssign: toMinor(month.ready_to_assign),
      heldForLater: 0n,
      ageOfMoney: undefined,
      categories: new Map(
        month.category_groups
          .flatMap(({ categories }) => categories)
          .map(({ id, assigned, activity, available }) => [
            id,
            { assigned: toMinor(assigned), activity: toMinor(activity), available: toMinor(available) },
          ]),
      ),
    })
  }
  return read
}

async function readAges(reports: ReportSource, months: readonly string[]): Promise<(number | null)[]> {
  const last = months.at(-1) ?? ''
  const aging = createMoneyAging()
  for await (const page of reports.listMoneyFlows(`${last}-${daysInMonth(last)}`))
    for (const flow of page) aging.add(flow)
  return averageAges(aging.finish(), months).map((age) => (age === null ? null : Math.round(age)))
}
