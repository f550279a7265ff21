/** Sends the decisions of a review in as few requests as possible, unless a transaction was changed meanwhile. */

import type { WorkspaceContext } from '../command/context.ts'
import { mapOneByOne } from '../command/for-each.ts'
import { findTransactions } from '../command/names/find-transactions.ts'
import { toNameKey } from '../contract/normalize-name.ts'
import type { Transaction, TransactionChanges } from '../contract/operations/transactions.ts'
import type { ReviewDrafts } from '../contract/ports/review-drafts.ts'
import { digestTransaction } from '../contract/transaction-digest.ts'
import type { SuggestedCategory } from '../transactions/category-history.ts'
import { changeTransaction } from '../transactions/change-transactions.ts'
import { createNewCategories, listNewCategories, parseNewCategory } from './new-category.ts'
import { type Decisions, hasEffect, type NewRule, type RowDecision } from './review-state.ts'
import { labelTransaction, listDraftIds, saveProgress } from './save-decisions.ts'
import type { PlannedWrite } from './send-transfer.ts'
import { planTransfer } from './send-transfer.ts'

/** What a review works with when it sends. */
interface SendOptions {
  decisions: Decisions
  /** The transactions as the user saw them. */
  transactions: ReadonlyMap<string, Transaction>
  /** Where the decisions are stored; undefined if they are not. */
  drafts: ReviewDrafts | undefined
  /** True if the transactions were read a moment ago, so that they need not be compared. */
  isJustRead?: boolean
}

/** What was sent. */
export interface SentDecisions {
  sent: Transaction[]
  /** Transactions that another program changed or deleted; they stay as they are. */
  outdated: OutdatedDecision[]
}

/** A transaction in words, and as it is now; undefined if it is gone. */
interface OutdatedDecision {
  id: string
  label: string
  now: Transaction | undefined
}

/**
 * Sends the decisions; a local workspace takes all of them or none.
 * @throws PartialFailureError on a remote profile, when one fails after others succeeded; the rest stay stored
 */
export async function sendDecisions(context: WorkspaceContext, options: SendOptions): Promise<SentDecisions> {
  const { decisions, transactions, drafts, isJustRead = false } = options
  const { workspace } = context
  const decided = [...decisions.rows].filter(([, decision]) => hasEffect(decision))
  const { outdated, done, now } = isJustRead
    ? noneChanged
    : await compareWithService(context, decided, transactions)
  const current = decided.filter(([id]) => !outdated.includes(id) && !done.includes(id))
  if (!workspace.rollsBack && done.length > 0) drafts?.remove(done)
  const sendable = await createNewCategories(context, { rows: new Map(current), rules: decisions.rules })
  const writes = await planWrites(context, {
    ...options,
    decisions: sendable,
    decided: [...sendable.rows],
  })
  if (!workspace.rollsBack && outdated.length > 0) drafts?.remove(outdated)
  const requests = writes.reduce((total, write) => total + write.requests, 0)
  const sent = await mapOneByOne(
    { ...context, workspace: { ...workspace, reserveRequests: () => workspace.reserveRequests(requests) } },
    writes,
    async ({ run, draft_id }) => {
      const row = await run()
      // What is confirmed is not sent again, whatever happens to the rest.
      if (!workspace.rollsBack && !context.invocation.isDryRun && draft_id !== undefined)
        drafts?.remove([draft_id])
      return row
    },
    ({ label }) => label,
  )
  // A local workspace commits everything at the end.
  const ids = listDraftIds(decisions)
  if (drafts) workspace.afterCommit(() => drafts.remove(ids))
  return {
    sent: sent.filter((row) => row !== undefined),
    outdated: outdated.map((id) => ({ id, label: describe(transactions.get(id), id), now: now.get(id) })),
  }
}

const describe = (row: Transaction | undefined, id: string): string => (row ? labelTransaction(row) : id)

type DecidedRow = readonly [id: string, decision: RowDecision]

/** Ids of decided transactions that are not as the user saw them. */
interface ChangedMeanwhile {
  /** Another program changed or removed them, or what was decided is not possible any more. */
  outdated: string[]
  /** They are as decided: an earlier run sent them, but its reply was lost. */
  done: string[]
  /** The decided transactions as they are now. */
  now: ReadonlyMap<string, Transaction>
}

const noneChanged: ChangedMeanwhile = { outdated: [], done: [], now: new Map() }

/** Compares the decided transactions with those of the service. */
async function compareWithService(
  { workspace: { api, costsRequests, names }, invocation: { signal } }: WorkspaceContext,
  decided: readonly DecidedRow[],
  transactions: ReadonlyMap<string, Transaction>,
): Promise<ChangedMeanwhile> {
  if (decided.length === 0) return noneChanged
  const ids = decided.map(([id]) => id)
  const dates = ids.flatMap((id) => transactions.get(id)?.date ?? []).toSorted()
  const [since_date, until_date] = [dates[0], dates.at(-1)]
  const filters = {
    ...(since_date !== undefined && { since_date }),
    ...(until_date !== undefined && { until_date }),
  }
  const rows = await findTransactions({ api, costsRequests, signal }, { ids, filters })
  const current = new Map(rows.map((row) => [row.id, row]))
  const isPossible = await checkTargets(names)
  const changed: ChangedMeanwhile = { outdated: [], done: [], now: current }
  for (const [id, decision] of decided) {
    const [seen, now] = [transactions.get(id), current.get(id)]
    if (seen && now && digestTransaction(now) === digestTransaction(seen)) {
      if (!isPossible(decision)) changed.outdated.push(id)
    } else changed[now && isDone(now, decision) ? 'done' : 'outdated'].push(id)
  }
  return changed
}

const isDone = (row: Transaction, decision: RowDecision): boolean =>
  decision.transfer_account_id === undefined &&
  Object.keys(buildChanges(row, decision, { isRenamed: false })).length === 0

/** Returns whether the categories and the account of a decision still exist. */
async function checkTargets(
  names: WorkspaceContext['workspace']['names'],
): Promise<(decision: RowDecision) => boolean> {
  const categories = new Set(
    (await names.categories()).filter(({ archived }) => !archived).map(({ id }) => id),
  )
  const accounts = new Set((await names.accounts()).filter(({ closed }) => !closed).map(({ id }) => id))
  const groups = new Set((await names.groups()).map(({ id }) => id))
  const isUsable = (category: SuggestedCategory | undefined): boolean => {
    if (category === undefined || category === 'rta' || categories.has(category)) return true
    return groups.has(parseNewCategory(category)?.group_id ?? '')
  }
  return ({ category, splits = [], transfer_account_id: account }) =>
    isUsable(category) &&
    splits.every((line) => isUsable(line.category)) &&
    (account === undefined || accounts.has(account))
}

/** Returns how many requests the decisions cost, with one to see what was changed meanwhile. */
export function countRequests(decisions: Decisions): number {
  const { rows } = decisions
  const renamed = new Set<string>()
  const created = listNewCategories(decisions).length
  let count = created === 0 ? 1 : 2 + created
  for (const decision of rows.values()) {
    if (!hasEffect(decision)) continue
    if (decision.merchant?.everywhere) renamed.add(decision.merchant.name)
    if (decision.transfer_account_id !== undefined) count += decision.is_transfer_created ? 1 : 2
    else if (decision.outcome === 'approved' || !decision.merchant?.everywhere) count += 1
  }
  return count + renamed.size
}

interface WritePlan extends SendOptions {
  decided: readonly (readonly [id: string, decision: RowDecision])[]
}

async function planWrites(context: WorkspaceContext, plan: WritePlan): Promise<PlannedWrite[]> {
  const { decided, transactions, drafts, decisions } = plan
  const renames = await planRenames(context, plan)
  const isRenamed = (row: Transaction): boolean => renames.some(({ label }) => label.id === row.merchant_id)
  const writes = decided.flatMap(([id, decision]) => {
    const row = transactions.get(id)
    if (!row) return []
    if (decision.transfer_account_id !== undefined) return [planTransfer(context, { row, decision, drafts })]
    const body = buildChanges(row, decision, { isRenamed: isRenamed(row) })
    if (Object.keys(body).length === 0) return []
    const label = { id, name: labelTransaction(row) }
    const run = () => {
      if (!context.workspace.rollsBack && !context.invocation.isDryRun)
        saveProgress(drafts, row, { ...decision, is_sent: true })
      return changeTransaction(context, id, body)
    }
    return [{ label, requests: 1, draft_id: id, run }]
  })
  return [...renames, ...writes, ...decisions.rules.map((rule) => planRule(context, rule))]
}

/** Returns one rename for each merchant that gets a new name everywhere, unless the name is taken. */
async function planRenames(
  { workspace: { api, names } }: WorkspaceContext,
  { decided, transactions }: WritePlan,
): Promise<PlannedWrite[]> {
  const newNames = new Map<string, string>()
  for (const [id, { merchant }] of decided) {
    const merchant_id = transactions.get(id)?.merchant_id
    if (merchant?.everywhere && merchant_id) newNames.set(merchant_id, merchant.name)
  }
  if (newNames.size === 0) return []
  const merchants = await names.merchants()
  return [...newNames].flatMap(([merchant_id, name]) => {
    const isTaken = merchants.some(
      (other) => other.id !== merchant_id && toNameKey(other.name) === toNameKey(name),
    )
    if (isTaken) return []
    const run = async (): Promise<undefined> => {
      await api.updateMerchant({ merchant_id, body: { name } })
    }
    return [{ label: { id: merchant_id, name }, requests: 1, draft_id: undefined, run }]
  })
}

const toCategoryBody = (
  category: SuggestedCategory,
): Pick<TransactionChanges, 'category_id' | 'ready_to_assign'> =>
  category === 'rta' ? { ready_to_assign: true } : { category_id: category }

/** Returns the one change of a transaction that carries everything decided about it. */
export function buildChanges(
  row: Transaction,
  { category, splits, merchant, notes, outcome }: RowDecision,
  { isRenamed }: { isRenamed: boolean },
): TransactionChanges {
  const before = row.ready_to_assign ? 'rta' : (row.category_id ?? undefined)
  const hasNewName = merchant !== undefined && !isRenamed && merchant.name !== row.merchant_name
  const isApproved = outcome === 'approved'
  return {
    ...(category !== undefined && category !== before && toCategoryBody(category)),
    ...(splits && {
      splits: splits.map((line) => ({ amount: line.amount, ...toCategoryBody(line.category) })),
    }),
    ...(hasNewName && { merchant_name: merchant.name }),
    ...(notes !== undefined && notes !== (row.notes ?? '') && { notes: notes === '' ? null : notes }),
    ...(isApproved && row.review_status === 'needs_review' && { review_status: 'reviewed' as const }),
  }
}

const planRule = (context: WorkspaceContext, { merchant_contains, category }: NewRule): PlannedWrite => ({
  label: { id: merchant_contains },
  requests: 0,
  draft_id: undefined,
  async run() {
    const { admin } = context.workspace
    if (!admin) throw new Error('A rule was decided on where there are none')
    admin.addRule({ merchant_contains, ...toRuleCategory(category) })
    return undefined
  },
})

const toRuleCategory = (
  category: SuggestedCategory,
): { ready_to_assign: boolean } | { category_id: string } =>
  category === 'rta' ? { ready_to_assign: true } : { category_id: category }
