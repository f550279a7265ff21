/** Makes a transfer in place of a transaction, once, even if a run is killed in between. */

import type { WorkspaceContext } from '../command/context.ts'
import type { ItemLabel } from '../command/for-each.ts'
import type { BudgetApi } from '../contract/api.ts'
import type { Transaction, TransferDraft } from '../contract/operations/transactions.ts'
import { paginateTransactions } from '../contract/paginate.ts'
import type { ReviewDrafts } from '../contract/ports/review-drafts.ts'
import { compare, isNegative, negate } from '../money/decimal.ts'
import type { Decisions, ReviewRow, RowDecision } from './review-state.ts'
import { labelTransaction, saveProgress } from './save-decisions.ts'

interface TransferPlan {
  row: Transaction
  decision: RowDecision
  drafts: ReviewDrafts | undefined
}

/** Plans the transfer and the deletion of the transaction. */
export function planTransfer(
  context: WorkspaceContext,
  { row, decision, drafts }: TransferPlan,
): PlannedWrite {
  const {
    workspace: { api },
  } = context
  const transaction = buildTransfer(row, decision)
  const isStored = !context.workspace.rollsBack && !context.invocation.isDryRun
  return {
    label: { id: row.id, name: labelTransaction(row) },
    requests: decision.is_transfer_created ? 1 : 2,
    draft_id: row.id,
    async run() {
      // A run that was killed after it sent the transfer did not learn whether the service has it.
      const isThere =
        decision.is_transfer_created === true ||
        (decision.is_sent === true && (await hasTransfer(api, row, transaction)))
      if (isStored && !isThere) saveProgress(drafts, row, { ...decision, is_sent: true })
      const reply = isThere ? undefined : await api.createTransactions({ body: { transaction } })
      if (isStored) saveProgress(drafts, row, { ...decision, is_transfer_created: true })
      await api.deleteTransaction({ transaction_id: row.id })
      return reply?.transactions?.find(({ account_id }) => account_id === row.account_id)
    },
  }
}

function buildTransfer(row: Transaction, decision: RowDecision): TransferDraft {
  const other = decision.transfer_account_id ?? ''
  const [from_account_id, to_account_id] = isNegative(row.amount)
    ? [row.account_id, other]
    : [other, row.account_id]
  const notes = decision.notes ?? row.notes ?? ''
  return {
    type: 'transfer',
    from_account_id,
    to_account_id,
    amount: isNegative(row.amount) ? negate(row.amount) : row.amount,
    date: row.date,
    status: row.status === 'pending' ? 'pending' : 'cleared',
    review_status: 'reviewed',
    ...(notes !== '' && { notes }),
  }
}

/** True if the service has the side of the transfer that takes the place of the row. */
async function hasTransfer(
  api: Pick<BudgetApi, 'listTransactions'>,
  row: Transaction,
  { from_account_id, to_account_id, notes }: TransferDraft,
): Promise<boolean> {
  const other = row.account_id === from_account_id ? to_account_id : from_account_id
  const filters = { account_id: row.account_id, since_date: row.date, until_date: row.date }
  for await (const page of paginateTransactions(api, filters)) {
    const found = page.some(
      (side) =>
        side.type === 'transfer' &&
        side.transfer_account_id === other &&
        compare(side.amount, row.amount) === 0 &&
        (side.notes ?? '') === (notes ?? ''),
    )
    if (found) return true
  }
  return false
}

/** One write, and the decision that is done with it. */
export interface PlannedWrite {
  label: ItemLabel
  requests: number
  /** The id under which the decision is stored; undefined if more writes belong to it. */
  draft_id: string | undefined
  run(): Promise<Transaction | undefined>
}

const toKey = (date: string, { from, to, amount }: { from: string; to: string; amount: string }): string =>
  [date, from, to, amount].join(' ')

/** Returns the inflow side of each transfer by the id of its outflow side, where both are listed. */
function pairTransfers(transactions: readonly Transaction[]): Map<string, string> {
  const inflows = new Map<string, string[]>()
  for (const { id, date, amount, account_id, transfer_account_id: from } of transactions) {
    if (from === null || isNegative(amount)) continue
    const key = toKey(date, { from, to: account_id, amount })
    inflows.set(key, [...(inflows.get(key) ?? []), id])
  }
  const sides = new Map<string, string>()
  for (const { id, date, amount, account_id, transfer_account_id: to } of transactions) {
    if (to === null || !isNegative(amount)) continue
    const inflow = inflows.get(toKey(date, { from: account_id, to, amount: negate(amount) }))?.shift()
    if (inflow !== undefined) sides.set(id, inflow)
  }
  return sides
}

/** Returns the rows with one for each transfer that needs no category. */
export function mergeTransferSides(
  rows: readonly ReviewRow[],
  transactions: readonly Transaction[],
): ReviewRow[] {
  const fixed = new Set(rows.flatMap(({ id, fixed_purpose }) => (fixed_purpose === undefined ? [] : id)))
  const sides = pairTransfers(transactions.filter(({ id }) => fixed.has(id)))
  const inflows = new Set(sides.values())
  return rows
    .filter(({ id }) => !inflows.has(id))
    .map((row) => {
      const other = sides.get(row.id)
      return other === undefined ? row : { ...row, other_side_id: other }
    })
}

/** Returns the decisions with those about the other sides of transfers. */
export function addOtherSides(decisions: Decisions, rows: readonly ReviewRow[]): Decisions {
  const all = new Map<string, RowDecision>(decisions.rows)
  for (const { id, other_side_id: other } of rows) {
    const outcome = decisions.rows.get(id)?.outcome
    if (other !== undefined && outcome === 'approved') all.set(other, { outcome })
  }
  return { ...decisions, rows: all }
}
