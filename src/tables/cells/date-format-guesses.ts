/** Guesses the formats of dates whose separators no bank is known to use. */

import { createDateFormatParser } from './dates.ts'

/** A format for `--date-format`, with one of the cells and the date that it gives. */
export interface DateFormatGuess {
  format: string
  example: string
  date: string
}

const THREE_NUMBERS = /^(\d{1,4})([^\d\p{L}]{1,3})(\d{1,2})([^\d\p{L}]{1,3})(\d{2}|\d{4})$/u
const orders = [
  ['DD', 'MM', 'YY'],
  ['MM', 'DD', 'YY'],
  ['YY', 'MM', 'DD'],
] as const

/** Returns the formats that read all cells of a column which look like three numbers; at least two cells must. */
export function guessDateFormats(rows: readonly (readonly string[])[]): DateFormatGuess[] {
  const width = Math.max(0, ...rows.map((cells) => cells.length))
  for (let column = 0; column < width; column++) {
    const cells = rows.flatMap((row) => (THREE_NUMBERS.test(row[column] ?? '') ? (row[column] ?? '') : []))
    if (cells.length < 2) continue
    const found = orders.flatMap((order) => {
      const format = toFormat(cells, order)
      const parse = createDateFormatParser(format)
      const dates = cells.map((cell) => parse?.(cell))
      const [example = ''] = cells
      const [date] = dates
      return date !== undefined && dates.every((read) => read !== undefined)
        ? [{ format, example, date }]
        : []
    })
    if (found.length > 0) return found
  }
  return []
}

/** Returns the format of cells in this order, with one letter where a number may have one digit. */
function toFormat(cells: readonly string[], order: (typeof orders)[number]): string {
  const parts = cells.map((cell) => THREE_NUMBERS.exec(cell)?.slice(1) ?? [])
  const [, before = '', , after = ''] = parts[0] ?? []
  const token = (name: string, at: number) => {
    const lengths = parts.map((one) => one[at]?.length ?? 0)
    if (name === 'YY') return Math.max(...lengths) > 2 ? 'YYYY' : 'YY'
    return Math.min(...lengths) < 2 ? name.charAt(0) : name
  }
  return [token(order[0], 0), before, token(order[1], 2), after, token(order[2], 4)].join('')
}
