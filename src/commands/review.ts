/** `budget review`: reviews the inbox on a screen, lists it, or applies decisions from a file. */

import { defineCommand } from '../command/define.ts'
import { fileOption } from '../command/options.ts'
import { UserError } from '../contract/errors.ts'
import { type ReviewResult, reviewView } from '../review/review-view.ts'
import { hasFilters } from '../transactions/select-transactions.ts'
import { filterFlags } from '../transactions/transaction-filters.ts'

export const review = defineCommand({
  name: 'review',
  summary: 'Review what is new or has no category',
  flags: {
    apply: fileOption('Apply decisions: a table as review prints it, or JSON lines; - is stdin'),
    ...filterFlags,
  },
  examples: [
    { when: 'Review the inbox with the keyboard', commandLine: 'budget review' },
    {
      when: 'List it with likely categories, then edit the list',
      commandLine: 'budget review --format tsv > inbox.tsv',
    },
    { when: 'Apply the list', commandLine: 'budget review --apply inbox.tsv' },
  ],
  mutates: (_, { apply }, isReadOnly) => apply !== undefined || !isReadOnly,
  waitsForRateLimit: true,
  async run(context, { apply, ...filters }): Promise<ReviewResult> {
    const isFiltered = hasFilters(filters)
    if (apply !== undefined) {
      if (isFiltered) throw new UserError('usage', 'Use either --apply or filters, not both')
      const { applyDecisions } = await import('../review/apply-decisions.ts')
      return applyDecisions(context, apply)
    }
    if (!isFiltered && context.workspace.hasSchedules())
      await (await import('../schedules/ask-match.ts')).askAboutMatches(context)
    const { loadInbox } = await import('../review/load-inbox.ts')
    const inbox = await context.invocation.computeLong(() => loadInbox(context, filters))
    if (context.user.canShowScreen()) {
      const { reviewOnScreen } = await import('../review/review-on-screen.ts')
      return reviewOnScreen(context, inbox, { isFiltered })
    }
    const { listInbox } = await import('../review/load-inbox.ts')
    return listInbox(context, inbox)
  },
  view: reviewView,
})
