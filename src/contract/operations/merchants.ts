import * as p from '../fields.ts'
import { defineOperation } from '../operation.ts'

export const merchant = p.object({
  id: p.string(),
  name: p.string(),
  created_at: p.instant,
  updated_at: p.instant,
})
export type Merchant = p.InferOutput<typeof merchant>

export const listMerchants = defineOperation({
  summary: 'List the merchants, sorted by name',
  method: 'GET',
  path: '/merchants',
  status: 200,
  reply: p.object({ merchants: p.array(merchant) }),
})

export const getMerchant = defineOperation({
  summary: 'Get one merchant',
  method: 'GET',
  path: '/merchants/{merchant_id}',
  status: 200,
  reply: p.object({ merchant }),
})

export const createMerchant = defineOperation({
  summary: 'Create a merchant',
  method: 'POST',
  path: '/merchants',
  status: 201,
  body: p.strictFields({ name: p.merchantName }),
  reply: p.object({ merchant }),
})

export const updateMerchant = defineOperation({
  summary: 'Rename a merchant',
  method: 'PATCH',
  path: '/merchants/{merchant_id}',
  status: 200,
  body: p.strictFields({ name: p.optional(p.merchantName) }),
  reply: p.object({ merchant }),
})

export const deleteMerchant = defineOperation({
  summary: 'Delete a merchant; its transactions move to another or lose the payee',
  method: 'DELETE',
  path: '/merchants/{merchant_id}',
  status: 200,
  query: p.strictFields({ move_to_merchant_id: p.optional(p.textField) }),
  reply: p.object({
    deleted: p.boolean(),
    id: p.string(),
    // Unknown to us when the answer that told it was lost on its way.
    moved_transaction_count: p.optional(p.integer),
    updated_recurring_transaction_count: p.optional(p.integer),
  }),
})
