/** Shows whether an amount is there, where, and what to do to set it aside. */

import { compare, isNegative, isZero, subtract } from '../../money/decimal.ts'
import { groupThousands } from '../../output/format-amount.ts'
import { sanitizeLine } from '../../output/sanitize.ts'
import { toShellValue } from '../../output/shell-words.ts'
import type { TextStyle } from '../../output/style.ts'
import { amountColumn, type Column, defineView, textColumn, type View } from '../../output/view.ts'
import type { Affordability } from '../afford.ts'
import { describeMonthName } from '../describe-period.ts'

const amountFields = [
  'amount',
  'ready_to_assign',
  'from_category',
  'from_ready_to_assign',
  'missing',
  'typically_left',
  'due_soon',
  'overspent',
  'uncategorized',
  'needed_first',
  'a_month',
] as const

/** The answer in sentences. */
export const affordabilityView: View<Affordability> = {
  ...defineView<Affordability, Affordability>({
    columns: [
      textColumn('month', 'Month'),
      textColumn('currency', 'Currency'),
      ...amountFields.map((field): Column<Affordability> => amountColumn(field, field)),
      textColumn('affordable', 'Affordable'),
      textColumn('on', 'On'),
      textColumn('there_on', 'There on'),
      textColumn('there_in', 'Affordable in'),
    ],
    fields: () =>
      'month currency category affordable on there_on other_categories more_categories there_in'
        .split(' ')
        .concat(amountFields),
  }),
  renderText: (result, style) =>
    [...renderAnswer(result, style), ...renderOutlook(result)].map((line) => `${line}\n`).join(''),
}

const nameCategory = ({ category }: Affordability): string => sanitizeLine(category?.category ?? '')

/** Returns the answer, and the command that sets the money aside. */
function renderAnswer(result: Affordability, { colors }: TextStyle): string[] {
  const { amount, category, from_ready_to_assign, missing, ready_to_assign } = result
  const target = category ? toShellValue(category.category) : 'CATEGORY'
  if (!isZero(missing)) return renderMissing(result, colors, target)
  const yes = colors.bold('Yes')
  if (category && isZero(from_ready_to_assign)) {
    const left = groupThousands(subtract(category.amount, amount))
    return [`${yes}: ${nameCategory(result)} has ${groupThousands(category.amount)}; ${left} would be left`]
  }
  const { on, needed_first } = result
  const first =
    on === null
      ? ''
      : ` after ${groupThousands(needed_first ?? '0')} that is needed until ${describeMonthName(on)}`
  const left = groupThousands(subtract(subtract(ready_to_assign, from_ready_to_assign), needed_first ?? '0'))
  const own = isZero(result.from_category)
    ? ''
    : `${groupThousands(result.from_category)} of ${nameCategory(result)} and `
  return [
    `${yes}: ${own}${groupThousands(from_ready_to_assign)} of Ready to Assign, where ${left} would be left${first}`,
    `To set it aside: budget month assign ${target} +${from_ready_to_assign}`,
  ]
}

function renderMissing(result: Affordability, colors: TextStyle['colors'], target: string): string[] {
  const { category, missing, ready_to_assign, other_categories, more_categories, amount } = result
  const holders = [
    ...(category ? [`${nameCategory(result)} has ${groupThousands(category.amount)}`] : []),
    `Ready to Assign is ${groupThousands(ready_to_assign)}`,
  ].join(', ')
  const lacks = missing === amount ? 'the money is not there' : `${groupThousands(missing)} short`
  const others = other_categories.map(
    ({ category: name, amount: available }) => `${sanitizeLine(name)} ${groupThousands(available)}`,
  )
  const more = more_categories === 0 ? [] : [`${more_categories} more`]
  if (result.on !== null)
    return [`${colors.bold('Not yet')}: ${lacks}. ${holders}`, ...renderLater(result, result.on, target)]
  return [
    `${colors.bold('Not yet')}: ${lacks}. ${holders}`,
    ...(isNegative(ready_to_assign) ? ['Why it is negative: budget month --explain'] : []),
    ...(others.length === 0
      ? ['No other category has that much']
      : [
          `These categories have that much: ${[...others, ...more].join(', ')}`,
          `To move it: budget month move ${missing} --from CATEGORY --to ${target}`,
        ]),
  ]
}

/** Returns what is needed first, what to assign each month, and when income brings it. */
function renderLater(result: Affordability, on: string, target: string): string[] {
  const { month, needed_first, a_month, there_on } = result
  const until = describeMonthName(on)
  const months = month === on ? `in ${until}` : `a month, ${describeMonthName(month)} to ${until}`
  return [
    `Needed until then for schedules, targets and what is overspent: ${groupThousands(needed_first ?? '0')}`,
    `Assign ${groupThousands(a_month ?? '0')} ${months}: budget month assign ${target} +${a_month}`,
    there_on === null
      ? 'Scheduled income does not bring it by then'
      : `With scheduled income it is there on ${there_on}`,
  ]
}

/** Returns what is likely: how much a month leaves, and what falls due. */
function renderOutlook(result: Affordability): string[] {
  const { month, on, typically_left, there_in, due_soon, overspent, uncategorized, ready_to_assign } = result
  const when = there_in === null ? '' : `; you would have the rest in ${describeMonthName(there_in)}`
  return [
    ...(isZero(overspent) || on !== null
      ? []
      : [
          `Overspent categories need ${groupThousands(overspent)} first: budget month cover --all --from ${compare(ready_to_assign, overspent) >= 0 ? 'rta' : 'CATEGORY'}`,
        ]),
    ...(isZero(uncategorized) || on !== null
      ? []
      : [`${groupThousands(uncategorized)} was spent without a category: budget review --period ${month}`]),
    '',
    ...(typically_left === null
      ? []
      : [`A typical month leaves ${groupThousands(typically_left)} after all spending${when}`]),
    ...(isZero(due_soon)
      ? []
      : [
          `Recurring payments take about ${groupThousands(due_soon)} in the next 30 days; their categories need it`,
        ]),
  ]
}
