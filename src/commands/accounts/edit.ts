import { command, toggle, type World } from '../../command/define.ts'
import { account, name, plain } from '../../command/options.ts'
import { Mistake } from '../../contract/errors.ts'
import { accountChange } from '../../render/accounts.ts'
import { duplicateFlag, refuseSameName } from './shared/assert-unique-name.ts'

const newName = name('Its new name')
const newNotes = plain('Its new note', 'TEXT')

export const edit = command({
  name: 'accounts edit',
  summary: 'Rename an account or change its note',
  arguments: { account: account('The account to change') },
  flags: {
    name: newName,
    notes: newNotes,
    clearNotes: toggle('Take its note away'),
    ...duplicateFlag,
  },
  examples: [
    { when: 'The bank changed its name', type: 'budget accounts edit Checking --name "Everyday Checking"' },
  ],
  changes: true,
  async run(world, { account, clearNotes, allowDuplicateName, ...typed }) {
    const { api, names } = world
    const isEmpty = typed.name === undefined && typed.notes === undefined && !clearNotes
    const { name, notes } = isEmpty && world.canAsk() ? await askChange(world) : typed
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

interface Change {
  name: string | undefined
  notes: string | undefined
}

/** Asks what is to change, and into what. */
async function askChange({ choose, askFor }: World): Promise<Change> {
  const what = await choose('What should change?', [
    { value: 'name', label: 'Name' },
    { value: 'notes', label: 'Notes' },
  ])
  return {
    name: what === 'name' ? await askFor(newName) : undefined,
    notes: what === 'notes' ? await askFor(newNotes) : undefined,
  }
}
