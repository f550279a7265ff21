/** Asks whether a transaction is what a date expected, if its amount or day differs. docs/schedules.md#matching */

import type { PromptChoice, WorkspaceContext } from '../command/context.ts'
import type { Transaction } from '../contract/operations/transactions.ts'
import type { ImportStore } from '../contract/ports/import-journal.ts'
import { groupThousands } from '../output/format-amount.ts'
import { formatMatchCommand } from './describe-schedule.ts'
import { linkMatch } from './link-dates.ts'
import { type DateMatch, toScheduleAmount } from './match-dates.ts'
import { findAskedMatches } from './plan-links.ts'

/** Returns the question about a match, with its answers. */
function buildMatchQuestion({ open, row }: DateMatch): { question: string; answers: PromptChoice[] } {
  const { schedule, amount, due_date } = open
  const paid = toScheduleAmount(schedule, row)
  const instead = amount === null || amount === paid ? '' : ` instead of ${groupThousands(amount)}`
  // A range has no single amount that another one could take the place of.
  const canChange = instead !== '' && schedule.amount_kind !== 'range'
  return {
    question: `Is ${groupThousands(paid)} on ${row.date}${instead} what ${schedule.name} expects on ${due_date}?`,
    answers: [
      { value: 'once', label: 'Yes, this time' },
      ...(canChange ? [{ value: 'always', label: `Yes, ${groupThousands(paid)} from now on` }] : []),
      { value: 'no', label: 'No, it is something else' },
    ],
  }
}

/** Asks about a match and does what the user says; undefined when the user leaves it open. */
export async function askMatch(
  context: WorkspaceContext,
  match: DateMatch<Transaction>,
  groupCommit: ImportStore['groupCommit'],
): Promise<'fulfilled' | 'refused' | undefined> {
  const { api } = context.workspace
  const { schedule, date } = match.open
  const schedule_id = schedule.id
  const { question, answers } = buildMatchQuestion(match)
  const answer = await context.user.select(question, answers)
  if (answer === undefined) return undefined
  return groupCommit(async () => {
    if (answer === 'no') {
      await api.updateScheduleDate({ schedule_id, date, body: { transaction_id: match.row.id } })
      await api.updateScheduleDate({ schedule_id, date, body: { transaction_id: null } })
      return 'refused'
    }
    await linkMatch(context, match)
    const amount = toScheduleAmount(schedule, match.row)
    if (answer === 'always') await api.updateSchedule({ schedule_id, body: { amount } })
    return 'fulfilled'
  })
}

/** Asks about each transaction that an import left open; where the user cannot be asked, it is told. */
export async function askAboutMatches(context: WorkspaceContext): Promise<void> {
  const { user, invocation } = context
  const isAsked = user.isInteractive() && !invocation.assumesYes && !invocation.isDryRun
  for (const match of await findAskedMatches(context)) {
    if (isAsked) await askMatch(context, match, (work) => work())
    else
      user.warn(
        `${buildMatchQuestion(match).question} ${formatMatchCommand(match.open.schedule.name, match.row.id)}`,
      )
  }
}
