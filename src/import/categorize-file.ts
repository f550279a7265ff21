/** Reads the overrides in the file of --categorize. @see docs/import.md#5-duplicates */

import type { WorkspaceContext } from '../command/context.ts'
import { findAccount, findCategory } from '../command/names/resolve-name.ts'
import { UserError } from '../contract/errors.ts'
import { readSimpleTable } from '../tables/records/simple-table.ts'
import type { RowOverride, RowOverrides } from './model/row-decisions.ts'

const columnNames = ['row', 'payee', 'merchant', 'category', 'notes', 'transfer', 'skip'] as const
type TableRow = Map<string, string>

/**
 * Reads the file: a line for each payee, or for each row by its number.
 * @throws UserError about the first invalid line.
 */
export async function readCategorizeFile(context: WorkspaceContext, file: string): Promise<RowOverrides> {
  const payees: { payee: string; decision: RowOverride }[] = []
  const rows: Record<number, RowOverride> = {}
  for (const { line, cells } of readSimpleTable(await context.computer.files.read(file), {
    file,
    words: columnNames,
  })) {
    const location = `Line ${line} of ${file}`
    const decision = await parseOverride(context, cells).catch((error) => {
      throw error instanceof UserError ? prefixWithLine(error, location) : error
    })
    const row = cells.get('row') ?? ''
    const payee = cells.get('payee') ?? ''
    if (/^[1-9][0-9]{0,8}$/.test(row)) rows[Number(row)] = decision
    else if (row === '' && payee !== '') payees.push({ payee, decision })
    else
      throw new UserError('invalid', `${location} has neither a row number nor a payee`, {
        field: 'row',
      })
  }
  return { payees, rows }
}

const prefixWithLine = ({ kind, message, hint }: UserError, location: string): UserError =>
  new UserError(kind, `${location}: ${message}`, hint === undefined ? {} : { hint })

/** Values of the cell `skip`. */
const YES_WORDS = ['yes', 'true', '1', 'x', 'skip']
const NO_WORDS = ['', 'no', 'false', '0']

/** Ready to Assign is no category. */
const READY_TO_ASSIGN = 'rta'

async function parseOverride(
  { workspace: { names } }: WorkspaceContext,
  cells: TableRow,
): Promise<RowOverride> {
  const cell = (name: (typeof columnNames)[number]): string | undefined => cells.get(name) || undefined
  const category = cell('category')
  const transfer = cell('transfer')
  const merchant = cell('merchant')
  const notes = cell('notes')
  const skip = cells.get('skip') ?? ''
  const isSkipped = YES_WORDS.includes(skip.toLowerCase())
  if (!isSkipped && !NO_WORDS.includes(skip.toLowerCase()))
    throw new UserError('invalid', `"${skip}" is not valid for skip`, {
      hint: 'Use yes or no',
    })
  return {
    ...(merchant !== undefined && { merchant_name: merchant }),
    ...(notes !== undefined && { notes }),
    ...(isSkipped && { skip: true }),
    ...(transfer !== undefined && { transfer_account_id: (await findAccount(names, transfer)).id }),
    ...(category !== undefined &&
      (category.toLowerCase() === READY_TO_ASSIGN
        ? { ready_to_assign: true }
        : { category_id: (await findCategory(names, category)).id })),
  }
}
