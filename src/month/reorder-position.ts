/** Reads the position that a group or a category moves to: first, last, or beside another one. */

import { booleanFlag, type OptionSpec } from '../command/option-spec.ts'
import { UserError } from '../contract/errors.ts'

/** Returns the flags that name a position; `option` reads the group or category beside it. */
export const positionFlags = <Sibling>(option: (help: string) => OptionSpec<Sibling>) => ({
  before: option('Directly before this one'),
  after: option('Directly after this one'),
  first: booleanFlag('Before all others'),
  last: booleanFlag('After all others'),
})

/** The values of the flags that name a position. */
interface PositionFlags {
  before: { id: string; name: string } | undefined
  after: { id: string; name: string } | undefined
  first: boolean
  last: boolean
}

/**
 * Returns the position, from 1 on, that something has after it moved to a place among its siblings.
 * @throws UserError without exactly one place, and for a place beside something that is no other sibling
 */
export function findNewPosition(
  siblings: readonly { id: string; name: string }[],
  moved: { id: string; name: string },
  { before, after, first, last }: PositionFlags,
): number {
  const beside = before ?? after
  if ([before, after, first || undefined, last || undefined].filter((place) => place).length !== 1)
    throw new UserError('usage', `Where should ${moved.name} go?`, {
      hint: 'Use one of --before NAME, --after NAME, --first and --last',
    })
  if (!beside) return first ? 1 : siblings.length
  const others = siblings.filter(({ id }) => id !== moved.id)
  const at = others.findIndex(({ id }) => id === beside.id)
  if (at < 0)
    throw new UserError('usage', `${moved.name} cannot go next to ${beside.name}`, {
      hint: `Choose one of: ${others.map(({ name }) => name).join(', ')}`,
    })
  return before ? at + 1 : at + 2
}
