/** Makes entries of the rows of QIF: both sides of a transfer are rows, and become one entry. */

import type { BookEntry, BookPosting } from '../double-entry/book.ts'
import { pairTransfers, type TransferSide } from '../pair-transfers.ts'
import { type QifFile, toAccountKey } from './qif-file.ts'
import type { QifLine, QifTransaction } from './qif-transactions.ts'

/** The entries by date, and the transfers of which the file has one side, described. */
export interface ConnectedEntries {
  entries: BookEntry[]
  unpaired: string[]
}

/** The key of what opening balances come from: QIF writes the account itself as their category. */
export const OPENING = '\nopening balances'

/** Returns the entries. An account without rows gets the other sides of transfers with it. */
export function connectEntries(
  transactions: readonly QifTransaction[],
  { accounts }: Pick<QifFile, 'accounts'>,
): ConnectedEntries {
  const withRows = new Set(transactions.map(({ account }) => account))
  const pairs = pairTransfers(listSides(transactions))
  const unpaired: string[] = []
  const isDone = new Set<number>()
  const entries = transactions.flatMap((transaction, index): BookEntry[] => {
    if (isDone.has(index)) return []
    const group = listConnected(index, transactions, pairs)
    for (const one of group) isDone.add(one)
    const postings = group.flatMap((at) => {
      const own = transactions[at]
      if (!own) return []
      const others = own.lines.flatMap((line, lineAt): BookPosting[] => {
        if (pairs.has(toSideKey(at, lineAt))) return []
        const account = findTarget(own, line, { accounts, withRows })
        if (account === undefined && line.transfer !== undefined)
          unpaired.push(`${own.date} ${own.account}: [${line.transfer}]`)
        return account === undefined
          ? []
          : [{ account, amount: -line.amount, notes: line.notes, status: own.status }]
      })
      const { account, amount, status } = own
      const notes = at === index ? null : own.notes
      return [{ account: toAccountKey(account), amount, notes, status }, ...others]
    })
    const { date, notes, lines } = transaction
    const [only, another] = lines
    const isLost = only?.transfer !== undefined && !another && group.length === 1 && postings.length === 1
    const payee = transaction.payee ?? (isLost ? `Transfer: ${only.transfer}` : null)
    return [{ key: String(index + 1), date, payee, notes, postings }]
  })
  return {
    entries: entries.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)),
    unpaired,
  }
}

const toSideKey = (transaction: number, line: number): string => `${transaction}/${line}`

function* listSides(transactions: readonly QifTransaction[]): Generator<TransferSide<string>> {
  for (const [at, { account, date, lines }] of transactions.entries())
    for (const [lineAt, { amount, transfer }] of lines.entries())
      if (transfer !== undefined && transfer !== account)
        yield { key: toSideKey(at, lineAt), account, otherAccount: transfer, date, amount }
}

/** Returns the transactions that transfers connect with one, itself first. */
function listConnected(
  index: number,
  transactions: readonly QifTransaction[],
  pairs: ReadonlyMap<string, string>,
): number[] {
  const found = new Set([index])
  for (const at of found)
    for (const lineAt of transactions[at]?.lines.keys() ?? []) {
      const other = pairs.get(toSideKey(at, lineAt))
      if (other !== undefined) found.add(Number(other.slice(0, other.indexOf('/'))))
    }
  return [...found]
}

/** Returns where the money of a line comes from or goes to; undefined where the file does not say it. */
function findTarget(
  { account }: QifTransaction,
  { transfer, category }: QifLine,
  { accounts, withRows }: Pick<QifFile, 'accounts'> & { withRows: ReadonlySet<string> },
): string | undefined {
  if (transfer === undefined) return category === '' ? undefined : category
  if (transfer === account) return OPENING
  return accounts.has(transfer) && !withRows.has(transfer) ? toAccountKey(transfer) : undefined
}
