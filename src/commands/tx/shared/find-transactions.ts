/** Finds transactions by id; all of them before the first one changes. @see docs/cli.md#all-or-nothing */

import type { WorkspaceContext } from '../../../command/context.ts'
import { ApiError, UserError } from '../../../contract/errors.ts'
import type { Transaction } from '../../../contract/operations/transactions.ts'
import { paginateTransactions } from '../../../contract/paginate.ts'

type TransactionSource = Pick<WorkspaceContext, 'api' | 'isLocal' | 'reserveRequests'>

/** From this number of ids on, listing a page takes fewer requests than asking for each. */
const PAGE_THRESHOLD = 4

/** Returns the error for ids that no transaction has. */
function unknownIdsError(ids: readonly string[]): UserError {
  const [first, ...others] = ids.map((id) => `"${id}"`)
  const more = others.map((id) => `, none has ${id}`).join('')
  return new UserError('not_found', `No transaction has the id ${first}${more}`, {
    hint: 'budget tx list --format ids lists the ids',
  })
}

/** Returns the error with the unknown id if the service answered `not_found`; any other error unchanged. */
export const toUnknownIdError = (id: string, failure: unknown): unknown =>
  failure instanceof ApiError && failure.name === 'not_found' ? unknownIdsError([id]) : failure

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
  world: TransactionSource,
  ids: readonly string[],
): Promise<FoundTransaction[]> {
  const found = world.isLocal ? new Map<string, FoundTransaction>() : await findInNewestPages(world, ids)
  const unknown: string[] = []
  for (const id of ids) {
    if (found.has(id)) continue
    try {
      const { transaction: row, transactions } = await world.api.getTransaction({ transaction_id: id })
      found.set(id, { row, sides: transactions ?? [row] })
    } catch (failure) {
      if (!(failure instanceof ApiError) || failure.name !== 'not_found') throw failure
      unknown.push(id)
    }
  }
  if (unknown.length > 0) throw unknownIdsError(unknown)
  return ids.flatMap((id) => found.get(id) ?? [])
}

/**
 * Returns a transaction; of a transfer both sides.
 * @throws UserError when it does not exist.
 */
export const readTransferSides = async (
  { api }: Pick<WorkspaceContext, 'api'>,
  id: string,
): Promise<readonly Transaction[]> =>
  api.getTransaction({ transaction_id: id }).then(
    ({ transaction, transactions }) => transactions ?? [transaction],
    (failure: unknown) => {
      throw toUnknownIdError(id, failure)
    },
  )

/** Returns the transactions and the other sides of transfers, each once. */
export async function readAllTransferSides(
  world: Pick<WorkspaceContext, 'api'>,
  found: readonly FoundTransaction[],
): Promise<Transaction[]> {
  const rows = new Map<string, Transaction>()
  for (const { row, sides } of found) {
    const all = sides ?? (row.type === 'transfer' ? await readTransferSides(world, row.id) : [row])
    for (const side of all) rows.set(side.id, side)
  }
  return [...rows.values()]
}

/** Searches the newest pages of the list, because most ids that users type are of recent transactions. */
async function findInNewestPages(
  { api, reserveRequests }: TransactionSource,
  ids: readonly string[],
): Promise<Map<string, FoundTransaction>> {
  const wanted = new Set(ids)
  const found = new Map<string, FoundTransaction>()
  reserveRequests(ids.length)
  if (ids.length < PAGE_THRESHOLD) return found
  let pages = 0
  for await (const page of paginateTransactions(api)) {
    for (const row of page) if (wanted.has(row.id)) found.set(row.id, { row })
    pages += 1
    if (wanted.size - found.size < PAGE_THRESHOLD || pages * 2 >= ids.length) break
  }
  return found
}
