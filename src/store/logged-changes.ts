/**
 * Writes the changes of a logged write as JSON, a hundred bytes for each new transaction of a batch, and finds what was
 * created again.
 */

import type { InvertedWrite, LoggedChange } from '../contract/ports/write-log.ts'
import type { Database } from './database.ts'

/** New transactions of one account: id, date, amount, merchant and digest of each. */
interface CompactBatch {
  account_id: unknown
  account_name: unknown
  rows: [id: string, date: unknown, amount: unknown, merchant_name: unknown, digest: string | null][]
}

const compactFields = new Set(['date', 'amount', 'merchant_name', 'account_id', 'account_name'])

/** True for a batch whose transactions have nothing but the fields of a compact row, and one account. */
function isCompact(changes: readonly LoggedChange[]): boolean {
  const account = changes[0]?.after?.['account_id']
  return (
    changes.length > 2 &&
    changes.every(
      ({ type, before, after }) =>
        type === 'transaction' &&
        before === null &&
        after !== null &&
        after['account_id'] === account &&
        Object.keys(after).every((field) => compactFields.has(field)),
    )
  )
}

/** Returns changes as text. */
export function encodeChanges(changes: readonly LoggedChange[]): string {
  if (!isCompact(changes)) return JSON.stringify(changes)
  const { account_id, account_name } = changes[0]?.after ?? {}
  const rows = changes.map(({ id, after, digest }): CompactBatch['rows'][number] => [
    id,
    after?.['date'],
    after?.['amount'],
    after?.['merchant_name'],
    digest ?? null,
  ])
  return JSON.stringify({ account_id, account_name, rows } satisfies CompactBatch)
}

/** Returns the changes of a text that `encodeChanges` wrote. */
export function decodeChanges(text: string): LoggedChange[] {
  const stored = JSON.parse(text) as LoggedChange[] | CompactBatch // `encodeChanges` wrote it
  if (Array.isArray(stored)) return stored
  const { account_id, account_name, rows } = stored
  return rows.map(([id, date, amount, merchant_name, digest]) => ({
    type: 'transaction',
    id,
    before: null,
    after: { date, amount, account_id, account_name, merchant_name },
    ...(digest !== null && { digest }),
  }))
}

/** Returns a function that lists the ids of things that were created again, with the next id of each. */
export function queryCreatedAgain({ prepare }: Database, workspace: string) {
  const creations = prepare<{ inverts: string; changes: string }>(
    `SELECT inverts, changes FROM writes
     WHERE workspace = ? AND state = 'done' AND inverts IS NOT NULL
       AND operation IN ('createAccount', 'createCategory', 'createMerchant') ORDER BY number`,
  )
  return (): Map<string, string> => {
    const ids = new Map<string, string>()
    for (const { inverts, changes } of creations.all(workspace)) {
      const [before] = (JSON.parse(inverts) as InvertedWrite).ids // only the log writes it
      const [created] = decodeChanges(changes)
      if (before !== undefined && created && created.id !== before) ids.set(before, created.id)
    }
    return ids
  }
}
