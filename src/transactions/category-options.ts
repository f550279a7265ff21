/** Declares and reads the flags that categorize a transaction: --category, --ready-to-assign, --split. */

import { applyDirection, parseTypedAmount, type TypedAmount } from '../command/amounts.ts'
import { findCategoryOrRta } from '../command/names/resolve-name.ts'
import { booleanFlag, type OptionSpec, repeatable, withFields } from '../command/option-spec.ts'
import { categoryOrRtaOption } from '../command/options.ts'
import { UserError } from '../contract/errors.ts'
import type { TransactionDraft } from '../contract/operations/transactions.ts'
import { isNegative } from '../money/decimal.ts'

/** A line of a split transaction, as the API takes it. */
export type SplitLine = NonNullable<NonNullable<TransactionDraft['splits']>[number]>

/** A line of a split, as the user typed it. */
export type TypedSplitLine = Omit<SplitLine, 'amount'> & { typed: TypedAmount }

// A name may contain an equals sign and a note anything; an amount contains neither sign nor colon.
const SPLIT_LINE = /^(.+?)=([^=:]+)(?::(.*))?$/s

/** True for a text that has the form of a split line; no id has it. */
export const isSplitLine = (text: string): boolean => SPLIT_LINE.test(text)

/** A line of a split: `Groceries=30` or `Groceries=30:for the party`. */
export const splitLineOption: OptionSpec<TypedSplitLine> = {
  help: 'A category and its share; a sign only for the opposite direction',
  placeholder: 'CATEGORY=AMOUNT[:NOTES]',
  fields: ['splits'],
  completion: 'category',
  async parse(text, { names, today }) {
    const [, name = '', figure, notes] = SPLIT_LINE.exec(text) ?? []
    if (figure === undefined)
      throw new UserError('usage', `"${text}" is not a split line`, {
        hint: 'Use Groceries=30, or Groceries=30:for the party',
      })
    const typed = await parseTypedAmount(figure.trim(), { names, today })
    const envelope = await findCategoryOrRta(names, name.trim())
    return {
      typed,
      ...(envelope === 'rta' ? { ready_to_assign: true } : { category_id: envelope.id }),
      ...(notes !== undefined && { notes }),
    }
  },
}

/**
 * Returns the lines as the API takes them; an amount without a sign takes the direction of the whole.
 * @throws UserError when there is no whole, and only some of the lines have a sign.
 */
export function toSplitLines(lines: readonly TypedSplitLine[], whole: string | undefined): SplitLine[] {
  const bare = lines.find(({ typed }) => !typed.hasSign)
  if (whole === undefined && bare && lines.some(({ typed }) => isNegative(typed.amount))) {
    const { amount } = bare.typed
    throw new UserError('invalid', `"${amount}" has no sign, but another line is negative`, {
      field: 'splits',
      hint: `Use -${amount} or +${amount}, or give the total`,
    })
  }
  return lines.map(({ typed, ...fields }) => ({ amount: applyDirection(typed, whole ?? '0'), ...fields }))
}

/** The flags that categorize a transaction. */
export const categoryFlags = {
  category: withFields(categoryOrRtaOption('The category'), 'category_id'),
  readyToAssign: withFields(booleanFlag('Income for Ready to Assign'), 'ready_to_assign'),
  uncategorized: booleanFlag('Leave it uncategorized'),
  split: repeatable(splitLineOption),
}

interface CategoryFlagValues {
  category: { id: string } | 'rta' | undefined
  readyToAssign: boolean
  uncategorized: boolean
  split: SplitLine[]
}

/**
 * Converts the flags to the fields of a transaction.
 * @throws UserError when more than one of them was given.
 */
export function toCategoryFields({ category, readyToAssign, uncategorized, split }: CategoryFlagValues) {
  const selected = [category !== undefined, readyToAssign, uncategorized, split.length > 0]
  if (selected.filter(Boolean).length > 1)
    throw new UserError('usage', 'Use only one of --category, --ready-to-assign, --uncategorized and --split')
  const fields: Pick<TransactionDraft, 'category_id' | 'ready_to_assign' | 'splits'> = {
    ...(category && category !== 'rta' && { category_id: category.id }),
    ...((readyToAssign || category === 'rta') && { ready_to_assign: true }),
    // An explicit null prevents auto-categorization. docs/spec.md#x0
    ...(uncategorized && { category_id: null, ready_to_assign: false }),
    ...(split.length > 0 && { splits: split }),
  }
  return fields
}
