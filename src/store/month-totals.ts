import type { MinorUnits } from '../money/minor-units.ts'
import type { Database } from './database.ts'

/** The category of lines that have none: the hidden envelope. @see docs/spec.md#b50 */
export const UNCATEGORIZED = 0
/** The category under which income is kept: money that goes to Ready to Assign. @see docs/spec.md#b31 */
export const INCOME = -1

/** The kept figures of a category in a month. */
export interface MonthTotal {
  month: string
  category: number
  assigned: MinorUnits
  activity: MinorUnits
  /** The part of the activity that was borrowed on cards. */
  credit: MinorUnits
}

/** What one card contributes to a category in a month. */
export interface CardMonthTotal {
  card: number
  month: string
  category: number
  activity: MinorUnits
  credit: MinorUnits
  /** The purchases of `credit` alone, without refunds. */
  credit_out: MinorUnits
}

/** The credit part of one line, and where it stands in the order in which envelopes fund them. */
export interface CreditPart {
  month: string
  category: number
  date: string
  amount: MinorUnits
  transaction: number
  line: number
  card: number
  part: MinorUnits
}

export function monthTotalsTable(database: Database) {
  // Read as arrays of bigints: this scan is most of what showing a month costs.
  const shape = { bigints: true, arrays: true } as const
  type CellArray = [
    month: string,
    category: bigint,
    assigned: MinorUnits,
    activity: MinorUnits,
    credit: MinorUnits,
  ]
  type CardArray = [
    card: bigint,
    month: string,
    category: bigint,
    activity: MinorUnits,
    credit: MinorUnits,
    out: MinorUnits,
  ]
  const all = database.prepare<CellArray>(
    'SELECT month, category, assigned, activity, credit FROM cells ORDER BY month, category',
    shape,
  )
  const cards = database.prepare<CardArray>(
    'SELECT card, month, category, activity, credit, credit_out FROM card_cells ORDER BY month, category, card',
    shape,
  )
  const add = database.prepare(
    `INSERT INTO cells (month, category, activity, credit) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET activity = activity + excluded.activity, credit = credit + excluded.credit`,
  )
  const assign = database.prepare(
    `INSERT INTO cells (month, category, assigned) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET assigned = excluded.assigned`,
  )
  const moveAssigned = database.prepare(
    `INSERT INTO cells (month, category, assigned)
       SELECT month, ?, assigned FROM cells WHERE category = ? AND assigned <> 0
     ON CONFLICT DO UPDATE SET assigned = assigned + excluded.assigned`,
  )
  const dropAssigned = database.prepare('UPDATE cells SET assigned = 0 WHERE category = ?')
  const ofCard = database.prepare<CardArray>(
    'SELECT card, month, category, activity, credit, credit_out FROM card_cells WHERE card = ? AND month >= ?',
    shape,
  )
  const dropCard = database.prepare('DELETE FROM card_cells WHERE card = ? AND month >= ?')
  const dropParts = database.prepare('DELETE FROM credit_parts WHERE card = ? AND month >= ?')
  const putCard = database.prepare('INSERT INTO card_cells VALUES (?, ?, ?, ?, ?, ?)')
  const putPart = database.prepare('INSERT INTO credit_parts VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
  type Stored = {
    [Column in keyof CreditPart]: CreditPart[Column] extends number ? bigint : CreditPart[Column]
  }
  const allParts = database.prepare<Stored>('SELECT * FROM credit_parts ORDER BY card', { bigints: true })
  const parts = database.prepare<{ card: bigint; part: MinorUnits }>(
    `SELECT card, part FROM credit_parts WHERE month = ? AND category = ?
     ORDER BY date, amount, "transaction", line`,
    { bigints: true },
  )
  const readCard = ([card, month, category, activity, credit, credit_out]: CardArray): CardMonthTotal => ({
    card: Number(card),
    month,
    category: Number(category),
    activity,
    credit,
    credit_out,
  })

  return {
    /** Every cell, by month. */
    *list(): Generator<MonthTotal> {
      for (const [month, category, assigned, activity, credit] of all.iterate()) {
        yield { month, category: Number(category), assigned, activity, credit }
      }
    },
    /** What the cards contribute, by month and category. */
    listCards: (): CardMonthTotal[] => cards.all().map(readCard),
    /** Every credit part, by card. */
    listParts: (): CreditPart[] =>
      allParts.all().map((row) => ({
        ...row,
        category: Number(row.category),
        transaction: Number(row.transaction),
        line: Number(row.line),
        card: Number(row.card),
      })),
    add: (month: string, category: number, by: { activity: MinorUnits; credit: MinorUnits }): void =>
      void add.run(month, category, by.activity, by.credit),
    assign: (month: string, category: number, amount: MinorUnits): void =>
      void assign.run(month, category, amount),
    /**
     * Adds a category's assigned amounts to another's, month by month, or drops them.
     * @see docs/spec.md#b71
     * @see docs/spec.md#b72
     */
    moveAssigned(from: number, to: number | null): void {
      if (to !== null) moveAssigned.run(to, from)
      dropAssigned.run(from)
    },
    /** What a card contributed from a month on, taken out of its table (not yet out of the cells). */
    takeCard(card: number, since: string): CardMonthTotal[] {
      const taken = ofCard.all(card, since).map(readCard)
      dropCard.run(card, since)
      dropParts.run(card, since)
      return taken
    },
    putCard: (cell: CardMonthTotal): void =>
      void putCard.run(cell.card, cell.month, cell.category, cell.activity, cell.credit, cell.credit_out),
    putPart: (part: CreditPart): void =>
      void putPart.run(
        part.month,
        part.category,
        part.date,
        part.amount,
        part.transaction,
        part.line,
        part.card,
        part.part,
      ),
    /**
     * The credit parts of a category in a month, in the order in which the envelope funds them.
     * @see docs/spec.md#c4
     */
    creditParts: (month: string, category: number): { card: number; part: MinorUnits }[] =>
      parts.all(month, category).map(({ card, part }) => ({ card: Number(card), part })),
  }
}
