/** Gives the accounts, groups and categories of a source their places in a new workspace. */

import { isCreditAccountType, isOnBudgetAccountType } from '../../contract/operations/accounts.ts'
import type { ContentAccount, ContentCategory, ContentGroup } from '../../contract/ports/workspace-content.ts'
import type { SourceBudget, SourceCategory } from '../source-budget.ts'
import { fitNotes, type NameChanges } from './fit-names.ts'

/** The name of the group of the payment categories. @see docs/spec.md#c1 */
const SYSTEM_GROUP = 'Credit Card Payments'
const SYSTEM_GROUP_SEQ = 1

/** What the accounts and categories of a source become, and by which key they are found. */
export interface PlannedNames {
  accounts: readonly ContentAccount[]
  groups: readonly ContentGroup[]
  categories: readonly ContentCategory[]
  accountByKey: ReadonlyMap<string, PlannedAccount>
  /** The `seq` of each category; of the category of a card, that of its payment category. */
  categoryByKey: ReadonlyMap<string, number>
  /** The `seq` of each group that moves in. */
  groupByKey: ReadonlyMap<string, number>
  /** The `seq`s of the payment categories, which no line may use. */
  paymentCategories: ReadonlySet<number>
}

type PaymentCategory = ContentCategory & { card: number }

/** An account with what its rows depend on. */
export interface PlannedAccount {
  seq: number
  type: string
  onBudget: boolean
}

/** What decides about names. */
interface NameOptions {
  /** The type of each account, by its key. */
  types: ReadonlyMap<string, string>
  /** Milliseconds since 1970. */
  now: number
  changes: NameChanges
}

/** Plans the accounts, groups and categories. */
export function planNames(source: SourceBudget, options: NameOptions): PlannedNames {
  const { changes } = options
  const accounts = planAccounts(source, options)
  const accountByKey = new Map(
    accounts.map(({ seq, type }, index) => [
      source.accounts[index]?.key ?? '',
      { seq, type, onBudget: isOnBudgetAccountType(type) },
    ]),
  )
  const cards = accounts.filter(({ type }) => isCreditAccountType(type))
  const payments = planPaymentCategories(cards)
  const own = source.categories.filter((category) => !findPayment(category, { accountByKey, payments }))
  const groups = planGroups(source, own, { hasCards: cards.length > 0, changes })
  const categories = planCategories(own, {
    groupByKey: groups.seqByKey,
    first: payments.length + 1,
    changes,
  })
  const categoryByKey = new Map(
    source.categories.flatMap((category): [string, number][] => {
      const seq = findPayment(category, { accountByKey, payments }) ?? categories.seqByKey.get(category.key)
      return seq === undefined ? [] : [[category.key, seq]]
    }),
  )
  return {
    accounts,
    groups: groups.rows,
    categories: [...payments, ...categories.rows],
    accountByKey,
    categoryByKey,
    groupByKey: groups.seqByKey,
    paymentCategories: new Set(payments.map(({ seq }) => seq)),
  }
}

const planAccounts = ({ accounts }: SourceBudget, { types, now, changes }: NameOptions): ContentAccount[] =>
  accounts.map(({ key, name, type, suggestedType, notes, closed, lastReconciledAt }, index) => ({
    seq: index + 1,
    name: changes.fit(name, `Account ${index + 1}`),
    type: types.get(key) ?? type ?? suggestedType,
    notes: notes === null ? null : fitNotes(notes).notes,
    closed,
    linked: false,
    deleted: false,
    last_reconciled_at: lastReconciledAt,
    created_at: now,
    updated_at: now,
  }))

/** Plans the groups that have a category of their own, or none at all. */
function planGroups(
  { groups, categories }: SourceBudget,
  own: readonly SourceCategory[],
  { hasCards, changes }: { hasCards: boolean; changes: NameChanges },
): { rows: ContentGroup[]; seqByKey: Map<string, number> } {
  const rows: ContentGroup[] = hasCards
    ? [{ seq: SYSTEM_GROUP_SEQ, name: SYSTEM_GROUP, system: true, position: 0 }]
    : []
  const makeUnique = changes.createUnique(rows.map(({ name }) => name))
  const seqByKey = new Map<string, number>()
  const add = (key: string, name: string): void => {
    const seq = rows.length + 1
    rows.push({ seq, name: makeUnique(changes.fit(name, 'Other')), system: false, position: seq })
    seqByKey.set(key, seq)
  }
  const used = new Set(own.map(({ group }) => group))
  for (const { key, name } of groups) {
    const isEmpty = !categories.some(({ group }) => group === key)
    if (isEmpty || used.has(key)) add(key, name)
  }
  // The payment categories of cards that are no credit accounts here.
  for (const key of used) if (!seqByKey.has(key)) add(key, SYSTEM_GROUP)
  return { rows, seqByKey }
}

const planPaymentCategories = (cards: readonly ContentAccount[]): PaymentCategory[] =>
  cards.map(({ seq, name }, index) => ({
    seq: index + 1,
    name,
    group: SYSTEM_GROUP_SEQ,
    card: seq,
    archived: false,
    deleted: false,
    position: index + 1,
  }))

/** Returns the payment category that takes the place of a category; undefined if it is a category of its own. */
function findPayment(
  { card }: SourceCategory,
  {
    accountByKey,
    payments,
  }: {
    accountByKey: ReadonlyMap<string, PlannedAccount>
    payments: readonly PaymentCategory[]
  },
): number | undefined {
  const account = card === undefined ? undefined : accountByKey.get(card)?.seq
  return payments.find((payment) => payment.card === account)?.seq
}

function planCategories(
  categories: readonly SourceCategory[],
  {
    groupByKey,
    first,
    changes,
  }: { groupByKey: ReadonlyMap<string, number>; first: number; changes: NameChanges },
): { rows: ContentCategory[]; seqByKey: Map<string, number> } {
  const uniqueByGroup = new Map<number, (name: string) => string>()
  const rows: ContentCategory[] = []
  const seqByKey = new Map<string, number>()
  for (const { key, name, group: groupKey, hidden } of categories) {
    const group = groupByKey.get(groupKey)
    if (group === undefined) throw new Error(`The category ${name} has no group`)
    const makeUnique = uniqueByGroup.get(group) ?? changes.createUnique()
    uniqueByGroup.set(group, makeUnique)
    const seq = first + rows.length
    rows.push({
      seq,
      name: makeUnique(changes.fit(name, 'Other')),
      group,
      card: null,
      archived: hidden,
      deleted: false,
      position: seq,
    })
    seqByKey.set(key, seq)
  }
  return { rows, seqByKey }
}
