/** Carries out the fixes of findings: what is applied changes the rows in memory too, so that nothing is read again. */

import type { Finding, FixStep, RegisterRow } from '../../../analysis/reconcile/register.ts'
import type { WorkspaceContext } from '../../../command/context.ts'
import { mapOneByOne } from '../../../command/for-each.ts'
import { UserError } from '../../../contract/errors.ts'
import { maxBatchSize, type Transaction } from '../../../contract/operations/transactions.ts'
import { groupThousands } from '../../../render/format-amount.ts'
import { describeRequestCost } from '../../shared/affected-transactions.ts'
import { changeTransaction } from '../../tx/shared/change-transactions.ts'
import { getRepliedTransaction } from '../../tx/shared/reply.ts'
import { type AddStep, bookBankRows } from './book-bank-rows.ts'
import { type LoadedRegister, toRegisterRow } from './load-register.ts'
import { isUnknownRow, type ReconcileSession } from './reconcile-session.ts'

type RowStep = Exclude<FixStep, { action: 'add' }>

/**
 * Carries out the fixes of these findings and returns the session as it is then.
 * @throws UserError when two of them are about one transaction, or one cannot be carried out
 */
export async function applyFindings(
  context: WorkspaceContext,
  session: ReconcileSession,
  findings: readonly Finding[],
): Promise<ReconcileSession> {
  const steps = findings.flatMap(({ fix }) => fix)
  assertApplicable(session, findings)
  const adds = steps.filter((step): step is AddStep => step.action === 'add')
  const changes = steps.filter((step): step is RowStep => step.action !== 'add')
  await confirmSteps(context, session, { adds, changes })
  let { rows } = session
  const changed = await mapOneByOne(
    context,
    changes,
    async (step) => ({ step, row: await applyStep(context, session.register, step) }),
    ({ key }) => ({ id: session.register.toId(key) }),
  )
  for (const { step, row } of changed) rows = replaceRow(rows, { step, register: session.register }, row)
  return { ...session, rows: [...rows, ...(await bookBankRows(context, { ...session, rows }, adds))] }
}

function assertApplicable({ commandLine }: ReconcileSession, findings: readonly Finding[]): void {
  const unknown = findings.find(isUnknownRow)
  if (unknown)
    throw new UserError('usage', 'Only the amount of the missing transaction is known, not what it was', {
      hint: 'Add it with budget tx add, or book the difference with --adjust',
    })
  const keys = findings.flatMap(({ rows }) => rows.map(({ key }) => key))
  if (new Set(keys).size < keys.length)
    throw new UserError('usage', 'Two of these are about the same transaction', {
      hint: `Apply one, and look again: ${commandLine}`,
    })
}

const destructive: readonly FixStep['action'][] = ['delete', 'edit', 'move']

/** Asks before transactions are deleted, moved or changed, and before many requests. */
async function confirmSteps(
  { requireConfirmation, isLocal }: WorkspaceContext,
  { register, rows }: ReconcileSession,
  { adds, changes }: { adds: readonly AddStep[]; changes: readonly RowStep[] },
): Promise<void> {
  const requests = changes.length + Math.ceil(adds.length / maxBatchSize)
  const asked = changes.filter(({ action }) => destructive.includes(action))
  if (asked.length === 0 && (isLocal || requests === 1)) return
  const describe = (step: RowStep): string => {
    const row = rows.find(({ key }) => key === step.key)
    const name = row
      ? `${row.date} ${groupThousands(register.format(row.amount))} ${row.words}`
      : register.toId(step.key)
    const amount =
      step.action === 'edit' && step.amount !== undefined
        ? ` to ${groupThousands(register.format(step.amount))}`
        : ''
    const date = step.action === 'edit' && step.date !== undefined ? ` to ${step.date}` : ''
    const reconciled = row?.status === 'reconciled' ? ' (reconciled)' : ''
    return `${actionWords[step.action]} ${name.trim()}${amount}${date}${reconciled}`
  }
  const count = changes.length + adds.length
  await requireConfirmation(`Apply ${count === 1 ? 'this change' : `these ${count} changes`}?`, async () =>
    [
      ...changes.map(describe),
      ...(adds.length > 0
        ? [`Add ${adds.length === 1 ? '1 transaction' : `${adds.length} transactions`}`]
        : []),
      ...describeRequestCost({ isLocal }, requests),
    ].join('\n'),
  )
}

const actionWords: Readonly<Record<RowStep['action'], string>> = {
  clear: 'Clear',
  unclear: 'Set to pending',
  delete: 'Delete',
  restore: 'Restore',
  move: 'Move here',
  edit: 'Change',
}

/** Carries out one step and returns the row as it is then; undefined when it is gone. */
async function applyStep(
  context: WorkspaceContext,
  register: LoadedRegister,
  step: RowStep,
): Promise<Transaction | undefined> {
  const id = register.toId(step.key)
  switch (step.action) {
    case 'clear':
      return changeTransaction(context, id, { status: 'cleared' })
    case 'unclear':
      return changeTransaction(context, id, { status: 'pending' })
    case 'move':
      return changeTransaction(context, id, { account_id: register.account.id })
    case 'edit':
      return changeTransaction(context, id, {
        ...(step.amount !== undefined && { amount: register.format(step.amount) }),
        ...(step.date !== undefined && { date: step.date }),
      })
    case 'restore':
      return getRepliedTransaction(await context.api.restoreTransaction({ transaction_id: id }))
    case 'delete':
      await context.api.deleteTransaction({ transaction_id: id })
      return undefined
  }
}

/** Returns the rows after a step: the changed one instead of the old one. */
function replaceRow(
  rows: readonly RegisterRow[],
  { step: { key }, register }: { step: RowStep; register: LoadedRegister },
  changed: Transaction | undefined,
): RegisterRow[] {
  const others = rows.filter((row) => row.key !== key)
  return changed ? [...others, toRegisterRow(changed, { key, toMinor: register.toMinor })] : others
}
