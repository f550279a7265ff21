/** Describes the merchant operations and the merchant resource. */

import * as p from '../fields.ts'
import { defineOperation } from '../operation.ts'

/** The schema of a merchant. */
export const merchant = p.object({
  id: p.id,
  name: p.string(),
  created_at: p.instant,
  updated_at: p.instant,
})

/** A merchant: a payee. */
export type Merchant = p.InferOutput<typeof merchant>

/** GET /merchants. */
export const listMerchants = defineOperation({
  summary: 'List the merchants, sorted by name',
  method: 'GET',
  path: '/merchants',
  status: 200,
  reply: p.object({ merchants: p.array(merchant) }),
})

/** GET /merchants/{merchant_id}. */
export const getMerchant = defineOperation({
  summary: 'Get one merchant',
  method: 'GET',
  path: '/merchants/{merchant_id}',
  status: 200,
  reply: p.object({ merchant }),
})

/** POST /merchants. */
export const createMerchant = defineOperation({
  summary: 'Create a merchant',
  method: 'POST',
  path: '/merchants',
  status: 201,
  body: p.strictFields({ name: p.merchantName }),
  reply: p.object({ merchant }),
})

/** PATCH /merchants/{merchant_id}. */
export const updateMerchant = defineOperation({
  summary: 'Rename a merchant',
  method: 'PATCH',
  path: '/merchants/{merchant_id}',
  status: 200,
  body: p.strictFields({ name: p.optional(p.merchantName) }),
  reply: p.object({ merchant }),
})

/** DELETE /merchants/{merchant_id}. */
export const deleteMerchant = defineOperation({
  summary: 'Delete a merchant; its transactions move to another merchant or lose their merchant',
  method: 'DELETE',
  path: '/merchants/{merchant_id}',
  status: 200,
  query: p.strictFields({ move_to_merchant_id: p.optional(p.textField) }),
  reply: p.object({
    deleted: p.boolean(),
    id: p.id,
    // The reply of a recovered deletion has no counts.
    moved_transaction_count: p.optional(p.integer),
    updated_recurring_transaction_count: p.optional(p.integer),
  }),
})
