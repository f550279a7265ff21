/** Finds transactions that changed since the last reconciliation although they were part of it. */

import type { ChangedRow } from '../../../analysis/reconcile/find-differences.ts'
import type { FixStep, RegisterRow } from '../../../analysis/reconcile/register.ts'
import type { WorkspaceContext } from '../../../command/context.ts'
import type { Change, ChangeFields } from '../../../contract/ports/history.ts'
import type { Reconciliation } from '../../../contract/ports/reconciliations.ts'
import type { MinorUnits } from '../../../money/minor-units.ts'
import type { LoadedRegister } from './load-register.ts'

/** More entries than these are not read: the search shall not take longer than the rest. */
const MAX_ENTRIES = 200
/** An entry with more transactions is an import, which adds rows and changes none. */
const MAX_CHANGES = 500

/** Lists what changed, by the history, in rows up to the date of the last reconciliation. */
export async function findChangedSince(
  { history }: Pick<WorkspaceContext, 'history'>,
  register: LoadedRegister,
  last: Reconciliation | undefined,
): Promise<ChangedRow[]> {
  if (!last) return []
  const entries = await history().list({ since: last.reconciled_at, limit: MAX_ENTRIES })
  const changes = new Map<string, Change>()
  const settled = new Set<string>()
  for (const { id, at, counts, undoes, undone_by } of entries) {
    const { transaction = 0, reconciliation = 0 } = counts
    // Entries of the same moment that are older than the reconciliation are part of it.
    if (reconciliation > 0 && at === last.reconciled_at) break
    const isInEffect = undoes === null && undone_by === null && reconciliation === 0
    if (!isInEffect || transaction === 0 || transaction > MAX_CHANGES) continue
    // Entries come newest first: what an older one found is what the reconciliation knew.
    for (const change of (await history().get(id)).changes) {
      if (change.type !== 'transaction' || settled.has(change.id)) continue
      // What came before a row was reconciled was right then.
      if (change.after?.['status'] === 'reconciled') settled.add(change.id)
      else changes.set(change.id, joinChanges(change, changes.get(change.id)))
    }
  }
  const rows = new Map(register.rows.map((row) => [register.toId(row.key), row]))
  return [...changes.values()].flatMap((change) => describeChange(change, { register, rows, last }))
}

const joinChanges = (older: Change, newer: Change | undefined): Change =>
  newer ? { ...newer, before: older.before && { ...newer.before, ...older.before } } : older

interface Known {
  register: LoadedRegister
  rows: ReadonlyMap<string, RegisterRow>
  last: Reconciliation
}

function describeChange({ id, before, after }: Change, { register, rows, last }: Known): ChangedRow[] {
  const row = rows.get(id)
  const counted = before === null ? undefined : readCounted(before, register)
  if (!before || counted === undefined || counted.date > last.date) return []
  const isDeleted = after === null || after['deleted'] === true
  if (isDeleted && !row) {
    const deleted = register
      .findElsewhere(counted.amount)
      .deleted.find(({ key }) => register.toId(key) === id)
    if (!deleted) return []
    return [{ row: deleted, explains: counted.amount, fix: [{ action: 'restore', key: deleted.key }] }]
  }
  // A status that did not change is not in the history.
  const wasPending = before['status'] === undefined && row?.status === 'pending'
  if (!row || wasPending) return []
  const now = row.status === 'pending' || row.date > last.date ? 0n : row.amount
  const fix: FixStep[] = [
    ...(row.status === 'pending' ? [{ action: 'clear', key: row.key } as const] : []),
    ...(row.amount === counted.amount && row.date === counted.date
      ? []
      : [{ action: 'edit', key: row.key, amount: counted.amount, date: counted.date } as const]),
  ]
  return counted.amount === now ? [] : [{ row, explains: counted.amount - now, fix }]
}

/** Returns what a row added to the reconciled balance; undefined for one that was not part of it. */
function readCounted(
  before: ChangeFields,
  { account, toMinor }: LoadedRegister,
): { date: string; amount: MinorUnits } | undefined {
  const { date, amount, account_name, status, deleted } = before
  const isCounted = status !== 'pending' && deleted !== true && account_name === account.name
  return isCounted && typeof date === 'string' && typeof amount === 'string'
    ? { date, amount: toMinor(amount) }
    : undefined
}
