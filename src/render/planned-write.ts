/** Declares a write of a dry run: an API request, or a change of local data. */

/** Stands for the id of an entity that a dry run would create. */
export const NEW_ID = '(new)'

/** Kinds of data that commands write without the API. */
export type LocalEntityKind =
  | 'workspace'
  | 'group'
  | 'category'
  | 'key'
  | 'target'
  | 'snooze'
  | 'rule'
  | 'setting'
  | 'profile'
  | 'layout'
  | 'file'

/** A write of a dry run. `method` and `path` are null for a change of `local` data. */
export interface PlannedWrite {
  method: string | null
  path: string | null
  body: unknown
  /** Undefined for API requests. */
  local?: LocalEntityKind
  /** The entity before the write; undefined when it would be created. */
  before?: object
  /** The entity after the write; undefined when it would be deleted, or when only the service knows it. */
  after?: object
}

interface LocalWrite {
  body?: object
  before?: object | undefined
  after?: object
}

/** Returns the planned write of local data. */
export const createLocalWrite = (
  local: LocalEntityKind,
  { body, before, after }: LocalWrite,
): PlannedWrite => ({
  method: null,
  path: null,
  local,
  body: body ?? null,
  ...(before && { before }),
  ...(after && { after }),
})
