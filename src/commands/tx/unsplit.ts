/** `budget tx unsplit`: replaces the lines of a split transaction by one category. */

import { defineCommand } from '../../command/define.ts'
import { required } from '../../command/option-spec.ts'
import { categoryOrRtaOption, transactionOption } from '../../command/options.ts'
import { confirmReconciledChange } from '../../transactions/ask-reconciled.ts'
import { addReference, getRepliedTransaction } from '../../transactions/read-reply.ts'
import { defineTransactionChangeView } from '../../transactions/transactions-view.ts'

export const unsplit = defineCommand({
  name: 'tx unsplit',
  summary: 'Replace the lines of a split transaction with one category',
  arguments: { id: transactionOption('The transaction') },
  flags: { category: required(categoryOrRtaOption('The category')) },
  examples: [
    { when: 'Use one category for all of it', commandLine: 'budget tx unsplit 3C --category Groceries' },
  ],
  mutates: true,
  async run(context, { id, category }) {
    await confirmReconciledChange(context, id)
    const purpose = category === 'rta' ? { ready_to_assign: true } : { category_id: category.id }
    const body = { splits: null, ...purpose }
    return addReference(
      context,
      getRepliedTransaction(await context.workspace.api.updateTransaction({ transaction_id: id, body })),
    )
  },
  view: defineTransactionChangeView('Changed'),
})
