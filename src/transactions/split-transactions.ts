/** Splits transactions into lines. */

import type { WorkspaceContext } from '../command/context.ts'
import { labelById, mapOneByOne } from '../command/for-each.ts'
import type { OptionSpec } from '../command/option-spec.ts'
import { categoryOrRtaOption, directedAmountOption, transactionOption } from '../command/options.ts'
import { UserError } from '../contract/errors.ts'
import type { Transaction } from '../contract/operations/transactions.ts'
import { isNegative, isZero, subtract, sum } from '../money/decimal.ts'
import { confirmReconciledRows, describeTransaction } from './ask-reconciled.ts'
import {
  isSplitLine,
  type SplitLine,
  splitLineOption,
  type TypedSplitLine,
  toSplitLines,
} from './category-options.ts'
import { findTransactions, readAllTransferSides } from './find-listed.ts'
import { addReferences, getRepliedTransaction } from './read-reply.ts'
import { selectTransactions } from './select-transactions.ts'
import type { FilterInput } from './transaction-filters.ts'

const { parse: parseTransaction, ...idOption } = transactionOption(
  'The transaction; leave it out with filters',
)

/** The transaction or, where filters select the transactions, the first line. */
export const transactionOrLineOption: OptionSpec<string | TypedSplitLine> = {
  ...idOption,
  parse: (text, context) =>
    (isSplitLine(text) ? splitLineOption : { parse: parseTransaction }).parse(text, context),
}

/** What is split: a transaction or those that filters select, and the lines. */
type SplitInput = FilterInput & {
  transactionOrLine: string | TypedSplitLine | undefined
  furtherLines: readonly TypedSplitLine[]
  rest: Category | undefined
}

/** Splits transactions; on a terminal it asks for the lines when none was typed. */
export async function splitTransactions(
  context: WorkspaceContext,
  { transactionOrLine, furtherLines, rest, ...filters }: SplitInput,
): Promise<Transaction | Transaction[]> {
  const isId = typeof transactionOrLine === 'string'
  const typedLines = isId || !transactionOrLine ? furtherLines : [transactionOrLine, ...furtherLines]
  const ids = isId ? [transactionOrLine] : []
  if (typedLines.length === 0 && rest === undefined && !context.user.isInteractive())
    throw new UserError('usage', '"budget tx split" requires CATEGORY=AMOUNT[:NOTES]', {
      hint: 'budget tx split --help shows the usage',
    })
  const selected = await selectTransactions(context, { ids, filters }, { verb: 'Split' })
  const found = selected.found ?? (await findTransactions(context, selected.ids))
  const lines = await completeLines(context, found[0]?.row, { lines: typedLines, rest })
  const bodies = new Map(found.map(({ row }) => [row.id, { splits: buildSplits(row, lines, rest) }]))
  await confirmReconciledRows(context, await readAllTransferSides(context, found))
  const splitOne = async (transaction_id: string): Promise<Transaction> =>
    getRepliedTransaction(
      await context.workspace.api.updateTransaction({
        transaction_id,
        body: bodies.get(transaction_id) ?? {},
      }),
    )
  const changed = addReferences(context, await mapOneByOne(context, [...bodies.keys()], splitOne, labelById))
  const [single] = changed
  return isId && single ? single : changed
}

type Category = { id: string } | 'rta'

/** Returns the lines; on a terminal it asks for them when none was typed. */
async function completeLines(
  context: WorkspaceContext,
  row: Transaction | undefined,
  { lines, rest }: { lines: readonly TypedSplitLine[]; rest: Category | undefined },
): Promise<readonly TypedSplitLine[]> {
  if (lines.length > 0 || rest !== undefined || !row) return lines
  context.user.info(describeTransaction(row))
  const asked: TypedSplitLine[] = []
  for (
    let left = row.amount;
    !isZero(left);
    left = subtractLines(row.amount, toSplitLines(asked, row.amount))
  )
    asked.push(await promptLine(context, left))
  return asked
}

const lineCategoryOption = categoryOrRtaOption('Category of the line')

/** Asks for a category and its part; Enter takes all that is left. */
async function promptLine({ user: { promptFor } }: WorkspaceContext, left: string): Promise<TypedSplitLine> {
  const category = await promptFor(lineCategoryOption)
  const option = directedAmountOption(`How much? Press Enter for the remaining ${left}`)
  const typed = await promptFor({
    ...option,
    acceptsEmpty: true,
    parse: (text, context) =>
      text.trim() === '' ? { amount: left, hasSign: true } : option.parse(text, context),
  })
  return category === 'rta' ? { typed, ready_to_assign: true } : { typed, category_id: category.id }
}

const subtractLines = (amount: string, lines: readonly SplitLine[]): string =>
  subtract(amount, sum(lines.map((line) => line.amount ?? '0')))

/**
 * Returns the lines of a transaction, with one for the rest of its amount.
 * @throws UserError when there is a rest that has no category, or that goes the other way.
 */
function buildSplits(
  { amount }: Transaction,
  typedLines: readonly TypedSplitLine[],
  rest: Category | undefined,
): SplitLine[] {
  const lines = toSplitLines(typedLines, amount)
  const remaining = subtractLines(amount, lines)
  if (isZero(remaining)) return lines
  if (rest === undefined)
    throw new UserError('invalid', `The lines leave ${remaining} of ${amount} unassigned`, {
      field: 'splits',
      hint: 'Use --rest CATEGORY for the remaining amount',
    })
  if (isNegative(remaining) !== isNegative(amount)) {
    const total = subtract(amount, remaining)
    const other = isNegative(remaining) ? remaining : `+${remaining}`
    throw new UserError(
      'invalid',
      `The lines add up to ${total}, more than the ${amount} of the transaction`,
      {
        field: 'splits',
        hint: `To say what the other ${remaining.replace('-', '')} is, type it as a line with a sign, such as CATEGORY=${other}`,
      },
    )
  }
  return [
    ...lines,
    rest === 'rta'
      ? { amount: remaining, ready_to_assign: true }
      : { amount: remaining, category_id: rest.id },
  ]
}
