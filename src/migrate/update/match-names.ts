/** Finds the accounts, groups, categories and merchants of a newer file in a workspace. */

import { groupBy } from '../../contract/group-by.ts'
import { toNameKey } from '../../contract/normalize-name.ts'
import type { StoredContent } from '../../contract/ports/workspace-content.ts'
import { createRenamings, type Renaming } from './find-renamed.ts'
import type { MovedBudget, MovedTransaction, PlannedBudget } from './moved-budget.ts'

/** What a file is compared with. */
export interface ComparedSides {
  /** What the file of the last move said; undefined for a workspace that moved in before this was stored. */
  base: MovedBudget | undefined
  ours: StoredContent
  /** True if the keys of the newer file are those of the last one. */
  hasSameKeys: boolean
  /** True if these keys are ids that stay. */
  hasKeys: boolean
}

/** A row of the file, of the last move, or of the workspace. */
interface NamedRow {
  seq: number
  name: string
  key?: string
  deleted?: boolean
}

/** The rows of one table. */
interface MatchedRows<Row extends NamedRow> {
  theirs: readonly Row[]
  base: readonly Row[] | undefined
  ours: readonly Row[]
  /** The `seq` of the first row that the workspace does not have. */
  next: number
  /** True for the only two rows that nothing else identifies, if one is the other by another name. */
  isRenamed: (there: Row, before: Row) => boolean
}

/**
 * Returns the `seq` in the workspace of each row of the file: by its key, by its name, or a new one.
 * @param find.toKey the key of the program; '' for none
 */
function matchRows<Row extends NamedRow>(
  { theirs, base, ours, next, isRenamed }: MatchedRows<Row>,
  { toKey, toName }: Record<'toKey' | 'toName', (row: Row) => string>,
): (seq: number) => number {
  const matches = new Map<number, number>()
  const taken = new Set<number>()
  const match = (rows: readonly Row[], say: (row: Row) => string): void => {
    const free = groupBy(
      rows.filter(({ seq }) => !taken.has(seq)),
      say,
    )
    for (const row of theirs) {
      const found = matches.has(row.seq) || say(row) === '' ? undefined : free.get(say(row))?.shift()
      if (!found) continue
      matches.set(row.seq, found.seq)
      taken.add(found.seq)
    }
  }
  match(base ?? [], toKey)
  match(base ?? [], toName)
  match(
    ours.filter(({ deleted }) => !deleted),
    toName,
  )
  // Without a last move, what was deleted here is known only by its name.
  if (!base) match(ours, toName)
  const [there, second] = theirs.filter(({ seq }) => !matches.has(seq))
  const [before, other] = (base ?? ours).filter(({ seq, deleted }) => !deleted && !taken.has(seq))
  if (there && before && !second && !other && isRenamed(there, before)) matches.set(there.seq, before.seq)
  let fresh = next
  for (const { seq } of theirs) if (!matches.has(seq)) matches.set(seq, fresh++)
  return (seq) => matches.get(seq) ?? 0
}

/** What a file says, in the numbers of the workspace. */
export interface TranslatedBudget {
  /** Only the transactions keep the numbers of the file. */
  theirs: MovedBudget
  /** What is known by its rows, because the file has another name for it. */
  renamed: readonly Renaming[]
}

/** Finds accounts, categories and merchants of a file in the workspace. */
export function translateNames(
  theirs: PlannedBudget,
  { base, ours, hasSameKeys, hasKeys }: ComparedSides,
): TranslatedBudget {
  const last = base ?? ours
  const renamings = hasKeys && hasSameKeys ? undefined : createRenamings(theirs, last)
  const collect = (what: Renaming['what'], table: 'accounts' | 'groups' | 'categories') => ({
    next: ours.next[table],
    isRenamed: (there: NamedRow, before: NamedRow) => renamings?.find(what, there, before) === true,
  })
  const toKey = ({ key = '' }: NamedRow): string => (hasSameKeys ? key : '')
  const account = matchRows<NamedRow>(
    { theirs: theirs.accounts, base: base?.accounts, ours: ours.accounts, ...collect('account', 'accounts') },
    { toKey, toName: ({ name }) => toNameKey(name) },
  )
  const group = matchRows<NamedRow & { system: boolean }>(
    { theirs: theirs.groups, base: base?.groups, ours: ours.groups, ...collect('group', 'groups') },
    { toKey, toName: ({ system, name }) => (system ? '\u0000system' : toNameKey(name)) },
  )
  const placed = theirs.categories.map((row) => ({
    ...row,
    group: group(row.group),
    card: findOrNull(account, row.card),
  }))
  const categories = { theirs: placed, base: base?.categories, ours: ours.categories }
  // A category is found in its group, and the payment category of a card by its account.
  const category = matchRows<NamedRow & { group: number; card: number | null }>(
    { ...categories, ...collect('category', 'categories') },
    {
      toKey: (row) => (row.card === null ? toKey(row) : ''),
      toName: (row) => (row.card === null ? `${row.group} ${toNameKey(row.name)}` : `card ${row.card}`),
    },
  )
  const finders = { account, group, category, merchant: matchMerchants(theirs, base, ours) }
  return {
    theirs: renumber({ ...theirs, categories: placed }, finders),
    renamed: renamings?.found ?? [],
  }
}

type Find = (seq: number) => number

const findOrNull = (find: Find, seq: number | null): number | null => (seq === null ? null : find(seq))

/** Returns the rows with the numbers of the workspace; the groups and cards of categories have them already. */
const renumber = (
  theirs: PlannedBudget,
  { account, group, category, merchant }: Record<'account' | 'group' | 'category' | 'merchant', Find>,
): MovedBudget => ({
  accounts: theirs.accounts.map((row) => ({ ...row, seq: account(row.seq) })),
  groups: theirs.groups.map((row) => ({ ...row, seq: group(row.seq) })),
  categories: theirs.categories.map((row) => ({ ...row, seq: category(row.seq) })),
  merchants: theirs.merchants.map((row) => ({ ...row, seq: merchant(row.seq) })),
  transactions: Array.from(
    theirs.transactions,
    (row): MovedTransaction => ({
      ...row,
      account: account(row.account),
      transfer_account: findOrNull(account, row.transfer_account),
      merchant: findOrNull(merchant, row.merchant),
      category: findOrNull(category, row.category),
      splits: row.splits?.map((line) => ({ ...line, category: findOrNull(category, line.category) })) ?? null,
    }),
  ),
  assignments: theirs.assignments.map((row) => ({ ...row, category: category(row.category) })),
  targets: theirs.targets.map((row) => ({ ...row, category: category(row.category) })),
})

/** A merchant is the one that had this name at the last move, also if it has another one here now. */
function matchMerchants(
  { merchants }: Pick<MovedBudget, 'merchants'>,
  base: MovedBudget | undefined,
  ours: StoredContent,
): (seq: number) => number {
  const live = ours.merchants.filter(({ deleted }) => !deleted)
  const known = new Map(
    [...live, ...(base?.merchants ?? [])].map(({ seq, name }) => [toNameKey(name), seq] as const),
  )
  let fresh = ours.next.merchants
  const seqs = new Map(merchants.map(({ seq, name }) => [seq, known.get(toNameKey(name)) ?? fresh++]))
  return (seq) => seqs.get(seq) ?? 0
}
