/** Reads a local workspace for exports: one pass over its rows, in the order of dates. */

import { createIdCodec, type IdCodec, type IdKind } from '../contract/ids.ts'
import type { ExportLine, ExportSource, ExportTransaction } from '../contract/ports/export-source.ts'
import { formatTimestamp } from '../money/calendar.ts'
import type { StoredTransaction } from '../store/transaction-row-mapping.ts'
import type { WorkspaceStore } from '../store/workspace-store.ts'

/** Returns what exports read of an open workspace. */
export function createExportSource(store: WorkspaceStore): ExportSource {
  const ids = createIdCodec(store.settings.id_salt)
  return {
    openSnapshot: store.beginSnapshot,
    async *listTransactions({ since, until, account_ids }) {
      const accounts = account_ids?.map((id) => ids.toSeq('account', id) ?? 0)
      const toTransaction = createTransactionReader(store, ids)
      for (const rows of store.exportedRows.iterateLive({ since, until, accounts }))
        yield rows.map(toTransaction)
    },
    listBalancesBefore: async (date) =>
      new Map(
        store.exportedRows
          .listBalancesBefore(date)
          .map(([account, balance]) => [ids.toId('account', account), balance]),
      ),
  }
}

/** Returns a function from a row to the transaction; it encodes the id of each account, category and merchant once. */
function createTransactionReader(
  { exportedRows }: WorkspaceStore,
  ids: IdCodec,
): (row: StoredTransaction) => ExportTransaction {
  const encode = rememberIds(ids)
  const toId = (kind: IdKind, seq: number | null): string | null => (seq === null ? null : encode(kind, seq))
  const listLines = (seq: number): ExportLine[] =>
    exportedRows.listLines(seq).map((line) => ({
      amount: BigInt(line.amount),
      category_id: toId('category', line.category),
      ready_to_assign: line.ready_to_assign === 1,
      notes: line.notes,
    }))
  return ([seq, date, minor, account, _card, merchant, category, toAssign, notes, ...rest]) => {
    const [status, review_status, _auto, split, pair, transfer_account, , created_at, updated_at] = rest
    const amount = BigInt(minor)
    const line = {
      amount,
      category_id: toId('category', category),
      ready_to_assign: toAssign === 1,
      notes: null,
    }
    return {
      id: encode('transaction', seq),
      date,
      amount,
      account_id: encode('account', account),
      merchant_id: toId('merchant', merchant),
      notes,
      status,
      review_status,
      transfer_account_id: toId('account', transfer_account),
      transfer_id: toId('transaction', pair),
      lines: split === 1 ? listLines(seq) : [line],
      is_split: split === 1,
      created_at: formatTimestamp(created_at),
      updated_at: formatTimestamp(updated_at),
    }
  }
}

/** Returns a function that encodes the ids of accounts, categories and merchants once: transactions repeat them. */
export function rememberIds(ids: IdCodec): (kind: IdKind, seq: number) => string {
  const known = new Map<IdKind, Map<number, string>>()
  return (kind, seq) => {
    if (kind === 'transaction') return ids.toId(kind, seq)
    const ofKind = known.get(kind) ?? new Map<number, string>()
    known.set(kind, ofKind)
    const id = ofKind.get(seq) ?? ids.toId(kind, seq)
    ofKind.set(seq, id)
    return id
  }
}
