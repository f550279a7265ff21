/** Reviews the inbox on a screen, and sends what was decided. */

import type { WorkspaceContext } from '../command/context.ts'
import type { Transaction } from '../contract/operations/transactions.ts'
import type { ReviewDrafts } from '../contract/ports/review-drafts.ts'
import { toMonth } from '../money/calendar.ts'
import { groupThousands } from '../output/format-amount.ts'
import type { SuggestedCategory } from '../transactions/category-history.ts'
import {
  type Inbox,
  listAccountChoices,
  listCategoryChoices,
  listGroupChoices,
  readInbox,
} from './load-inbox.ts'
import { parseNewCategory } from './new-category.ts'
import {
  countDecisions,
  createReviewState,
  listEntries,
  type ReviewSetting,
  type ReviewState,
} from './review-state.ts'
import { type ReviewSession, runReviewScreen } from './run-screen.ts'
import { createDecisionKeeper, type DecisionKeeper, describeTransaction } from './save-decisions.ts'
import { countRequests, type SentDecisions, sendDecisions } from './send-decisions.ts'
import { addOtherSides, mergeTransferSides } from './send-transfer.ts'
import { createSessionSuggestions } from './session-suggestions.ts'
import { countWhatIsSent } from './to-screen.ts'

/** Reviews the inbox and returns the transactions that were changed. */
export async function reviewOnScreen(
  context: WorkspaceContext,
  inbox: Inbox,
  { isFiltered }: { isFiltered: boolean },
): Promise<Transaction[]> {
  // A dry run keeps nothing.
  const drafts = context.invocation.isDryRun ? undefined : await context.workspace.openReviewDrafts()
  try {
    const sent = await reviewWithDrafts(context, inbox, { isFiltered, drafts })
    // A local workspace commits after the command, and then removes what was sent.
    context.workspace.afterCommit(() => drafts?.close())
    return sent
  } catch (error) {
    drafts?.close()
    throw error
  }
}

async function reviewWithDrafts(
  context: WorkspaceContext,
  inbox: Inbox,
  { isFiltered, drafts }: { isFiltered: boolean; drafts: ReviewDrafts | undefined },
): Promise<Transaction[]> {
  const listed = await context.invocation.computeLong(() => readInbox(inbox))
  const transactions = new Map(listed.map((row) => [row.id, row]))
  const inboxRows = listed.map(inbox.toRow)
  const rows = mergeTransferSides(inboxRows, listed)
  const first = createReviewState(rows)
  const describe = (id: string) => {
    const row = transactions.get(id)
    return row && describeTransaction(row)
  }
  const keeper = drafts && createDecisionKeeper(drafts, describe)
  const restored = keeper?.restore(first, { isFiltered })
  warnOutdated(context, restored?.outdated ?? [])
  const state = restored?.state ?? first
  if (inboxRows.length === 0 && countDecisions(state.decisions) === 0) {
    context.user.info('Nothing to review')
    return []
  }
  const suggest = createSessionSuggestions(inbox.suggester, inboxRows)
  const last = await showReview(context, { state, suggest, keeper })
  if (last.ended !== 'send') return leave(context, last)
  const decisions = addOtherSides(last.decisions, rows)
  const reply = await sendDecisions(context, { decisions, transactions, drafts })
  const { sent, outdated } = reply
  warnOutdated(
    context,
    outdated.map(({ label }) => label),
  )
  const left = countLeft(last, reply, inbox)
  if (left > 0) context.user.info(`${left} left in the inbox`)
  for (const { merchant_contains: text, category } of decisions.rules)
    context.user.info(
      `New rule: merchants that contain "${text}" are ${await nameCategory(context, category)}`,
    )
  const otherSides = new Set(rows.map(({ other_side_id: id }) => id))
  return sent.filter(({ id }) => !otherSides.has(id))
}

/** Counts the rows that the next review shows: a skipped one waits, and so does one that was only renamed. */
function countLeft(
  { rows, decisions }: ReviewState,
  { sent, outdated }: SentDecisions,
  { isOpen }: Inbox,
): number {
  const dropped = new Map(outdated.map(({ id, now }) => [id, now]))
  const changed = new Map(sent.map((row) => [row.id, row]))
  return rows.filter(({ id }) => {
    const row = changed.get(id) ?? dropped.get(id)
    if (row) return isOpen(row)
    return !dropped.has(id) && decisions.rows.get(id)?.outcome !== 'approved'
  }).length
}

async function nameCategory(
  { workspace: { names } }: WorkspaceContext,
  category: SuggestedCategory,
): Promise<string> {
  if (category === 'rta') return 'Ready to Assign'
  const created = parseNewCategory(category)
  if (created) return created.name
  return (await names.categories()).find(({ id }) => id === category)?.name ?? 'uncategorized'
}

function leave({ user: { info } }: WorkspaceContext, { decisions }: ReviewState): Transaction[] {
  const count = countWhatIsSent(decisions)
  const isOne = countDecisions(decisions) === 1
  if (count !== '')
    info(`${count} ${isOne ? 'is' : 'are'} saved on this computer but not sent; budget review continues`)
  return []
}

function warnOutdated({ user: { warn } }: WorkspaceContext, outdated: readonly string[]): void {
  for (const label of outdated) warn(`Changed elsewhere, so your decision was dropped: ${label}`)
}

interface ShownReview {
  state: ReviewState
  suggest: ReviewSetting['suggest']
  keeper: DecisionKeeper | undefined
}

async function showReview(
  context: WorkspaceContext,
  { state, suggest, keeper }: ShownReview,
): Promise<ReviewState> {
  const {
    workspace: { names, costsRequests, admin },
  } = context
  const session: ReviewSession = {
    setting: {
      kind: 'inbox',
      categories: await listCategoryChoices(names),
      groups: await listGroupChoices(names),
      accounts: await listAccountChoices(names),
      can_add_rules: admin !== undefined,
      suggest,
      countRequests: (decisions) =>
        costsRequests ? countRequests(addOtherSides(decisions, state.rows)) : undefined,
    },
    remark: !keeper
      ? 'dry run: nothing is saved'
      : costsRequests
        ? 'saved here until you send'
        : 'saved here',
    figures: costsRequests ? '' : await readFigures(context),
  }
  const start: ReviewState = listEntries(state).length === 0 ? { ...state, mode: { kind: 'confirm' } } : state
  let last = start
  const keep: ReviewSession['save'] = (before, after) => {
    keeper?.save(before, after)
    last = after
  }
  try {
    return await context.user.showScreen((screen, colors) =>
      runReviewScreen({ screen, colors }, start, { ...session, save: keep }),
    )
  } catch (error) {
    // Ctrl-C leaves as q does, apart from the exit code.
    if (keeper && context.invocation.signal.aborted) leave(context, last)
    throw error
  }
}

/** Returns Ready to Assign, which would cost a request on a remote profile. */
async function readFigures({ workspace: { api }, invocation: { today } }: WorkspaceContext): Promise<string> {
  const { month } = await api.getMonth({ month: toMonth(today) })
  return `Ready to Assign ${groupThousands(month.ready_to_assign)} before sending`
}
