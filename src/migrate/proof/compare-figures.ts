/** Compares what a source states with the figures of the workspace that it became. */

import type { MinorUnits } from '../../money/minor-units.ts'
import type { StatedFigures } from '../figures.ts'
import type { Agreement, ComparedFigure, Difference, Proof } from './proof.ts'

/** The figures of a workspace, by the `seq`s of the `WorkspaceContent` that it was filled with. */
export interface WorkspaceFigures {
  balances: ReadonlyMap<number, MinorUnits>
  months: ReadonlyMap<string, WorkspaceMonth>
  /** How the balance of each account changed in each month; undefined where that was not read. */
  balanceChanges?: ReadonlyMap<number, ReadonlyMap<string, MinorUnits>> | undefined
}

/** A month of a workspace. */
export interface WorkspaceMonth {
  readyToAssign: MinorUnits
  /** What later months have assigned and is therefore not offered. */
  heldForLater: MinorUnits
  categories: ReadonlyMap<number, CategoryFigures>
  /** Whole days; undefined when no money was spent yet. */
  ageOfMoney: number | undefined
}

/** The figures of a category in a month. */
export interface CategoryFigures {
  assigned: MinorUnits
  activity: MinorUnits
  available: MinorUnits
}

/** A difference before its reason is known. */
export type FoundDifference = Omit<Difference, 'rules'>

/** What a comparison found, before differences are explained. */
export interface Comparison extends Omit<Proof, 'differences'> {
  differences: readonly FoundDifference[]
}

const NOTHING: CategoryFigures = { assigned: 0n, activity: 0n, available: 0n }

/** Compares every stated figure. */
export function compareFigures(stated: StatedFigures<number>, ours: WorkspaceFigures): Comparison {
  const balances = stated.balances.map(({ account, balance }) =>
    listDifference({ figure: 'balance', account }, balance, ours.balances.get(account) ?? 0n),
  )
  const categoryMonths = stated.categoryMonths.map((theirs) => {
    const { month, category } = theirs
    const own = ours.months.get(month)?.categories.get(category) ?? NOTHING
    return (['assigned', 'activity', 'available'] as const).flatMap((figure) =>
      listDifference({ figure, month, category }, theirs[figure], own[figure]),
    )
  })
  const readyToAssign = stated.months.flatMap(({ month, readyToAssign: theirs }) =>
    theirs === undefined
      ? []
      : [
          listDifference(
            { figure: 'ready_to_assign', month },
            theirs,
            ours.months.get(month)?.readyToAssign ?? 0n,
          ),
        ],
  )
  const ages = stated.months.flatMap(({ month, ageOfMoney: theirs }) => {
    const own = ours.months.get(month)?.ageOfMoney
    return theirs === undefined || own === undefined
      ? []
      : [listDifference({ figure: 'age_of_money', month }, BigInt(theirs), BigInt(own))]
  })
  return {
    accounts: countAgreement(balances),
    category_months: countAgreement(categoryMonths),
    ready_to_assign: countAgreement(readyToAssign),
    age_of_money: countAgreement(ages),
    differences: [balances, categoryMonths, readyToAssign, ages].flat(2),
  }
}

function listDifference(
  where: { figure: ComparedFigure; month?: string; category?: number; account?: number },
  theirs: MinorUnits | undefined,
  ours: MinorUnits,
): FoundDifference[] {
  if (theirs === undefined || theirs === ours) return []
  return [{ month: null, category: null, account: null, ...where, theirs, ours }]
}

/** Counts the entries without a difference. */
const countAgreement = (entries: readonly (readonly FoundDifference[])[]): Agreement => ({
  equal: entries.filter((differences) => differences.length === 0).length,
  of: entries.length,
})
