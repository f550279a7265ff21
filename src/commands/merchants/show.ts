/** `budget merchants show`: shows one merchant. */

import { type MerchantFigures, merchantFiguresView } from '../../cleanup/merchants-view.ts'
import type { WorkspaceContext } from '../../command/context.ts'
import { defineCommand } from '../../command/define.ts'
import { merchantOption } from '../../command/options.ts'
import type { Merchant } from '../../contract/operations/merchants.ts'
import { lineKinds } from '../../contract/ports/report-source.ts'
import { toMonth } from '../../money/calendar.ts'
import { getCurrencyDecimals } from '../../money/currency.ts'
import { formatAmount } from '../../money/minor-units.ts'

export const show = defineCommand({
  name: 'merchants show',
  summary: 'Show one merchant and its figures',
  arguments: { merchant: merchantOption('The merchant to show') },
  examples: [{ when: 'All fields of a merchant', commandLine: 'budget merchants show Amazon' }],
  async run(context, { merchant }) {
    const reply = await context.workspace.api.getMerchant({ merchant_id: merchant.id })
    // On a remote profile the figures would cost a request for each 500 transactions.
    return context.workspace.costsRequests ? reply.merchant : withFigures(context, reply.merchant)
  },
  view: merchantFiguresView,
})

/** Returns the merchant with the number, the sum, the dates and the most frequent category of its transactions. */
async function withFigures(
  { workspace: { openReportSource, names }, invocation: { today } }: WorkspaceContext,
  merchant: Merchant,
): Promise<MerchantFigures> {
  const source = await openReportSource()
  const query = { kinds: lineKinds, merchant_ids: [merchant.id] }
  const totals = await source.totalLines(query, ['category'], { withDates: true })
  const decimals = getCurrencyDecimals(await names.currency(toMonth(today)))
  const [most] = totals.toSorted((a, b) => b.count - a.count)
  const category = (await names.categories()).find(({ id }) => id === most?.category_id)
  const dates = totals.flatMap(({ first_date, last_date }) => [first_date ?? '', last_date ?? '']).toSorted()
  return {
    ...merchant,
    line_count: totals.reduce((count, total) => count + total.count, 0),
    total: formatAmount(
      totals.reduce((sum, { amount }) => sum + amount, 0n),
      decimals,
    ),
    first_date: dates[0] ?? null,
    last_date: dates.at(-1) ?? null,
    category_name: category?.name ?? null,
  }
}
