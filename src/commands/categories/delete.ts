import { Mistake } from '../../contract/errors.ts'
import { type Deleted, deletion } from '../../render/deleted.ts'
import { command } from '../command.ts'
import { category } from '../entries.ts'

export const remove = command({
  name: 'categories delete',
  summary: 'Delete a category',
  arguments: { category: category('The category to delete') },
  flags: { moveTo: category('The category that takes its transactions and its money') },
  examples: [
    { when: 'Two envelopes become one', type: 'budget categories delete Snacks --move-to Groceries --yes' },
  ],
  changes: true,
  async run({ api, confirm }, { category, moveTo }): Promise<Deleted> {
    if (moveTo?.id === category.id) throw new Mistake('usage', `${category.name} cannot move to itself`)
    await confirm(`Delete ${category.name}?`, async () =>
      moveTo === undefined
        ? 'Its transactions become uncategorized, and its money goes back to Ready to Assign'
        : `Its transactions and its money move to ${moveTo.name}`,
    )
    const query = moveTo === undefined ? {} : { query: { move_to_category_id: moveTo.id } }
    return api.deleteCategory({ category_id: category.id, ...query })
  },
  show: deletion(({ id }) => `Deleted the category ${id}`),
})
