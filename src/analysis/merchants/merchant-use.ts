/** Declares a merchant with what its transactions say. */

/** A merchant, and what its transactions say. */
export interface MerchantUse {
  id: string
  name: string
  transactions: number
  /** The sum of its transactions, a decimal string. */
  total: string
  /** The category of most of its transactions; null without one. */
  category_id: string | null
}
