/** Remembers what an invocation has read, so that recording a change costs no request. */

import type { OperationName } from '../../contract/api.ts'
import type { RawRequest } from '../../contract/operation.ts'
import type { WorkspaceCache } from '../../contract/ports/rate-limit.ts'
import { readCached } from '../name-cache.ts'
import type { EntityReference, Fields } from './api-entities.ts'
import { listReplyEntities } from './reply-entities.ts'

/** Older ones are forgotten: an import reads an account of any size. */
const MAX_ENTITIES = 20_000

/** What was read of a workspace. */
export interface SeenEntities {
  /** Remembers everything that a reply shows. */
  record: (name: OperationName, request: RawRequest, reply: unknown) => void
  /** Returns a thing as it was last read, perhaps with a part of its fields; undefined when it was not. */
  find: (reference: EntityReference) => Fields | undefined
}

const toKey = ({ type, id }: EntityReference): string => `${type} ${id}`

/** Returns the memory of one invocation. The cache knows the names that earlier ones read. */
export function rememberEntities(cache: WorkspaceCache | undefined): SeenEntities {
  const entities = new Map<string, Fields>()
  return {
    record(name, request, reply) {
      for (const seen of listReplyEntities(name, request, reply)) entities.set(toKey(seen), seen.fields)
      for (const key of entities.keys()) {
        if (entities.size <= MAX_ENTITIES) break
        entities.delete(key)
      }
    },
    find: (reference) => entities.get(toKey(reference)) ?? (cache && findCached(cache, reference)),
  }
}

function findCached(cache: WorkspaceCache, { type, id }: EntityReference): Fields | undefined {
  const groups = () => readCached(cache, 'categories') ?? []
  const hasId = (entity: { id: string }): boolean => entity.id === id
  if (type === 'account') return toFields(readCached(cache, 'accounts')?.find(hasId))
  if (type === 'merchant') return toFields(readCached(cache, 'merchants')?.find(hasId))
  if (type === 'category_group') return toFields(groups().find(hasId))
  if (type === 'category')
    return toFields(
      groups()
        .flatMap(({ categories }) => categories)
        .find(hasId),
    )
  return undefined
}

const toFields = (entity: object | undefined): Fields | undefined => entity && { ...entity }
