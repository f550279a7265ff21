/** Numbers the transactions of an archive, and finds the sides of its transfers. */

import { createIdCodec } from '../../contract/ids.ts'
import { createTableIds, decodeId } from './archive-ids.ts'
import { type ArchiveFiles, type ArchiveLine, refuseLine } from './archive-lines.ts'
import { readDate, readText, refuseField } from './line-fields.ts'
import { iterateTransactionLines, type TransactionNumbers } from './read-transactions.ts'

/** Returns the numbers that our own ids encode. Each side of a transfer names the other. */
export function decodeNumbers(salt: string): TransactionNumbers {
  const codec = createIdCodec(salt)
  return {
    find: (line) => decodeId(line, 'id', codec, 'transaction'),
    findPair: (line) => decodeId(line, 'transfer_id', codec, 'transaction'),
  }
}

/**
 * Reads all transactions and returns their numbers: in the order of the archive, or those that our own ids encode. Where
 * a transfer does not name its other side, it is the first free one of that day, of the opposite amount, in each
 * other's accounts.
 * @throws UserError for a transfer without another side
 */
export function matchNumbers(files: ArchiveFiles, salt: string | undefined): TransactionNumbers {
  const ids = createTableIds('transaction', salt)
  const pairs = new Map<number, number>()
  const open = new Map<string, { number: number; line: Pick<ArchiveLine, 'path' | 'number'> }[]>()
  for (const line of iterateTransactionLines(files)) {
    const number = ids.add(line)
    if (typeof line.fields['transfer_account_id'] !== 'string' || line.fields['transfer_id'] !== null)
      continue
    const { own, other } = describeSides(line)
    const match = open.get(other)?.shift()
    if (match) {
      pairs.set(number, match.number)
      pairs.set(match.number, number)
    } else {
      const waiting = open.get(own) ?? []
      waiting.push({ number, line: { path: line.path, number: line.number } })
      open.set(own, waiting)
    }
  }
  for (const [first] of open.values())
    if (first) refuseLine(first.line, 'the other side of the transfer is not in the archive')
  return {
    find: (line) => ids.find(line, 'id'),
    findPair: (line) =>
      line.fields['transfer_id'] === null
        ? (pairs.get(ids.find(line, 'id')) ?? refuseField(line, 'transfer_id', 'the id of the other side'))
        : ids.find(line, 'transfer_id'),
  }
}

/** Returns what a side of a transfer is, and what its other side must be. */
function describeSides(line: ArchiveLine): { own: string; other: string } {
  const [date, amount] = [readDate(line, 'date'), readText(line, 'amount')]
  const [account, transfer] = [readText(line, 'account_id'), readText(line, 'transfer_account_id')]
  const opposite = amount.startsWith('-') ? amount.slice(1) : `-${amount}`
  return {
    own: JSON.stringify([date, amount, account, transfer]),
    other: JSON.stringify([date, opposite, transfer, account]),
  }
}
