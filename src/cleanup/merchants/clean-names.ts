/** Gives merchants with a bank's text as their name the plain name. */

import type { WorkspaceContext } from '../../command/context.ts'
import { mapOneByOne } from '../../command/for-each.ts'
import { groupThousands } from '../../output/format-amount.ts'
import { pluralize } from '../../output/pluralize.ts'
import type { PlainNameOutput } from '../plain-names-view.ts'
import { applyFindings } from '../select-findings.ts'
import { findPlainNames, type PlainNameFinding } from './find-plain-names.ts'
import { type MerchantFindingInput, readMerchantUses } from './merchant-uses.ts'

/** Returns the merchants with what became of them. */
export async function cleanMerchantNames(
  context: WorkspaceContext,
  { apply, changeMerchants }: MerchantFindingInput,
): Promise<PlainNameOutput[]> {
  const { uses, findings } = await context.invocation.computeLong(async () => {
    const uses = await readMerchantUses(context)
    return { uses, findings: findPlainNames(uses) }
  })
  const applySelected = (selected: readonly PlainNameFinding[]) => {
    const renames = selected.map(({ name, plain_name }) => ({ from: name, to: plain_name }))
    return changeMerchants({ renames, listMerchants: async () => uses.map(({ name }) => name) }, () =>
      cleanNames(context, { findings, selected }),
    )
  }
  return applyFindings(
    context,
    { findings, apply, applySelected },
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
}

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
        await context.workspace.api.deleteMerchant({
          merchant_id: id,
          query: { move_to_merchant_id: target },
        })
        return
      }
      await context.workspace.api.updateMerchant({ merchant_id: id, body: { name: plain_name } })
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
  const rows = pluralize(transactions, 'transaction')
  return `${what}: ${rows}, ${groupThousands(total)} net`
}
