/** Remembers what replies showed of a workspace, so that recording a change costs no request. */

import { readCached } from '../../command/names/name-cache.ts'
import type { OperationName } from '../../contract/api.ts'
import type { RawRequest } from '../../contract/operation.ts'
import type { Schedule } from '../../contract/operations/schedules.ts'
import type { WorkspaceCache } from '../../contract/ports/remote-caches.ts'
import type { Fields } from '../../contract/transaction-digest.ts'
import {
  type ApiEntityType,
  asFields,
  type EntityReference,
  entityKinds,
  findScheduleDate,
  parseScheduleDateId,
  pickFields,
  toAssignmentId,
} from '../writes/api-entities.ts'

/** Older ones are forgotten: an import reads an account of any size. */
const MAX_ENTITIES = 20_000

/** So many transactions and accounts are remembered for later invocations: what a user lists and then changes. */
const MAX_KEPT = 1000
const KEPT_KIND = 'seen_entities'
const keptTypes: ReadonlySet<string> = new Set(['transaction', 'account'])

/** A thing as it was last read. */
export interface EntityImage {
  fields: Fields
  /** True if an earlier invocation read it, so that it may have changed since. */
  isEarlier: boolean
}

/** What was read of a workspace. */
export interface SeenEntities {
  /** Remembers everything that a reply shows. */
  record: (name: OperationName, request: RawRequest, reply: unknown) => void
  /** Returns a thing as it was last read, perhaps with a part of its fields; undefined when it was not. */
  find: (reference: EntityReference) => EntityImage | undefined
  /** Keeps the transactions and accounts that this invocation read for later ones. */
  keep: () => void
}

const toKey = ({ type, id }: EntityReference): string => `${type} ${id}`

/** Returns the memory of one invocation. The cache knows what earlier ones read. */
export function rememberEntities(cache: WorkspaceCache | undefined): SeenEntities {
  const entities = new Map<string, Fields>()
  const kept = new Map<string, Fields>()
  let earlier: Map<string, Fields> | undefined
  return {
    record(name, request, reply) {
      for (const { fields, ...reference } of listReplyEntities(name, request, reply)) {
        const key = toKey(reference)
        entities.set(key, fields)
        if (cache && keptTypes.has(reference.type)) setNewest(kept, MAX_KEPT, key, fields)
      }
      trim(entities, MAX_ENTITIES)
    },
    find(reference) {
      if (reference.type === 'schedule_date') {
        const { schedule_id } = parseScheduleDateId(reference.id)
        const schedule = entities.get(toKey({ type: 'schedule', id: schedule_id }))
        return schedule && { fields: findScheduleDate(schedule as Schedule, reference.id), isEarlier: false } // a reply had it
      }
      const fields = entities.get(toKey(reference))
      if (fields) return { fields, isEarlier: false }
      if (!cache) return undefined
      if (keptTypes.has(reference.type)) earlier ??= readKept(cache)
      const known = { ...earlier?.get(toKey(reference)), ...findCached(cache, reference) }
      return Object.keys(known).length > 0 ? { fields: known, isEarlier: true } : undefined
    },
    keep() {
      if (!cache || kept.size === 0) return
      const all = readKept(cache)
      for (const [key, fields] of kept) setNewest(all, MAX_KEPT, key, toKept(key, fields))
      cache.write(KEPT_KIND, JSON.stringify([...all]))
    },
  }
}

/** Makes an entry the newest of a map; the oldest ones leave it. */
function setNewest(map: Map<string, Fields>, limit: number, key: string, fields: Fields): void {
  map.delete(key)
  map.set(key, fields)
  trim(map, limit)
}

function trim(map: Map<string, Fields>, limit: number): void {
  for (const key of map.keys()) {
    if (map.size <= limit) return
    map.delete(key)
  }
}

function readKept(cache: WorkspaceCache): Map<string, Fields> {
  const text = cache.read(KEPT_KIND)
  return new Map(text === undefined ? [] : (JSON.parse(text) as [string, Fields][])) // only `keep` writes it
}

const toKept = (key: string, fields: Fields): Fields =>
  pickFields(
    fields,
    key.startsWith('account ') ? entityKinds.account.contentFields : entityKinds.transaction.contentFields,
  )

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

/** A thing as a reply showed it. */
export type SeenEntity = EntityReference & { fields: Fields }

/** The properties under which replies hold things, and the kind of each. */
const typeByProperty: Readonly<Record<string, ApiEntityType>> = {
  account: 'account',
  accounts: 'account',
  category: 'category',
  category_group: 'category_group',
  category_groups: 'category_group',
  merchant: 'merchant',
  merchants: 'merchant',
  schedule: 'schedule',
  schedules: 'schedule',
  transaction: 'transaction',
  transactions: 'transaction',
}

const listValues = (value: unknown): Fields[] =>
  (Array.isArray(value) ? value : [value])
    .filter((one) => typeof one === 'object' && one !== null)
    .map(asFields)

const toSeen = (type: ApiEntityType, fields: Fields): SeenEntity => ({
  type,
  id: String(fields['id']),
  fields,
})

/** The categories of a month are assignments; in other replies the same property holds categories. */
const assignmentReplies: ReadonlySet<OperationName> = new Set(['getMonth', 'assignCategory'] as const)

function listMonthCategories(request: RawRequest, reply: Fields): SeenEntity[] {
  const month = String(request['month'])
  const groups = listValues(asFields(reply['month'])['category_groups'])
  const categories = [
    ...listValues(reply['category']),
    ...groups.flatMap((group) => listValues(group['categories'])),
  ]
  return categories.map((fields) => ({
    type: 'assignment',
    id: toAssignmentId(month, String(fields['id'])),
    fields,
  }))
}

/** Returns the things that the reply of an operation shows, with all fields that it has. */
export function listReplyEntities(name: OperationName, request: RawRequest, reply: unknown): SeenEntity[] {
  const fields = asFields(reply)
  if (assignmentReplies.has(name)) return listMonthCategories(request, fields)
  return Object.entries(fields).flatMap(([property, value]) => {
    const type = typeByProperty[property]
    if (!type) return []
    const entities = listValues(value)
    const inner = entities.flatMap((entity) => listValues(entity['categories'] ?? []))
    return [
      ...entities.map((entity) => toSeen(type, entity)),
      ...inner.map((entity) => toSeen('category', entity)),
    ]
  })
}

/** The fields that a field of a request changes as well. */
const dependentFields: Readonly<Record<string, readonly string[]>> = {
  splits: ['amount', 'category_id', 'ready_to_assign'],
  category_id: ['ready_to_assign'],
  ready_to_assign: ['category_id'],
  merchant_name: ['merchant_id'],
}

/** Lists what an update with this body can change. */
const listChangeableFields = (body: Fields): Set<string> =>
  new Set(Object.keys(body).flatMap((field) => [field, ...(dependentFields[field] ?? [])]))

/** Names of the cache stay: the user chose the thing by them in this invocation. */
const isUsedName = (type: ApiEntityType, field: string): boolean =>
  type !== 'transaction' && field !== 'notes'

/**
 * Returns an image of an earlier invocation without what an update can change: another program may have changed that
 * since, and the reply does not show it.
 */
export function omitChangeableFields(type: ApiEntityType, image: Fields, body: Fields): Fields {
  const changeable = listChangeableFields(body)
  const kept = Object.entries(image).filter(([field]) => isUsedName(type, field) || !changeable.has(field))
  return Object.fromEntries(kept)
}

/** A name can change without its thing. */
const isNameOfOther = (field: string): boolean => field.endsWith('_name')

/** True if an update left every field that it did not send as the image has it. */
export function isStillTrue(
  type: ApiEntityType,
  { image, after, body }: { image: Fields; after: Fields; body: Fields },
): boolean {
  const changeable = listChangeableFields(body)
  return entityKinds[type].contentFields.every(
    (field) =>
      changeable.has(field) ||
      isNameOfOther(field) ||
      image[field] === undefined ||
      after[field] === undefined ||
      JSON.stringify(image[field]) === JSON.stringify(after[field]),
  )
}
