/** `budget schedules add`: adds a schedule. */

import { resolveArgumentOrFlag } from '../../command/argument-or-flag.ts'
import { defineCommand } from '../../command/define.ts'
import { booleanFlag, optional, withFields } from '../../command/option-spec.ts'
import { categoryOrRtaOption, merchantNameOption, openAccountOption } from '../../command/options.ts'
import { addSchedule } from '../../schedules/add-schedule.ts'
import { contentFlags, recurrenceFlags, scheduleAmountOption } from '../../schedules/schedule-options.ts'
import { defineScheduleChangeView } from '../../schedules/schedules-view.ts'

export const add = defineCommand({
  name: 'schedules add',
  summary: 'Add a schedule: a transaction that is expected on planned dates',
  arguments: {
    amount: scheduleAmountOption('The amount'),
    merchant: optional(merchantNameOption('The merchant')),
    categoryArgument: optional(categoryOrRtaOption('The category')),
  },
  flags: {
    account: openAccountOption('The account; optional with only one account, or with default_account set'),
    to: openAccountOption('The account that a transfer goes to'),
    category: categoryOrRtaOption('The category'),
    readyToAssign: withFields(booleanFlag('Income for Ready to Assign'), 'ready_to_assign'),
    about: booleanFlag('The amount is an estimate'),
    ...recurrenceFlags,
    ...contentFlags,
  },
  examples: [
    { when: 'The rent', commandLine: 'budget schedules add 1450 Landlord Rent --every month --on 1' },
    {
      when: 'A bill once a year',
      commandLine: 'budget schedules add 480 "Car insurance" Insurance --every year --on 2027-02-01',
    },
    {
      when: 'A salary every other Friday',
      commandLine: 'budget schedules add +2600 Acme --ready-to-assign --every 2w --from 2026-11-20',
    },
    {
      when: 'A card that is paid in full',
      commandLine: 'budget schedules add full --account Checking --to Visa --every month --on 28',
    },
    {
      when: 'A card that is paid what it owed on the 20th before',
      commandLine:
        'budget schedules add full --account Checking --to Visa --every month --on 28 --statement 20',
    },
    { when: 'A bill that differs', commandLine: 'budget schedules add 60 Electric Power --about --every 2m' },
  ],
  mutates: true,
  run: (context, { categoryArgument, ...input }) =>
    addSchedule(context, {
      ...input,
      category: resolveArgumentOrFlag('category', categoryArgument, input.category),
    }),
  view: defineScheduleChangeView('Added'),
})
