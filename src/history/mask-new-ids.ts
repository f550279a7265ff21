/** Replaces the ids that new things have only until a dry run or a draft is rolled back. */

import { NEW_ID, type PlannedChange } from '../contract/ports/history.ts'

/** The kinds of entities whose id is made when they are created; a target has the id of its category. */
export const TYPES_WITH_OWN_ID: ReadonlySet<string> = new Set([
  'transaction',
  'account',
  'category_group',
  'category',
  'merchant',
  'rule',
  'schedule',
  'reconciliation',
  'import',
])

/** Replaces the ids of entities that exist in this dry run only. */
export function maskNewIds(changes: readonly PlannedChange[]): PlannedChange[] {
  const ids = new Set(
    changes.flatMap(({ type, id, method, before }) =>
      // A request says which ids the service has; only a transaction that is rolled back makes others.
      before === null && method === null && TYPES_WITH_OWN_ID.has(type) ? [id] : [],
    ),
  )
  if (ids.size === 0) return [...changes]
  const mask = (value: unknown): unknown => {
    if (typeof value === 'string') return ids.has(value) ? NEW_ID : value
    if (Array.isArray(value)) return value.map(mask)
    return typeof value === 'object' && value !== null ? maskFields(value) : value
  }
  const maskFields = (fields: object) =>
    Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, mask(value)]))
  const maskId = (id: string): string =>
    id
      .split('/')
      .map((part) => (ids.has(part) ? NEW_ID : part))
      .join('/')
  return changes.map(({ method, path, body, type, id, before, after }) => ({
    method,
    path,
    body,
    type,
    // The id of a file is its path, which is no list of ids.
    id: type === 'assignment' ? maskId(id) : ids.has(id) ? NEW_ID : id,
    before: before && maskFields(before),
    after: after && maskFields(after),
  }))
}
