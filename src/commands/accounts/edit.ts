/** `budget accounts edit`: renames an account or changes its note. */

import { defineAccountChangeView } from '../../accounts/accounts-view.ts'
import { accountChangeFlags, duplicateFlag, editAccount } from '../../accounts/edit-account.ts'
import { defineCommand } from '../../command/define.ts'
import { booleanFlag } from '../../command/option-spec.ts'
import { accountOption } from '../../command/options.ts'

export const edit = defineCommand({
  name: 'accounts edit',
  summary: 'Rename an account or change its note',
  arguments: { account: accountOption('The account to change') },
  flags: {
    ...accountChangeFlags,
    clearNotes: booleanFlag('Remove the note'),
    ...duplicateFlag,
  },
  examples: [
    {
      when: 'The bank changed its name',
      commandLine: 'budget accounts edit Checking --name "Everyday Checking"',
    },
  ],
  mutates: true,
  run: editAccount,
  view: defineAccountChangeView((account) => `Changed ${account.name}`),
})
