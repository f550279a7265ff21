/** Finds the accounts, groups, categories and merchants of a newer file in a workspace. */

import { toNameKey } from '../../contract/normalize-name.ts'
import type { StoredContent } from '../../contract/ports/workspace-content.ts'
import type { MovedBudget, MovedTransaction } from './moved-budget.ts'

/** What a file is compared with. */
export interface ComparedSides {
  /** What the file of the last move said; undefined for a workspace that moved in before this was stored. */
  base: MovedBudget | undefined
  ours: StoredContent
  /** True if the keys of the newer file are those of the last one. */
  hasSameKeys: boolean
}

/** A named row of the file, of the last move, or of the workspace. `name` is what the row is found by. */
interface NamedRow {
  seq: number
  name: string
  key?: string
  deleted?: boolean
}

/** Returns a function that numbers a row which the workspace does not have. */
const createNumbers = (first: number): (() => number) => {
  let next = first
  return () => next++
}

/** Returns the `seq` in the workspace of each row of the file: by its key, by its name, or a new one. */
function matchRows(
  theirs: readonly NamedRow[],
  {
    base,
    ours,
    takeNext,
  }: { base: readonly NamedRow[] | undefined; ours: readonly NamedRow[]; takeNext: () => number },
): Map<number, number> {
  const matches = new Map<number, number>()
  const taken = new Set<number>()
  const match = (rows: readonly NamedRow[], toKey: (row: NamedRow) => string): void => {
    const free = new Map<string, NamedRow[]>()
    for (const row of rows)
      if (!taken.has(row.seq)) free.set(toKey(row), [...(free.get(toKey(row)) ?? []), row])
    for (const row of theirs) {
      const found = matches.has(row.seq) || toKey(row) === '' ? undefined : free.get(toKey(row))?.shift()
      if (!found) continue
      matches.set(row.seq, found.seq)
      taken.add(found.seq)
    }
  }
  match(base ?? [], ({ key }) => key ?? '')
  match(base ?? [], ({ name }) => name)
  match(
    ours.filter(({ deleted }) => !deleted),
    ({ name }) => name,
  )
  // Without a last move, what was deleted here is known only by its name.
  if (!base) match(ours, ({ name }) => name)
  for (const { seq } of theirs) if (!matches.has(seq)) matches.set(seq, takeNext())
  return matches
}

const withNameKey = <Row extends { name: string }>(rows: readonly Row[]): Row[] =>
  rows.map((row) => ({ ...row, name: toNameKey(row.name) }))

/**
 * Returns what a file says, with accounts, categories and merchants in the numbers of the workspace. Only the
 * transactions keep those of the file.
 */
export function translateNames(theirs: MovedBudget, sides: ComparedSides): MovedBudget {
  const { base, ours, hasSameKeys } = sides
  const find = (rows: readonly NamedRow[] | undefined): NamedRow[] | undefined =>
    rows?.map((row) => (hasSameKeys ? row : { ...row, key: '' }))
  const accounts = matchRows(withNameKey(theirs.accounts), {
    base: find(base && withNameKey(base.accounts)),
    ours: withNameKey(ours.accounts),
    takeNext: createNumbers(ours.next.accounts),
  })
  const nameGroup = <Row extends NamedRow & { system: boolean }>(row: Row): Row => ({
    ...row,
    name: row.system ? '\u0000system' : toNameKey(row.name),
  })
  const groups = matchRows(theirs.groups.map(nameGroup), {
    base: find(base?.groups.map(nameGroup)),
    ours: ours.groups.map(nameGroup),
    takeNext: createNumbers(ours.next.groups),
  })
  const translated = translateCategories(theirs, { ...sides, accounts, groups })
  const { categories, categorySeqs } = translated
  const { merchants, merchantSeqs } = translateMerchants(theirs, sides)
  const get = (map: ReadonlyMap<number, number>, seq: number): number => map.get(seq) ?? 0
  const getOrNull = (map: ReadonlyMap<number, number>, seq: number | null): number | null =>
    seq === null ? null : get(map, seq)
  return {
    accounts: theirs.accounts.map((row) => ({ ...row, seq: get(accounts, row.seq) })),
    groups: theirs.groups.map((row) => ({ ...row, seq: get(groups, row.seq) })),
    categories,
    merchants,
    transactions: theirs.transactions.map(
      (row): MovedTransaction => ({
        ...row,
        account: get(accounts, row.account),
        transfer_account: getOrNull(accounts, row.transfer_account),
        merchant: getOrNull(merchantSeqs, row.merchant),
        category: getOrNull(categorySeqs, row.category),
        splits:
          row.splits?.map((line) => ({ ...line, category: getOrNull(categorySeqs, line.category) })) ?? null,
      }),
    ),
    assignments: theirs.assignments.map((row) => ({ ...row, category: get(categorySeqs, row.category) })),
  }
}

/** Finds categories in their groups, and the payment category of a card by its account. */
function translateCategories(
  theirs: MovedBudget,
  {
    base,
    ours,
    hasSameKeys,
    accounts,
    groups,
  }: ComparedSides & { accounts: ReadonlyMap<number, number>; groups: ReadonlyMap<number, number> },
): Pick<MovedBudget, 'categories'> & { categorySeqs: ReadonlyMap<number, number> } {
  const place = theirs.categories.map((row) => ({
    ...row,
    group: groups.get(row.group) ?? 0,
    card: row.card === null ? null : (accounts.get(row.card) ?? 0),
  }))
  type Placed = NamedRow & { group: number; card: number | null }
  const nameInGroup = ({ card, group, name, ...row }: Placed): NamedRow =>
    card === null
      ? { ...row, name: `${group} ${toNameKey(name)}` }
      : { ...row, key: '', name: `card ${card}` }
  const categorySeqs = matchRows(place.map(nameInGroup), {
    base: base?.categories.map((row) => nameInGroup(hasSameKeys ? row : { ...row, key: '' })),
    ours: ours.categories.map(nameInGroup),
    takeNext: createNumbers(ours.next.categories),
  })
  return { categories: place.map((row) => ({ ...row, seq: categorySeqs.get(row.seq) ?? 0 })), categorySeqs }
}

/** A merchant is the one that had this name at the last move, also if it has another one here now. */
function translateMerchants(
  theirs: MovedBudget,
  { base, ours }: ComparedSides,
): Pick<MovedBudget, 'merchants'> & { merchantSeqs: ReadonlyMap<number, number> } {
  const known = new Map<string, number>()
  for (const { seq, name, deleted } of ours.merchants) if (!deleted) known.set(toNameKey(name), seq)
  for (const { seq, name } of base?.merchants ?? []) known.set(toNameKey(name), seq)
  const takeNext = createNumbers(ours.next.merchants)
  const merchants = theirs.merchants.map(({ name }) => ({
    name,
    seq: known.get(toNameKey(name)) ?? takeNext(),
  }))
  return {
    merchants,
    merchantSeqs: new Map(theirs.merchants.map(({ seq }, at) => [seq, merchants[at]?.seq ?? 0])),
  }
}
