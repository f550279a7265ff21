/** Lists the reports. A new one is a file of its own, its definition and a line here. */

import { ageOfMoney } from './age-of-money.ts'
import { budget } from './budget.ts'
import { cashflow } from './cashflow.ts'
import type { BuiltReportName } from './definitions.ts'
import { income } from './income.ts'
import { merchants } from './merchants.ts'
import { netWorth } from './net-worth.ts'
import { recurring } from './recurring.ts'
import type { ReportBuilder } from './report.ts'
import { spending } from './spending.ts'
import { trend } from './trend.ts'

/** The reports by name, in the order of the help. */
export const reportBuilders: Readonly<Record<BuiltReportName, ReportBuilder>> = {
  spending,
  income,
  cashflow,
  networth: netWorth,
  budget,
  trend,
  merchants,
  'age-of-money': ageOfMoney,
  recurring,
}
