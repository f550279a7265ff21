/** Declares what an import does. The journal stores it, so that the import can be resumed. */

import type { ReadOptions } from '../tables/read-options.ts'
import type { RowOverrides } from './model/row-decisions.ts'

/** The options of an import. */
export interface ImportRequest {
  choices: ReadOptions
  on_error: 'abort' | 'skip'
  reimport_deleted: boolean
  catchup: boolean
  decisions: RowOverrides
  /**
   * Imports that this one adds to: equal rows of theirs and its own are two transactions.
   * @see docs/import.md#5-duplicates
   */
  added_to?: readonly string[]
  /** The layout of --layout. */
  layout?: string
}

/** A request without any flag. */
export const defaultImportRequest: ImportRequest = {
  choices: {},
  on_error: 'abort',
  reimport_deleted: false,
  catchup: false,
  decisions: {},
}

/** Serializes a request for the journal. */
export const serializeRequest = (request: ImportRequest): string => JSON.stringify(request)

/** Parses a request from the journal. */
export const parseRequest = (text: string): ImportRequest => JSON.parse(text) as ImportRequest // serializeRequest wrote it

/** Returns the flags that differ from the default request, sorted. */
export function listDeviatingFlags({ choices, decisions, ...request }: ImportRequest): string[] {
  const flags = Object.entries(choices).map(([option, value]) => toFlag(option, value === false))
  if (request.on_error !== defaultImportRequest.on_error) flags.push('--on-error')
  if (request.reimport_deleted) flags.push('--reimport-deleted')
  if (request.catchup) flags.push('--catchup')
  if (request.layout !== undefined) flags.push('--layout')
  if (Object.keys(decisions).length > 0) flags.push('--categorize')
  return flags.toSorted()
}

const toFlag = (option: string, isNot: boolean): string =>
  `--${isNot ? 'no-' : ''}${option.replaceAll('_', '-')}`
