/** Renames an account or changes its note. */

import type { WorkspaceContext } from '../command/context.ts'
import type { NameIndex } from '../command/names/resolve-name.ts'
import { booleanFlag, withFields } from '../command/option-spec.ts'
import { nameOption, textOption } from '../command/options.ts'
import { UserError } from '../contract/errors.ts'
import { toNameKey } from '../contract/normalize-name.ts'
import type { Account } from '../contract/operations/accounts.ts'

/** The flags that a terminal asks for when none was typed. */
export const accountChangeFlags = {
  name: nameOption('The new name'),
  notes: withFields(textOption('The new note', 'TEXT'), 'notes'),
}

interface AccountChange {
  name: string | undefined
  notes: string | undefined
}

/** The account, and what changes. */
type EditInput = AccountChange & { account: { id: string }; clearNotes: boolean; allowDuplicateName: boolean }

/** Changes the name, the note or both. */
export async function editAccount(
  context: WorkspaceContext,
  { account, clearNotes, allowDuplicateName, ...typed }: EditInput,
): Promise<Account> {
  const {
    workspace: { api, names },
  } = context
  const isEmpty = typed.name === undefined && typed.notes === undefined && !clearNotes
  const { name, notes } = isEmpty && context.user.isInteractive() ? await promptChange(context) : typed
  if (notes !== undefined && clearNotes)
    throw new UserError('usage', 'Use either --notes or --clear-notes, not both')
  if (name === undefined && notes === undefined && !clearNotes)
    throw new UserError('usage', 'Nothing to change', { hint: 'Use --name, --notes or --clear-notes' })
  if (name !== undefined && !allowDuplicateName) await assertUniqueAccountName(names, name, account.id)
  const note = clearNotes ? { notes: null } : notes === undefined ? {} : { notes }
  const body = { ...(name === undefined ? {} : { name }), ...note }
  return (await api.updateAccount({ account_id: account.id, body })).account
}

/** Asks what to change, and for the new value. */
async function promptChange({ user: { select, promptFor } }: WorkspaceContext): Promise<AccountChange> {
  const field = await select('What do you want to change?', [
    { value: 'name', label: 'Name' },
    { value: 'notes', label: 'Notes' },
  ])
  return {
    name: field === 'name' ? await promptFor(accountChangeFlags.name) : undefined,
    notes: field === 'notes' ? await promptFor(accountChangeFlags.notes) : undefined,
  }
}

/** The flag that allows a second account of the same name. */
export const duplicateFlag = {
  allowDuplicateName: booleanFlag('Allow a name that another account has'),
}

/**
 * Asserts that no other account has the name; `self` is the id of the account that is renamed.
 * @throws UserError `conflict` when another account has it.
 */
export async function assertUniqueAccountName(names: NameIndex, name: string, self?: string): Promise<void> {
  const namesake = async (age?: 'fresh') =>
    (await names.accounts(age)).find(
      (account) => account.id !== self && toNameKey(account.name) === toNameKey(name),
    )
  // The other account may have been renamed since its name was cached.
  const found = (await namesake()) && (await namesake('fresh'))
  if (!found) return
  throw new UserError('conflict', `An account named "${found.name}" already exists`, {
    field: 'name',
    hint: 'Add --allow-duplicate-name to use it for both',
  })
}
