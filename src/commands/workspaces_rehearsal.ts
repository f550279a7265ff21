/** Writes down what would become of the workspaces and keys of this machine, and changes none of them. */ // cli.md §1 --dry-run

import { notFound } from '../contract/errors.ts'
import type { Key, Workspace, Workspaces } from '../contract/local.ts'
import { nameKey } from '../contract/names.ts'
import { nameTaken } from '../contract/refusals.ts'
import { localChange, type Planned } from '../render/planned.ts'

/** The id of what was not made. */
const NEW = '(new)'

/** The workspaces of this machine for a dry run: reads go through, changes join the plan. */
export function rehearseWorkspaces(workspaces: Workspaces, plan: Planned[]): Workspaces {
  const created_at = ''
  return {
    ...workspaces,
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
