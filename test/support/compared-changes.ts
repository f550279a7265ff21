/** Finds what a dry run changed by comparing what the API says before and inside its transaction. */

import type { Connection } from '../../src/command/runtime.ts'
import type { Change, ChangeFields, ChangeType } from '../../src/contract/ports/history.ts'

/** True for the arguments of a dry run. */
export const isDryRun = (args: readonly string[]): boolean =>
  args.includes('--dry-run') || args.includes('-n')

/** Returns the same connection, whose pending changes are compared, unless it knows them itself. */
export async function withComparedChanges(connection: Connection): Promise<Connection> {
  if (connection.pendingChanges) return connection
  const before = await readEverything(connection)
  return {
    ...connection,
    async pendingChanges() {
      const after = await readEverything(connection)
      return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) =>
        compareThings(key, before.get(key), after.get(key)),
      )
    },
  }
}

const MONTHS = ['2026-09', '2026-10', '2026-11', '2026-12', '2027-01']

/** The fields of everything in a workspace by `TYPE ID`, without figures that follow from the others. */
async function readEverything({ api, workspaceAdmin }: Connection): Promise<Map<string, ChangeFields>> {
  const everything = new Map<string, ChangeFields>()
  const put = (type: ChangeType, id: string, fields: object) => everything.set(`${type} ${id}`, { ...fields })
  for (const { id, name, type, closed, notes } of (
    await api.listAccounts({ query: { include_closed: true } })
  ).accounts)
    put('account', id, { name, type, closed, notes })
  for (const { categories, id, ...group } of (await api.listCategories({})).category_groups) {
    put('category_group', id, group)
    for (const { id: category_id, ...category } of categories)
      put('category', category_id, { ...category, group_name: group.name })
  }
  for (const { id, ...fields } of (await api.listMerchants({})).merchants) put('merchant', id, fields)
  const { transactions } = await api.listTransactions({ query: { limit: 500 } })
  for (const { id, ...fields } of [...transactions, ...workspaceAdmin().listDeletedTransactions()])
    put('transaction', id, fields)
  for (const month of MONTHS)
    for (const { categories } of (await api.getMonth({ month })).month.category_groups)
      for (const { id, name, assigned, target } of categories) {
        put('assignment', `${month}/${id}`, { name, assigned })
        if (target?.snoozed) put('snooze', `${month}/${id}`, { category_name: name, month })
      }
  for (const { category_id, ...fields } of workspaceAdmin().listTargets()) put('target', category_id, fields)
  for (const { id, ...fields } of workspaceAdmin().listRules()) put('rule', id, fields)
  return everything
}

const NAMING_FIELDS = [
  'name',
  'category_name',
  'date',
  'amount',
  'merchant_name',
  'account_name',
  'type',
  'position',
]

function compareThings(
  key: string,
  before: ChangeFields | undefined,
  after: ChangeFields | undefined,
): Change[] {
  const [type = '', id = ''] = key.split(' ')
  const change = { type: type as ChangeType, id, before: before ?? null, after: after ?? null } // the keys are made of types
  if (!before || !after) return change.type === 'assignment' ? [] : [change]
  const changed = Object.keys(after).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  )
  if (changed.length === 0) return []
  const pick = (fields: ChangeFields): ChangeFields =>
    Object.fromEntries(
      Object.entries(fields).filter(([field]) => [...changed, ...NAMING_FIELDS].includes(field)),
    )
  return [{ ...change, before: pick(before), after: pick(after) }]
}
