/** Parses assignments the user typed: `Groceries 400`, `Groceries=400 Rent=target Fun=+20`. */

import { parseAmountInput, toDecimalPoint } from '../command/amounts.ts'
import type { WorkspaceContext } from '../command/context.ts'
import { type CategoryWithGroup, findCategory } from '../command/names/resolve-name.ts'
import type { OptionSpec, ParseContext } from '../command/option-spec.ts'
import { UserError } from '../contract/errors.ts'
import { toNameKey } from '../contract/normalize-name.ts'
import type { MonthCategory } from '../contract/operations/months.ts'
import { addMonths, toMonth } from '../money/calendar.ts'
import { getCurrencyDecimals } from '../money/currency.ts'
import { add, clampToZero, computeSum, divide, isNegative, negate, sum } from '../money/decimal.ts'
import { findMonthCategory } from './assign.ts'
import type { MonthReply } from './month-view.ts'

/** A category and the amount: `400`, `+20`, `=-5`, `target`, `last`, `spent`, `avg` or `avg-assigned`. */
export interface AssignmentInput {
  category: CategoryWithGroup
  amount: string
}

const TARGET_KEYWORD = 'target'

/** True if the amount is the keyword `target`: what the target of the category still needs. */
export const isTargetKeyword = (amount: string): boolean => amount === TARGET_KEYWORD

/** Says which amounts an assignment takes. */
export const ASSIGNMENT_AMOUNTS =
  '+50 and -50 change the assigned amount, =-50 sets it, 12.50*4 is computed, target assigns what the target still needs, last what was assigned last month, spent what was spent, avg the average spent in the last 3 months, avg-assigned the average assigned'

/** How many months before the month of the assignment each keyword reads. */
const earlierMonths: Readonly<Record<string, number>> = { last: 1, spent: 1, avg: 3, 'avg-assigned': 3 }

const isKeyword = (amount: string): boolean => isTargetKeyword(amount) || Object.hasOwn(earlierMonths, amount)

/** The amount of an assignment. */
export const assignmentAmountOption: OptionSpec<string> = {
  help: 'The amount: 400, +50, -50, 12.50*4, target, last, spent or avg',
  placeholder: 'AMOUNT',
  parse: parseAssignmentAmount,
}

async function parseAssignmentAmount(
  text: string,
  context: Pick<ParseContext, 'names' | 'today'>,
): Promise<string> {
  const typed = text.startsWith('=') ? text.slice(1) : text
  if (isKeyword(typed)) return typed
  const computed = await computeAmount(typed, context)
  const amount = computed ?? (await toDecimalPoint(typed, context))
  parseAmountInput(amount)
  if (typed !== text) return `=${amount}`
  if (computed === undefined) return amount
  // -5+20 adds 15, but 5-20 sets -15.
  return `${/^[+-]/.test(typed) ? (isNegative(amount) ? '' : '+') : '='}${amount}`
}

/** Returns the result of `12.50*4` or `12,50*4`; undefined for text that is no sum. */
async function computeAmount(
  text: string,
  context: Pick<ParseContext, 'names' | 'today'>,
): Promise<string | undefined> {
  if (!/\d\s*[-+*/]/.test(text)) return undefined
  const numbers = text.split(/(?<=\d)(\s*[-+*/]\s*)/)
  const points = await Promise.all(
    numbers.map(async (part, at) => (at % 2 === 0 ? toDecimalPoint(part, context) : part)),
  )
  return computeSum(
    points.join(''),
    getCurrencyDecimals(await context.names.currency(toMonth(context.today))),
  )
}

/** Returns the assignments with the amounts that `last` and `avg` stand for, which earlier months tell. */
export async function resolveEarlierAmounts(
  { workspace: { api, reserveRequests } }: Pick<WorkspaceContext, 'workspace'>,
  assignments: readonly AssignmentInput[],
  month: string,
): Promise<AssignmentInput[]> {
  const count = Math.max(0, ...assignments.map(({ amount }) => earlierMonths[amount] ?? 0))
  if (count === 0) return [...assignments]
  reserveRequests(count)
  const replies: MonthReply[] = []
  for (let back = 1; back <= count; back++)
    replies.push(await api.getMonth({ month: addMonths(month, -back) }))
  return assignments.map(({ category, amount }) => {
    const months = Object.hasOwn(earlierMonths, amount) ? earlierMonths[amount] : undefined
    if (months === undefined) return { category, amount }
    const figures = replies.slice(0, months).map((reply) => findMonthCategory(reply, category))
    const assigned = sum(figures.map((figure) => figure.assigned))
    const spent = clampToZero(negate(sum(figures.map(({ activity }) => activity))))
    const total = amount === 'last' || amount === 'avg-assigned' ? assigned : spent
    // Without a sign it would be added.
    return { category, amount: `=${divide(total, figures.length)}` }
  })
}

/** True if the amount depends on the current figures of the category. */
const isRelative = ({ amount }: Pick<AssignmentInput, 'amount'>): boolean =>
  amount === TARGET_KEYWORD || /^[+-]/.test(amount)

/** Computes the assigned amount of a category from the amount as typed. */
export function computeAssignment(amount: string, { assigned, target }: MonthCategory): string {
  if (amount === TARGET_KEYWORD) return add(assigned, target?.remaining_to_assign ?? '0')
  return isRelative({ amount }) ? add(assigned, parseAssigned(amount)) : parseAssigned(amount)
}

/** Returns the number of an amount that is no keyword. */
export const parseAssigned = (amount: string): string => parseAmountInput(amount.replace(/^=/, ''))

/** Returns the names of categories whose target was to be filled and needs nothing. */
export const listFullyFunded = (reply: MonthReply, assignments: readonly AssignmentInput[]): string[] =>
  assignments
    .filter(({ amount }) => amount === TARGET_KEYWORD)
    .filter(({ category }) => {
      const old = findMonthCategory(reply, category)
      return computeAssignment(TARGET_KEYWORD, old) === old.assigned
    })
    .map(({ category }) => category.name)

/** Parses `CATEGORY AMOUNT`, or any number of `CATEGORY=AMOUNT`. */
export async function parseAssignments(
  context: Pick<ParseContext, 'names' | 'today'>,
  args: readonly string[],
): Promise<AssignmentInput[]> {
  const [first = '', second] = args
  const isPair = args.length === 2 && second !== undefined && !second.includes('=', 1)
  const pairs = isPair ? [{ name: first, amount: second }] : args.map(splitAssignment)
  const assignments: AssignmentInput[] = []
  for (const { name, amount: typed } of pairs) {
    const amount = await parseAssignmentAmount(typed, context)
    const category = await findCategory(context.names, name)
    if (assignments.some((assignment) => assignment.category.id === category.id))
      throw new UserError('usage', `"${name}" is given twice`)
    assignments.push({ category, amount })
  }
  return assignments
}

function splitAssignment(text: string): { name: string; amount: string } {
  // A name may contain an equals sign; an amount only begins with one: `Groceries==-5`.
  const last = text.lastIndexOf('=')
  const at = text[last - 1] === '=' ? last - 1 : last
  if (at > 0) return { name: text.slice(0, at).trim(), amount: text.slice(at + 1).trim() }
  throw new UserError('usage', `"${text}" has no amount`, {
    hint: 'Example: budget month assign Groceries 400, or Groceries=400 Rent=950',
  })
}

/** Formats the assigned amounts of a month as lines that `parseAssignments` reads, for an editor. */
export function formatAssignments({ month, currency }: MonthReply): string {
  const groups = month.category_groups
    .map(({ name, categories }) => ({ name, categories: categories.filter(({ archived }) => !archived) }))
    .filter(({ categories }) => categories.length > 0)
  const names = groups.flatMap(({ categories }) => categories.map(({ name }) => toNameKey(name)))
  const isUnique = (name: string) => names.filter((key) => key === toNameKey(name)).length === 1
  const lines = groups.flatMap((group) => [
    '',
    `# ${group.name}`,
    ...group.categories.map(
      ({ name, assigned }) => `${isUnique(name) ? name : `${group.name}/${name}`} = ${assigned}`,
    ),
  ])
  const head = [
    `# Assigned in ${month.month}, in ${currency}. Ready to Assign: ${month.ready_to_assign}`,
    '# Change amounts, save and close. +50, -50, 12.50*4, target, last, spent and avg work too.',
    '# If you delete a line, its amount stays as it is.',
  ]
  return [...head, ...lines].map((line) => `${line}\n`).join('')
}

/** Returns the lines of a file without empty lines and without comments, which start with #. */
export const readLines = (bytes: Uint8Array): string[] =>
  new TextDecoder()
    .decode(bytes)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
