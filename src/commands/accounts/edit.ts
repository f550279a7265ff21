import { Mistake } from '../../contract/errors.ts'
import { accountChange } from '../../render/accounts.ts'
import { command, toggle } from '../command.ts'
import { account, name, plain } from '../entries.ts'
import { duplicateFlag, refuseSameName } from './same_name.ts'

export const edit = command({
  name: 'accounts edit',
  summary: 'Rename an account or change its note',
  arguments: { account: account('The account to change') },
  flags: {
    name: name('Its new name'),
    notes: plain('Its new note', 'TEXT'),
    clearNotes: toggle('Take its note away'),
    ...duplicateFlag,
  },
  examples: [
    { when: 'The bank changed its name', type: 'budget accounts edit Checking --name "Everyday Checking"' },
  ],
  changes: true,
  async run({ api, names }, { account, name, notes, clearNotes, allowDuplicateName }) {
    if (notes !== undefined && clearNotes) {
      throw new Mistake('usage', 'Take one of --notes and --clear-notes, not both')
    }
    if (name === undefined && notes === undefined && !clearNotes) {
      throw new Mistake('usage', 'Nothing to change', { hint: 'Give --name, --notes or --clear-notes' })
    }
    if (name !== undefined && !allowDuplicateName) await refuseSameName(names, name, account.id)
    const note = clearNotes ? { notes: null } : notes === undefined ? {} : { notes }
    const body = { ...(name === undefined ? {} : { name }), ...note }
    return (await api.updateAccount({ account_id: account.id, body })).account
  },
  show: accountChange((account) => `Changed ${account.name}`),
})
