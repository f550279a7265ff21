/** Converts the amounts of a service's replies to minor units. */

import { NetworkError } from '../../contract/errors.ts'
import { type MinorUnits, parseTotal } from '../../money/minor-units.ts'

/**
 * Returns the minor units of an amount that a service told.
 * @throws NetworkError for an amount that the workspace's currency cannot have
 */
export function parseReplyAmount(text: string, decimals: number): MinorUnits {
  try {
    return parseTotal(text, decimals)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new NetworkError(`The service sent an invalid response: ${error.message}`, false)
  }
}
