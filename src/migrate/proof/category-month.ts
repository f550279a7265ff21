/** Names a category in a month. */

/** Returns the key of a category in a month. */
export const toCategoryMonth = ({ month, category }: { month: string; category: number }): string =>
  `${month} ${category}`
