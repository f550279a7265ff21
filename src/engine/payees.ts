/** Which merchant a body names, and what its categorization teaches. */

import { badRequest } from '../contract/errors.ts'
import { nameKey } from '../contract/names.ts'
import type { MerchantRow } from '../store/merchants.ts'
import type { TransactionRow } from '../store/transactions.ts'
import { type Context, must } from './context.ts'
import { insertMerchant } from './rules/merchants.ts'

interface MerchantFields {
  merchant_id?: string | null | undefined
  merchant_name?: string | null | undefined
}

/**
 * The merchant of a body: by id, or by name, made when new. Null when the body clears it, undefined when it says nothing.
 */ // spec M2
export function merchantOf(context: Context, { merchant_id, merchant_name }: MerchantFields, at: string): MerchantRow | null | undefined {
  const { store, ids } = context
  if (typeof merchant_id === 'string' && typeof merchant_name === 'string') {
    throw badRequest(`${at}merchant_name must not be combined with merchant_id`)
  }
  if (typeof merchant_id === 'string') return must(store.merchants.get(must(ids.seq('merchant', merchant_id))))
  if (typeof merchant_name === 'string') {
    return store.merchants.byKey(nameKey(merchant_name)) ?? insertMerchant(context, merchant_name)
  }
  return merchant_id === null || merchant_name === null ? null : undefined
}

/** A categorization made by a person teaches the merchant's mapping. */ // spec X3
export function learnFrom({ store }: Context, { merchant, category, ready_to_assign }: TransactionRow): void {
  if (merchant === null) return
  if (ready_to_assign) store.merchants.learn(merchant, 'ready_to_assign')
  else if (category !== null) store.merchants.learn(merchant, category)
}
