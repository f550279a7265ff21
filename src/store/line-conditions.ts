/** Builds the SQL that selects the lines of transactions and tells the kind of each. */

import { type LineKind, lineKinds } from '../contract/ports/report-source.ts'
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
}

/** The accounts that take part in the budget. @see docs/spec.md#a11 */
export const ON_BUDGET = "(SELECT seq FROM accounts WHERE type GLOB 'banking_*' OR type GLOB 'credit_*')"

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

/** Returns the conditions on a line: its category and kind. */
export function buildLineCondition(
  { kinds, categories }: Pick<LineConditions, 'kinds' | 'categories'>,
  line: 't' | 's',
): SqlCondition {
  const list = buildListCondition(`${line}.category`, categories)
  const isEvery = lineKinds.every((kind) => kinds.includes(kind))
  const positions = kinds.map((kind) => lineKinds.indexOf(kind)).join(', ')
  const toAssign = `${line}.ready_to_assign`
  const kind = isEvery ? 'TRUE' : `${buildKind(toAssign)} IN (${positions})`
  // Few lines are income: the kind of the others need not be found out.
  const isIncome = kinds.every((one) => one === 'income' || one === 'starting_balance')
  return { sql: `${list.sql} AND ${isIncome ? `${toAssign} = 1 AND ` : ''}${kind}`, bound: list.bound }
}

function buildListCondition(column: string, values: readonly (number | null)[] | undefined): SqlCondition {
  if (values === undefined) return { sql: 'TRUE', bound: [] }
  const isNull = values.includes(null) ? ` OR ${column} IS NULL` : ''
  const known = JSON.stringify(values.filter((value) => value !== null))
  return { sql: `(${column} IN (SELECT value FROM json_each(?))${isNull})`, bound: [known] }
}
