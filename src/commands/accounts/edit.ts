/** `budget accounts edit`: renames an account or changes its note. */

import { defineAccountChangeView } from '../../accounts/accounts-view.ts'
import { assertUniqueAccountName, duplicateFlag } from '../../accounts/assert-unique-name.ts'
import type { WorkspaceContext } from '../../command/context.ts'
import { defineCommand } from '../../command/define.ts'
import { booleanFlag, withFields } from '../../command/option-spec.ts'
import { accountOption, nameOption, textOption } from '../../command/options.ts'
import { UserError } from '../../contract/errors.ts'

const newNameOption = nameOption('The new name')
const newNotesOption = withFields(textOption('The new note', 'TEXT'), 'notes')

export const edit = defineCommand({
  name: 'accounts edit',
  summary: 'Rename an account or change its note',
  arguments: { account: accountOption('The account to change') },
  flags: {
    name: newNameOption,
    notes: newNotesOption,
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
  async run(context, { account, clearNotes, allowDuplicateName, ...typed }) {
    const { api, names } = context
    const isEmpty = typed.name === undefined && typed.notes === undefined && !clearNotes
    const { name, notes } = isEmpty && context.isInteractive() ? await promptChange(context) : typed
    if (notes !== undefined && clearNotes) {
      throw new UserError('usage', 'Use either --notes or --clear-notes, not both')
    }
    if (name === undefined && notes === undefined && !clearNotes) {
      throw new UserError('usage', 'Nothing to change', { hint: 'Use --name, --notes or --clear-notes' })
    }
    if (name !== undefined && !allowDuplicateName) await assertUniqueAccountName(names, name, account.id)
    const note = clearNotes ? { notes: null } : notes === undefined ? {} : { notes }
    const body = { ...(name === undefined ? {} : { name }), ...note }
    return (await api.updateAccount({ account_id: account.id, body })).account
  },
  view: defineAccountChangeView((account) => `Changed ${account.name}`),
})

interface AccountChange {
  name: string | undefined
  notes: string | undefined
}

/** Asks what to change, and for the new value. */
async function promptChange({ select, promptFor }: WorkspaceContext): Promise<AccountChange> {
  const field = await select('What do you want to change?', [
    { value: 'name', label: 'Name' },
    { value: 'notes', label: 'Notes' },
  ])
  return {
    name: field === 'name' ? await promptFor(newNameOption) : undefined,
    notes: field === 'notes' ? await promptFor(newNotesOption) : undefined,
  }
}
