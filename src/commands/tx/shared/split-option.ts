import type { OptionSpec } from '../../../command/define.ts'
import { parseAmountInput } from '../../../command/options.ts'
import { findCategoryOrRta } from '../../../command/resolve-name.ts'
import { UserError } from '../../../contract/errors.ts'
import type { TransactionDraft } from '../../../contract/operations/transactions.ts'

/** A line of a split transaction, as the API takes it. */
export type SplitLine = NonNullable<NonNullable<TransactionDraft['splits']>[number]>

// A name may hold an equals sign and a note may hold anything; an amount holds neither sign nor colon.
const SPLIT_LINE = /^(.+?)=([^=:]+)(?::(.*))?$/s

/** One line of a split: `Groceries=-30` or `Groceries=-30:for the party`. */
export const splitLineOption = (help: string): OptionSpec<SplitLine> => ({
  help,
  placeholder: 'CATEGORY=AMOUNT[:NOTES]',
  completion: 'category',
  async parse(text, { names }) {
    const [, name = '', figure, notes] = SPLIT_LINE.exec(text) ?? []
    if (figure === undefined)
      throw new UserError('usage', `"${text}" is no line of a split`, {
        hint: 'Write Groceries=-30, or Groceries=-30:for the party',
      })
    const amount = parseAmountInput(figure.trim())
    const envelope = await findCategoryOrRta(names, name.trim())
    return {
      amount,
      ...(envelope === 'rta' ? { ready_to_assign: true } : { category_id: envelope.id }),
      ...(notes !== undefined && { notes }),
    }
  },
})
