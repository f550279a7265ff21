/** `budget merchants merge`: merges merchants into another one. */

import { type MergedMerchant, mergedMerchantsView } from '../../cleanup/merchants-view.ts'
import { defineCommand } from '../../command/define.ts'
import { mapOneByOne } from '../../command/for-each.ts'
import { oneOrMore, required, withFields } from '../../command/option-spec.ts'
import { merchantOption } from '../../command/options.ts'
import { UserError } from '../../contract/errors.ts'
import { changeWithRules, renameLayoutOption } from '../../import/save-rename-rules.ts'
import {
  describeRequestCost,
  describeTotals,
  totalByMerchant,
} from '../../transactions/affected-transactions.ts'

const describeMove = (count: number): string => (count === 1 ? 'it moves' : 'they move')

type MergeTarget = MergedMerchant['into']

export const merge = defineCommand({
  name: 'merchants merge',
  summary: 'Merge merchants into another one',
  arguments: { merchants: oneOrMore(merchantOption('The merchants to remove')) },
  flags: {
    into: required(
      withFields(merchantOption('The merchant that gets their transactions'), 'move_to_merchant_id'),
    ),
    layout: renameLayoutOption,
  },
  examples: [
    { when: 'Two spellings of one shop', commandLine: 'budget merchants merge AMZN --into Amazon --yes' },
    {
      when: 'And the same name from the next import on',
      commandLine: 'budget merchants merge AMZN --into Amazon --layout all --yes',
    },
  ],
  mutates: true,
  waitsForRateLimit: true,
  formatLabel: ({ merchants, into }) =>
    `merchants merge ${merchants.map(({ name }) => `"${name}"`).join(' ')} → ${into.name}`,
  async run(context, { merchants, into, layout }): Promise<MergedMerchant[]> {
    const leaving = [...new Map(merchants.map((merchant) => [merchant.id, merchant])).values()]
    if (leaving.some(({ id }) => id === into.id)) {
      throw new UserError('usage', `Cannot merge ${into.name} into itself`)
    }
    await context.requireConfirmation(
      `Merge ${leaving.map(({ name }) => name).join(', ')} into ${into.name}?`,
      async () => {
        const getTotals = await totalByMerchant(
          context.api,
          leaving.map(({ id }) => id),
        )
        const lines = leaving.map(({ id, name }) => {
          const extent = getTotals(id)
          const question = `${name}: ${describeTotals(extent)}`
          return extent.count === 0 ? question : `${question}; ${describeMove(extent.count)} to ${into.name}`
        })
        return [...lines, ...describeRequestCost(context, leaving.length)].join('\n')
      },
    )
    const query = {
      renames: leaving.map(({ name }) => ({ from: name, to: into.name })),
      layout,
      listMerchants: async () => (await context.names.merchants()).map(({ name }) => name),
    }
    const target = { id: into.id, name: into.name }
    const fold = async ({ id, name }: MergeTarget): Promise<MergedMerchant> => {
      const query = { move_to_merchant_id: into.id }
      const { moved_transaction_count } = await context.api.deleteMerchant({ merchant_id: id, query })
      return { id, name, moved_transaction_count: moved_transaction_count ?? null, into: target }
    }
    return changeWithRules(context, query, () =>
      mapOneByOne(context, leaving, fold, ({ id, name }) => ({ id, name })),
    )
  },
  view: mergedMerchantsView,
})
