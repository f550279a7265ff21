/**
 * Finds the transactions that were named, all of them before the first one changes.
 * @see docs/cli.md#all-or-nothing
 */

import type { WorkspaceContext } from '../../../command/context.ts'
import { ApiError, UserError } from '../../../contract/errors.ts'
import type { Transaction } from '../../../contract/operations/transactions.ts'
import { paginateTransactions } from '../../../contract/paginate.ts'

type TransactionSource = Pick<WorkspaceContext, 'api' | 'isLocal' | 'reserveRequests'>

/** From so many on, a page of the list takes fewer requests than asking for each. */
const PAGE_THRESHOLD = 4

/** The refusal of ids that no transaction has. */
function unknownIdsError(ids: readonly string[]): UserError {
  const [first, ...others] = ids.map((id) => `"${id}"`)
  const more = others.map((id) => `, none has ${id}`).join('')
  return new UserError('not_found', `No transaction has the id ${first}${more}`, {
    hint: 'budget tx list --format ids lists the ids',
  })
}

/** What is thrown when the service does not know a transaction, in words that name it; anything else as it is. */
export const toUnknownIdError = (id: string, failure: unknown): unknown =>
  failure instanceof ApiError && failure.name === 'not_found' ? unknownIdsError([id]) : failure

/** A transaction that was named; `sides` are both of a transfer, where they were read with it. */
export interface FoundTransaction {
  row: Transaction
  sides?: readonly Transaction[]
}

/** The transactions with these ids, in their order, deleted ones too. Throws a Mistake that names all ids nobody has. */
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

/** A transaction; of a transfer both sides. Throws a Mistake that names it when there is none. */
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

/** The transactions that were found, of transfers both sides, each of them once. */
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

/** Those that the newest pages of the list hold: most of what a person names happened lately. */
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
