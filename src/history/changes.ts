/** Describes changes in words, with names instead of ids: of a dry run, of an entry of the history, of an undo. */

import {
  type Change,
  type ChangeCounts,
  type ChangeType,
  changeTypes,
  type DeletedTransactions,
  type PlannedChange,
  type UndoPlan,
} from '../contract/ports/history.ts'
import { subtract, sum } from '../money/decimal.ts'
import { groupThousands } from '../output/format-amount.ts'
import { sanitizeLine } from '../output/sanitize.ts'
import {
  describeReversedTransfer,
  formatFieldChanges,
  formatFields,
  getText,
  isTransfer,
  labelEntity,
  type NamesById,
  omitLabelFields,
} from './change-fields.ts'

/** How changes are described: as something to do, or as something that was done. */
export type ChangeTense = 'planned' | 'done'

interface DescribeOptions {
  tense: ChangeTense
  /** True to describe each of many changes of one kind. @default false */
  isComplete?: boolean
  /** The names that were loaded anyway, by id. */
  names: NamesById
  /** Transactions that an undo deletes besides, which are counted already. */
  deleted?: DeletedTransactions | undefined
}

type Action = 'add' | 'change' | 'delete' | 'restore' | 'assign'

const verbs: Readonly<Record<ChangeTense, Readonly<Record<Action, string>>>> = {
  planned: { add: 'Add', change: 'Change', delete: 'Delete', restore: 'Restore', assign: 'Assign to' },
  done: { add: 'Added', change: 'Changed', delete: 'Deleted', restore: 'Restored', assign: 'Assigned to' },
}

const nouns: Readonly<Record<ChangeType, readonly [one: string, many: string]>> = {
  transaction: ['transaction', 'transactions'],
  assignment: ['assignment', 'assignments'],
  account: ['account', 'accounts'],
  category_group: ['group', 'groups'],
  category: ['category', 'categories'],
  merchant: ['merchant', 'merchants'],
  target: ['target', 'targets'],
  snooze: ['snooze', 'snoozes'],
  rule: ['rule', 'rules'],
  schedule: ['schedule', 'schedules'],
  schedule_date: ['scheduled date', 'scheduled dates'],
  reconciliation: ['reconciliation', 'reconciliations'],
  import: ['import', 'imports'],
  workspace: ['workspace', 'workspaces'],
  key: ['key', 'keys'],
  setting: ['setting', 'settings'],
  profile: ['profile', 'profiles'],
  layout: ['layout', 'layouts'],
  file: ['file', 'files'],
}

/** How many changes of a summarized kind are shown. */
const SAMPLE_SIZE = 3
/** More changes of one kind than these are summarized as a count and a sum. */
const MAX_LISTED = 10

/** Formats a count with its noun: `1 transaction`, `3 categories`. */
const countChanges = (type: ChangeType, count: number): string =>
  `${count} ${nouns[type][count === 1 ? 0 : 1]}`

/** Formats counts: `42 transactions, 3 merchants`. */
export const formatCounts = (counts: ChangeCounts): string =>
  orderTypes(counts)
    .flatMap((type) => (counts[type] ? [countChanges(type, counts[type])] : []))
    .join(', ') || 'nothing'

/** Puts accounts first when their only transactions are starting balances: the accounts are what was added. */
const orderTypes = ({ account = 0, transaction = 0 }: ChangeCounts): readonly ChangeType[] =>
  account > 0 && transaction <= account
    ? ['account', ...changeTypes.filter((type) => type !== 'account')]
    : changeTypes

function getAction({ type, before, after }: Change): Action {
  if (type === 'assignment') return 'assign'
  if (before === null) return 'add'
  if (after === null) return 'delete'
  // A deleted entity that can be restored is kept and marked.
  if (before['deleted'] === false && after['deleted'] === true) return 'delete'
  return before['deleted'] === true && after['deleted'] === false ? 'restore' : 'change'
}

const getNoun = (change: Change): string => (isTransfer(change) ? 'transfer' : nouns[change.type][0])

const NO_CHANGE = 'No change'

const indentLine = (fields: readonly string[]): string[] =>
  fields.length === 0 ? [] : [`    ${fields.join(', ')}`]

/** Indents the changed fields. If nothing changes it says so, because the user would look for a mistake. */
const indentChanges = (changes: readonly string[]): string[] =>
  indentLine(changes.length === 0 ? [NO_CHANGE] : changes)

/** Describes an amount that a category is assigned; what was never assigned counts as zero. */
function describeAssignment(change: Change, { tense, names }: DescribeOptions): string[] {
  const { id, before, after } = change
  const [month = ''] = id.split('/')
  const amount = getText(after ?? before ?? {}, 'assigned')
  const nothing = { assigned: amount === '' ? null : subtract(amount, amount) }
  return [
    `${verbs[tense].assign} ${labelEntity(change, names)} in ${month}`,
    ...indentChanges(
      formatFieldChanges(before ?? { ...after, ...nothing }, after ?? { ...before, ...nothing }, names),
    ),
  ]
}

function describeChange(change: Change, options: DescribeOptions): string[] {
  const { type, id, before, after } = change
  const { tense, names } = options
  const action = getAction(change)
  if (action === 'assign') return describeAssignment(change, options)
  const label = labelEntity(change, names)
  // The id finds the transaction, whose label need not be unique.
  const shownId = type === 'transaction' && action !== 'add' ? `(${id})` : ''
  const firstLine = [verbs[tense][action], 'the', getNoun(change), label, shownId]
    .filter((word) => word !== '')
    .join(' ')
  if (action === 'add')
    return [firstLine, ...indentLine(formatFields(omitLabelFields(type, after ?? {}), names))]
  if (action !== 'change') return [firstLine, ...describeDestination(change, names)]
  return [
    firstLine,
    ...indentChanges(formatFieldChanges(before ?? {}, after ?? {}, names)),
    ...describeReversedTransfer(change).map((line) => `    ${line}`),
  ]
}

/** Tells where the transactions of a deleted entity move to, which only a request says. */
function describeDestination(change: Change & Partial<PlannedChange>, names: NamesById): string[] {
  const query = change.path?.split('?')[1]
  return [...new URLSearchParams(query ?? '').values()].map(
    (to) => `    Its transactions move to ${names.get(to) ?? to}`,
  )
}

/** Formats `45 transactions, 5,061.27 net, from 2026-09-01 to 2026-11-17`; the dates are in their order. */
function formatTransactions(
  { count, amount }: Pick<DeletedTransactions, 'count' | 'amount'>,
  dates: readonly string[],
): string {
  const period = dates.length === 0 ? '' : `, from ${dates[0]} to ${dates.at(-1)}`
  return `${countChanges('transaction', count)}, ${groupThousands(amount)} net${period}`
}

function summarizeTransactions(changes: readonly Change[]): string {
  const rows = changes.map(({ before, after }) => before ?? after ?? {})
  const dates = rows
    .map((row) => getText(row, 'date'))
    .filter((date) => date !== '')
    .toSorted()
  const amounts = rows.map((row) => getText(row, 'amount')).filter((amount) => amount !== '')
  return formatTransactions({ count: changes.length, amount: sum(amounts) }, dates)
}

function summarize(type: ChangeType, changes: readonly Change[]): string {
  if (type === 'transaction') return summarizeTransactions(changes)
  const count = countChanges(type, changes.length)
  if (type !== 'assignment') return count
  const amounts = changes.map(({ before, after }) =>
    subtract(getText(after ?? {}, 'assigned') || '0', getText(before ?? {}, 'assigned') || '0'),
  )
  return `${count}, ${groupThousands(sum(amounts))} net`
}

/** Summarizes many changes of one kind and describes the first ones. */
function describeMany(changes: readonly [Change, ...Change[]], options: DescribeOptions): string[] {
  const [first] = changes
  const action = getAction(first)
  const summary = summarize(first.type, changes)
  const verb = verbs[options.tense][action === 'assign' ? 'change' : action]
  return [`${verb} ${summary}`, ...describeSample(changes, changes.length, options)]
}

/** Describes the first ones of so many changes. */
const describeSample = (changes: readonly Change[], count: number, options: DescribeOptions): string[] => [
  ...changes
    .slice(0, SAMPLE_SIZE)
    .flatMap((change) => describeChange(change, options).map((line) => `    ${line}`)),
  `    and ${count - SAMPLE_SIZE} more`,
]

/** Summarizes transactions that were counted and added up, as `describeMany` does those that were described. */
function describeDeleted(deleted: DeletedTransactions, options: DescribeOptions): string[] {
  const { count, first_date, last_date, first } = deleted
  const summary = formatTransactions(deleted, [first_date, last_date])
  return [`${verbs[options.tense].delete} ${summary}`, ...describeSample(first, count, options)]
}

const toKind = (change: Change): string => `${change.type} ${getAction(change)}`

function groupByKind(changes: readonly Change[]): Map<string, [Change, ...Change[]]> {
  const groups = new Map<string, [Change, ...Change[]]>()
  for (const change of changes) {
    const group = groups.get(toKind(change))
    if (group) group.push(change)
    else groups.set(toKind(change), [change])
  }
  return groups
}

/**
 * Describes changes in lines, details indented. Many changes of one kind are summarized after the others.
 */
export function describeChanges(changes: readonly Change[], options: DescribeOptions): string[] {
  const groups = options.isComplete ? new Map<string, [Change, ...Change[]]>() : groupByKind(changes)
  const single = changes
    .filter((change) => (groups.get(toKind(change))?.length ?? 0) <= MAX_LISTED)
    .flatMap((change) => describeChange(change, options))
  const many = [...groups.values()].flatMap((group) =>
    group.length > MAX_LISTED ? describeMany(group, options) : [],
  )
  const counted = options.deleted ? describeDeleted(options.deleted, options) : []
  return [...single, ...counted, ...many].map(sanitizeLine)
}

/** Describes in lines what an undo would do. */
export function describePlan(plan: UndoPlan, names: NamesById): string[] {
  const { others, deleted } = plan.summarize?.() ?? { others: plan.changes }
  return describeChanges(others, { tense: 'planned', names, deleted })
}

const formatRawValue = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')

/** Fields that change with every change. */
const TIMESTAMPS = new Set(['created_at', 'updated_at'])

/** Formats the changed fields of one change on one line, under their API names, for scripts. */
export function formatRawChanges({ before, after }: Change): string {
  const oldFields = new Map(Object.entries(before ?? {}))
  return Object.entries(after ?? {})
    .filter(
      ([field, value]) =>
        !TIMESTAMPS.has(field) && formatRawValue(value) !== formatRawValue(oldFields.get(field) ?? null),
    )
    .map(([field, value]) =>
      oldFields.has(field)
        ? `${field}: ${formatRawValue(oldFields.get(field))} → ${formatRawValue(value)}`
        : `${field}: ${formatRawValue(value)}`,
    )
    .join(', ')
}
