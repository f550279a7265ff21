/** What a person asks of an import; kept in the journal, so that the same can be done again. */

import type { Choices } from '../../../import/model/read-options.ts'
import type { Decisions } from '../../../import/model/row-decisions.ts'

export interface ImportOrder {
  choices: Choices
  on_error: 'abort' | 'skip'
  reimport_deleted: boolean
  catchup: boolean
  decisions: Decisions
  /** Other imports that rows of this one come on top of: equal rows of theirs and its own are two transactions. */ // import.md §5, --concat
  added_to?: readonly string[]
  /** The layout a person named. */
  layout?: string
}

/** An order that leaves everything as usual. */
export const usualOrder: ImportOrder = {
  choices: {},
  on_error: 'abort',
  reimport_deleted: false,
  catchup: false,
  decisions: {},
}

/** The order as the journal keeps it. */
export const written = (order: ImportOrder): string => JSON.stringify(order)

/** An order the journal kept. */
export const readOrder = (text: string): ImportOrder => JSON.parse(text) as ImportOrder // only `written` makes them

/** The flags that make an order another than the usual one, in the order of the alphabet. */
export function flagsOf({ choices, decisions, ...order }: ImportOrder): string[] {
  const flags = Object.entries(choices).map(([choice, value]) => flagOf(choice, value === false))
  if (order.on_error !== usualOrder.on_error) flags.push('--on-error')
  if (order.reimport_deleted) flags.push('--reimport-deleted')
  if (order.catchup) flags.push('--catchup')
  if (order.layout !== undefined) flags.push('--layout')
  if (Object.keys(decisions).length > 0) flags.push('--categorize')
  return flags.toSorted()
}

const flagOf = (choice: string, isNot: boolean): string =>
  `--${isNot ? 'no-' : ''}${choice.replaceAll('_', '-')}`
