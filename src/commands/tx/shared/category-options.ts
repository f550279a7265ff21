/** What a transaction is for: a category, Ready to Assign, several of them, or nothing yet. */

import { booleanFlag, repeatable } from '../../../command/define.ts'
import { categoryOrRtaOption } from '../../../command/options.ts'
import { UserError } from '../../../contract/errors.ts'
import type { TransactionDraft } from '../../../contract/operations/transactions.ts'
import { type SplitLine, splitLineOption } from './split-option.ts'

export const categoryFlags = {
  category: categoryOrRtaOption('The category that pays for it'),
  readyToAssign: booleanFlag('Income that waits to be assigned'),
  uncategorized: booleanFlag('Leave it without a category, whatever the merchant usually has'),
  split: repeatable(splitLineOption('Part of it for a category')),
}

interface CategoryFlagValues {
  category: { id: string } | 'rta' | undefined
  readyToAssign: boolean
  uncategorized: boolean
  split: SplitLine[]
}

/** The fields that say so. Throws a Mistake when more than one thing was said. */
export function toCategoryFields({ category, readyToAssign, uncategorized, split }: CategoryFlagValues) {
  const said = [category !== undefined, readyToAssign, uncategorized, split.length > 0]
  if (said.filter(Boolean).length > 1)
    throw new UserError('usage', 'Take one of --category, --ready-to-assign, --uncategorized and --split')
  const fields: Pick<TransactionDraft, 'category_id' | 'ready_to_assign' | 'splits'> = {
    ...(category && category !== 'rta' && { category_id: category.id }),
    ...((readyToAssign || category === 'rta') && { ready_to_assign: true }),
    // An explicit null keeps the service from choosing a category itself. docs/spec.md#x0
    ...(uncategorized && { category_id: null, ready_to_assign: false }),
    ...(split.length > 0 && { splits: split }),
  }
  return fields
}
