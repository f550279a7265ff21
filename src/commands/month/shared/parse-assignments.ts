/** Parses assignments the user typed: `Groceries 400`, `Groceries=400 Rent=target Fun=+20`. */

import type { OptionSpec } from '../../../command/option-spec.ts'
import { parseAmountInput } from '../../../command/options.ts'
import { type CategoryWithGroup, findCategory, type NameIndex } from '../../../command/resolve-name.ts'
import { UserError } from '../../../contract/errors.ts'
import type { MonthCategory } from '../../../contract/operations/months.ts'
import { add } from '../../../money/decimal.ts'
import type { MonthReply } from '../../../render/month.ts'
import { findMonthCategory } from './assign.ts'

/** A category and the amount as typed: `400`, `+20` or `target`. */
export interface AssignmentInput {
  category: CategoryWithGroup
  amount: string
}

const TARGET_KEYWORD = 'target'

/** True if the amount is the keyword `target`: what the target of the category still needs. */
export const isTargetKeyword = (amount: string): boolean => amount === TARGET_KEYWORD

/** The amount of an assignment. */
export const assignmentAmountOption: OptionSpec<string> = {
  help: 'The amount; +50 and -50 change the assigned amount, target assigns what the target still needs',
  placeholder: 'AMOUNT',
  parse(text) {
    if (text !== TARGET_KEYWORD) parseAmountInput(text)
    return text
  },
}

/** True if the amount depends on the current figures of the category. */
const isRelative = ({ amount }: Pick<AssignmentInput, 'amount'>): boolean =>
  amount === TARGET_KEYWORD || /^[+-]/.test(amount)

/** Computes the assigned amount of a category from the amount as typed. */
export function computeAssignment(amount: string, { assigned, target }: MonthCategory): string {
  if (amount === TARGET_KEYWORD) return add(assigned, target?.remaining_to_assign ?? '0')
  return isRelative({ amount }) ? add(assigned, parseAmountInput(amount)) : parseAmountInput(amount)
}

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
  names: NameIndex,
  args: readonly string[],
): Promise<AssignmentInput[]> {
  const [first = '', second] = args
  const isPair = args.length === 2 && second !== undefined && !second.includes('=')
  const pairs = isPair ? [{ name: first, amount: second }] : args.map(splitAssignment)
  const assignments: AssignmentInput[] = []
  for (const { name, amount } of pairs) {
    if (amount !== TARGET_KEYWORD) parseAmountInput(amount)
    const category = await findCategory(names, name)
    if (assignments.some((assignment) => assignment.category.id === category.id))
      throw new UserError('usage', `"${name}" is given twice`)
    assignments.push({ category, amount })
  }
  return assignments
}

function splitAssignment(text: string): { name: string; amount: string } {
  // A name may contain an equals sign; an amount cannot.
  const at = text.lastIndexOf('=')
  if (at > 0) return { name: text.slice(0, at).trim(), amount: text.slice(at + 1).trim() }
  throw new UserError('usage', `"${text}" has no amount`, {
    hint: 'Example: budget month assign Groceries 400, or Groceries=400 Rent=950',
  })
}

/** Returns the lines of a file without empty lines and without comments, which start with #. */
export const readLines = (bytes: Uint8Array): string[] =>
  new TextDecoder()
    .decode(bytes)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
