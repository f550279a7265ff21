/** Lets the user tick the rows that are on the statement, and saves them as cleared and the others as pending. */

import type { WorkspaceContext } from '../command/context.ts'
import { mapOneByOne } from '../command/for-each.ts'
import { groupThousands } from '../output/format-amount.ts'
import { describeRequestCost } from '../transactions/affected-transactions.ts'
import { changeTransaction } from '../transactions/change-transactions.ts'
import { goOnAfterNo } from './describe-fix.ts'
import { isCleared, type RegisterRow } from './difference/register.ts'
import { toRegisterRow } from './load-register.ts'
import { type ReconcileSession, sumCleared } from './reconcile-session.ts'
import { describeRest } from './reconcile-view.ts'

/** The list offers at most so many rows. */
const MAX_TICKED = 500

/** A row and the status that it gets. */
interface StatusChange {
  row: RegisterRow
  status: 'cleared' | 'pending'
}

/**
 * Lets the user tick the rows that are on the statement. Returns the session as it is then, which is the same one when
 * the user leaves the list or saves nothing.
 */
export async function tickRows(
  context: WorkspaceContext,
  session: ReconcileSession,
): Promise<ReconcileSession> {
  const offered = listOffered(context, session)
  const { register, date, bank } = session
  const rest = register.format(bank - sumCleared(session))
  const answer = await context.user.selectMany(`Which rows are on the statement? ${describeRest(rest)}`, {
    choices: offered.map((row) => ({
      value: String(row.key),
      label: labelRow(row, register.format(row.amount)),
    })),
    initial: offered.filter(isCleared).map(({ key }) => String(key)),
  })
  const ticked = new Set(answer ?? [])
  const changes = offered.flatMap((row): StatusChange[] => {
    const status = ticked.has(String(row.key)) ? 'cleared' : 'pending'
    return row.status === status ? [] : [{ row, status }]
  })
  if (answer === undefined || changes.length === 0) {
    context.user.info('Nothing was changed')
    return session
  }
  const changed = new Map(changes.map(({ row, status }) => [row.key, { ...row, status }]))
  const rows = session.rows.map((row) => changed.get(row.key) ?? row)
  const isSure = await goOnAfterNo(context)(
    `Save ${changes.length === 1 ? 'this change' : `these ${changes.length} changes`}?`,
    [
      `With these rows, ${describeRest(register.format(bank - sumCleared({ rows, date, register })))}`,
      ...describeRequestCost(context, changes.length),
    ],
  )
  if (isSure) return saveTicks(context, session, changes)
  context.user.info('Nothing was changed')
  return session
}

/** Lists what is not reconciled up to the date, the newest first, and says what is left out. */
function listOffered({ user: { info } }: WorkspaceContext, { rows, date }: ReconcileSession): RegisterRow[] {
  const open = rows
    .filter((row) => row.status !== 'reconciled' && row.date <= date)
    .toSorted((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : b.key - a.key))
  const offered = open.slice(0, MAX_TICKED)
  const oldest = offered.at(-1)?.date
  if (offered.length < open.length)
    info(`${open.length - offered.length} older rows are not shown: the list goes back to ${oldest}`)
  return offered
}

const labelRow = ({ date, words }: RegisterRow, amount: string): string =>
  `${date}  ${words.padEnd(24).slice(0, 24)}  ${groupThousands(amount).padStart(12)}`

async function saveTicks(
  context: WorkspaceContext,
  session: ReconcileSession,
  changes: readonly StatusChange[],
): Promise<ReconcileSession> {
  const { register } = session
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
