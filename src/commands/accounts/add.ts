/** `budget accounts add`: creates an account. */

import { accountTypeOption } from '../../accounts/account-types.ts'
import { defineAccountChangeView } from '../../accounts/accounts-view.ts'
import { assertUniqueAccountName, duplicateFlag } from '../../accounts/edit-account.ts'
import { defineCommand } from '../../command/define.ts'
import { required, withFields } from '../../command/option-spec.ts'
import { amountOption, dateOption, nameOption, textOption } from '../../command/options.ts'
import { UserError } from '../../contract/errors.ts'
import type { Account } from '../../contract/operations/accounts.ts'
import { isZero } from '../../money/decimal.ts'
import { groupThousands } from '../../output/format-amount.ts'
import { toShellValue } from '../../output/shell-words.ts'

export const add = defineCommand({
  name: 'accounts add',
  summary: 'Add an account',
  arguments: { name: nameOption('The name') },
  flags: {
    type: required(accountTypeOption('The account type; budget accounts types lists them')),
    balance: withFields(amountOption('The opening balance'), 'initial_balance'),
    balanceDate: withFields(
      dateOption('The date of the opening balance; today by default'),
      'initial_balance_date',
    ),
    notes: withFields(textOption('A note', 'TEXT'), 'notes'),
    ...duplicateFlag,
  },
  examples: [
    {
      when: 'A bank account with a balance',
      commandLine: 'budget accounts add Checking --type banking_checking --balance 1200',
    },
    {
      when: 'A credit card with a balance you owe',
      commandLine: 'budget accounts add Visa --type credit_credit_card --balance -350.20',
    },
  ],
  mutates: true,
  async run(
    { workspace: { api, names }, invocation: { today } },
    { name, type, balance, balanceDate, notes, allowDuplicateName },
  ) {
    if (balance === undefined && balanceDate !== undefined)
      throw new UserError('usage', '--balance-date requires --balance')
    if (!allowDuplicateName) await assertUniqueAccountName(names, name)
    // The service would use the date in UTC; the user means the local date. docs/spec.md#b80
    const opening =
      balance === undefined ? {} : { initial_balance: balance, initial_balance_date: balanceDate ?? today }
    const { account } = await api.createAccount({ body: { name, type, ...opening } })
    if (notes === undefined) return account
    const notesField = await api.updateAccount({ account_id: account.id, body: { notes } })
    return notesField.account
  },
  view: defineAccountChangeView(describeAdded),
})

/** Names the new account; one that begins with nothing usually has a balance at the bank. */
function describeAdded({ name, balance, id }: Account): string {
  const added = `Added ${name} with ${groupThousands(balance)} (${id})`
  return isZero(balance)
    ? `${added}\nTo start from the bank's balance: budget accounts reconcile ${toShellValue(name)} --balance AMOUNT --adjust`
    : added
}
