/** Compares an account with the bank, and does what the flags say or asks on a terminal. */

import type { FindingSelection } from '../cleanup/finding-option.ts'
import type { WorkspaceContext } from '../command/context.ts'
import type { AccountSummary } from '../command/names/name-cache.ts'
import { UserError } from '../contract/errors.ts'
import { isCreditAccountType } from '../contract/operations/accounts.ts'
import { toReadOptions } from '../import/read-flags.ts'
import { applyFindings } from './apply-findings.ts'
import { describeFixes, endOnNo, goOnAfterNo } from './describe-fix.ts'
import type { Finding } from './difference/register.ts'
import { bookAdjustment, finishReconciliation } from './finish-reconciliation.ts'
import { openSession } from './open-session.ts'
import { runReconcileDialogue } from './reconcile-dialogue.ts'
import type { ReconcileReport } from './reconcile-report.ts'
import {
  examineSession,
  isUnknownRow,
  type ReconcileSession,
  type SessionFindings,
} from './reconcile-session.ts'
import { addDone, type ShownReport } from './reconcile-view.ts'

/** The account, what the bank says, and what to do about the difference. */
type ReconcileInput = Steps &
  Parameters<typeof toReadOptions>[0] & {
    account: AccountSummary
    balance: string | undefined
    date: string | undefined
    statement: string | undefined
    statementAccount: string | undefined
  }

/** Returns what the comparison found and what was done. */
export async function reconcileAccount(
  context: WorkspaceContext,
  input: ReconcileInput,
): Promise<ShownReport> {
  const { account, balance, date, statement, statementAccount, apply, adjust, category, finish, ...read } =
    input
  if (category !== undefined && !adjust) throw new UserError('usage', '--category requires --adjust')
  const choices = {
    ...toReadOptions(read),
    ...(statementAccount !== undefined && { statement: statementAccount }),
  }
  const session = await openSession(context, { account, balance, date, statement, choices })
  const isAsked = apply === undefined && !adjust && !finish && mayAsk(context)
  if (isAsked) return runReconcileDialogue(context, session)
  return runSteps(context, session, { apply, adjust, category, finish })
}

const mayAsk = ({
  user: { isInteractive },
  invocation: { isDryRun, isReadOnly },
}: WorkspaceContext): boolean => isInteractive() && !isDryRun && !isReadOnly

interface Steps {
  apply: FindingSelection | undefined
  adjust: boolean
  category: { id: string } | 'rta' | undefined
  finish: boolean
}

/** Does what the flags say: applies fixes, books what is left, and finishes. */
async function runSteps(
  context: WorkspaceContext,
  start: ReconcileSession,
  { apply, adjust, category, finish }: Steps,
): Promise<ShownReport> {
  let session = start
  let found = await examineSession(context, session)
  const chosen = apply === undefined ? [] : await chooseFindings(context, { ...found, session }, apply)
  const applied = chosen.map((finding) => found.findings.indexOf(finding) + 1)
  if (chosen.length > 0) {
    // Each was answered by itself.
    const ask = apply === 'ask' ? async () => true : endOnNo(context)
    session = (await applyFindings(context, session, { findings: chosen, ask })) ?? session
    found = await examineSession(context, session)
  }
  let adjustment: ReconcileReport['adjustment'] = null
  if (adjust && found.difference !== 0n) {
    const ask = endOnNo(context)
    const booked = await bookAdjustment(context, session, { amount: found.report.difference, category, ask })
    adjustment = booked?.transaction ?? null
    session = booked?.session ?? session
    found = await examineSession(context, session)
  }
  const agrees = found.difference === 0n
  if (!agrees) await hintAtSign(context, session, found)
  const finished = finish && agrees ? await finishReconciliation(context, session, endOnNo(context)) : null
  const next_steps = listNextSteps(found, { session, isFinished: finished !== null })
  return addDone({ ...found.report, applied, adjustment, finished, next_steps }, session.done)
}

/**
 * Returns the findings that the user chose by number.
 * @throws UserError `not_found` for a number that is not in the list
 */
async function chooseFindings(
  context: WorkspaceContext,
  { findings, difference, session }: SessionFindings & { session: ReconcileSession },
  apply: FindingSelection,
): Promise<Finding[]> {
  if (apply === 'all') {
    // Of a missing row that the statement does not name, only the amount is known.
    const known = findings.filter((finding) => !isUnknownRow(finding))
    if (sumExplained(known) === difference) return known
    throw new UserError('usage', 'These findings do not add up to the difference', {
      hint: 'Most of them rule each other out: apply them by number',
    })
  }
  if (apply === 'ask') {
    if (!context.user.isInteractive() && findings.length > 0)
      throw new UserError('usage', '--apply ask requires a terminal', {
        hint: 'Give the numbers, as in --apply 1',
      })
    const chosen: Finding[] = []
    for (const [at, finding] of findings.entries()) {
      if (isUnknownRow(finding)) continue
      const steps = describeFixes(session, [finding])
      if (await goOnAfterNo(context)(`Apply ${at + 1}?`, steps)) chosen.push(finding)
    }
    return chosen
  }
  return apply.map((number) => {
    const finding = findings[number - 1]
    if (finding) return finding
    const count = findings.length === 1 ? 'Only 1 is listed' : `${findings.length || 'None'} are listed`
    throw new UserError('not_found', `There is no candidate ${number}`, {
      hint: count.replace('None are', 'Nothing is'),
    })
  })
}

/** A bank writes what is owed on a card without a sign. */
async function hintAtSign(
  { workspace: { names }, user: { warn } }: WorkspaceContext,
  { register, bank }: ReconcileSession,
  { cleared }: SessionFindings,
): Promise<void> {
  const account = (await names.accounts()).find(({ id }) => id === register.account.id)
  if (account && isCreditAccountType(account.type) && bank > 0n && cleared === -bank)
    warn(`Money owed on a card is negative: use --balance ${register.format(-bank)}`)
}

const sumExplained = (findings: readonly Finding[]): bigint =>
  findings.reduce((total, { explains }) => total + explains, 0n)

function listNextSteps(
  { report, difference, findings }: SessionFindings,
  { session, isFinished }: { session: ReconcileSession; isFinished: boolean },
): string[] {
  if (isFinished) return []
  if (difference === 0n) return [`${session.commandLine} --finish`]
  const [first] = report.candidates
  const known = findings.filter((finding) => !isUnknownRow(finding))
  // What a statement shows adds up; guesses exclude each other.
  if (session.file && known.length > 1 && sumExplained(known) === difference)
    return [`${session.commandLine} --apply all`]
  // Only the user knows which of several explanations is true.
  if (session.file && first !== undefined && first.ways > 1 && first.bank_rows.length > 0)
    return [`${session.commandLine} --apply ask`]
  const isApplicable = first !== undefined && findings.length > 0
  return isApplicable ? [first.fix.command] : [`${session.commandLine} --adjust`]
}
