/** Carries out the fixes of findings: what is applied changes the rows in memory too, so that nothing is read again. */

import type { WorkspaceContext } from '../command/context.ts'
import { mapOneByOne } from '../command/for-each.ts'
import { UserError } from '../contract/errors.ts'
import { maxBatchSize, type Transaction } from '../contract/operations/transactions.ts'
import { describeRequestCost } from '../transactions/affected-transactions.ts'
import { changeTransaction } from '../transactions/change-transactions.ts'
import { getRepliedTransaction } from '../transactions/read-reply.ts'
import { type AddStep, bookBankRows } from './book-bank-rows.ts'
import type { AskBefore } from './describe-fix.ts'
import { describeFixes, isAskedAbout } from './describe-fix.ts'
import type { Finding, FixStep, RegisterRow } from './difference/register.ts'
import { type LoadedRegister, toRegisterRow } from './load-register.ts'
import { isUnknownRow, type ReconcileSession } from './reconcile-session.ts'

type RowStep = Exclude<FixStep, { action: 'add' }>

/**
 * Carries out the fixes of these findings and returns the session as it is then; undefined when the user says no.
 * @throws UserError when two of them are about one transaction, or one cannot be carried out
 */
export async function applyFindings(
  context: WorkspaceContext,
  session: ReconcileSession,
  { findings, ask }: { findings: readonly Finding[]; ask: AskBefore },
): Promise<ReconcileSession | undefined> {
  const steps = findings.flatMap(({ fix }) => fix)
  assertApplicable(session, findings)
  const adds = steps.filter((step): step is AddStep => step.action === 'add')
  const changes = steps.filter((step): step is RowStep => step.action !== 'add')
  const requests = changes.length + Math.ceil(adds.length / maxBatchSize)
  if (isAskedAbout(findings) || (context.workspace.costsRequests && requests > 1)) {
    const lines = [...shorten(describeFixes(session, findings)), ...describeRequestCost(context, requests)]
    const question = `Apply ${steps.length === 1 ? 'this change' : `these ${steps.length} changes`}?`
    if (!(await ask(question, lines))) return undefined
  }
  const done = describeFixes(session, findings, 'done')
  let { rows } = session
  const changed = await mapOneByOne(
    context,
    changes,
    async (step) => ({ step, row: await applyStep(context, session.register, step) }),
    ({ key }) => ({ id: session.register.toId(key) }),
  )
  for (const { step, row } of changed) rows = replaceRow(rows, { step, register: session.register }, row)
  const touched = new Set(changes.map(({ key }) => key))
  return {
    ...session,
    rows: [...rows, ...(await bookBankRows(context, { ...session, rows }, adds))],
    changed: session.changed.filter(({ row }) => !touched.has(row.key)),
    done: [...session.done, ...done],
  }
}

/** A question must fit on a screen. */
const MAX_LINES = 15

const shorten = (lines: readonly string[]): string[] =>
  lines.length <= MAX_LINES
    ? [...lines]
    : [...lines.slice(0, MAX_LINES - 1), `and ${lines.length - MAX_LINES + 1} more`]

function assertApplicable({ commandLine }: ReconcileSession, findings: readonly Finding[]): void {
  const unknown = findings.find(isUnknownRow)
  if (unknown)
    throw new UserError('usage', 'Only the amount of the missing transaction is known, not what it was', {
      hint: 'Add it with budget tx add, or add the difference as one transaction with --adjust',
    })
  const lines = findings.flatMap(({ bank_rows = [] }) => bank_rows)
  if (new Set(lines).size < lines.length)
    throw new UserError('usage', 'Two of these explain the same line of the statement', {
      hint: `Apply the one that is right: ${commandLine} --apply N`,
    })
  const keys = findings.flatMap(({ rows }) => rows.map(({ key }) => key))
  if (new Set(keys).size < keys.length)
    throw new UserError('usage', 'Two of these are about the same transaction', {
      hint: `Apply one, then compare again: ${commandLine}`,
    })
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
      return getRepliedTransaction(await context.workspace.api.restoreTransaction({ transaction_id: id }))
    case 'delete':
      await context.workspace.api.deleteTransaction({ transaction_id: id })
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
