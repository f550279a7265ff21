/** The rules of merchants. */ // spec M

import { nameTaken } from '../../contract/api-errors.ts'
import { badRequest } from '../../contract/errors.ts'
import { nameKey, tidyName } from '../../contract/normalize-name.ts'
import type { Merchant } from '../../contract/operations/merchants.ts'
import { timestamp } from '../../money/calendar.ts'
import type { MerchantRow } from '../../store/merchants.ts'
import { wordsOf } from '../budget/merchant-tokens.ts'
import { type Context, find, must } from '../budget/request-context.ts'
import type { RulesFor } from './handler.ts'

const shown = ({ ids }: Context, row: MerchantRow): Merchant => ({
  id: ids.of('merchant', row.seq),
  name: row.name,
  created_at: timestamp(row.created_at),
  updated_at: timestamp(row.updated_at),
})

const merchantIn = (context: Context, id: string): MerchantRow =>
  find(context, 'merchant', id, context.store.merchants.get)

/** Makes a merchant of this name; the caller has seen that no active one has it. */
export function insertMerchant({ store, now }: Context, name: string): MerchantRow {
  const tidy = tidyName(name)
  return store.merchants.insert({ name: tidy, key: nameKey(tidy), at: now })
}

/** The merchant that a deleted one's transactions move to; undefined: none was named. */
function successorOf(
  context: Context,
  merchant: MerchantRow,
  id: string | undefined,
): MerchantRow | undefined {
  if (id === undefined) return undefined
  const words = context.objection('merchant', id)
  if (words) throw badRequest(`move_to_merchant_id ${words}`)
  const successor = merchantIn(context, id)
  if (successor.seq === merchant.seq)
    throw badRequest('move_to_merchant_id must differ from the deleted merchant')
  return successor
}

export const merchantRules: RulesFor<
  'listMerchants' | 'getMerchant' | 'createMerchant' | 'updateMerchant' | 'deleteMerchant'
> = {
  // GET /merchants: returns all active merchants sorted by name
  listMerchants: (context) => ({
    merchants: context.store.merchants.list().map((row) => shown(context, row)),
  }),

  // GET /merchants/{merchant_id}: one merchant
  getMerchant: (context, { merchant_id }) => ({ merchant: shown(context, merchantIn(context, merchant_id)) }),

  // POST /merchants: name. A duplicate name (case-insensitive) gives 409 conflict
  createMerchant(context, { body }) {
    if (context.store.merchants.byKey(nameKey(body.name))) throw nameTaken('merchant')
    return { merchant: shown(context, insertMerchant(context, body.name)) }
  },

  // PATCH /merchants/{merchant_id}: name
  updateMerchant(context, { merchant_id, body }) {
    const { store, now } = context
    const merchant = merchantIn(context, merchant_id)
    const name = tidyName(body.name ?? merchant.name)
    if (name === merchant.name) return { merchant: shown(context, merchant) }
    const key = nameKey(name)
    const holder = store.merchants.byKey(key)
    if (holder && holder.seq !== merchant.seq) throw nameTaken('merchant')
    store.merchants.rename(merchant.seq, name, key, now)
    if (merchant.taught) {
      store.merchants.unfile(merchant.seq, wordsOf(merchant.key))
      store.merchants.teach(merchant.seq, wordsOf(key))
    }
    return { merchant: shown(context, must(store.merchants.get(merchant.seq))) }
  },

  // DELETE /merchants/{merchant_id}: query move_to_merchant_id: reassigns the merchant's transactions to it.
  // Without it, transactions keep their data but lose the payee
  deleteMerchant(context, { merchant_id, query }) {
    const { store, now } = context
    const merchant = merchantIn(context, merchant_id)
    const successor = successorOf(context, merchant, query?.move_to_merchant_id)
    let moved = 0
    for (const row of store.transactions.ofMerchant(merchant.seq)) {
      store.transactions.update({ ...row, merchant: successor?.seq ?? null, updated_at: now })
      if (!row.deleted) moved++
    }
    // The successor keeps what it learned, or inherits it. spec M5
    if (successor && successor.learned === null) store.merchants.learn(successor.seq, merchant.learned)
    if (successor && merchant.taught) store.merchants.teach(successor.seq, wordsOf(successor.key))
    store.rules.moveMerchant(merchant.seq, successor?.seq ?? null)
    store.merchants.unfile(merchant.seq, wordsOf(merchant.key))
    store.merchants.remove(merchant.seq, now)
    return {
      deleted: true,
      id: merchant_id,
      moved_transaction_count: successor ? moved : 0,
      updated_recurring_transaction_count: 0, // there are no planned transactions here. spec M5
    }
  },
}
