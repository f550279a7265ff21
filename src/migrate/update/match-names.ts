/** Finds the accounts, groups, categories and merchants of a newer file in a workspace. */

import { toNameKey } from '../../contract/normalize-name.ts'
import type { StoredContent } from '../../contract/ports/workspace-content.ts'
import { groupBy } from '../../tables/group-by.ts'
import { createRenamings, type Renaming } from './find-renamed.ts'
import type { MovedBudget, MovedTransaction } from './moved-budget.ts'

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
  theirs: MovedBudget,
  { base, ours, hasSameKeys, hasKeys }: ComparedSides,
): TranslatedBudget {
  const { next } = ours
  const renamings = hasKeys && hasSameKeys ? undefined : createRenamings(theirs, base ?? ours)
  const isRenamed = (what: Renaming['what']) => (there: NamedRow, before: NamedRow) =>
    renamings?.find(what, there, before) === true
  const toKey = ({ key = '' }: NamedRow): string => (hasSameKeys ? key : '')
  const findAccount = matchRows<NamedRow>(
    {
      theirs: theirs.accounts,
      base: base?.accounts,
      ours: ours.accounts,
      next: next.accounts,
      isRenamed: isRenamed('account'),
    },
    {
      toKey,
      toName: ({ name }) => toNameKey(name),
    },
  )
  const findGroup = matchRows<NamedRow & { system: boolean }>(
    {
      theirs: theirs.groups,
      base: base?.groups,
      ours: ours.groups,
      next: next.groups,
      isRenamed: isRenamed('group'),
    },
    {
      toKey,
      toName: ({ system, name }) => (system ? '\u0000system' : toNameKey(name)),
    },
  )
  const findOrNull = (find: (seq: number) => number, seq: number | null): number | null =>
    seq === null ? null : find(seq)
  const placed = theirs.categories.map((row) => ({
    ...row,
    group: findGroup(row.group),
    card: findOrNull(findAccount, row.card),
  }))
  // A category is found in its group, and the payment category of a card by its account.
  const findCategory = matchRows<NamedRow & { group: number; card: number | null }>(
    {
      theirs: placed,
      base: base?.categories,
      ours: ours.categories,
      next: next.categories,
      isRenamed: isRenamed('category'),
    },
    {
      toKey: (row) => (row.card === null ? toKey(row) : ''),
      toName: ({ card, group, name }) => (card === null ? `${group} ${toNameKey(name)}` : `card ${card}`),
    },
  )
  const findMerchant = matchMerchants(theirs, base, ours)
  const translated = {
    accounts: theirs.accounts.map((row) => ({ ...row, seq: findAccount(row.seq) })),
    groups: theirs.groups.map((row) => ({ ...row, seq: findGroup(row.seq) })),
    categories: placed.map((row) => ({ ...row, seq: findCategory(row.seq) })),
    merchants: theirs.merchants.map(({ seq, name }) => ({ name, seq: findMerchant(seq) })),
    transactions: theirs.transactions.map(
      (row): MovedTransaction => ({
        ...row,
        account: findAccount(row.account),
        transfer_account: findOrNull(findAccount, row.transfer_account),
        merchant: findOrNull(findMerchant, row.merchant),
        category: findOrNull(findCategory, row.category),
        splits:
          row.splits?.map((line) => ({ ...line, category: findOrNull(findCategory, line.category) })) ?? null,
      }),
    ),
    assignments: theirs.assignments.map((row) => ({ ...row, category: findCategory(row.category) })),
    targets: theirs.targets.map((row) => ({ ...row, category: findCategory(row.category) })),
  }
  return { theirs: translated, renamed: renamings?.found ?? [] }
}

/** A merchant is the one that had this name at the last move, also if it has another one here now. */
function matchMerchants(
  theirs: MovedBudget,
  base: MovedBudget | undefined,
  ours: StoredContent,
): (seq: number) => number {
  const live = ours.merchants.filter(({ deleted }) => !deleted)
  const known = new Map(
    [...live, ...(base?.merchants ?? [])].map(({ seq, name }) => [toNameKey(name), seq] as const),
  )
  let fresh = ours.next.merchants
  const seqs = new Map(theirs.merchants.map(({ seq, name }) => [seq, known.get(toNameKey(name)) ?? fresh++]))
  return (seq) => seqs.get(seq) ?? 0
}
