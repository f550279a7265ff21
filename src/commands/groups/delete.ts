/** `budget groups delete`: deletes a group without categories. */

import { defineLocalCommand } from '../../command/define.ts'
import { groupOption } from '../../command/options.ts'
import { UserError } from '../../contract/errors.ts'
import { type DeletionResult, deletionView } from '../../output/deleted.ts'

export const remove = defineLocalCommand({
  name: 'groups delete',
  summary: 'Delete a category group that has no categories',
  arguments: { group: groupOption('The group to delete') },
  examples: [{ when: 'A group you emptied', commandLine: 'budget groups delete Goals' }],
  mutates: true,
  async run({ workspace: { api, admin } }, { group }): Promise<DeletionResult> {
    const { category_groups } = await api.listCategoryGroups({})
    const { categories = [] } = category_groups.find(({ id }) => id === group.id) ?? {}
    const names = categories.map(({ name, archived }) => (archived ? `${name} (archived)` : name))
    if (!group.system && names.length > 0)
      throw new UserError('conflict', `${group.name} is not empty: it has ${names.join(', ')}`, {
        hint: 'To empty it: budget categories move, or budget categories delete',
      })
    const { id, name } = admin.deleteGroup(group.id)
    return { deleted: true, id, name }
  },
  view: deletionView,
})
