/** Parses the first argument of `budget month show`: a month, or a category of the current month. */

import type { OptionSpec } from '../command/option-spec.ts'
import { categoryOption, monthOption } from '../command/options.ts'
import { UserError } from '../contract/errors.ts'

/** A month, or a category. */
export type MonthOrCategory = { month: string } | { category: { id: string; name: string } }

/** A text that can only be meant as a month. */
const LIKE_A_MONTH = /^(?:\d{4}-\d*|[+-]\d+)$/

/** A month or a category. */
export function monthOrCategoryOption(help: string): OptionSpec<MonthOrCategory> {
  const month = monthOption(help)
  const category = categoryOption(help)
  return {
    ...month,
    completion: 'category',
    async parse(text, context) {
      try {
        return { month: await month.parse(text, context) }
      } catch (error) {
        if (!(error instanceof UserError) || LIKE_A_MONTH.test(text)) throw error
        return { category: await category.parse(text, context) }
      }
    },
  }
}
