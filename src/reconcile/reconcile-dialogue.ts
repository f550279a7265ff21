/** Asks what to do about a difference: apply a candidate, tick rows, book the rest, and finish. */

import type { WorkspaceContext } from '../command/context.ts'
import { pluralize } from '../output/pluralize.ts'
import { sanitizeLine } from '../output/sanitize.ts'
import { describeRequestCost } from '../transactions/affected-transactions.ts'
import { applyFindings } from './apply-findings.ts'
import { goOnAfterNo } from './describe-fix.ts'
import { existingKinds } from './difference/missing-row.ts'
import { bookAdjustment, finishReconciliation, listFinished } from './finish-reconciliation.ts'
import type { ReconcileCandidate, ReconcileReport } from './reconcile-report.ts'
import {
  examineSession,
  isUnknownRow,
  type ReconcileSession,
  type SessionFindings,
} from './reconcile-session.ts'
import { describeCandidate, describeReport, markShown, type ShownReport } from './reconcile-view.ts'
import { tickRows } from './tick-rows.ts'

/** The width of the lines of the dialogue, and of its choices, which have a mark before them. */
const DIALOGUE_WIDTH = 80
const CHOICE_WIDTH = 74

type Answer = 'tick' | 'adjust' | 'quit' | `${number}`

/** What the dialogue has come to. */
interface Progress {
  session: ReconcileSession
  applied: number[]
  adjustment: ReconcileReport['adjustment']
}

/** Leads the user to an account that agrees with the bank, and returns the report of the end. */
export async function runReconcileDialogue(
  context: WorkspaceContext,
  start: ReconcileSession,
): Promise<ShownReport> {
  let progress: Progress = { session: start, applied: [], adjustment: null }
  for (;;) {
    const { session, applied, adjustment } = progress
    const found = await examineSession(context, session)
    const isChosen = ({ number }: ReconcileCandidate): boolean => {
      const finding = found.findings[number - 1]
      return finding !== undefined && !isUnknownRow(finding)
    }
    // What can be chosen is listed as choices, once.
    for (const line of describeReport({ ...found.report, candidates: [] }, DIALOGUE_WIDTH))
      context.user.info(line)
    const unknown = found.report.candidates.find((one) => !isChosen(one))
    const isElsewhere = found.report.candidates.some(({ kind }) => existingKinds.includes(kind))
    if (unknown && !isElsewhere) context.user.info(`If it was never entered: ${unknown.fix.command}`)
    const end = { ...found.report, applied, adjustment }
    if (found.difference === 0n) return markShown({ ...end, finished: await askToFinish(context, session) })
    const answer = await askWhatToDo(context, found.report, isChosen)
    if (answer === 'quit') return markShown(end)
    progress = await takeStep(context, progress, { answer, found })
  }
}

async function askWhatToDo(
  { user: { select } }: WorkspaceContext,
  report: ReconcileReport,
  isChosen: (candidate: ReconcileCandidate) => boolean,
): Promise<Answer> {
  const choices = report.candidates.filter(isChosen).map((candidate) => ({
    value: String(candidate.number),
    label: describeCandidate(candidate, { report, width: CHOICE_WIDTH }).trim(),
  }))
  const picked = await select('Which one?', [
    ...choices,
    { value: 'tick', label: 't  Tick rows yourself' },
    { value: 'adjust', label: 'a  Add the difference as one transaction' },
    { value: 'quit', label: 'q  Leave it as it is' },
  ])
  return (picked ?? 'quit') as Answer // the choices have no other values
}

/** Does what the user chose. What is not confirmed changes nothing, and the menu comes again. */
async function takeStep(
  context: WorkspaceContext,
  progress: Progress,
  { answer, found }: { answer: Answer; found: SessionFindings },
): Promise<Progress> {
  const { session, applied } = progress
  const ask = goOnAfterNo(context)
  if (answer === 'tick') return { ...progress, session: await tickRows(context, session) }
  if (answer === 'adjust') {
    const amount = found.report.difference
    const booked = await bookAdjustment(context, session, { amount, category: undefined, ask })
    if (!booked) context.user.info('Nothing was added')
    return booked ? { ...progress, adjustment: booked.transaction, session: booked.session } : progress
  }
  const finding = found.findings[Number(answer) - 1]
  const next = finding && (await applyFindings(context, session, { findings: [finding], ask }))
  if (!next) {
    context.user.info('Nothing was changed')
    return progress
  }
  for (const line of next.done.slice(session.done.length)) context.user.info(sanitizeLine(line))
  return { ...progress, session: next, applied: [...applied, Number(answer)] }
}

async function askToFinish(
  context: WorkspaceContext,
  session: ReconcileSession,
): Promise<ReconcileReport['finished']> {
  const { register, date, bank, last } = session
  const count = listFinished(session).length
  // There is nothing to finish twice.
  if (count === 0 && last?.date === date && register.toMinor(last.balance) === bank) return null
  const about =
    count === 0
      ? 'Every cleared transaction is already reconciled; the date and the balance are saved'
      : `${pluralize(count, 'cleared transaction becomes', 'cleared transactions become')} reconciled`
  const lines = [about, ...describeRequestCost(context, count)]
  const isSure = await context.user.confirm(
    `Finish reconciling ${register.account.name} up to ${date}?`,
    lines.join('\n'),
  )
  return isSure ? finishReconciliation(context, session, async () => true) : null
}
