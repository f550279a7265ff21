/** Describes one change of a dry run: a request to the API, or a change of something only this machine keeps. */

/** The id of what a dry run would have made. */
export const NEW_ID = '(new)'

/** What a command can change that is no endpoint of the API. */
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

/** A change that would be made: a request, or where `method` and `path` are null a change of a `local` thing. */
export interface PlannedWrite {
  method: string | null
  path: string | null
  body: unknown
  /** Left out of requests. */
  local?: LocalEntityKind
  /** The thing as it is; left out when it would be new. */
  before?: object
  /** The thing as it would be; left out when it would be gone, or made by the service. */
  after?: object
}

interface LocalWrite {
  body?: object
  before?: object | undefined
  after?: object
}

/** A change of something the API does not know. */
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
