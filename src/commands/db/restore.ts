import { type Outside, standalone } from '../../command/define.ts'
import { file } from '../../command/options.ts'
import { Mistake } from '../../contract/errors.ts'
import type { Workspace, Workspaces } from '../../contract/ports/local-service.ts'
import { aboutRestoring, type Restored, restoreSheet } from '../../render/restore.ts'
import { findWorkspace } from '../workspaces/shared/find-workspace.ts'

export const restore = standalone({
  name: 'db restore',
  summary: 'Put a copy in the place of the workspace, and keep the old file',
  arguments: { file: file('The copy, as budget db backup wrote it') },
  examples: [
    { when: 'To see what would be replaced', type: 'budget db restore home-2026-11-20.db --dry-run' },
    {
      when: 'The file is damaged, missing, or not what you want',
      type: 'budget db restore home-2026-11-20.db',
    },
  ],
  changes: true,
  previews: true,
  async run(world, { file }): Promise<Restored> {
    const workspaces = await world.workspaces()
    const { id, name } = await meantIn(workspaces, world)
    const from = world.files.absolute(file)
    const foreseen = workspaces.foreseeRestore(id, from)
    if (world.dryRun) return { ...foreseen, written: false }
    await world.confirm(`Restore ${name} from ${from}?`, async () => aboutRestoring(foreseen))
    return { ...workspaces.restore(id, from), written: true }
  },
  show: restoreSheet,
})

/** The workspace every other command would be about; none is made. */
async function meantIn(workspaces: Workspaces, world: Outside): Promise<Workspace> {
  const { profile } = (await world.settings()).meant()
  const chosen = 'workspace' in profile ? profile.workspace : undefined
  if (chosen !== undefined) return findWorkspace(workspaces, chosen)
  const all = workspaces.listWorkspaces()
  const meant = all.find(({ archived }) => !archived) ?? all[0]
  if (meant) return meant
  throw new Mistake('not_found', 'There are no workspaces yet', {
    hint: 'Make the place first, with budget workspaces create NAME',
  })
}
