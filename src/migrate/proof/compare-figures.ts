/** Compares what a source states with the workspace that it became, and defines the proof of a move. */

import type { MinorUnits } from '../../money/minor-units.ts'
import type { StatedFigures } from '../figures.ts'

/** The figures that are compared. */
export type ComparedFigure =
  | 'balance'
  | 'assigned'
  | 'activity'
  | 'available'
  | 'ready_to_assign'
  | 'age_of_money'

/** The rows of the table in docs/migrate.md on which programs differ. */
export const differenceRules = {
  cards: 'The other program treats cards as cash; here card debt stays on the card',
  payments: 'The other program set the same money aside for another card',
  carried: 'The other program kept the overspending in the category; here it came out of Ready to Assign',
  held: 'The other program held this money for the next month; here it is Ready to Assign',
  later: 'Here money assigned in later months cannot be assigned again',
  uncategorized: 'Here uncategorized transactions count: the next month covers them',
  since: 'Money from before the first month is in the starting balances, and is Ready to Assign',
  begins: 'The file starts with this month and does not say what was carried into it',
  contradicts: 'The file contradicts itself: its own rows do not add up to this figure',
  follows: 'Follows from another difference',
  'age-of-money': 'Age of money is averaged differently',
  rows: 'Follows from what is new here, new there or different',
} as const satisfies Readonly<Record<string, string>>

/** Why a figure differs. */
export type DifferenceRule = keyof typeof differenceRules

/** True for a difference to look at: nothing explains it, or the file contradicts itself. */
export const isProblem = ({ rules }: { rules: readonly DifferenceRule[] }): boolean =>
  rules.length === 0 || rules.includes('contradicts')

/** A figure that is not the same. Amounts are minor units, the age of money is days. */
export interface Difference {
  figure: ComparedFigure
  month: string | null
  /** The `seq` of the category or of the account; null for a month. */
  category: number | null
  account: number | null
  theirs: MinorUnits
  ours: MinorUnits
  /** null when no rule explains it. */
  rules: readonly DifferenceRule[]
}

/** How many figures are the same. */
export interface Agreement {
  equal: number
  of: number
}

/** What the comparison found. */
export interface Proof {
  accounts: Agreement
  category_months: Agreement
  ready_to_assign: Agreement
  /** Whole days. */
  age_of_money: Agreement
  differences: readonly Difference[]
}

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

/** Returns the key of a category in a month. */
export const toCategoryMonth = ({ month, category }: { month: string; category: number }): string =>
  `${month} ${category}`
