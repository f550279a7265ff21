/** Builds the SQL that selects the lines of transactions and tells the kind of each. */

import { type LineDirection, type LineKind, lineKinds } from '../contract/ports/report-source.ts'
import { STARTING_BALANCE_MERCHANT, STARTING_BALANCE_NOTES } from '../contract/starting-balance.ts'
import { FIRST_DAY, LAST_DAY } from '../money/calendar.ts'
import type { SqlValue } from './statements.ts'

/** Which lines are read; accounts, categories and merchants are given by seq. */
export interface LineConditions {
  since?: string | undefined
  until?: string | undefined
  kinds: readonly LineKind[]
  accounts?: readonly number[] | undefined
  /** null stands for lines without one. */
  categories?: readonly (number | null)[] | undefined
  merchants?: readonly (number | null)[] | undefined
  direction?: LineDirection | undefined
}

/** The accounts that take part in the budget. @see docs/spec.md#a11 */
export const ON_BUDGET = "(SELECT seq FROM accounts WHERE type GLOB 'banking_*' OR type GLOB 'credit_*')"

/** True for a transaction of the budget that is not a transfer within it. */
const CROSSES_BUDGET = `t.account IN ${ON_BUDGET} AND (t.transfer_account IS NULL OR t.transfer_account NOT IN ${ON_BUDGET})`

/**
 * True for the balance an account began with. `contract/starting-balance.ts` says the same of transactions of the
 * API.
 * @see docs/reports.md#lines
 */
const IS_STARTING_BALANCE = `t.pair IS NULL AND CASE WHEN t.merchant IS NULL THEN t.notes = '${STARTING_BALANCE_NOTES}'
  ELSE t.merchant IN (SELECT seq FROM merchants WHERE name_key = '${STARTING_BALANCE_MERCHANT}') END`

/** Returns the position in `lineKinds` of the kind of a line whose Ready to Assign is in a column. @see docs/reports.md#lines */
export const buildKind = (readyToAssign: string): string =>
  `CASE WHEN t.account NOT IN ${ON_BUDGET} THEN ${lineKinds.indexOf('off_budget')}
    WHEN t.transfer_account IN ${ON_BUDGET} THEN ${lineKinds.indexOf('transfer')}
    WHEN ${readyToAssign} = 0 THEN ${lineKinds.indexOf('spending')}
    WHEN ${IS_STARTING_BALANCE} THEN ${lineKinds.indexOf('starting_balance')}
    ELSE ${lineKinds.indexOf('income')} END`

/** Returns the kind at a position in `lineKinds`. */
export function toLineKind(position: bigint | number): LineKind {
  const kind = lineKinds[Number(position)]
  if (!kind) throw new Error(`${position} is no kind of line`)
  return kind
}

/** A condition, and the values bound to it. */
export interface SqlCondition {
  sql: string
  bound: SqlValue[]
}

/** Returns the conditions on a transaction: its dates, account and merchant. */
export function buildTransactionCondition(conditions: LineConditions): SqlCondition {
  const { since = FIRST_DAY, until = LAST_DAY } = conditions
  const sql = ['t.deleted = 0']
  const bound: SqlValue[] = []
  if (since > FIRST_DAY) {
    sql.push('t.date >= ?')
    bound.push(since)
  }
  if (until < LAST_DAY) {
    sql.push('t.date <= ?')
    bound.push(until)
  }
  for (const list of [
    buildListCondition('t.account', conditions.accounts),
    buildListCondition('t.merchant', conditions.merchants),
  ]) {
    sql.push(list.sql)
    bound.push(...list.bound)
  }
  return { sql: sql.join(' AND '), bound }
}

/** The kinds of lines that are income or spending, whichever account of the budget they are on. */
const FLOW_KINDS: ReadonlySet<LineKind> = new Set(['spending', 'income', 'starting_balance'])

/** Returns the condition that a line has one of these kinds. */
function buildKindCondition(kinds: readonly LineKind[], toAssign: string): string {
  if (lineKinds.every((kind) => kinds.includes(kind))) return 'TRUE'
  if (kinds.length === 0 || !kinds.every((kind) => FLOW_KINDS.has(kind))) {
    const positions = kinds.map((kind) => lineKinds.indexOf(kind)).join(', ')
    return `${buildKind(toAssign)} IN (${positions})`
  }
  // SQLite tests the conditions in this order: few lines are Ready to Assign, and most are in the budget.
  const [hasIncome, hasStarting] = [kinds.includes('income'), kinds.includes('starting_balance')]
  const starting = hasStarting ? 'IS TRUE' : 'IS NOT TRUE'
  const isIncome = `${toAssign} = 1${hasIncome && hasStarting ? '' : ` AND (${IS_STARTING_BALANCE}) ${starting}`}`
  if (!kinds.includes('spending')) return `${isIncome} AND ${CROSSES_BUDGET}`
  return hasIncome || hasStarting
    ? `(${toAssign} = 0 OR ${isIncome}) AND ${CROSSES_BUDGET}`
    : `${toAssign} = 0 AND ${CROSSES_BUDGET}`
}

const directionSigns = { inflow: '>', outflow: '<' } as const

/** Returns the conditions on a line: its category, direction and kind. */
export function buildLineCondition(
  { kinds, categories, direction }: Pick<LineConditions, 'kinds' | 'categories' | 'direction'>,
  line: 't' | 's',
): SqlCondition {
  const list = buildListCondition(`${line}.category`, categories)
  const sign = direction ? `${line}.amount ${directionSigns[direction]} 0` : 'TRUE'
  const kind = buildKindCondition(kinds, `${line}.ready_to_assign`)
  return { sql: `${sign} AND ${list.sql} AND ${kind}`, bound: list.bound }
}

function buildListCondition(column: string, values: readonly (number | null)[] | undefined): SqlCondition {
  if (values === undefined) return { sql: 'TRUE', bound: [] }
  const seqs = values.filter((value) => value !== null)
  const isNull = values.includes(null) ? ` OR ${column} IS NULL` : ''
  if (isNull && seqs.length === 0) return { sql: `${column} IS NULL`, bound: [] }
  const known = JSON.stringify(seqs)
  return { sql: `(${column} IN (SELECT value FROM json_each(?))${isNull})`, bound: [known] }
}
