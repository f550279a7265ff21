/** Finds merchants that are one shop under several names, and merges those that the user chooses. */

import type { WorkspaceContext } from '../../command/context.ts'
import { mapOneByOne } from '../../command/for-each.ts'
import type { OptionSpec } from '../../command/option-spec.ts'
import { UserError } from '../../contract/errors.ts'
import { groupThousands } from '../../output/format-amount.ts'
import { pluralize } from '../../output/pluralize.ts'
import type { SameShopOutput } from '../same-shops-view.ts'
import { applyFindings } from '../select-findings.ts'
import { findSameShops, type SameShopFinding } from './find-same-shops.ts'
import { addAmounts, type MerchantFindingInput, readMerchantUses } from './merchant-uses.ts'

/** How likely a group is, from 0 to 1. */
export const scoreOption = (help: string): OptionSpec<number> => ({
  help,
  placeholder: 'SCORE',
  parse(text) {
    if (/^(?:0?\.\d{1,3}|[01](?:\.0{1,3})?)$/.test(text)) return Number(text)
    throw new UserError('invalid', `"${text}" is not a score from 0 to 1`, { hint: 'Use 0.8 or 0.95' })
  },
})

/** Returns the groups of merchants with what became of them. */
export async function mergeSameShops(
  context: WorkspaceContext,
  { minScore, apply, changeMerchants }: MerchantFindingInput & { minScore: number },
): Promise<SameShopOutput[]> {
  const { uses, findings } = await context.invocation.computeLong(async () => {
    const uses = await readMerchantUses(context)
    return { uses, findings: findSameShops(uses, minScore) }
  })
  const applySelected = (selected: readonly SameShopFinding[]) =>
    changeMerchants(
      { renames: selected.flatMap(listRenames), listMerchants: async () => uses.map(({ name }) => name) },
      () => mergeGroups(context, selected),
    )
  return applyFindings(
    context,
    { findings, apply, applySelected },
    {
      noun: 'group',
      question: (chosen) =>
        chosen.length === 1 ? 'Merge these merchants?' : `Merge the merchants of ${chosen.length} groups?`,
      describe: describeMerge,
      listIds: ({ merchants }) => merchants.map(({ id }) => id),
      countRequests: (chosen) => chosen.flatMap(listRequests).length,
    },
  )
}

const mergeGroups = (context: WorkspaceContext, findings: readonly SameShopFinding[]) =>
  mapOneByOne(
    context,
    findings.flatMap(listRequests),
    async ({ id, name, into }) => {
      if (name !== undefined) await context.workspace.api.updateMerchant({ merchant_id: id, body: { name } })
      else
        await context.workspace.api.deleteMerchant({ merchant_id: id, query: { move_to_merchant_id: into } })
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
      : `${pluralize(count, 'transaction moves', 'transactions move')}, ${total} net`
  const renamed = fix.rename_to === null ? '' : `, and rename it ${fix.rename_to}`
  return `Merge ${merged.map((merchant) => merchant.name).join(', ')} into ${stays}${renamed}: ${rows}`
}

const listRenames = ({ name: to, merchants }: SameShopFinding): { from: string; to: string }[] =>
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
