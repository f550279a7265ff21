/** Knows an account, a group or a category by its rows, where the file has another name for it and no ids. */

import type { StoredContent } from '../../contract/ports/workspace-content.ts'
import type { PlannedBudget } from './moved-budget.ts'

/** Something that has another name in the file. */
export interface Renaming {
  what: 'account' | 'group' | 'category'
  before: string
  there: string
}

type Named = { seq: number; name: string }
type Compared = Pick<PlannedBudget | StoredContent, 'categories' | 'transactions'>

/** Finds what was renamed, and keeps what it found. */
export interface Renamings {
  /** True if most rows of the one are rows of the other. */
  find(what: Renaming['what'], there: Named, before: Named): boolean
  found: readonly Renaming[]
}

/** Compares the rows of a file with those of the last move, or with those that are here. */
export function createRenamings(theirs: Compared, last: Compared): Renamings {
  const found: Renaming[] = []
  return {
    found,
    find(what, there, before) {
      const [rows, known] = [listRows(theirs, what, there.seq), listRows(last, what, before.seq)]
      const open = new Map<string, number>()
      for (const row of rows) open.set(row, (open.get(row) ?? 0) + 1)
      let same = 0
      for (const row of known) {
        const left = open.get(row) ?? 0
        if (left > 0) same++
        open.set(row, left - 1)
      }
      const isSame = 2 * same > known.length
      if (isSame) found.push({ what, before: before.name, there: there.name })
      return isSame
    },
  }
}

/** Returns the dates and amounts of what is on an account, or in a category or group. */
function listRows({ categories, transactions }: Compared, what: Renaming['what'], seq: number): string[] {
  const inGroup = new Set(categories.flatMap((category) => (category.group === seq ? [category.seq] : [])))
  const isIn = (category: number | null): boolean =>
    category !== null && (what === 'group' ? inGroup.has(category) : category === seq)
  return [...transactions].flatMap(({ date, amount, account, category, splits }) =>
    what === 'account'
      ? account === seq
        ? [`${date} ${amount}`]
        : []
      : (splits ?? [{ amount, category }]).flatMap((line) =>
          isIn(line.category) ? [`${date} ${line.amount}`] : [],
        ),
  )
}
