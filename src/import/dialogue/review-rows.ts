/**
 * Lets the user review rows before they are imported, on the screen of `budget review`.
 * @see docs/import.md#5-duplicates
 */

import type { WorkspaceContext } from '../../command/context.ts'
import { UserError } from '../../contract/errors.ts'
import type { ReviewDrafts } from '../../contract/ports/review-drafts.ts'
import { pluralize } from '../../output/pluralize.ts'
import {
  listAccountChoices,
  listCategoryChoices,
  listGroupChoices,
  readHistory,
} from '../../review/load-inbox.ts'
import { createNewCategories } from '../../review/new-category.ts'
import {
  createReviewState,
  getGroupKey,
  hasEffect,
  listEntries,
  type ReviewChoice,
  type ReviewRow,
  type ReviewState,
  type RowDecision,
} from '../../review/review-state.ts'
import { runReviewScreen } from '../../review/run-screen.ts'
import { createDecisionKeeper, listDraftIds } from '../../review/save-decisions.ts'
import { createSessionSuggestions } from '../../review/session-suggestions.ts'
import { createCategorySuggester } from '../../transactions/suggest-category.ts'
import type { RowOverride, RowOverrides } from '../model/row-decisions.ts'
import type { StatementRow } from '../model/statement.ts'
import { readRowsByDisposition } from '../plan/classify-rows.ts'
import type { ImportPreview } from '../plan/preview-import.ts'
import type { PreviewRowOverride } from '../views/preview-view.ts'

/** What the user decided about the rows of an import. */
export interface ReviewedRows {
  decisions: RowOverrides
  /** True if the user said on the screen that they are to be imported. */
  is_confirmed: boolean
}

/**
 * Shows the rows that would be imported, and returns what the user decided about them. The decisions are kept until
 * the rows are imported.
 * @throws UserError when there is no terminal, or when the user leaves.
 */
export async function reviewRows(context: WorkspaceContext, preview: ImportPreview): Promise<ReviewedRows> {
  if (!context.user.canShowScreen()) {
    throw new UserError('usage', '--review requires a terminal', {
      hint: 'Use --categorize FILE with the columns payee, merchant, category',
    })
  }
  const accounts = await listAccountChoices(context.workspace.names)
  const rows = sortByGroupSize(listReviewRows(preview, accounts))
  if (rows.length === 0) return { decisions: { rows: {} }, is_confirmed: false }
  const drafts = await context.workspace.openReviewDrafts(preview.import_id)
  try {
    const last = await showRows(context, { rows, accounts, drafts })
    if (last.ended !== 'send') throw explainEnd(last)
    const ids = listDraftIds(last.decisions)
    context.workspace.afterCommit(() => {
      drafts.remove(ids)
      drafts.close()
    })
    const { rows: decided } = await createNewCategories(context, last.decisions)
    return { decisions: { rows: toOverrides(decided) }, is_confirmed: true }
  } catch (error) {
    drafts.close()
    throw error
  }
}

interface ShownRows {
  rows: readonly ReviewRow[]
  accounts: readonly ReviewChoice[]
  drafts: ReviewDrafts
}

async function showRows(
  context: WorkspaceContext,
  { rows, accounts, drafts }: ShownRows,
): Promise<ReviewState> {
  const {
    workspace: { names, admin },
  } = context
  const suggester = createCategorySuggester({
    transactions: await readHistory(context),
    rules: admin?.listRules(),
    categories: await names.categories(),
  })
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  const describe = (id: string) => describeRow(rowsById.get(id))
  const keeper = createDecisionKeeper(drafts, describe, isDecided)
  const { state } = keeper.restore(createReviewState(rows), { isFiltered: false })
  const session = {
    setting: {
      kind: 'import' as const,
      categories: await listCategoryChoices(names),
      groups: await listGroupChoices(names),
      accounts,
      can_add_rules: false,
      suggest: createSessionSuggestions(suggester, rows),
      countRequests: () => undefined,
    },
    remark: 'nothing is imported yet',
    figures: '',
    save: keeper.save,
  }
  const start: ReviewState = listEntries(state).length === 0 ? { ...state, mode: { kind: 'confirm' } } : state
  return context.user.showScreen((screen, colors) => runReviewScreen({ screen, colors }, start, session))
}

/** A row that is left out is a decision too. */
const isDecided = (decision: RowDecision): boolean => hasEffect(decision) || decision.outcome === 'skipped'

const describeRow = (row: ReviewRow | undefined) =>
  row && {
    label: [row.date, row.merchant_name, row.amount].join(' '),
    seen: JSON.stringify([row.date, row.merchant_name, row.amount]),
  }

function explainEnd({ decisions }: ReviewState): UserError {
  const count = [...decisions.rows.values()].filter(isDecided).length
  if (count === 0) return new UserError('unconfirmed', 'Nothing was imported')
  const kept = pluralize(count, 'decision is', 'decisions are')
  return new UserError('unconfirmed', 'Nothing was imported', {
    hint: `${kept} saved on this computer; the same command continues`,
  })
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

/** Returns the rows with overrides in the order of the file, also those that are excluded. */
export async function listRowOverrides(
  { workspace: { names } }: WorkspaceContext,
  { statement, plan, overrideFor }: ImportPreview,
): Promise<PreviewRowOverride[]> {
  if (!overrideFor) return []
  const nameOfAccount = createNameLookup(names.accounts)
  const nameOfCategory = createNameLookup(names.categories)
  const overrides: PreviewRowOverride[] = []
  for (const disposition of ['create', 'excluded'] as const) {
    for (const row of readRowsByDisposition(disposition, statement, plan)) {
      const decision = overrideFor(row)
      if (!decision || decision.unplanned) continue
      const { category_id: category, transfer_account_id: transfer, merchant_name: merchant } = decision
      overrides.push({
        row: row.row,
        line: row.line,
        payee: row.payee,
        ...(merchant !== undefined && { merchant_name: merchant }),
        ...(category !== undefined && { category_name: await nameOfCategory(category) }),
        ...(decision.ready_to_assign && { ready_to_assign: true }),
        ...(transfer !== undefined && { transfer_account_name: await nameOfAccount(transfer) }),
        ...(decision.notes !== undefined && { notes: decision.notes }),
        ...(decision.skip && { skip: true }),
      })
    }
  }
  return overrides.toSorted((entity, second) => entity.row - second.row)
}

/** Returns a function that looks up the name of an id. Names are loaded when the first one is needed. */
function createNameLookup(
  read: () => Promise<readonly { id: string; name: string }[]>,
): (id: string) => Promise<string> {
  let all: Promise<readonly { id: string; name: string }[]> | undefined
  return async (id) => {
    all ??= read()
    return (await all).find((entity) => entity.id === id)?.name ?? id
  }
}
