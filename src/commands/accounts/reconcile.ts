/** `budget accounts reconcile`: compares an account with the bank and finds what explains a difference. */

import { findingSelectionOption } from '../../cleanup/finding-option.ts'
import { defineCommand } from '../../command/define.ts'
import { booleanFlag, requiredUnless, withFields } from '../../command/option-spec.ts'
import {
  accountOption,
  amountOption,
  categoryOrRtaOption,
  dateOption,
  fileOption,
  textOption,
} from '../../command/options.ts'
import { readOptionFlags } from '../../import/read-flags.ts'
import { isZero } from '../../money/decimal.ts'
import { reconcileAccount } from '../../reconcile/reconcile-account.ts'
import { reconcileView } from '../../reconcile/reconcile-view.ts'

const { statement: _, ...readFlags } = readOptionFlags

export const reconcile = defineCommand({
  name: 'accounts reconcile',
  summary: 'Compare an account with the bank and reconcile it',
  arguments: { account: accountOption('The account to reconcile') },
  flags: {
    balance: requiredUnless(
      withFields(amountOption('The balance on the bank statement'), 'balance'),
      ({ statement }) => statement !== undefined,
    ),
    date: withFields(dateOption('The date of that balance; today by default'), 'date'),
    statement: fileOption('The bank file to compare with, in any format that import reads'),
    apply: findingSelectionOption(
      'Apply the fixes with these numbers',
      'all works only if they add up to the difference',
    ),
    adjust: booleanFlag('Add one transaction for the difference'),
    category: categoryOrRtaOption('The category of that transaction'),
    finish: booleanFlag('Mark the cleared transactions as reconciled if nothing differs'),
    statementAccount: textOption('The account in the file, if it has several', 'NAME'),
    ...readFlags,
  },
  examples: [
    { when: 'The bank says 1284.10', commandLine: 'budget accounts reconcile Checking --balance 1284.10' },
    {
      when: 'Everything agrees',
      commandLine: 'budget accounts reconcile Checking --balance 1284.10 --finish',
    },
    {
      when: 'With a file from the bank',
      commandLine: 'budget accounts reconcile Checking --statement november.csv',
    },
  ],
  mutates: (_, { apply, adjust, finish }, isReadOnly) =>
    apply !== undefined || Boolean(adjust) || Boolean(finish) || !isReadOnly,
  waitsForRateLimit: true,
  run: reconcileAccount,
  view: reconcileView,
  resultStatus: ({ difference }) => (isZero(difference) ? 'done' : 'problems-found'),
})
