/** Finds transactions by id; all of them before the first one changes. @see docs/cli.md#all-or-nothing */

import type { WorkspaceContext } from '../command/context.ts'
import { ApiError, UserError } from '../contract/errors.ts'
import type { Transaction } from '../contract/operations/transactions.ts'
import { paginateTransactions } from '../contract/paginate.ts'

type TransactionSource = Pick<WorkspaceContext, 'workspace'>

/** From this number of ids on, listing a page takes fewer requests than asking for each. */
const PAGE_THRESHOLD = 4
/** More ids are counted, not named. */
const MAX_NAMED = 8

/** Returns the error for ids that no transaction has. */
function unknownIdsError(ids: readonly string[]): UserError {
  const [first, ...furtherIds] = ids.slice(0, MAX_NAMED).map((id) => `"${id}"`)
  const hidden = ids.length - MAX_NAMED
  const more = `${furtherIds.map((id) => `, or ${id}`).join('')}${hidden > 0 ? `, or ${hidden} more` : ''}`
  return new UserError('not_found', `No transaction has the id ${first}${more}`, {
    hint: 'budget tx list --format ids lists the ids',
  })
}

/** Returns the error with the unknown id if the service answered `not_found`; any other error unchanged. */
export const toUnknownIdError = (id: string, error: unknown): unknown =>
  error instanceof ApiError && error.name === 'not_found' ? unknownIdsError([id]) : error

/** A transaction that was found; `sides` are both sides of a transfer, if they were read with it. */
export interface FoundTransaction {
  row: Transaction
  sides?: readonly Transaction[]
}

/**
 * Returns the transactions with these ids, in their order, deleted ones too.
 * @throws UserError with all unknown ids.
 */
export async function findTransactions(
  context: TransactionSource,
  ids: readonly string[],
): Promise<FoundTransaction[]> {
  const foundById = context.workspace.costsRequests
    ? await findInNewestPages(context, ids)
    : new Map<string, FoundTransaction>()
  const unknown: string[] = []
  for (const id of ids) {
    if (foundById.has(id)) continue
    try {
      const { transaction: row, transactions } = await context.workspace.api.getTransaction({
        transaction_id: id,
      })
      foundById.set(id, { row, sides: transactions ?? [row] })
    } catch (error) {
      if (!(error instanceof ApiError) || error.name !== 'not_found') throw error
      unknown.push(id)
    }
  }
  if (unknown.length > 0) throw unknownIdsError(unknown)
  return ids.flatMap((id) => foundById.get(id) ?? [])
}

/**
 * Returns a transaction; of a transfer both sides.
 * @throws UserError when it does not exist.
 */
export const readTransferSides = async (
  { workspace: { api } }: Pick<WorkspaceContext, 'workspace'>,
  id: string,
): Promise<readonly Transaction[]> =>
  api.getTransaction({ transaction_id: id }).then(
    ({ transaction, transactions }) => transactions ?? [transaction],
    (error: unknown) => {
      throw toUnknownIdError(id, error)
    },
  )

/** Returns the transactions and the other sides of transfers, each once. */
export async function readAllTransferSides(
  context: Pick<WorkspaceContext, 'workspace'>,
  transactions: readonly FoundTransaction[],
): Promise<Transaction[]> {
  const rows = new Map<string, Transaction>()
  for (const { row, sides } of transactions) {
    const allSides = sides ?? (row.type === 'transfer' ? await readTransferSides(context, row.id) : [row])
    for (const side of allSides) rows.set(side.id, side)
  }
  return [...rows.values()]
}

/** Searches the newest pages of the list, because most ids that users type are of recent transactions. */
async function findInNewestPages(
  { workspace: { api, reserveRequests } }: TransactionSource,
  ids: readonly string[],
): Promise<Map<string, FoundTransaction>> {
  const missingIds = new Set(ids)
  const foundById = new Map<string, FoundTransaction>()
  reserveRequests(ids.length)
  if (ids.length < PAGE_THRESHOLD) return foundById
  let pages = 0
  for await (const page of paginateTransactions(api)) {
    for (const row of page) if (missingIds.has(row.id)) foundById.set(row.id, { row })
    pages += 1
    if (missingIds.size - foundById.size < PAGE_THRESHOLD || pages * 2 >= ids.length) break
  }
  return foundById
}
