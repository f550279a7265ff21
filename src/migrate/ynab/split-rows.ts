/** Joins the rows of a YNAB register into transactions: the memos of a split begin with `Split (1/2)`. */

import type { RegisterRow } from './register-rows.ts'

/** A transaction: one row, or the rows of a split in the order of its lines, with their memos as typed. */
export type RegisterEntry = RegisterRow | readonly RegisterRow[]

/** The transactions of a register in its order, and how many rows belong to splits of which rows are missing. */
export interface JoinedRows {
  entries: RegisterEntry[]
  incomplete: number
}

// YNAB 4 wrote the brackets around all of it.
const SPLIT_MEMO = /^(?:Split \(|\(Split )(\d{1,3})\/(\d{1,3})\)(?: |$)/

/** A line of a split, and its index among the rows. */
interface SplitLine {
  row: RegisterRow
  index: number
}

/** A split of which rows are still missing: its lines so far, by their number. */
type OpenSplit = Map<number, SplitLine>

/** Joins the rows of splits. A row whose split lacks other rows becomes a transaction of its own, with its whole memo. */
export function joinSplitRows(rows: Iterable<RegisterRow>): JoinedRows {
  const entries: (RegisterEntry | undefined)[] = []
  const open = new Map<string, OpenSplit[]>()
  for (const row of rows) {
    const index = entries.push(row) - 1
    if (!row.memo.includes('Split')) continue
    const [, line = '0', size = '0'] = SPLIT_MEMO.exec(row.memo) ?? []
    const [number, total] = [Number(line), Number(size)]
    if (number === 0 || number > total) continue
    const key = `${row.account}\n${row.date}\n${total}`
    const splits = open.get(key) ?? []
    const known = splits.findLast((split) => !split.has(number))
    const split = (known ?? new Map<number, SplitLine>()).set(number, { row, index })
    const others = splits.filter((other) => other !== split)
    const isWhole = split.size === total
    if (others.length + (isWhole ? 0 : 1) === 0) open.delete(key)
    else open.set(key, isWhole ? others : [...others, split])
    if (isWhole) replaceRows(entries, split)
  }
  const incomplete = [...open.values()].flat().reduce((sum, { size }) => sum + size, 0)
  return { entries: entries.filter((entry) => entry !== undefined), incomplete }
}

/** Puts a split in the place of its first row. */
function replaceRows(entries: (RegisterEntry | undefined)[], split: OpenSplit): void {
  const lines = [...split].toSorted(([a], [b]) => a - b).map(([, line]) => line)
  const first = Math.min(...lines.map(({ index }) => index))
  for (const { index } of lines) entries[index] = undefined
  entries[first] = lines.map(({ row }) => ({ ...row, memo: row.memo.replace(SPLIT_MEMO, '') }))
}
