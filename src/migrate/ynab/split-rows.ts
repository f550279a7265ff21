/** Joins the rows of a YNAB register into transactions: the rows of a split have the memo `Split (1/2) …`. */

import type { RegisterRow } from './register-rows.ts'

/** A transaction: one row, or the rows of a split in the order of its lines, with their memos as typed. */
export interface RegisterEntry {
  /** The place of its first row in the register, as text. */
  key: string
  rows: RegisterRow[]
}

/** The transactions of a register, and how many rows belong to splits of which rows are missing. */
export interface JoinedRows {
  entries: RegisterEntry[]
  incomplete: number
}

const SPLIT_START = 'Split ('
const SPLIT_MEMO = /^Split \((\d{1,3})\/(\d{1,3})\)(?: |$)/

/** A split of which rows are still missing. */
interface OpenSplit {
  /** The entries of its lines so far, by line. */
  lines: (RegisterEntry | undefined)[]
  count: number
}

/** Joins the rows of splits. A row whose split lacks other rows becomes a transaction of its own, with its whole memo. */
export function joinSplitRows(rows: Iterable<RegisterRow>): JoinedRows {
  const entries: (RegisterEntry | undefined)[] = []
  const open = new Map<string, OpenSplit[]>()
  for (const row of rows) {
    const entry = { key: String(entries.length + 1), rows: [row] }
    const at = entries.push(entry) - 1
    if (!row.memo.startsWith(SPLIT_START)) continue
    const [, line = '0', size = '0'] = SPLIT_MEMO.exec(row.memo) ?? []
    const [number, total] = [Number(line), Number(size)]
    if (number === 0 || number > total) continue
    const key = `${row.account}\n${row.date}\n${total}`
    const split = takeLine(open, key, { entry, number, total })
    if (split.count < total) continue
    open.set(key, open.get(key)?.filter((other) => other !== split) ?? [])
    const lines = split.lines.filter((one) => one !== undefined)
    for (const one of lines) entries[Number(one.key) - 1] = undefined
    const first = Math.min(at, ...lines.map((one) => Number(one.key) - 1))
    entries[first] = { key: String(first + 1), rows: lines.flatMap(stripSplitMemos) }
  }
  const incomplete = [...open.values()].flat().reduce((sum, { count }) => sum + count, 0)
  return { entries: entries.filter((entry) => entry !== undefined), incomplete }
}

/** Adds a line to the latest open split that lacks it, or opens one. */
function takeLine(
  open: Map<string, OpenSplit[]>,
  key: string,
  { entry, number, total }: { entry: RegisterEntry; number: number; total: number },
): OpenSplit {
  const candidates = open.get(key) ?? []
  const known = candidates.findLast(({ lines }) => lines[number - 1] === undefined)
  const split = known ?? { lines: Array.from<undefined>({ length: total }), count: 0 }
  if (!known) open.set(key, [...candidates, split])
  split.lines[number - 1] = entry
  split.count += 1
  return split
}

const stripSplitMemos = ({ rows }: RegisterEntry): RegisterRow[] =>
  rows.map((row) => ({ ...row, memo: row.memo.replace(SPLIT_MEMO, '') }))
