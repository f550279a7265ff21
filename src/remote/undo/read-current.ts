/** Reads what the service has now of the things that an undo changes, in as few requests as possible. */

import { findTransactions } from '../../command/names/find-transactions.ts'
import { type BudgetApi, operations, type WriteOperation } from '../../contract/api.ts'
import { maxPageSize } from '../../contract/operations/transactions.ts'
import { paginateTransactions } from '../../contract/paginate.ts'
import type { LoggedChange } from '../../contract/ports/write-log.ts'
import type { Fields } from '../../contract/transaction-digest.ts'
import { addMonths, formatTimestamp, toMonth } from '../../money/calendar.ts'
import { findScheduleDate, parseAssignmentId, parseScheduleDateId } from '../writes/api-entities.ts'
import { type SelectedChange, toThingKey } from './select-changes.ts'

/** What the service has now. */
export interface CurrentState {
  /** Things by key; a thing that was read and is gone is null, one that was not read is missing. */
  things: Map<string, Fields | null>
  /** The transactions of accounts and categories that are to be deleted, by key; enough to see another use. */
  transactions: Map<string, readonly Fields[]>
  /** Ready to Assign by month. */
  readyToAssign: Map<string, string>
  /** The ids of things that the plan creates again. */
  created: Set<string>
}

interface ReadContext {
  api: BudgetApi
  signal: AbortSignal | undefined
  /** Milliseconds since 1970. */
  now: number
}

type ReadThings = (
  context: ReadContext,
  changes: readonly NewestChange[],
  state: CurrentState,
) => Promise<void>

/** The newest change of a thing, and the write it belongs to. */
interface NewestChange {
  change: LoggedChange
  operation: WriteOperation
}

/** Reads the things of the newest change of each; older ones are compared with what the newer restore. */
export async function readCurrentState(
  context: ReadContext,
  selected: readonly SelectedChange[],
): Promise<CurrentState> {
  const state: CurrentState = {
    things: new Map(),
    transactions: new Map(),
    readyToAssign: new Map(),
    created: new Set(),
  }
  const newest = new Map<string, NewestChange>()
  for (const { write, changes } of selected)
    for (const change of changes) {
      const key = toThingKey(change)
      if (!newest.has(key)) newest.set(key, { change, operation: write.operation })
    }
  const compared = [...newest.values()].filter(({ operation }) => !isDeletion(operation))
  for (const [type, read] of Object.entries(readers)) {
    const changes = compared.filter(({ change }) => change.type === type)
    if (changes.length > 0) await read(context, changes, state)
  }
  return state
}

/** The reversal of a deletion creates or restores something, so that there is nothing to compare. */
const isDeletion = (operation: WriteOperation): boolean => operations[operation].method === 'DELETE'

const readTransactions: ReadThings = async ({ api, signal }, changes, { things }) => {
  const accounts = new Set(changes.map(({ change }) => change.after?.['account_id']))
  const [account] = accounts
  const dates = changes.map(({ change }) => String(change.after?.['date'])).toSorted()
  const filters = {
    since_date: dates[0] ?? '',
    until_date: dates.at(-1) ?? '',
    ...(accounts.size === 1 && typeof account === 'string' && { account_id: account }),
  }
  const ids = changes.map(({ change }) => change.id)
  const rows = await findTransactions({ api, signal, costsRequests: true }, { ids, filters })
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const { change } of changes) things.set(toThingKey(change), byId.get(change.id) ?? null)
}

const readAssignments: ReadThings = async ({ api, signal }, changes, { things, readyToAssign }) => {
  for (const month of new Set(changes.map(({ change }) => parseAssignmentId(change.id).month))) {
    const reply = await api.getMonth({ month }, signal)
    readyToAssign.set(month, reply.month.ready_to_assign)
    const categories = reply.month.category_groups.flatMap((group) => group.categories)
    for (const { change } of changes) {
      const assignment = parseAssignmentId(change.id)
      if (assignment.month === month)
        things.set(toThingKey(change), categories.find(({ id }) => id === assignment.category_id) ?? null)
    }
  }
}

/** Enough to see whether an account or a category has more than what is taken back, and an opening balance. */
const limitUsage = ({ things }: CurrentState): number => {
  const transactions = [...things.keys()].filter((key) => key.startsWith('transaction '))
  return Math.min(transactions.length + 2, maxPageSize)
}

/** Reads the transactions of a created account or category, of which `filter` selects those. */
async function readUsage(
  { api, signal }: ReadContext,
  { change }: NewestChange,
  filter: 'account_id' | 'category_id',
  state: CurrentState,
): Promise<void> {
  const limit = limitUsage(state)
  const rows: Fields[] = []
  for await (const page of paginateTransactions(api, { [filter]: change.id, limit }, signal)) {
    rows.push(...page)
    if (rows.length >= limit) break
  }
  state.transactions.set(toThingKey(change), rows)
}

const readAccounts: ReadThings = async (context, changes, state) => {
  const { api, signal } = context
  const { accounts } = await api.listAccounts({ query: { include_closed: true } }, signal)
  for (const newest of changes) {
    const { change, operation } = newest
    state.things.set(toThingKey(change), accounts.find(({ id }) => id === change.id) ?? null)
    if (operation === 'createAccount') await readUsage(context, newest, 'account_id', state)
  }
}

/** So many months ahead, the available amount of a category shows what was assigned to it in any month before. */
const MONTHS_AHEAD = 12

const readCategories: ReadThings = async (context, changes, state) => {
  const { api, signal, now } = context
  const { category_groups } = await api.listCategories({}, signal)
  const categories = category_groups.flatMap((group) => group.categories)
  const isCreated = changes.some(({ operation }) => operation === 'createCategory')
  const later = isCreated
    ? await api.getMonth({ month: addMonths(toMonth(formatTimestamp(now)), MONTHS_AHEAD) }, signal)
    : undefined
  const figures = later?.month.category_groups.flatMap((group) => group.categories) ?? []
  for (const newest of changes) {
    const { change, operation } = newest
    const category = categories.find(({ id }) => id === change.id)
    const figure = figures.find(({ id }) => id === change.id)
    state.things.set(toThingKey(change), category ? { ...figure, ...category } : null)
    if (operation === 'createCategory' && category) await readUsage(context, newest, 'category_id', state)
  }
}

const readScheduleDates: ReadThings = async ({ api, signal }, changes, { things }) => {
  const { schedules } = await api.listSchedules({}, signal)
  for (const { change } of changes) {
    const { schedule_id } = parseScheduleDateId(change.id)
    const schedule = schedules.find(({ id }) => id === schedule_id)
    things.set(toThingKey(change), schedule ? findScheduleDate(schedule, change.id) : null)
  }
}

/** Returns what reads things of a list that shows all of them. */
const readListed =
  (list: (context: ReadContext) => Promise<readonly ({ id: string } & Fields)[]>): ReadThings =>
  async (context, changes, { things }) => {
    const listed = await list(context)
    for (const { change } of changes)
      things.set(toThingKey(change), listed.find(({ id }) => id === change.id) ?? null)
  }

const readers: Readonly<Record<string, ReadThings>> = {
  transaction: readTransactions,
  assignment: readAssignments,
  account: readAccounts,
  category: readCategories,
  category_group: readListed(
    async ({ api, signal }) => (await api.listCategoryGroups({}, signal)).category_groups,
  ),
  merchant: readListed(async ({ api, signal }) => (await api.listMerchants({}, signal)).merchants),
  schedule: readListed(async ({ api, signal }) => (await api.listSchedules({}, signal)).schedules),
  schedule_date: readScheduleDates,
}
