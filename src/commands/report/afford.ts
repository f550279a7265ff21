/** `budget report afford`: tells whether an amount is there, and where. */

import { defineCommand } from '../../command/define.ts'
import { amountOption, categoryOption, monthOption } from '../../command/options.ts'
import { UserError } from '../../contract/errors.ts'
import { toMonth } from '../../money/calendar.ts'
import { getCurrencyDecimals } from '../../money/currency.ts'
import { isNegative, isZero } from '../../money/decimal.ts'
import { readCoverNeed } from '../../month/overspending.ts'
import { type Affordability, findAffordability } from '../../reports/afford.ts'
import { readLaterNeeds } from '../../reports/afford-later.ts'
import { tellAge } from '../../reports/command/define-report-command.ts'
import { assertNotOver, buildReportRequest, loadReportNames } from '../../reports/command/report-flags.ts'
import { affordabilityView } from '../../reports/terminal/affordability.ts'

/** @throws UserError for an amount with more decimals than the currency has */
function assertDecimals(amount: string, currency: string): void {
  const decimals = getCurrencyDecimals(currency)
  if ((amount.split('.')[1] ?? '').length <= decimals) return
  throw new UserError('invalid', `"${amount}" has more decimals than ${currency}`, {
    field: 'amount',
    hint: decimals === 0 ? 'Use a whole amount' : `Use at most ${decimals} decimals`,
  })
}

export const afford = defineCommand({
  name: 'report afford',
  summary: 'See whether you can afford something, and which categories have the money',
  arguments: { amount: amountOption('What it costs') },
  flags: {
    category: categoryOption('The category that pays for it'),
    on: monthOption('The month in which you need it, after what is needed until then'),
  },
  examples: [
    { when: 'Can I afford 400 for a bicycle?', commandLine: 'budget report afford 400' },
    { when: 'In March, after all bills until then?', commandLine: 'budget report afford 400 --on 2027-03' },
    { when: 'Out of the travel money?', commandLine: 'budget report afford 400 --category Travel' },
  ],
  async run(context, { amount, category, on }): Promise<Affordability> {
    if (isNegative(amount) || isZero(amount))
      throw new UserError('invalid', `The amount must be above zero, not ${amount}`, {
        field: 'amount',
      })
    const { today } = context.invocation
    assertNotOver(on, today, 'on')
    const names = await loadReportNames(context, { withMerchants: false })
    const source = await context.workspace.openReportSource()
    const currency = await context.workspace.names.currency(toMonth(today))
    const request = buildReportRequest({}, { today, names })
    assertDecimals(amount, currency)
    const input = { source, names, currency, request }
    const later = on === undefined ? {} : { later: await readLaterNeeds(context, input, on) }
    const asked = { amount, category_id: category?.id, ...later }
    const result = await findAffordability(input, asked, (month) => readCoverNeed(context, month))
    tellAge(context, source)
    return result
  },
  view: affordabilityView,
})
