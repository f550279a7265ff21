/** Asserts that the fields of a call are those of its tool. */

import { ApiError } from '../contract/errors.ts'
import { assertValid, createOfflineValidation } from '../contract/validate.ts'
import type { Tool } from './tool.ts'
import { ToolError } from './tool-error.ts'

/** No currency has more. */
const MAX_DECIMALS = 4

/**
 * Asserts that a value has the fields of a schema, and no other.
 * @param base the path of the value, e.g. `['changes', 3]`
 * @throws ToolError for the first field that is unknown, missing or wrong
 */
export function assertFields(schema: Tool['fields'], value: unknown, base: (string | number)[] = []): void {
  try {
    assertValid(schema, value, createOfflineValidation(MAX_DECIMALS), base)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const [, field = '', message = ''] = /^(\S+) (.*)$/s.exec(error.detail) ?? []
    throw new ToolError('invalid', message, { field })
  }
}
