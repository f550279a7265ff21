/** Creates the option for a size in bytes. */

import type { OptionSpec } from '../command/option-spec.ts'
import { UserError } from '../contract/errors.ts'

const KILO = 1024
const BYTES_PER_UNIT: Readonly<Record<string, number>> = { K: KILO, M: KILO ** 2, G: KILO ** 3 }
/** The largest file that is read, in bytes: Node.js reads no more into one buffer. */
export const MAX_FILE_BYTES = 2 * KILO ** 3 - 1

/** A size in bytes: `500M`, `2G`, `100K` or a plain number, at most 2G. */
export const byteSizeOption = (help: string): OptionSpec<number> => ({
  help,
  placeholder: 'SIZE',
  parse(text) {
    const [, digits, unit = ''] = /^(\d{1,10})([KMG]?)(?:i?B)?$/i.exec(text) ?? []
    const bytes = Number(digits) * (BYTES_PER_UNIT[unit.toUpperCase()] ?? 1)
    if (bytes > 0 && bytes <= MAX_FILE_BYTES + 1) return Math.min(bytes, MAX_FILE_BYTES)
    throw new UserError('invalid', `"${text}" is not a size up to 2G`, { hint: 'Use 500M, 2G or 100K' })
  },
})
