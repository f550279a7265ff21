/** What a person asks of an import; kept in the journal, so that the same can be done again. */

import type { ReadOptions } from '../../../import/model/read-options.ts'
import type { RowOverrides } from '../../../import/model/row-decisions.ts'

export interface ImportRequest {
  choices: ReadOptions
  on_error: 'abort' | 'skip'
  reimport_deleted: boolean
  catchup: boolean
  decisions: RowOverrides
  /**
   * Other imports that rows of this one come on top of: equal rows of theirs and its own are two transactions.
   * @see docs/import.md#5-duplicates
   */
  added_to?: readonly string[]
  /** The layout a person named. */
  layout?: string
}

/** An order that leaves everything as usual. */
export const defaultImportRequest: ImportRequest = {
  choices: {},
  on_error: 'abort',
  reimport_deleted: false,
  catchup: false,
  decisions: {},
}

/** The order as the journal keeps it. */
export const serializeRequest = (order: ImportRequest): string => JSON.stringify(order)

/** An order the journal kept. */
export const parseRequest = (text: string): ImportRequest => JSON.parse(text) as ImportRequest // only `written` makes them

/** The flags that make an order another than the usual one, in the order of the alphabet. */
export function listDeviatingFlags({ choices, decisions, ...order }: ImportRequest): string[] {
  const flags = Object.entries(choices).map(([choice, value]) => toFlag(choice, value === false))
  if (order.on_error !== defaultImportRequest.on_error) flags.push('--on-error')
  if (order.reimport_deleted) flags.push('--reimport-deleted')
  if (order.catchup) flags.push('--catchup')
  if (order.layout !== undefined) flags.push('--layout')
  if (Object.keys(decisions).length > 0) flags.push('--categorize')
  return flags.toSorted()
}

const toFlag = (choice: string, isNot: boolean): string =>
  `--${isNot ? 'no-' : ''}${choice.replaceAll('_', '-')}`
