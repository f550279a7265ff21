/** Finishes a reconciliation: cleared transactions up to the date become reconciled, and the balance is noted. */

import type { WorkspaceContext } from '../command/context.ts'
import { mapOneByOne } from '../command/for-each.ts'
import { UserError } from '../contract/errors.ts'
import type { Transaction } from '../contract/operations/transactions.ts'
import { formatTimestamp } from '../money/calendar.ts'
import type { Money } from '../money/decimal.ts'
import { groupThousands } from '../output/format-amount.ts'
import { toShellValue } from '../output/shell-words.ts'
import { describeRequestCost } from '../transactions/affected-transactions.ts'
import { changeTransaction } from '../transactions/change-transactions.ts'
import { getRepliedTransaction } from '../transactions/read-reply.ts'
import type { AskBefore } from './describe-fix.ts'
import { isCleared, type RegisterRow } from './difference/register.ts'
import type { ReconcileSession } from './reconcile-session.ts'

/** Lists the transactions that become reconciled. */
export const listFinished = ({ rows, date }: ReconcileSession): RegisterRow[] =>
  rows.filter((row) => isCleared(row) && row.status !== 'reconciled' && row.date <= date)

/**
 * Finishes the reconciliation and returns how many transactions became reconciled: one write locally, one request for
 * each remotely. When that stops in between, the next run sends the rest. @returns null when the user says no
 */
export async function finishReconciliation(
  context: WorkspaceContext,
  session: ReconcileSession,
  ask: AskBefore,
): Promise<{ transactions: number } | null> {
  const { register, date, bank } = session
  const draft = { account_id: register.account.id, date, balance: register.format(bank) }
  const { admin } = context.workspace
  if (admin) return admin.reconcileAccount(draft)
  const rows = listFinished(session)
  const question = `Mark ${rows.length} transactions of ${register.account.name} as reconciled?`
  if (rows.length > 1 && !(await ask(question, describeRequestCost(context, rows.length)))) return null
  await mapOneByOne(
    context,
    rows,
    ({ key }) => changeTransaction(context, register.toId(key), { status: 'reconciled' }),
    ({ key }) => ({ id: register.toId(key) }),
  )
  if (!context.invocation.isDryRun)
    (await context.workspace.openReconciliations()).note({
      ...draft,
      reconciled_at: formatTimestamp(context.invocation.now()),
    })
  return { transactions: rows.length }
}

/** The merchant of a booked difference. */
const ADJUSTMENT_MERCHANT = 'Reconciliation adjustment'

/** Books the difference as one transaction, after asking; undefined when the user says no. */
export async function bookAdjustment(
  context: WorkspaceContext,
  session: ReconcileSession,
  { amount, category, ask }: { amount: Money; category: { id: string } | 'rta' | undefined; ask: AskBefore },
): Promise<{ transaction: Transaction; session: ReconcileSession } | undefined> {
  const { register, date } = session
  const account = (await context.workspace.names.accounts()).find(({ id }) => id === register.account.id)
  const isBudgeted = account?.on_budget !== false
  if (account?.closed)
    throw new UserError('invalid', `${account.name} is closed`, {
      hint: `To reopen it: budget accounts reopen ${toShellValue(account.name)}`,
    })
  if (!isBudgeted && category !== undefined)
    throw new UserError(
      'invalid',
      `${register.account.name} is off budget, so its transactions have no category`,
      {
        field: 'category',
        hint: 'Leave --category out',
      },
    )
  const categoryId = category === 'rta' ? undefined : category?.id
  const place = isBudgeted ? ` in ${await nameCategory(context, categoryId)}` : ''
  const question = `Add ${groupThousands(amount)} as "${ADJUSTMENT_MERCHANT}"${place} on ${date}?`
  const lines = [
    'This hides the difference without explaining it; budget undo reverses it',
    ...describeRequestCost(context, 1),
  ]
  if (!(await ask(question, lines))) return undefined
  const reply = await context.workspace.api.createTransactions({
    body: {
      transaction: {
        account_id: register.account.id,
        date,
        amount,
        merchant_name: ADJUSTMENT_MERCHANT,
        ...(isBudgeted &&
          (categoryId === undefined ? { ready_to_assign: true } : { category_id: categoryId })),
      },
    },
  })
  const transaction = getRepliedTransaction(reply)
  return { transaction, session: { ...session, rows: [...session.rows, register.addRow(transaction)] } }
}

const nameCategory = async (
  { workspace: { names } }: WorkspaceContext,
  id: string | undefined,
): Promise<string> =>
  id === undefined ? 'Ready to Assign' : ((await names.categories()).find((one) => one.id === id)?.name ?? id)
