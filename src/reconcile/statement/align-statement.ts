/** Aligns the rows of a statement with those of the account: same amount, near date, similar words, in order. */

import { groupBy } from '../../contract/group-by.ts'
import { addDays, daysBetween } from '../../money/calendar.ts'
import type { MinorUnits } from '../../money/minor-units.ts'
import { isSimilarText } from '../../transactions/similar-text.ts'
import type { BankRow, RegisterRow } from '../difference/register.ts'

/** A row of the statement and the row of the account that it is. */
export interface AlignedPair {
  bank: BankRow
  row: RegisterRow
}

/** Which rows of the statement and the account are the same, and which have no other side. */
export interface Alignment {
  pairs: AlignedPair[]
  missing: BankRow[]
  /** Rows of the account in the days of the statement, or near them. */
  extra: RegisterRow[]
  /** The first and the last day of the statement. */
  span: { first: string; last: string }
}

/** The bank may book so many days before or after the date that was entered. */
export const ALIGN_DAYS = 10

/** Aligns a statement, whose rows may be in any order; undefined for one without rows. */
export function alignStatement(
  bankRows: readonly BankRow[],
  rows: readonly RegisterRow[],
): Alignment | undefined {
  const dates = bankRows.map(({ date }) => date).toSorted()
  const [first, last] = [dates[0], dates.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const [since, until] = [addDays(first, -ALIGN_DAYS), addDays(last, ALIGN_DAYS)]
  const near = rows.filter(({ date }) => date >= since && date <= until)
  const groups = new Map<MinorUnits, { bank: BankRow[]; rows: RegisterRow[] }>()
  const open = (amount: MinorUnits) => {
    const group = groups.get(amount) ?? { bank: [], rows: [] }
    groups.set(amount, group)
    return group
  }
  for (const bank of bankRows) open(bank.amount).bank.push(bank)
  for (const row of near) open(row.amount).rows.push(row)
  const pairs = [...groups.values()].flatMap(alignEqualAmounts)
  const paired = new Set<object>(pairs.flatMap(({ bank, row }) => [bank, row]))
  return {
    pairs,
    missing: sortRows(bankRows.filter((row) => !paired.has(row))),
    extra: sortRows(near.filter((row) => !paired.has(row))),
    span: { first, last },
  }
}

const sortRows = <Row extends { date: string }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)))

/** Leaving two rows unpaired costs more than any pair: they are rather the same than missing and extra. */
const UNPAIRED_COST = 100
const OTHER_WORDS_COST = 6
/** A row that was entered later is rather the one too many. */
const LATER_ENTRY_COST = 0.001

/** The cost of the best alignment of the rest, and the step that leads there. */
interface Step {
  cost: number
  step: 'pair' | 'skip_bank' | 'skip_row'
}

/** Finds the cheapest alignment in order of the dates; rows of equal amounts never cross in it. */
function alignEqualAmounts(group: { bank: BankRow[]; rows: RegisterRow[] }): AlignedPair[] {
  const bank = sortRows(group.bank)
  const rows = group.rows.toSorted((a, b) => (a.date === b.date ? a.key - b.key : a.date < b.date ? -1 : 1))
  if (bank.length === 0 || rows.length === 0) return []
  if (bank.length * rows.length > MAX_TABLE) return alignNearest(bank, rows)
  const order = new Map(rows.toSorted((a, b) => a.key - b.key).map((row, at) => [row, at]))
  const steps = buildSteps(bank, rows, (row) => (order.get(row) ?? 0) * LATER_ENTRY_COST)
  const pairs: AlignedPair[] = []
  for (let i = 0, j = 0; i < bank.length && j < rows.length; ) {
    const { step } = steps[i]?.[j] ?? { step: 'skip_row' }
    const [line, row] = [bank[i], rows[j]]
    if (step === 'pair' && line && row) pairs.push({ bank: line, row })
    if (step !== 'skip_row') i += 1
    if (step !== 'skip_bank') j += 1
  }
  return pairs
}

/** Larger tables would need too much memory; then the nearest dates are paired. */
const MAX_TABLE = 4_000_000

function buildSteps(
  bank: readonly BankRow[],
  rows: readonly RegisterRow[],
  rateEntry: (row: RegisterRow) => number,
): Step[][] {
  const steps: Step[][] = Array.from({ length: bank.length + 1 }, (_, i) =>
    i < bank.length ? [] : rows.map((): Step => ({ cost: 0, step: 'skip_row' })),
  )
  const readCost = (i: number, j: number): number => steps[i]?.[j]?.cost ?? 0
  for (let i = bank.length - 1; i >= 0; i--) {
    const line = steps[i] ?? []
    line[rows.length] = { cost: (bank.length - i) * UNPAIRED_COST, step: 'skip_bank' }
    for (let j = rows.length - 1; j >= 0; j--) {
      const [from, to] = [bank[i], rows[j]]
      const cost = from && to ? rateCost(from, to) : undefined
      let best: Step = { cost: readCost(i, j + 1), step: 'skip_row' }
      const withoutBank = readCost(i + 1, j) + UNPAIRED_COST
      if (withoutBank < best.cost) best = { cost: withoutBank, step: 'skip_bank' }
      if (cost !== undefined && to) {
        const paired = cost + rateEntry(to) + readCost(i + 1, j + 1)
        if (paired <= best.cost) best = { cost: paired, step: 'pair' }
      }
      line[j] = best
    }
  }
  return steps
}

/** Returns how unlikely two rows of one amount are the same; undefined when they cannot be. */
function rateCost(bank: BankRow, row: RegisterRow): number | undefined {
  const days = Math.abs(daysBetween(bank.date, row.date))
  if (days > ALIGN_DAYS) return undefined
  const isSame = bank.words === row.words || row.words === '' || isSimilarText(bank.words, row.words)
  return days + (isSame ? 0 : OTHER_WORDS_COST)
}

function alignNearest(bank: readonly BankRow[], rows: readonly RegisterRow[]): AlignedPair[] {
  const free = groupBy(rows, ({ date }) => date)
  const left = new Set(bank)
  const pairs: AlignedPair[] = []
  for (let days = 0; days <= ALIGN_DAYS; days++) {
    for (const line of left) {
      const dates = days === 0 ? [line.date] : [addDays(line.date, -days), addDays(line.date, days)]
      const date = dates.find((day) => (free.get(day)?.length ?? 0) > 0)
      const row = date === undefined ? undefined : free.get(date)?.shift()
      if (!row) continue
      pairs.push({ bank: line, row })
      left.delete(line)
    }
  }
  return pairs
}
