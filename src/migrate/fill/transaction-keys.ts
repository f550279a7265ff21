/** Identifies transactions by what they say, to find out which of a move a service already has. */

import { toNameKey } from '../../contract/normalize-name.ts'
import type { Transaction } from '../../contract/operations/transactions.ts'
import type {
  ContentSplit,
  ContentTransaction,
  WorkspaceContent,
} from '../../contract/ports/workspace-content.ts'
import { getCurrencyDecimals } from '../../money/currency.ts'
import { formatAmount, parseTotal } from '../../money/minor-units.ts'

/** The ids that the service gave to the rows of a content, by their `seq`. */
export interface ServiceIds {
  accounts: ReadonlyMap<number, string>
  categories: ReadonlyMap<number, string>
}

type Line = Pick<ContentSplit, 'category' | 'ready_to_assign'>

/** Returns functions that give equal keys to a transaction of the content and to the service's own one. */
export function createTransactionKeys({ currency, merchants }: WorkspaceContent, ids: ServiceIds) {
  const decimals = getCurrencyDecimals(currency)
  const nameBySeq = new Map(merchants.map(({ seq, name }) => [seq, toNameKey(name)]))
  const toMoney = (text: string): string => formatAmount(parseTotal(text, decimals), decimals)
  const toPlace = ({ category, ready_to_assign }: Line): string =>
    ready_to_assign ? 'ready to assign' : category === null ? '' : (ids.categories.get(category) ?? '')
  const toServicePlace = (line: { category_id: string | null; ready_to_assign: boolean }): string =>
    line.ready_to_assign ? 'ready to assign' : (line.category_id ?? '')
  return {
    /** Returns the key of a transaction of the content. The category of a transfer is not part of it. */
    ofContent: (row: ContentTransaction): string =>
      JSON.stringify([
        ids.accounts.get(row.account),
        row.date,
        formatAmount(row.amount, decimals),
        row.notes,
        row.transfer_account === null ? null : ids.accounts.get(row.transfer_account),
        row.merchant === null ? '' : nameBySeq.get(row.merchant),
        row.pair === null ? toPlace(row) : '',
        row.splits?.map((line) => [formatAmount(line.amount, decimals), toPlace(line), line.notes]) ?? null,
      ]),
    /** Returns the key of a transaction of the service. */
    ofService: (row: Transaction): string =>
      JSON.stringify([
        row.account_id,
        row.date,
        toMoney(row.amount),
        row.notes,
        row.transfer_account_id,
        row.merchant_name === null ? '' : toNameKey(row.merchant_name),
        row.type === 'transfer' ? '' : toServicePlace(row),
        row.splits?.map((line) => [toMoney(line.amount), toServicePlace(line), line.notes]) ?? null,
      ]),
    /** Returns where the money of a line goes, in the terms of the service. */
    toPlace,
    toServicePlace,
  }
}
