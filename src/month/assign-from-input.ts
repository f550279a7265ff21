/** Assigns the amounts that a user types, that a file has, or that are changed in an editor. */

import type { WorkspaceContext } from '../command/context.ts'
import { prefixWithItem } from '../command/for-each.ts'
import { findCategory } from '../command/names/resolve-name.ts'
import { categoryOption } from '../command/options.ts'
import { UserError } from '../contract/errors.ts'
import { assignCategory, type MonthCategory } from '../contract/operations/months.ts'
import { assertValid, createOfflineValidation } from '../contract/validate.ts'
import { toMonth } from '../money/calendar.ts'
import { getCurrencyDecimals } from '../money/currency.ts'
import { compare } from '../money/decimal.ts'
import { assignInTurn, findMonthCategory } from './assign.ts'
import type { AssignmentResult, MonthReply } from './month-view.ts'
import { addMonthSummary } from './next-steps.ts'
import {
  type AssignmentInput,
  assignmentAmountOption,
  computeAssignment,
  formatAssignments,
  isTargetKeyword,
  listFullyFunded,
  parseAssigned,
  parseAssignments,
  readLines,
  resolveEarlierAmounts,
} from './parse-assignments.ts'

/** What is assigned: words as typed, a file with such lines, or amounts changed in an editor. */
interface AssignInput {
  assignments: readonly string[]
  file: string | undefined
  editor: boolean
  month: string | undefined
}

/** Assigns amounts to categories, all of them valid before the first is assigned. */
export async function assignFromInput(
  context: WorkspaceContext,
  { assignments, file, editor, month = toMonth(context.invocation.today) }: AssignInput,
): Promise<AssignmentResult[]> {
  if (editor && (file !== undefined || assignments.length > 0))
    throw new UserError('usage', 'Use either --editor, or --file and CATEGORY=AMOUNT')
  if (editor) return assignInEditor(context, month)
  const {
    workspace: { api, reserveRequests },
    computer: { files },
    user: { warn },
  } = context
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
}

/** Assigns the amounts that the user changes in an editor. */
async function assignInEditor(context: WorkspaceContext, month: string): Promise<AssignmentResult[]> {
  const reply = await context.workspace.api.getMonth({ month })
  return context.user.editText(formatAssignments(reply), async (saved) => {
    const lines = readLines(new TextEncoder().encode(saved))
    const typed =
      lines.length === 0
        ? []
        : await parseAssignments({ ...context.workspace, today: context.invocation.today }, lines)
    assertValidAmounts(typed, reply)
    const changes = (await resolveEarlierAmounts(context, typed, month))
      .map(({ category, amount }) => ({ category: findMonthCategory(reply, category), amount }))
      .filter(({ category, amount }) => compare(computeAssignment(amount, category), category.assigned) !== 0)
      .map(({ category, amount }) => ({
        category,
        computeAssigned: (current: MonthCategory) => computeAssignment(amount, current),
      }))
    if (changes.length === 0) context.user.info('Nothing to change')
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
      assertValid(assignCategory.body, { assigned: parseAssigned(amount) }, workspace)
    } catch (error) {
      throw assignmentInputs.length > 1 ? prefixWithItem(category, error) : error
    }
  }
}

const targetCategoryOption = categoryOption('The category')

/** Parses the words, and asks for what is missing. */
async function readAssignments(
  { workspace: { names }, invocation: { today }, user: { isInteractive, promptFor } }: WorkspaceContext,
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
