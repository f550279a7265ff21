/** Declares a change of a dry run: what would change, and the request that changes it on a remote profile. */

import type { Change, ChangeFields, ChangeType } from './history.ts'

/** Stands for the id of an entity that a dry run would create. */
export const NEW_ID = '(new)'

/**
 * A change of a dry run. `method`, `path` and `body` are null where no request makes it, and for the second change
 * and any further change that one request makes.
 */
export interface PlannedChange extends Change {
  method: string | null
  path: string | null
  body: unknown
}

/** The entity before and after a change; without `before` it is created, without `after` deleted. */
interface LocalChange {
  id: string
  before?: object | undefined
  after?: object | undefined
}

/** Returns a planned change that takes no request. */
export const createLocalChange = (type: ChangeType, { id, before, after }: LocalChange): PlannedChange => ({
  method: null,
  path: null,
  body: null,
  type,
  id,
  before: toChangeFields(before),
  after: toChangeFields(after),
})

/** Returns a change that no request makes as a planned one. */
export const toPlannedChange = (change: Change): PlannedChange => ({
  method: null,
  path: null,
  body: null,
  ...change,
})

const toChangeFields = (entity: object | undefined): ChangeFields | null =>
  entity === undefined ? null : { ...entity }
