/** Handles the merchant operations. @see docs/spec.md#m-merchants */

import { badRequest, nameTakenError } from '../../contract/errors.ts'
import { normalizeName, toNameKey } from '../../contract/normalize-name.ts'
import type { Merchant } from '../../contract/operations/merchants.ts'
import { formatTimestamp } from '../../money/calendar.ts'
import type { MerchantRow } from '../../store/merchants.ts'
import { assertFound, findRow, type HandlersFor, type RequestContext } from '../budget/request-context.ts'
import { getMerchantTokens, insertMerchant } from '../budget/resolve-merchant.ts'

const toApiMerchant = ({ ids }: RequestContext, row: MerchantRow): Merchant => ({
  id: ids.toId('merchant', row.seq),
  name: row.name,
  created_at: formatTimestamp(row.created_at),
  updated_at: formatTimestamp(row.updated_at),
})

const getMerchantRow = (context: RequestContext, id: string): MerchantRow =>
  findRow(context, 'merchant', id, context.store.merchants.get)

/** Returns the merchant that gets the transactions of a deleted one; undefined for none. */
function resolveSuccessor(
  context: RequestContext,
  merchant: MerchantRow,
  id: string | undefined,
): MerchantRow | undefined {
  if (id === undefined) return undefined
  const message = context.findReferenceError('merchant', id)
  if (message) throw badRequest(`move_to_merchant_id ${message}`)
  const successor = getMerchantRow(context, id)
  if (successor.seq === merchant.seq)
    throw badRequest('move_to_merchant_id must differ from the deleted merchant')
  return successor
}

/** The handlers of the merchant operations. */
export const merchantHandlers: HandlersFor<
  'listMerchants' | 'getMerchant' | 'createMerchant' | 'updateMerchant' | 'deleteMerchant'
> = {
  // GET /merchants: lists the active merchants by name.
  listMerchants: (context) => ({
    merchants: context.store.merchants.list().map((row) => toApiMerchant(context, row)),
  }),

  // GET /merchants/{merchant_id}: returns one merchant.
  getMerchant: (context, { merchant_id }) => ({
    merchant: toApiMerchant(context, getMerchantRow(context, merchant_id)),
  }),

  // POST /merchants: creates a merchant; a duplicate name, whatever its case, gives 409.
  createMerchant(context, { body }) {
    if (context.store.merchants.findByKey(toNameKey(body.name))) throw nameTakenError('merchant')
    return { merchant: toApiMerchant(context, insertMerchant(context, body.name)) }
  },

  // PATCH /merchants/{merchant_id}: renames a merchant.
  updateMerchant(context, { merchant_id, body }) {
    const { store, now } = context
    const merchant = getMerchantRow(context, merchant_id)
    const name = normalizeName(body.name ?? merchant.name)
    if (name === merchant.name) return { merchant: toApiMerchant(context, merchant) }
    const key = toNameKey(name)
    const owner = store.merchants.findByKey(key)
    if (owner && owner.seq !== merchant.seq) throw nameTakenError('merchant')
    store.merchants.rename(merchant.seq, name, key, now)
    if (merchant.hasHistory) {
      store.merchants.removeTokens(merchant.seq, getMerchantTokens(merchant.key))
      store.merchants.addHistory(merchant.seq, getMerchantTokens(key))
    }
    return { merchant: toApiMerchant(context, assertFound(store.merchants.get(merchant.seq))) }
  },

  // DELETE /merchants/{merchant_id}: moves its transactions to move_to_merchant_id; without it they
  // have no merchant.
  deleteMerchant(context, { merchant_id, query }) {
    const { store, now } = context
    const merchant = getMerchantRow(context, merchant_id)
    const successor = resolveSuccessor(context, merchant, query?.move_to_merchant_id)
    let movedCount = 0
    for (const row of store.transactions.listByMerchant(merchant.seq)) {
      store.transactions.update({ ...row, merchant: successor?.seq ?? null, updated_at: now })
      if (!row.deleted) movedCount++
    }
    // The other merchant keeps its learned category; without one it gets that of the deleted merchant. docs/spec.md#m5
    if (successor && successor.learned === null && merchant.learned !== null)
      store.merchants.setLearnedCategory(successor, merchant.learned)
    if (successor && merchant.hasHistory)
      store.merchants.addHistory(successor.seq, getMerchantTokens(successor.key))
    store.rules.moveMerchant(merchant.seq, successor?.seq ?? null)
    const schedules = store.schedules.moveMerchant(merchant.seq, successor?.seq ?? null, now)
    store.merchants.removeTokens(merchant.seq, getMerchantTokens(merchant.key))
    store.merchants.remove(merchant.seq, now)
    return {
      deleted: true,
      id: merchant_id,
      moved_transaction_count: successor ? movedCount : 0,
      updated_recurring_transaction_count: successor ? schedules : 0,
    }
  },
}
