/** Encodes the position in a list, with the filters of the list, as an opaque cursor. @see docs/spec.md#p2 */

import { badRequest } from '../../contract/errors.ts'
import { isDate } from '../../money/calendar.ts'
import type { ListPosition } from '../../store/transaction-query.ts'

/** The query parameters that belong to a cursor: all but limit and cursor. */
export type CursorFilters = Record<string, string>

const FILTER_NAMES = new Set([
  'since_date',
  'until_date',
  'account_id',
  'category_id',
  'status',
  'review_status',
])

/** Returns the cursor of a position. */
export const encodeCursor = ({ date, seq }: ListPosition, filters: CursorFilters): string =>
  Buffer.from(JSON.stringify({ v: 1, d: date, s: seq, f: filters })).toString('base64url')

/**
 * Returns the position and the filters of a cursor.
 * @throws ApiError bad_request for a cursor that this service did not write
 */
export function decodeCursor(text: string): { after: ListPosition; filters: CursorFilters } {
  const { v, d, s, f, ...rest } = parseCursor(text)
  const isOurs =
    v === 1 &&
    typeof d === 'string' &&
    isDate(d) &&
    typeof s === 'number' &&
    Number.isSafeInteger(s) &&
    s > 0 &&
    Object.keys(rest).length === 0 &&
    isCursorFilters(f)
  if (!isOurs) throw badRequest('cursor is invalid')
  return { after: { date: d, seq: s }, filters: f }
}

function parseCursor(text: string): Record<string, unknown> {
  try {
    const bytes = Buffer.from(text, 'base64url')
    if (bytes.toString('base64url') !== text) return {}
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

const isCursorFilters = (value: unknown): value is CursorFilters =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.entries(value).every(([key, filter]) => FILTER_NAMES.has(key) && typeof filter === 'string')
