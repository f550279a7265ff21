/** `budget merchants clean`: gives merchants with a bank's text as their name the plain name. */

import { namedFindingOption } from '../../cleanup/finding-option.ts'
import { findPlainNames, type PlainNameFinding } from '../../cleanup/merchants/find-plain-names.ts'
import { readMerchantUses } from '../../cleanup/merchants/merchant-uses.ts'
import { type PlainNameOutput, plainNamesView } from '../../cleanup/plain-names-view.ts'
import { selectFindings } from '../../cleanup/select-findings.ts'
import type { WorkspaceContext } from '../../command/context.ts'
import { defineCommand } from '../../command/define.ts'
import { mapOneByOne } from '../../command/for-each.ts'
import { assertLayoutWithApply, changeWithRules, renameLayoutOption } from '../../import/save-rename-rules.ts'
import { groupThousands } from '../../output/format-amount.ts'

export const clean = defineCommand({
  name: 'merchants clean',
  summary: 'Find merchants whose names are bank texts, and their plain names',
  flags: {
    apply: namedFindingOption(
      'Rename the merchant, or merge it into the one of that name',
      'all leaves out what would join two categories',
    ),
    layout: renameLayoutOption,
  },
  examples: [
    { when: 'What the plain names would be', commandLine: 'budget merchants clean' },
    { when: 'Rename the first two', commandLine: 'budget merchants clean --apply 1,2' },
    { when: 'What would change', commandLine: 'budget merchants clean --apply all --dry-run' },
  ],
  mutates: (_, { apply }) => apply !== undefined,
  waitsForRateLimit: true,
  async run(context, { apply, layout }): Promise<PlainNameOutput[]> {
    assertLayoutWithApply({ layout, apply })
    const { uses, findings } = await context.computeLong(async () => {
      const uses = await readMerchantUses(context)
      return { uses, findings: findPlainNames(uses) }
    })
    if (apply === undefined) return findings.map((finding) => ({ ...finding, outcome: 'proposed' }))
    const selected = await selectFindings(
      context,
      { findings, apply },
      {
        noun: 'merchant',
        question: (chosen) =>
          chosen.length === 1
            ? 'Clean the name of this merchant?'
            : `Clean the names of ${chosen.length} merchants?`,
        describe: describeCleaning,
        listIds: ({ id }) => [id],
        countRequests: (chosen) => chosen.length,
      },
    )
    const applied = new Set(selected)
    const query = {
      renames: selected.map(({ name, plain_name }) => ({ from: name, to: plain_name })),
      layout,
      listMerchants: async () => uses.map(({ name }) => name),
    }
    await changeWithRules(context, query, () => cleanNames(context, { findings, selected }))
    return findings.map((finding) => ({ ...finding, outcome: applied.has(finding) ? 'applied' : 'skipped' }))
  },
  view: plainNamesView,
})

/** Renames the first merchant of each plain name, and merges the others into it. */
async function cleanNames(
  context: WorkspaceContext,
  { findings, selected }: { findings: readonly PlainNameFinding[]; selected: readonly PlainNameFinding[] },
): Promise<void> {
  const raw = new Set(findings.map(({ id }) => id))
  const renamed = new Map<string, string>()
  await mapOneByOne(
    context,
    selected,
    async ({ id, plain_name, into_merchant_id }) => {
      // The merchant that was to get the name first may not be selected.
      const isPlain = into_merchant_id !== null && !raw.has(into_merchant_id)
      const target = isPlain ? into_merchant_id : renamed.get(plain_name)
      if (target !== undefined) {
        await context.api.deleteMerchant({ merchant_id: id, query: { move_to_merchant_id: target } })
        return
      }
      await context.api.updateMerchant({ merchant_id: id, body: { name: plain_name } })
      renamed.set(plain_name, id)
    },
    ({ id, name }) => ({ id, name }),
  )
}

function describeCleaning({
  name,
  plain_name,
  into_merchant_id,
  transactions,
  total,
}: PlainNameFinding): string {
  const what =
    into_merchant_id === null ? `Rename ${name} to ${plain_name}` : `Merge ${name} into ${plain_name}`
  const rows = transactions === 1 ? '1 transaction' : `${transactions} transactions`
  return `${what}: ${rows}, ${groupThousands(total)} net`
}
