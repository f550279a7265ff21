/** Asks what to do about a difference: apply a candidate, tick rows, book the rest, and finish. */

import { isCleared, type RegisterRow } from '../../../analysis/reconcile/register.ts'
import type { WorkspaceContext } from '../../../command/context.ts'
import { mapOneByOne } from '../../../command/for-each.ts'
import { daysBetween } from '../../../money/calendar.ts'
import { groupThousands } from '../../../render/format-amount.ts'
import {
  describeCandidate,
  describeReport,
  describeRest,
  markShown,
  type ReconcileReport,
  type ShownReport,
} from '../../../render/reconcile.ts'
import { describeRequestCost } from '../../shared/affected-transactions.ts'
import { changeTransaction } from '../../tx/shared/change-transactions.ts'
import { applyFindings } from './apply-findings.ts'
import { bookAdjustment, finishReconciliation, listFinished } from './finish-reconciliation.ts'
import { toRegisterRow } from './load-register.ts'
import { examineSession, isUnknownRow, type ReconcileSession, sumCleared } from './reconcile-session.ts'

/** The width for which the lines of the dialogue are made. */
const DIALOGUE_WIDTH = 80

type Answer = 'tick' | 'adjust' | 'quit' | `${number}`

/** Leads the user to an account that agrees with the bank, and returns the report of the end. */
export async function runReconcileDialogue(
  context: WorkspaceContext,
  start: ReconcileSession,
): Promise<ShownReport> {
  let session = start
  const applied: number[] = []
  let adjustment: ReconcileReport['adjustment'] = null
  for (;;) {
    const { report, findings, difference } = examineSession(context, session)
    for (const line of describeReport(report, DIALOGUE_WIDTH)) context.info(line)
    const done = { ...report, applied, adjustment }
    if (difference === 0n) return markShown({ ...done, finished: await askToFinish(context, session) })
    const answer = await askWhatToDo(context, report)
    if (answer === 'quit') return markShown(done)
    if (answer === 'tick') session = await tickRows(context, session)
    else if (answer === 'adjust') {
      const booked = await bookAdjustment(context, session, {
        amount: report.difference,
        category: undefined,
      })
      adjustment = booked.transaction
      session = booked.session
    } else {
      const finding = findings[Number(answer) - 1]
      if (finding) session = await applyFindings(context, session, [finding])
      applied.push(Number(answer))
    }
  }

  async function askWhatToDo({ select }: WorkspaceContext, report: ReconcileReport): Promise<Answer> {
    const { findings } = examineSession(context, session)
    const choices = report.candidates
      .filter((_, at) => findings[at] && !isUnknownRow(findings[at]))
      .map((candidate) => ({
        value: String(candidate.number),
        label: describeCandidate(candidate, { report, width: DIALOGUE_WIDTH }).trim(),
      }))
    const picked = await select('Which one?', [
      ...choices,
      { value: 'tick', label: 't  Tick rows yourself' },
      { value: 'adjust', label: 'a  Book the difference' },
      { value: 'quit', label: 'q  Leave it' },
    ])
    return (picked ?? 'quit') as Answer // the choices have no other values
  }
}

async function askToFinish(
  context: WorkspaceContext,
  session: ReconcileSession,
): Promise<ReconcileReport['finished']> {
  const { register, date } = session
  const count = listFinished(session).length
  const about = `${count === 1 ? '1 cleared transaction becomes' : `${count} cleared transactions become`} reconciled`
  const isSure = await context.confirm(`Finish ${register.account.name} until ${date}?`, about)
  return isSure ? finishReconciliation(context, session) : null
}

/** Rows of so many days are offered to be ticked. */
const TICKED_DAYS = 90
const MAX_TICKED = 300

/** Lets the user tick the rows that are on the statement, until the difference is gone or the user is content. */
async function tickRows(context: WorkspaceContext, session: ReconcileSession): Promise<ReconcileSession> {
  const { register, date, bank } = session
  const offered = session.rows
    .filter(
      (row) => row.status !== 'reconciled' && row.date <= date && daysBetween(row.date, date) <= TICKED_DAYS,
    )
    .toSorted((a, b) => (a.date < b.date ? 1 : -1))
    .slice(0, MAX_TICKED)
  let ticked = offered.filter(isCleared).map(({ key }) => String(key))
  for (;;) {
    const choices = offered.map((row) => ({
      value: String(row.key),
      label: labelRow(row, register.format(row.amount)),
    }))
    const answer = await context.selectMany('Which rows are on the statement?', { choices, initial: ticked })
    ticked = answer ?? ticked
    const chosen = new Set(ticked)
    const rows = session.rows.map((row) => (offered.includes(row) ? tickRow(row, chosen) : row))
    const rest = register.format(bank - sumCleared({ rows, date, register }))
    const isDone =
      Number(rest) === 0 || !(await context.confirm('Tick again?', `With these rows, ${describeRest(rest)}`))
    if (isDone) return saveTicks(context, session, chosen)
  }
}

const tickRow = (row: RegisterRow, chosen: ReadonlySet<string>): RegisterRow => ({
  ...row,
  status: chosen.has(String(row.key)) ? 'cleared' : 'pending',
})

const labelRow = ({ date, words }: RegisterRow, amount: string): string =>
  `${date}  ${words.padEnd(24).slice(0, 24)}  ${groupThousands(amount).padStart(12)}`

/** Saves what was ticked. On a remote profile it says first how many requests that takes. */
async function saveTicks(
  context: WorkspaceContext,
  session: ReconcileSession,
  chosen: ReadonlySet<string>,
): Promise<ReconcileSession> {
  const { register, date } = session
  const changes = session.rows.flatMap((row) => {
    const isOffered =
      row.status !== 'reconciled' && row.date <= date && daysBetween(row.date, date) <= TICKED_DAYS
    const status = chosen.has(String(row.key)) ? ('cleared' as const) : ('pending' as const)
    return isOffered && row.status !== status ? [{ row, status }] : []
  })
  if (!context.isLocal && changes.length > 1)
    await context.requireConfirmation(`Save the status of ${changes.length} transactions?`, async () =>
      describeRequestCost(context, changes.length).join('\n'),
    )
  const saved = await mapOneByOne(
    context,
    changes,
    async ({ row, status }): Promise<RegisterRow> => {
      const changed = await changeTransaction(context, register.toId(row.key), { status })
      return { ...toRegisterRow(changed, { key: row.key, toMinor: register.toMinor }), words: row.words }
    },
    ({ row }) => ({ id: register.toId(row.key) }),
  )
  const byKey = new Map(saved.map((row) => [row.key, row]))
  return { ...session, rows: session.rows.map((row) => byKey.get(row.key) ?? row) }
}
