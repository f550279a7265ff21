/** Reads the envelopes of our own exports to hledger, ledger and beancount: what was assigned and is available. */

import { isCreditAccountType, isOnBudgetAccountType } from '../../contract/operations/accounts.ts'
import { addMonths, toMonth } from '../../money/calendar.ts'
import type { MinorUnits } from '../../money/minor-units.ts'
import { isLiabilityRoot } from '../double-entry/account-kinds.ts'
import { addAmount } from '../figures.ts'
import type { SourceAccount, SourceBudget, SourceCategory } from '../source-budget.ts'
import { isCardGroup } from '../ynab/categories.ts'
import type { RawPosting } from './raw-posting.ts'

const ENVELOPE = /^(?:equity:)?budget:(.+)$/i
const READY_TO_ASSIGN = /^ready[ -]to[ -]assign$/i
const UNCATEGORIZED = /^uncategorized$/i
const ASSIGNED = 'Assigned'

/** True for the account of an envelope. */
export const isEnvelopeAccount = (account: string): boolean => ENVELOPE.test(account)

/** A posting that moves an envelope. */
export type EnvelopePosting = RawPosting & { amount: MinorUnits }

const getEnvelope = ({ account }: RawPosting): string => ENVELOPE.exec(account)?.[1] ?? ''

/**
 * Returns the budget with its envelopes: categories without spending, cards, what is assigned, and the figures.
 * @param text the journal
 */
export function addEnvelopes(
  budget: SourceBudget,
  postings: readonly EnvelopePosting[],
  text: string,
): SourceBudget {
  const envelopes = new Map<string, string>()
  for (const posting of postings) {
    const envelope = getEnvelope(posting)
    if (!READY_TO_ASSIGN.test(envelope) && !UNCATEGORIZED.test(envelope))
      envelopes.set(envelope, posting.accountName)
  }
  const categories = listCategories(budget, envelopes)
  const keys = new Map(categories.map(({ path, key }) => [path, key]))
  const listed = categories.map(({ path: _, ...category }) => category)
  const cards = new Set(listed.flatMap(({ card }) => card ?? []))
  const tracked = budget.kind === 'beancount' ? findTracked(text) : listTracked(budget, postings)
  return {
    ...budget,
    accounts: budget.accounts.map((account) =>
      cards.has(account.key)
        ? { ...account, onBudget: true, suggestedType: 'credit_credit_card' }
        : tracked.has(account.key)
          ? { ...account, onBudget: false, suggestedType: toTrackingType(account.suggestedType) }
          : account.onBudget === false
            ? account
            : { ...account, onBudget: true, suggestedType: toBudgetType(account) },
    ),
    groups: [...new Set(listed.map(({ group }) => group))].map((name) => ({ key: name, name })),
    categories: listed,
    assignments: listAssignments(postings, keys),
    figures: { ...budget.figures, ...addUpFigures(postings, keys) },
  }
}

/** Our own export writes what is owed as a liability, and nothing else. */
function toBudgetType({ key, suggestedType }: SourceAccount): string {
  if (isLiabilityRoot(getRoot(key)))
    return isCreditAccountType(suggestedType) ? suggestedType : 'credit_credit_card'
  const isBank = isOnBudgetAccountType(suggestedType) && !isCreditAccountType(suggestedType)
  return isBank ? suggestedType : 'banking_checking'
}

const toTrackingType = (type: string): string =>
  /^(?:loan|investment)_/.test(type) ? type : 'investment_other'

type PathCategory = SourceCategory & { path: string }

/** Returns the categories of the envelopes, in their order, then those that only have spending. */
function listCategories(budget: SourceBudget, envelopes: ReadonlyMap<string, string>): PathCategory[] {
  const spending = new Map(budget.categories.map((category) => [removeRoot(category.key), category]))
  // A card is a debt; an asset may have the same name.
  const debts = budget.accounts.filter(({ key }) => isLiabilityRoot(getRoot(key)))
  const findCard = (path: string, name: string) =>
    (debts.filter((debt) => debt.name === name).length === 1
      ? debts.find((debt) => debt.name === name)
      : debts.find(({ key }) => removeRoot(key) === path)
    )?.key
  const listed = [...envelopes].map(([path, name]): PathCategory => {
    const [group = '', ...names] = path.split(':')
    const known = spending.get(path)
    if (known) return { ...known, path }
    const card = isCardGroup(group.replaceAll('-', ' ')) ? findCard(names.join(':'), name) : undefined
    return { key: path, path, name: name || names.join(':') || path, group, hidden: false, card }
  })
  const rest = [...spending].filter(([path]) => !envelopes.has(path))
  return [...listed, ...rest.map(([path, category]) => ({ ...category, path }))]
}

const getRoot = (account: string): string => account.slice(0, Math.max(0, account.indexOf(':')))

/** Returns the name of an account without its first part. */
const removeRoot = (account: string): string => account.slice(account.indexOf(':') + 1)

/** Returns the accounts whose starting balance moved no envelope: only accounts on budget have money to assign. */
function listTracked(budget: SourceBudget, postings: readonly EnvelopePosting[]): Set<string> {
  const moving = new Set(postings.map(({ entry }) => entry))
  return new Set(
    budget.transactions.flatMap(({ key, account, isStartingBalance }) =>
      isStartingBalance && !moving.has(key) ? [account] : [],
    ),
  )
}

const TRACKING_ACCOUNT = /^\S+ custom "envelope" "mapping" "(.+)\$" "Equity:Tracking"\r?$/gm

/** Returns the tracking accounts that an export to beancount names, whose envelopes move by entries of their own. */
const findTracked = (text: string): Set<string> =>
  new Set(Array.from(text.matchAll(TRACKING_ACCOUNT), ([, account = '']) => account))

function listAssignments(
  postings: readonly EnvelopePosting[],
  keys: ReadonlyMap<string, string>,
): SourceBudget['assignments'] {
  return postings.flatMap((posting) => {
    const category = keys.get(getEnvelope(posting))
    if (posting.payee !== ASSIGNED || category === undefined) return []
    return [{ month: toMonth(posting.date), category, assigned: posting.amount }]
  })
}

/** Adds up what each envelope has at the end of each month. */
function addUpFigures(
  postings: readonly EnvelopePosting[],
  keys: ReadonlyMap<string, string>,
): Pick<SourceBudget['figures'], 'categoryMonths' | 'months'> {
  const sorted = postings.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
  const available = new Map<string, MinorUnits>()
  let readyToAssign = 0n
  const categoryMonths: SourceBudget['figures']['categoryMonths'][number][] = []
  const months: SourceBudget['figures']['months'][number][] = []
  let next = 0
  const last = toMonth(sorted.at(-1)?.date ?? '')
  for (let month = toMonth(sorted[0]?.date ?? ''); month <= last; month = addMonths(month, 1)) {
    for (let one = sorted[next]; one && toMonth(one.date) <= month; one = sorted[++next]) {
      const envelope = getEnvelope(one)
      if (READY_TO_ASSIGN.test(envelope)) readyToAssign += one.amount
      else addAmount(available, envelope, one.amount)
    }
    months.push({ month, readyToAssign })
    for (const [path, category] of keys)
      categoryMonths.push({ month, category, available: available.get(path) ?? 0n })
  }
  return { categoryMonths, months }
}
