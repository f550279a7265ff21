/** `budget schedules edit`: changes a schedule. */

import { resolveArgumentOrFlag } from '../../command/argument-or-flag.ts'
import { defineCommand } from '../../command/define.ts'
import { booleanFlag, optional } from '../../command/option-spec.ts'
import { categoryOrRtaOption, merchantNameOption, openAccountOption } from '../../command/options.ts'
import { editSchedule } from '../../schedules/edit-schedule.ts'
import {
  contentFlags,
  recurrenceFlags,
  scheduleAmountOption,
  scheduleOption,
} from '../../schedules/schedule-options.ts'
import { defineScheduleChangeView } from '../../schedules/schedules-view.ts'

const amountInput = scheduleAmountOption('The new amount')

export const edit = defineCommand({
  name: 'schedules edit',
  summary: 'Change a schedule: for good, from a month on, or its next date alone',
  arguments: {
    schedule: scheduleOption('The schedule'),
    amountArgument: optional(amountInput),
  },
  flags: {
    amount: amountInput,
    merchant: merchantNameOption('The merchant'),
    category: categoryOrRtaOption('The category'),
    account: openAccountOption('The account'),
    once: booleanFlag('Only the next date gets the amount'),
    ...recurrenceFlags,
    ...contentFlags,
    noAuto: booleanFlag('No longer post dates by itself'),
  },
  examples: [
    {
      when: 'The rent goes up in March',
      commandLine: 'budget schedules edit Landlord 1500 --from 2027-03',
    },
    { when: 'This time it is more', commandLine: 'budget schedules edit Electric 74.20 --once' },
    { when: 'Another day', commandLine: 'budget schedules edit Landlord --on 3' },
  ],
  mutates: true,
  run: (context, { schedule, amountArgument, ...input }) =>
    editSchedule(context, schedule, {
      ...input,
      amount: resolveArgumentOrFlag('amount', amountArgument, input.amount),
    }),
  view: defineScheduleChangeView('Changed'),
})
