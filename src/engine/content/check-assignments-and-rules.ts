/** Checks the assignments, targets, rules and reconciliations that a new workspace is filled with. */

import { ApiError } from '../../contract/errors.ts'
import { type TargetKind, targetKinds } from '../../contract/ports/workspace-admin.ts'
import type { ContentRule, ContentTarget, WorkspaceContent } from '../../contract/ports/workspace-content.ts'
import { isTransactionAmount } from '../../money/minor-units.ts'
import type { TargetRow } from '../../store/targets.ts'
import { assertValidTarget } from '../operations/targets.ts'
import {
  checkCategory,
  checkDate,
  checkInstants,
  checkMonth,
  checkTotal,
  createRowCheck,
  isSeq,
  type KnownRows,
  type RowCheck,
} from './content-checks.ts'

/**
 * Checks assignments, snoozes, targets, rules, learned categories and reconciliations: the rows that are neither named
 * nor transactions.
 * @throws InvalidContentError for the first row that breaks a rule
 */
export function checkAssignmentsAndRules(content: WorkspaceContent, known: KnownRows): void {
  checkAssignments(content, known)
  checkTargets(content, known)
  checkRules(content, known)
  checkCategorizations(content, known)
  checkReconciliations(content, known)
}

/** Calls `visit` for each row, with the function that refuses it; refuses a row whose key another one has. */
function forEachRow<Row>(
  table: string,
  rows: readonly Row[],
  toKey: (row: Row) => string | number,
  visit: (check: RowCheck, row: Row) => void,
): void {
  const keys = new Set<string | number>()
  for (const [index, row] of rows.entries()) {
    const check = createRowCheck(table, index + 1)
    const key = toKey(row)
    check(!keys.has(key), `there are two of ${key}`)
    keys.add(key)
    visit(check, row)
  }
}

/** Checks that a category exists, payment categories included. */
function checkAnyCategory(check: RowCheck, { categories }: KnownRows, seq: number): void {
  check(categories.get(seq)?.deleted === false, `there is no category ${seq}`)
}

const toMonthKey = ({ month, category }: { month: string; category: number }): string =>
  `category ${category} in ${month}`

function checkAssignments({ assignments, snoozes }: WorkspaceContent, known: KnownRows): void {
  forEachRow('assignment', assignments, toMonthKey, (check, { month, category, assigned }) => {
    checkMonth(check, month)
    checkTotal(check, assigned)
    checkAnyCategory(check, known, category)
  })
  forEachRow('snooze', snoozes, toMonthKey, (check, { month, category }) => {
    checkMonth(check, month)
    checkAnyCategory(check, known, category)
  })
}

const isTargetKind = (kind: string): kind is TargetKind => targetKinds.some((one) => one === kind)

function checkTargets({ targets }: WorkspaceContent, known: KnownRows): void {
  forEachRow('target', targets, toCategoryKey, (check, row) => {
    const { category, kind, amount, start_month } = row
    checkAnyCategory(check, known, category)
    check(
      isTransactionAmount(amount) && amount > 0n,
      `its amount ${amount} is not positive, or has more than 15 digits`,
    )
    if (start_month !== null) checkMonth(check, start_month)
    if (!isTargetKind(kind)) return check(false, `${kind} is not a kind of target`)
    checkKind(check, { ...row, kind }, known.categories.get(category)?.card ?? null)
  })
}

const toCategoryKey = ({ category }: { category: number }): string => `category ${category}`

function checkKind(
  check: RowCheck,
  target: Omit<ContentTarget, 'kind'> & Pick<TargetRow, 'kind'>,
  card: number | null,
): void {
  const { kind, weekday, by_date, repeat_months } = target
  try {
    assertValidTarget(
      { card },
      {
        kind,
        ...(weekday !== null && { weekday }),
        ...(by_date !== null && { by: by_date }),
        ...(repeat_months !== null && { repeat_months }),
      },
    )
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    check(false, error.detail)
  }
}

function checkRules({ rules }: WorkspaceContent, known: KnownRows): void {
  const seen = new Set<number>()
  for (const row of rules) {
    const check = createRowCheck('rule', row.seq)
    check(isSeq(row.seq), 'its number is not a positive integer, or is too large')
    check(!seen.has(row.seq), 'there are two with this number')
    seen.add(row.seq)
    checkRule(check, row, known)
  }
}

function checkRule(check: RowCheck, row: ContentRule, known: KnownRows): void {
  const { position, category, merchant, account, direction } = row
  check(Number.isSafeInteger(position), `its position ${position} is not an integer`)
  check((category === null) === row.ready_to_assign, 'it must have either a category or Ready to Assign')
  if (category !== null) checkCategory(check, known, category)
  const hasMerchant = merchant === null || known.merchants.get(merchant)?.deleted === false
  check(hasMerchant, `there is no merchant ${merchant}`)
  check(account === null || known.accounts.has(account), `there is no account ${account}`)
  check(row.merchant_contains !== '', 'its text is empty')
  check(direction === null || ['outflow', 'inflow'].includes(direction), `${direction} is not a direction`)
}

function checkCategorizations({ categorizations }: WorkspaceContent, known: KnownRows): void {
  forEachRow(
    'categorization',
    categorizations,
    ({ merchant }) => merchant,
    (check, row) => {
      check(known.merchants.has(row.merchant), `there is no merchant ${row.merchant}`)
      check(row.category === null || !row.ready_to_assign, 'it has both a category and Ready to Assign')
      if (row.category !== null) checkCategory(check, known, row.category)
    },
  )
}

function checkReconciliations({ reconciliations }: WorkspaceContent, known: KnownRows): void {
  const toKey = ({ account, date }: { account: number; date: string }) => `account ${account} on ${date}`
  forEachRow('reconciliation', reconciliations, toKey, (check, { account, date, balance, at }) => {
    check(known.accounts.has(account), `there is no account ${account}`)
    checkDate(check, date)
    checkTotal(check, balance)
    checkInstants(check, [at])
  })
}
