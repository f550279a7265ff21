/** Declares a merchant with what its transactions say, and compares the categories of several. */

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

/** True if no two of the merchants have different categories; one without a category fits any. */
export const haveOneCategory = (merchants: readonly Pick<MerchantUse, 'category_id'>[]): boolean =>
  new Set(merchants.flatMap(({ category_id }) => category_id ?? [])).size <= 1
