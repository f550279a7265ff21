import type { Entry } from '../../../command/define.ts'
import { readAmount } from '../../../command/options.ts'
import { findEnvelope } from '../../../command/resolve-name.ts'
import { Mistake } from '../../../contract/errors.ts'
import type { TransactionDraft } from '../../../contract/operations/transactions.ts'

/** A line of a split transaction, as the API takes it. */
export type SplitLine = NonNullable<NonNullable<TransactionDraft['splits']>[number]>

// A name may hold an equals sign and a note may hold anything; an amount holds neither sign nor colon.
const LINE = /^(.+?)=([^=:]+)(?::(.*))?$/s

/** One line of a split: `Groceries=-30` or `Groceries=-30:for the party`. */
export const splitLine = (help: string): Entry<SplitLine> => ({
  help,
  placeholder: 'CATEGORY=AMOUNT[:NOTES]',
  completion: 'category',
  async read(text, { names }) {
    const [, name = '', figure, notes] = LINE.exec(text) ?? []
    if (figure === undefined)
      throw new Mistake('usage', `"${text}" is no line of a split`, {
        hint: 'Write Groceries=-30, or Groceries=-30:for the party',
      })
    const amount = readAmount(figure.trim())
    const envelope = await findEnvelope(names, name.trim())
    return {
      amount,
      ...(envelope === 'rta' ? { ready_to_assign: true } : { category_id: envelope.id }),
      ...(notes !== undefined && { notes }),
    }
  },
})
