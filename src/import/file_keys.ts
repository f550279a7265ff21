/** The keys of a file's rows: what two rows of an account must share to be the same transaction. */ // import.md §5

import { type Digests, emptyDigests, numbered, numberOf } from './digests.ts'
import { bookedTexts, duplicateKey } from './drafts.ts'
import type { StatementRow } from './row_reader.ts'

export interface FileKeys {
  digests: Digests
  /** The number of each row's key, plus 1; 0 for a row that cannot be booked. Row 1 stands at 0. */
  numbers: Uint32Array
  /** How often the file holds each key. */
  wanted: Uint32Array
  /** How often the account holds it, at most as often as the file. */
  found: Uint32Array
  /** The amounts of the rows. */
  amounts: ReadonlySet<string>
}

/** Takes the keys of the rows that can be booked; `size`: how many rows the file has. */
export function keysOf(bookable: Iterable<StatementRow>, size: number): FileKeys {
  const digests = emptyDigests(size + 1)
  const numbers = new Uint32Array(size)
  const wanted = new Uint32Array(size)
  const amounts = new Set<string>()
  for (const row of bookable) {
    const number = numbered(
      digests,
      duplicateKey({ date: row.date, amount: row.amount, ...bookedTexts(row) }),
    )
    numbers[row.row - 1] = number + 1
    wanted[number] = (wanted[number] ?? 0) + 1
    amounts.add(row.amount)
  }
  return { digests, numbers, wanted, found: new Uint32Array(size), amounts }
}

/** Notes that the account holds this key once more; false when the file does not hold it so often. */
export function noteFound({ digests, wanted, found }: FileKeys, key: string): boolean {
  const number = numberOf(digests, key)
  if (number === undefined || (found[number] ?? 0) >= (wanted[number] ?? 0)) return false
  found[number] = (found[number] ?? 0) + 1
  return true
}
