/** Reads a local workspace for exports: one pass over its rows, in the order of dates. */

import { createIdCodec, type IdCodec, type IdKind } from '../contract/ids.ts'
import type { ExportLine, ExportSource, ExportTransaction } from '../contract/ports/export-source.ts'
import { formatTimestamp } from '../money/calendar.ts'
import type { ExportedRow } from '../store/exported-rows.ts'
import type { WorkspaceStore } from '../store/workspace-store.ts'

/** Returns what exports read of an open workspace. */
export function createExportSource(store: WorkspaceStore): ExportSource {
  const ids = createIdCodec(store.settings.id_salt)
  return {
    openSnapshot: store.beginSnapshot,
    async *listTransactions({ since, until, account_ids }) {
      const accounts = account_ids?.map((id) => ids.toSeq('account', id) ?? 0)
      const toTransaction = createTransactionReader(store, ids)
      for (const rows of store.exportedRows.iteratePages({ since, until, accounts }))
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
): (row: ExportedRow) => ExportTransaction {
  const accountId = rememberIds(ids, 'account')
  const merchantId = rememberIds(ids, 'merchant')
  const categoryId = rememberIds(ids, 'category')
  const listLines = (seq: number): ExportLine[] =>
    exportedRows.listLines(seq).map((line) => ({
      amount: BigInt(line.amount),
      category_id: categoryId(line.category),
      ready_to_assign: line.ready_to_assign === 1,
      notes: line.notes,
    }))
  return ([
    seq,
    date,
    minor,
    account,
    merchant,
    category,
    toAssign,
    notes,
    status,
    review_status,
    ...rest
  ]) => {
    const [split, pair, transfer_account, created_at, updated_at] = rest
    const amount = BigInt(minor)
    const line = { amount, category_id: categoryId(category), ready_to_assign: toAssign === 1, notes: null }
    return {
      id: ids.toId('transaction', seq),
      date,
      amount,
      account_id: accountId(account),
      merchant_id: merchantId(merchant),
      notes,
      status,
      review_status,
      transfer_account_id: accountId(transfer_account),
      transfer_id: pair === null ? null : ids.toId('transaction', pair),
      lines: split === 1 ? listLines(seq) : [line],
      is_split: split === 1,
      created_at: formatTimestamp(created_at),
      updated_at: formatTimestamp(updated_at),
    }
  }
}

/** Returns a function from a seq to the id, which it encodes once. */
function rememberIds(ids: IdCodec, kind: IdKind) {
  const known = new Map<number, string>()
  const encode = (seq: number): string => {
    const id = known.get(seq) ?? ids.toId(kind, seq)
    known.set(seq, id)
    return id
  }
  return <Seq extends number | null>(seq: Seq) =>
    // A number gives a text, null gives null; the compiler does not follow the condition into the type.
    (seq === null ? null : encode(seq)) as Seq extends number ? string : null
}
