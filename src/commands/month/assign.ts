/** `budget month assign`: assigns money to categories. */

import { parseAmountInput } from '../../command/amounts.ts'
import type { WorkspaceContext } from '../../command/context.ts'
import { defineCommand } from '../../command/define.ts'
import { prefixWithItem } from '../../command/for-each.ts'
import { findCategory } from '../../command/names/resolve-name.ts'
import { booleanFlag, zeroOrMore } from '../../command/option-spec.ts'
import { categoryOption, fileOption, monthOption, textOption } from '../../command/options.ts'
import { UserError } from '../../contract/errors.ts'
import { assignCategory, type MonthCategory } from '../../contract/operations/months.ts'
import { assertValid, createOfflineValidation } from '../../contract/validate.ts'
import { toMonth } from '../../money/calendar.ts'
import { getCurrencyDecimals } from '../../money/currency.ts'
import { compare } from '../../money/decimal.ts'
import { assignInTurn, findMonthCategory } from '../../month/assign.ts'
import { type AssignmentResult, assignmentsView, type MonthReply } from '../../month/month-view.ts'
import { addMonthSummary } from '../../month/next-steps.ts'
import {
  ASSIGNMENT_AMOUNTS,
  type AssignmentInput,
  assignmentAmountOption,
  computeAssignment,
  formatAssignments,
  isTargetKeyword,
  listFullyFunded,
  parseAssignments,
  readLines,
  resolveEarlierAmounts,
} from '../../month/parse-assignments.ts'

export const assign = defineCommand({
  name: 'month assign',
  summary: 'Assign money to categories',
  arguments: {
    assignments: zeroOrMore({
      ...textOption(`CATEGORY AMOUNT, or several CATEGORY=AMOUNT; ${ASSIGNMENT_AMOUNTS}`, 'CATEGORY'),
      completion: 'category',
      fields: ['assigned'],
    }),
  },
  flags: {
    file: fileOption('A file with one CATEGORY=AMOUNT per line; - is stdin'),
    month: monthOption('Another month'),
    editor: booleanFlag('Change the amounts of the month in your EDITOR'),
  },
  examples: [
    { when: 'Assign to one category', commandLine: 'budget month assign Groceries 400' },
    { when: 'What its target needs', commandLine: 'budget month assign Rent target' },
    { when: 'What was spent on average', commandLine: 'budget month assign Groceries=avg Rent=last' },
    { when: 'Add to the assigned amount', commandLine: 'budget month assign Groceries +50' },
    {
      when: 'Several at once, for next month',
      commandLine: 'budget month assign Groceries=400 Rent=950 --month next',
    },
  ],
  mutates: true,
  async run(context, { assignments, file, editor, month = toMonth(context.today) }) {
    if (editor && (file !== undefined || assignments.length > 0))
      throw new UserError('usage', 'Use either --editor, or --file and CATEGORY=AMOUNT')
    if (editor) return assignInEditor(context, month)
    const { api, files, reserveRequests, warn } = context
    const lines = file === undefined ? [] : readLines(await files.read(file))
    const typed = await readAssignments(context, [...lines, ...assignments])
    // Announced before the month is read, so that several assignments wait for the rate limit instead of
    // failing halfway.
    if (typed.length > 1) reserveRequests(typed.length + 1)
    const reply = await api.getMonth({ month })
    const assignmentInputs = await resolveEarlierAmounts(context, typed, month)
    assertValidAmounts(assignmentInputs, reply)
    for (const name of listFullyFunded(reply, assignmentInputs))
      warn(`${name} has no target in ${month} that needs more; nothing assigned`)
    const changes = assignmentInputs.map(({ category, amount }) => ({
      category: findMonthCategory(reply, category),
      computeAssigned: (current: MonthCategory) => computeAssignment(amount, current),
    }))
    return addMonthSummary(context, reply, await assignInTurn(context, month, changes))
  },
  view: assignmentsView,
})

/** Assigns the amounts that the user changes in an editor. */
async function assignInEditor(context: WorkspaceContext, month: string): Promise<AssignmentResult[]> {
  const reply = await context.api.getMonth({ month })
  return context.editText(formatAssignments(reply), async (saved) => {
    const lines = readLines(new TextEncoder().encode(saved))
    const typed = lines.length === 0 ? [] : await parseAssignments(context, lines)
    assertValidAmounts(typed, reply)
    const changes = (await resolveEarlierAmounts(context, typed, month))
      .map(({ category, amount }) => ({ category: findMonthCategory(reply, category), amount }))
      .filter(({ category, amount }) => compare(computeAssignment(amount, category), category.assigned) !== 0)
      .map(({ category, amount }) => ({
        category,
        computeAssigned: (current: MonthCategory) => computeAssignment(amount, current),
      }))
    if (changes.length === 0) context.info('Nothing to change')
    return addMonthSummary(context, reply, await assignInTurn(context, month, changes))
  })
}

/**
 * Asserts that all amounts are valid before the first one is assigned.
 * @throws ApiError as the service would.
 */
function assertValidAmounts(assignmentInputs: readonly AssignmentInput[], { currency }: MonthReply): void {
  const workspace = createOfflineValidation(getCurrencyDecimals(currency))
  for (const { category, amount } of assignmentInputs) {
    if (isTargetKeyword(amount)) continue
    try {
      assertValid(assignCategory.body, { assigned: parseAmountInput(amount) }, workspace)
    } catch (error) {
      throw assignmentInputs.length > 1 ? prefixWithItem(category, error) : error
    }
  }
}

const targetCategoryOption = categoryOption('The category')

/** Parses the words, and asks for what is missing. */
async function readAssignments(
  { names, today, isInteractive, promptFor }: WorkspaceContext,
  lines: readonly string[],
): Promise<AssignmentInput[]> {
  const [first] = lines
  const isWhole = lines.length > 1 || first?.includes('=')
  if (isWhole || !isInteractive()) {
    if (first !== undefined) return parseAssignments({ names, today }, lines)
    throw new UserError('usage', 'Nothing to assign', { hint: 'Example: budget month assign Groceries 400' })
  }
  const category =
    first === undefined ? await promptFor(targetCategoryOption) : await findCategory(names, first)
  return [{ category, amount: await promptFor(assignmentAmountOption) }]
}
