/** Shows a month at a glance, and the commands that look deeper. */

import { daysInMonth } from '../../money/calendar.ts'
import { isNegative, isZero } from '../../money/decimal.ts'
import { displayWidth, padToWidth, truncateToWidth } from '../../output/display-width.ts'
import { formatColoredAmount, groupThousands } from '../../output/format-amount.ts'
import { sanitizeLine } from '../../output/sanitize.ts'
import type { TextStyle } from '../../output/style.ts'
import {
  amountColumn,
  type Column,
  countColumn,
  defineView,
  textColumn,
  type View,
} from '../../output/view.ts'
import { describeMonthName, describePeriod } from '../describe-period.ts'
import type { MonthSummaryReport } from '../summary.ts'
import { drawBars, toAsciiSigns } from './blocks.ts'
import { formatPercent } from './format-cell.ts'
import { toDrawnNumber } from './report-table.ts'

const amountFields = [
  'income',
  'spending',
  'cash_flow',
  'ready_to_assign',
  'net_worth',
  'net_worth_change',
  'typically_left',
  'due_soon',
] as const

const BAR_WIDTH = 20
const MAX_NAME = 24
/** On a narrower terminal the figures are one below the other. */
const MIN_TWO_COLUMNS = 60

/** The figures of a month. */
export const monthSummaryView: View<MonthSummaryReport> = {
  ...defineView<MonthSummaryReport, MonthSummaryReport>({
    columns: [
      textColumn('month', 'Month'),
      textColumn('currency', 'Currency'),
      ...amountFields.map((field): Column<MonthSummaryReport> => amountColumn(field, field)),
      countColumn('age_of_money', 'Age of money'),
      countColumn('would_last', 'Would last'),
    ],
    fields: () => [
      'month',
      'period',
      'currency',
      ...amountFields,
      'overspent',
      'largest',
      'age_of_money',
      'would_last',
      'uncategorized_inflows',
    ],
  }),
  renderText: (result, style) => {
    const text = [
      renderTitle(result, style),
      renderFigures(result, style),
      renderUncategorized(result),
      renderOverspent(result, style),
      renderLargest(result, style),
      renderOutlook(result, style),
      renderNextCommands(style),
    ].join('')
    return style.isAscii ? toAsciiSigns(text) : text
  },
}

function renderTitle({ month, period, currency }: MonthSummaryReport, { colors }: TextStyle): string {
  const isOver = Number(period.until.slice(8)) === daysInMonth(month)
  return `${colors.bold(isOver ? describeMonthName(month) : describePeriod(period))} · ${sanitizeLine(currency)}\n\n`
}

const formatDays = (days: number | null): string =>
  days === null ? '–' : `${groupThousands(String(days))} ${days === 1 ? 'day' : 'days'}`

/** Renders the flow of the month on the left, and how things stand on the right. */
function renderFigures(result: MonthSummaryReport, { colors, width: terminalWidth }: TextStyle): string {
  const amounts = [result.income, result.spending, result.cash_flow, result.ready_to_assign]
  const width = Math.max(...amounts.map((amount) => groupThousands(amount).length))
  const change = isZero(result.net_worth_change)
    ? ''
    : `  ${isNegative(result.net_worth_change) ? '▼' : '▲'} ${groupThousands(result.net_worth_change.replace('-', ''))}`
  const right = [
    ['Net worth', `${formatColoredAmount(result.net_worth, colors)}${colors.dim(change)}`],
    ['Age of money', formatDays(result.age_of_money)],
    ['Would last', formatDays(result.would_last)],
    ['', ''],
  ] as const
  const left = ['Income', 'Spending', 'Left', 'Ready to Assign']
  if (terminalWidth < MIN_TWO_COLUMNS)
    return [...left.map((label, at) => [label, formatColoredAmount(amounts[at] ?? '', colors)]), ...right]
      .filter(([label]) => label !== '')
      .map(([label = '', value]) => `${padToWidth(label, 17)}${value}\n`)
      .join('')
  return left
    .map((label, at) => {
      const amount = amounts[at] ?? ''
      const blanks = ' '.repeat(width - groupThousands(amount).length)
      const [name, value] = right[at] ?? ['', '']
      const columns = `${padToWidth(label, 17)}${blanks}${formatColoredAmount(amount, colors)}`
      return `${columns}${name === '' ? '' : `     ${padToWidth(name, 14)}${value}`}\n`
    })
    .join('')
}

function renderOverspent({ overspent, month }: MonthSummaryReport, { colors }: TextStyle): string {
  if (overspent.length === 0) return ''
  const [few, rest] = [overspent.slice(0, LISTED), overspent.slice(LISTED)]
  const names = few.map(({ category, amount }) => `${sanitizeLine(category)} ${groupThousands(amount)}`)
  const more = rest.length > 0 ? ` and ${rest.length} more` : ''
  return `\n${colors.red('Overspent')}: ${names.join(', ')}${more}\n  budget month show ${month} --overspent\n`
}

const LISTED = 4

function renderLargest({ largest }: MonthSummaryReport, { colors, width, isAscii }: TextStyle): string {
  if (largest.length === 0) return ''
  const amounts = largest.map(({ amount }) => groupThousands(amount))
  const amountWidth = Math.max(...amounts.map((text) => text.length))
  const names = largest.map(({ category }) => truncateToWidth(sanitizeLine(category), MAX_NAME))
  const nameWidth = Math.max(...names.map(displayWidth), 15)
  const shares = largest.map(({ share, amount }) => formatPercent(share, { amount }))
  const barWidth = Math.min(BAR_WIDTH, width - nameWidth - amountWidth - 14)
  const bars =
    barWidth < 4
      ? []
      : drawBars(
          largest.map(({ amount }) => toDrawnNumber(amount)),
          barWidth,
          isAscii,
        )
  const lines = largest.map((_, at) =>
    `  ${padToWidth(names[at] ?? '', nameWidth)}${padToWidth(amounts[at] ?? '', amountWidth, 'right')}  ${padToWidth(shares[at] ?? '', 5, 'right')}  ${bars[at] ?? ''}`.trimEnd(),
  )
  return `\n${colors.dim('Most spent on')}\n${lines.join('\n')}\n`
}

function renderUncategorized({ uncategorized_inflows: inflows }: MonthSummaryReport): string {
  if (!inflows) return ''
  const amount = groupThousands(inflows.amount)
  return inflows.count === 1
    ? `\nOne inflow without a category (${amount}) lowers spending and is not income\n  budget review\n`
    : `\n${inflows.count} inflows without a category (${amount} in total) lower spending and are not income\n  budget review\n`
}

function renderOutlook({ typically_left, due_soon }: MonthSummaryReport, { colors }: TextStyle): string {
  const typical =
    typically_left === null ? [] : [`A typical month leaves ${formatColoredAmount(typically_left, colors)}`]
  const due =
    due_soon === null || isZero(due_soon)
      ? []
      : [`recurring payments in the next 30 days take about ${groupThousands(due_soon)}`]
  const sentence = [...typical, ...due].join('; ')
  return sentence === '' ? '' : `\n${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}\n`
}

const renderNextCommands = ({ colors }: TextStyle): string =>
  `\n${colors.dim('More: budget report spending, cashflow, networth, recurring; budget help reports')}\n`
