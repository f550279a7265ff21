/** `budget month sweep`: returns what is left over in categories to Ready to Assign. */

import { defineCommand } from '../../command/define.ts'
import { booleanFlag, zeroOrMore } from '../../command/option-spec.ts'
import { categoryOrGroupOption, monthOption } from '../../command/options.ts'
import { UserError } from '../../contract/errors.ts'
import { toMonth } from '../../money/calendar.ts'
import { clampToZero, compare, subtract, sum } from '../../money/decimal.ts'
import { type AssignmentChange, assignInTurn, expandGroup, listMonthCategories } from '../../month/assign.ts'
import { listPaymentCategoryIds } from '../../month/cover-overspending.ts'
import { assignmentsView } from '../../month/month-view.ts'
import { addMonthSummary } from '../../month/next-steps.ts'
import { groupThousands } from '../../output/format-amount.ts'

export const sweep = defineCommand({
  name: 'month sweep',
  summary: 'Return what is left over to Ready to Assign',
  arguments: { things: zeroOrMore(categoryOrGroupOption('The categories or groups')) },
  flags: {
    all: booleanFlag('Every category except those of credit cards'),
    month: monthOption('Another month'),
  },
  examples: [
    { when: 'What Groceries did not need', commandLine: 'budget month sweep Groceries' },
    { when: 'At the end of a month', commandLine: 'budget month sweep Everyday --month last' },
  ],
  mutates: true,
  waitsForRateLimit: true,
  async run(context, { things: entities, all, month = toMonth(context.today) }) {
    if (all === entities.length > 0)
      throw new UserError('usage', 'Name the categories or groups to sweep, or use --all')
    const reply = await context.api.getMonth({ month })
    const cards = all ? await listPaymentCategoryIds(context) : new Set<string>()
    const chosen = all ? listMonthCategories(reply) : entities.flatMap((entity) => expandGroup(reply, entity))
    const leftovers = [...new Set(chosen)].filter(
      ({ id, available }) => !cards.has(id) && compare(available, '0') > 0,
    )
    if (leftovers.length === 0) context.info('Nothing is left over')
    // The list of writes of a dry run shows them anyway.
    else if (!context.isDryRun) {
      const total = groupThousands(sum(leftovers.map(({ available }) => available)))
      const what = leftovers.length === 1 ? (leftovers[0]?.name ?? '') : `${leftovers.length} categories`
      await context.requireConfirmation(
        `Return ${total} from ${what} in ${month} to Ready to Assign?`,
        async () => leftovers.map(({ name, available }) => `${name} ${groupThousands(available)}`).join('\n'),
      )
    }
    const changes = leftovers.map(
      (category): AssignmentChange => ({
        category,
        computeAssigned: (current) => subtract(current.assigned, clampToZero(current.available)),
      }),
    )
    return addMonthSummary(context, reply, await assignInTurn(context, month, changes))
  },
  view: assignmentsView,
})
