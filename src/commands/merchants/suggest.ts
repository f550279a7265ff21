/** `budget merchants suggest`: finds merchants that are one shop under several names, and merges them. */

import { namedFindingOption } from '../../cleanup/finding-option.ts'
import { findSameShops, type SameShopFinding } from '../../cleanup/merchants/find-same-shops.ts'
import { addAmounts } from '../../cleanup/merchants/merchant-totals.ts'
import { readMerchantUses } from '../../cleanup/merchants/merchant-uses.ts'
import { type SameShopOutput, sameShopsView } from '../../cleanup/same-shops-view.ts'
import { selectFindings } from '../../cleanup/select-findings.ts'
import type { WorkspaceContext } from '../../command/context.ts'
import { defineCommand } from '../../command/define.ts'
import { mapOneByOne } from '../../command/for-each.ts'
import type { OptionSpec } from '../../command/option-spec.ts'
import { withDefault } from '../../command/option-spec.ts'
import { UserError } from '../../contract/errors.ts'
import type { Rename } from '../../import/layouts/build-rename-rules.ts'
import { assertLayoutWithApply, changeWithRules, renameLayoutOption } from '../../import/save-rename-rules.ts'
import { groupThousands } from '../../output/format-amount.ts'

const scoreOption = (help: string): OptionSpec<number> => ({
  help,
  placeholder: 'SCORE',
  parse(text) {
    if (/^(?:0?\.\d{1,3}|[01](?:\.0{1,3})?)$/.test(text)) return Number(text)
    throw new UserError('invalid', `"${text}" is not a score from 0 to 1`, { hint: 'Use 0.8 or 0.95' })
  },
})

export const suggest = defineCommand({
  name: 'merchants suggest',
  summary: 'Find merchants that are one shop under several names',
  flags: {
    minScore: withDefault(scoreOption('Only groups at least so likely, from 0 to 1; 0.8 by default'), '0.8'),
    apply: namedFindingOption('Merge the merchants of the group'),
    layout: renameLayoutOption,
  },
  examples: [
    { when: 'Which names are one shop', commandLine: 'budget merchants suggest' },
    { when: 'Merge the first and the third group', commandLine: 'budget merchants suggest --apply 1,3' },
    {
      when: 'Merge, and save rules for the next import',
      commandLine: 'budget merchants suggest --apply 1 --layout all',
    },
    { when: 'Only what is nearly certain', commandLine: 'budget merchants suggest --min-score 0.95' },
  ],
  mutates: (_, { apply }) => apply !== undefined,
  waitsForRateLimit: true,
  async run(context, { minScore, apply, layout }): Promise<SameShopOutput[]> {
    assertLayoutWithApply({ layout, apply })
    const { uses, findings } = await context.computeLong(async () => {
      const uses = await readMerchantUses(context)
      return { uses, findings: findSameShops(uses, minScore) }
    })
    if (apply === undefined) return findings.map((finding) => ({ ...finding, outcome: 'proposed' }))
    const selected = await selectFindings(
      context,
      { findings, apply },
      {
        noun: 'group',
        question: (chosen) =>
          chosen.length === 1 ? 'Merge these merchants?' : `Merge the merchants of ${chosen.length} groups?`,
        describe: describeMerge,
        listIds: ({ merchants }) => merchants.map(({ id }) => id),
        countRequests: (chosen) => chosen.flatMap(listRequests).length,
      },
    )
    const query = {
      renames: selected.flatMap(listRenames),
      layout,
      listMerchants: async () => uses.map(({ name }) => name),
    }
    await changeWithRules(context, query, () => mergeMerchants(context, selected))
    const applied = new Set(selected)
    return findings.map((finding) => ({ ...finding, outcome: applied.has(finding) ? 'applied' : 'skipped' }))
  },
  view: sameShopsView,
})

const mergeMerchants = ({ api, ...context }: WorkspaceContext, findings: readonly SameShopFinding[]) =>
  mapOneByOne(
    context,
    findings.flatMap(listRequests),
    async ({ id, name, into }) => {
      if (name !== undefined) await api.updateMerchant({ merchant_id: id, body: { name } })
      else await api.deleteMerchant({ merchant_id: id, query: { move_to_merchant_id: into } })
    },
    ({ id, label }) => ({ id, name: label }),
  )

/** Describes a merge, and counts what moves: the transactions of the merchant that stays do not. */
function describeMerge({ name, merchants, fix }: SameShopFinding): string {
  const merged = merchants.filter(({ id }) => fix.merge_ids.includes(id))
  const stays = merchants.find(({ id }) => id === fix.into_merchant_id)?.name ?? name
  const count = merged.reduce((sum, { transactions }) => sum + transactions, 0)
  const total = groupThousands(addAmounts(merged.map((merchant) => merchant.total)))
  const rows =
    count === 0
      ? 'no transaction moves'
      : `${count === 1 ? '1 transaction moves' : `${count} transactions move`}, ${total} net`
  const renamed = fix.rename_to === null ? '' : `, and rename it ${fix.rename_to}`
  return `Merge ${merged.map((merchant) => merchant.name).join(', ')} into ${stays}${renamed}: ${rows}`
}

const listRenames = ({ name: to, merchants }: SameShopFinding): Rename[] =>
  merchants.flatMap(({ name: from }) => (from === to ? [] : [{ from, to }]))

interface MergeRequest {
  id: string
  label: string
  into: string
  /** The new name of the merchant that stays. */
  name?: string
}

/** Lists the requests of a group. The merges come first, because one of them may have the plain name. */
function listRequests({ fix, merchants }: SameShopFinding): MergeRequest[] {
  const into = fix.into_merchant_id
  const toRequest = (id: string): MergeRequest => ({
    id,
    label: merchants.find((merchant) => merchant.id === id)?.name ?? id,
    into,
  })
  const rename = fix.rename_to === null ? [] : [{ ...toRequest(into), name: fix.rename_to }]
  return [...fix.merge_ids.map(toRequest), ...rename]
}
