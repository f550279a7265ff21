/** Finds transactions that changed since the last reconciliation although they were part of it. */

import type { WorkspaceContext } from '../command/context.ts'
import type { Change, ChangeFields } from '../contract/ports/history.ts'
import type { Reconciliation } from '../contract/ports/workspace-admin.ts'
import type { MinorUnits } from '../money/minor-units.ts'
import type { ChangedRow } from './difference/find-differences.ts'
import type { FixStep, RegisterRow } from './difference/register.ts'
import type { LoadedRegister } from './load-register.ts'

/** More entries than these are not read: the search shall not take longer than the rest. */
const MAX_ENTRIES = 200
/** An entry with more transactions is an import, which adds rows and changes none. */
const MAX_CHANGES = 500

/**
 * Lists what changed, by the history, in rows that were reconciled. A row that adds what it added is listed too, when
 * it has another date.
 */
export async function findChangedSince(
  { workspace: { history } }: Pick<WorkspaceContext, 'workspace'>,
  { register, last, date }: Pick<Known, 'register' | 'date'> & { last: Reconciliation | undefined },
): Promise<ChangedRow[]> {
  if (!last) return []
  const entries = await history().list({ since: last.reconciled_at, limit: MAX_ENTRIES })
  const changes = new Map<string, Change>()
  const reconciledIds = new Set<string>()
  for (const { id, at, counts, undoes, undone_by } of entries) {
    const { transaction = 0, reconciliation = 0 } = counts
    // Entries of the same moment that are older than the reconciliation are part of it.
    if (reconciliation > 0 && at === last.reconciled_at) break
    const isInEffect = undoes === null && undone_by === null && reconciliation === 0
    if (!isInEffect || transaction === 0 || transaction > MAX_CHANGES) continue
    // Entries come newest first: what an older one found is what the reconciliation knew.
    for (const change of (await history().get(id)).changes) {
      if (change.type !== 'transaction' || reconciledIds.has(change.id)) continue
      // What came before a row was reconciled was right then.
      if (change.after?.['status'] === 'reconciled') reconciledIds.add(change.id)
      else changes.set(change.id, joinChanges(change, changes.get(change.id)))
    }
  }
  const rows = new Map(register.rows.map((row) => [register.toId(row.key), row]))
  return [...changes.values()].flatMap((change) => describeChange(change, { register, rows, last, date }))
}

const joinChanges = (older: Change, newer: Change | undefined): Change =>
  newer ? { ...newer, before: older.before && { ...newer.before, ...older.before } } : older

interface Known {
  register: LoadedRegister
  rows: ReadonlyMap<string, RegisterRow>
  last: Reconciliation
  date: string
}

function describeChange(change: Change, { register, rows, last, date }: Known): ChangedRow[] {
  const { before } = change
  const counted = before === null ? undefined : readCounted(before, register)
  if (!before || counted === undefined || counted.date > last.date || counted.date > date) return []
  const place = findRow(change, { register, rows, counted })
  if (!place) return []
  const { row, step } = place
  // A status that did not change is not in the history.
  const wasPending = before['status'] === undefined && row.status === 'pending'
  if (wasPending) return []
  const now = step !== undefined || row.status === 'pending' || row.date > date ? 0n : row.amount
  const { amount, date: day } = counted
  const isEdited = row.amount !== amount || row.date !== day
  const fix: FixStep[] = [
    ...(step ? [{ action: step, key: row.key } as const] : []),
    ...(row.status === 'pending' ? [{ action: 'clear', key: row.key } as const] : []),
    ...(isEdited
      ? [
          {
            action: 'edit',
            key: row.key,
            ...(row.amount !== amount && { amount }),
            ...(row.date !== day && { date: day }),
          } as const,
        ]
      : []),
  ]
  return fix.length === 0 ? [] : [{ row, explains: amount - now, fix }]
}

/** Finds the row of a change where it is now, and what brings it back to the account. */
function findRow(
  { id, after }: Change,
  { register, rows, counted }: Pick<Known, 'register' | 'rows'> & { counted: { amount: MinorUnits } },
): { row: RegisterRow; step?: 'restore' | 'move' } | undefined {
  const here = rows.get(id)
  if (here) return { row: here }
  const isDeleted = after === null || after['deleted'] === true
  const amount = after?.['amount']
  const row = register.findById(id, typeof amount === 'string' ? register.toMinor(amount) : counted.amount)
  // In a long account not every row is loaded.
  if (!row || (!isDeleted && register.getAccountName(row.key) === register.account.name)) return undefined
  return { row, step: isDeleted ? 'restore' : 'move' }
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
