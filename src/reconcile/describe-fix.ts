/** Describes the steps of a fix, before and after they are carried out. */

import type { WorkspaceContext } from '../command/context.ts'
import { groupThousands } from '../output/format-amount.ts'
import { sanitizeText } from '../output/sanitize.ts'
import { type Finding, type FixStep, isCleared, type RegisterRow } from './difference/register.ts'
import type { LoadedRegister } from './load-register.ts'
import type { ReconcileSession } from './reconcile-session.ts'

type Named = Pick<ReconcileSession, 'register' | 'rows'>

const verbs: Readonly<Record<FixStep['action'], { now: string; done: string }>> = {
  clear: { now: 'Clear', done: 'Cleared' },
  unclear: { now: 'Set to pending', done: 'Set to pending' },
  delete: { now: 'Delete', done: 'Deleted' },
  restore: { now: 'Restore', done: 'Restored' },
  move: { now: 'Move here', done: 'Moved here' },
  edit: { now: 'Change', done: 'Changed' },
  add: { now: 'Add', done: 'Added' },
}

/** Describes the steps of findings, e.g. `Change 2026-11-10 -34.05 Shell: amount -43.05, date 2026-11-11`. */
export const describeFixes = (
  session: Named,
  findings: readonly Finding[],
  tense: 'now' | 'done' = 'now',
): string[] =>
  findings.flatMap(({ fix, rows, bank_rows = [] }) => {
    const known = new Map([...session.rows, ...rows].map((row) => [row.key, row]))
    return fix.map((step) => {
      const verb = verbs[step.action][tense]
      if (step.action === 'add') {
        const words = bank_rows.find(({ row }) => row === step.row)?.merchant ?? step.merchant
        return `${verb} ${nameRow({ ...step, words }, session.register)}`
      }
      const row = known.get(step.key)
      const name = row ? nameRow(row, session.register) : session.register.toId(step.key)
      const reconciled = row?.status === 'reconciled' && tense === 'now' ? ' (it is reconciled)' : ''
      return `${verb} ${name}${describeValues(step, session.register)}${reconciled}`
    })
  })

const nameRow = (row: Pick<RegisterRow, 'date' | 'amount' | 'words'>, { format }: LoadedRegister): string =>
  `${row.date} ${groupThousands(format(row.amount))} ${row.words}`.trim()

/** Lists the new values, which only an edit has. */
function describeValues(step: FixStep, { format }: LoadedRegister): string {
  if (step.action !== 'edit') return ''
  const values = [
    ...(step.amount === undefined ? [] : [`amount ${groupThousands(format(step.amount))}`]),
    ...(step.date === undefined ? [] : [`date ${step.date}`]),
  ]
  return `: ${values.join(', ')}`
}

/** True for findings whose fixes lose or change what the user entered; to clear and to add loses nothing. */
export const isAskedAbout = (findings: readonly Finding[]): boolean =>
  findings.some(({ fix, rows }) =>
    fix.some(
      ({ action }) =>
        ['delete', 'restore', 'move', 'edit'].includes(action) ||
        (action === 'unclear' && rows.some((row) => isCleared(row) && row.status === 'reconciled')),
    ),
  )

/** Asks a question below some lines, and returns true for yes. */
export type AskBefore = (question: string, lines: readonly string[]) => Promise<boolean>

/** Returns a question whose no ends the command with an error. */
export const endOnNo =
  ({ user: { requireConfirmation } }: Pick<WorkspaceContext, 'user'>): AskBefore =>
  async (question, lines) => {
    await requireConfirmation(question, async () => lines.join('\n'))
    return true
  }

/** Returns a question whose no lets the dialogue go on. */
export const goOnAfterNo =
  ({
    invocation: { assumesYes },
    user: { confirm },
  }: Pick<WorkspaceContext, 'invocation' | 'user'>): AskBefore =>
  async (question, lines) =>
    assumesYes || confirm(question, sanitizeText(lines.join('\n')))
