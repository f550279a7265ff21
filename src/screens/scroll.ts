/** Moves the cursor of a list, and chooses the part of the list that is shown. */

import type { MoveAction } from './key-table.ts'

/** A list of `count` lines, of which `page` are shown. */
interface ListSize {
  count: number
  page: number
}

/** Returns the cursor after a move. */
export function moveCursor(cursor: number, action: MoveAction, { count, page }: ListSize): number {
  const half = Math.max(1, Math.floor(page / 2))
  const moved: Record<MoveAction, number> = {
    up: cursor - 1,
    down: cursor + 1,
    'page-up': cursor - page,
    'page-down': cursor + page,
    'half-up': cursor - half,
    'half-down': cursor + half,
    first: 0,
    last: count - 1,
  }
  return Math.max(0, Math.min(count - 1, moved[action]))
}

/** Returns the first line that is shown, so that the cursor is in the middle where that is possible. */
export const findFirstShown = (cursor: number, { count, page }: ListSize): number =>
  Math.max(0, Math.min(cursor - Math.floor(page / 2), count - page))
