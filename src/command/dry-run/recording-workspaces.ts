/** Writes down what would become of the workspaces and keys of this machine, and changes none of them. */ // cli.md §1 --dry-run

import { nameTaken } from '../../contract/api-errors.ts'
import { notFound } from '../../contract/errors.ts'
import { nameKey } from '../../contract/normalize-name.ts'
import type { Key, Workspace, Workspaces } from '../../contract/ports/local-service.ts'
import { localChange, NEW, type Planned } from '../../render/planned-write.ts'

/** The workspaces of this machine for a dry run: reads go through, changes join the plan. */
export function rehearseWorkspaces(workspaces: Workspaces, plan: Planned[]): Workspaces {
  const created_at = ''
  // Each part is named, not spread: a new one does not compile until somebody has decided what a dry run makes of it.
  return {
    listWorkspaces: workspaces.listWorkspaces,
    getWorkspace: workspaces.getWorkspace,
    isUnused: workspaces.isUnused,
    edition: workspaces.edition,
    foreseeRestore: workspaces.foreseeRestore,
    listKeys: workspaces.listKeys,
    keyOf: workspaces.keyOf,
    close: workspaces.close,
    open: outOfReach('open'),
    admin: outOfReach('admin'),
    hold: outOfReach('hold'),
    imports: outOfReach('imports'),
    restore: outOfReach('restore'),
    changeUnused(id, draft): Workspace {
      const before = workspaces.getWorkspace(id)
      if (!before) throw notFound('workspace')
      const after = { ...before, ...draft }
      plan.push(localChange('workspace', { body: draft, before, after }))
      return after
    },
    createWorkspace(draft): Workspace {
      const key = nameKey(draft.name)
      if (workspaces.listWorkspaces().some(({ name }) => nameKey(name) === key)) throw nameTaken('workspace')
      plan.push(localChange('workspace', { body: draft, after: draft }))
      return { id: NEW, archived: false, created_at, ...draft }
    },
    setArchived(id, archived): Workspace {
      const before = workspaces.getWorkspace(id)
      if (!before) throw notFound('workspace')
      const after = { ...before, archived }
      plan.push(localChange('workspace', { body: { archived }, before, after }))
      return after
    },
    createKey(draft): Key & { key: string } {
      plan.push(localChange('key', { body: draft, after: draft }))
      return { id: NEW, created_at, revoked_at: null, ...draft, key: '' }
    },
    revokeKey(id): Key {
      const before = workspaces.listKeys().find((one) => one.id === id)
      if (!before) throw notFound('key')
      plan.push(localChange('key', { before }))
      return before
    },
  }
}

/** What would write into a workspace without joining the plan: no command reaches for it in a dry run. */
const outOfReach = (name: keyof Workspaces) => (): never => {
  throw new Error(`A dry run reached for ${name} of the workspaces`)
}
