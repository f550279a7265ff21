/**
 * Lets the user review rows before they are imported, on the screen of `budget review`.
 * @see docs/import.md#5-duplicates
 */

import { createCategorySuggester } from '../../../analysis/suggest-category.ts'
import type { WorkspaceContext } from '../../../command/context.ts'
import { UserError } from '../../../contract/errors.ts'
import type { RowOverride, RowOverrides } from '../../../import/model/row-decisions.ts'
import type { StatementRow } from '../../../import/model/statement.ts'
import { readRowsByDisposition } from '../../../import/plan/classify-rows.ts'
import type { ImportPreview } from '../../../import/plan/preview-import.ts'
import { listAccountChoices, listCategoryChoices, readHistory } from '../../review/shared/load-inbox.ts'
import {
  createReviewState,
  getGroupKey,
  type ReviewRow,
  type RowDecision,
} from '../../review/shared/review-state.ts'
import { runReviewScreen } from '../../review/shared/run-screen.ts'
import { createSessionSuggestions } from '../../review/shared/session-suggestions.ts'

/**
 * Shows the rows that would be imported, and returns what the user decided about them.
 * @throws UserError when there is no terminal, or when the user leaves.
 */
export async function reviewRows(context: WorkspaceContext, preview: ImportPreview): Promise<RowOverrides> {
  if (!context.canShowScreen()) {
    throw new UserError('usage', '--review requires a terminal', {
      hint: 'Use --categorize FILE with the columns payee, merchant, category',
    })
  }
  const { names, isLocal } = context
  const accounts = await listAccountChoices(names)
  const rows = sortByGroupSize(listReviewRows(preview, accounts))
  if (rows.length === 0) return { rows: {} }
  const suggester = createCategorySuggester({
    transactions: await readHistory(context),
    rules: isLocal ? context.workspaceAdmin().listRules() : undefined,
    categories: await names.categories(),
  })
  const session = {
    setting: {
      kind: 'import' as const,
      categories: await listCategoryChoices(names),
      accounts,
      can_add_rules: false,
      suggest: createSessionSuggestions(suggester, rows),
      countRequests: () => undefined,
    },
    remark: 'nothing is imported yet',
    figures: '',
  }
  const last = await context.showScreen((screen, colors) =>
    runReviewScreen({ screen, colors }, createReviewState(rows), session),
  )
  if (last.ended !== 'send') throw new UserError('unconfirmed', 'Nothing was imported')
  return { rows: toOverrides(last.decisions.rows) }
}

function listReviewRows(
  { account_id, statement, plan, overrideFor }: ImportPreview,
  accounts: readonly { value: string; label: string }[],
): ReviewRow[] {
  const nameAccount = (id: string | undefined): string =>
    accounts.find(({ value }) => value === id)?.label ?? 'another account'
  const toReviewRow = (row: StatementRow): ReviewRow => {
    const override = overrideFor?.(row)
    const transfer = override?.transfer_account_id
    return {
      id: String(row.row),
      date: row.date,
      account_id,
      account_name: nameAccount(account_id),
      merchant_id: null,
      merchant_name: override?.merchant_name ?? row.payee,
      amount: row.amount,
      notes: override?.notes ?? row.notes,
      category: override?.ready_to_assign ? 'rta' : override?.category_id,
      fixed_purpose: transfer === undefined ? undefined : `Transfer with ${nameAccount(transfer)}`,
      can_transfer: true,
    }
  }
  return [...readRowsByDisposition('create', statement, plan)].map(toReviewRow)
}

/** Puts the merchants with the most rows first. */
function sortByGroupSize(rows: readonly ReviewRow[]): ReviewRow[] {
  const groups = new Map<string, ReviewRow[]>()
  for (const row of rows) {
    const key = getGroupKey(row)
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return [...groups.values()].toSorted((one, other) => other.length - one.length).flat()
}

const toOverrides = (decisions: ReadonlyMap<string, RowDecision>): Record<number, RowOverride> =>
  Object.fromEntries([...decisions].map(([id, decision]) => [Number(id), toOverride(decision)]))

function toOverride({ category, merchant, notes, transfer_account_id, outcome }: RowDecision): RowOverride {
  if (outcome === 'skipped') return { skip: true }
  const isApproved = outcome === 'approved'
  return {
    ...(merchant && { merchant_name: merchant.name }),
    ...(notes !== undefined && { notes }),
    ...(isApproved && category === 'rta' && { ready_to_assign: true }),
    ...(isApproved && category !== undefined && category !== 'rta' && { category_id: category }),
    ...(isApproved && transfer_account_id !== undefined && { transfer_account_id }),
    ...(isApproved && { reviewed: true }),
  }
}
