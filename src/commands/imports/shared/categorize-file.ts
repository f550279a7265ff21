/** What a table of a person's own says about rows: which shop, which category. */ // import.md §5, --categorize

import type { World } from '../../../command/define.ts'
import { findAccount, findCategory } from '../../../command/resolve-name.ts'
import { Mistake } from '../../../contract/errors.ts'
import { readTableOfWords } from '../../../import/csv/simple-table.ts'
import type { Decision, Decisions } from '../../../import/model/row-decisions.ts'

const words = ['row', 'payee', 'merchant', 'category', 'notes', 'transfer', 'skip'] as const
type Line = Map<string, string>

/** Reads FILE of `--categorize`: a line for each payee, or for each row by its number. Throws a Mistake about the first slip. */
export async function decisionsIn(world: World, file: string): Promise<Decisions> {
  const payees: { payee: string; decision: Decision }[] = []
  const rows: Record<number, Decision> = {}
  for (const { line, cells } of readTableOfWords(await world.files.read(file), { file, words })) {
    const place = `Line ${line} of ${file}`
    const decision = await decisionOf(world, cells).catch((error) => {
      throw error instanceof Mistake ? placed(error, place) : error
    })
    const row = cells.get('row') ?? ''
    const payee = cells.get('payee') ?? ''
    if (/^[1-9][0-9]{0,8}$/.test(row)) rows[Number(row)] = decision
    else if (row === '' && payee !== '') payees.push({ payee, decision })
    else
      throw new Mistake('value', `${place} names neither a row by its number nor a payee`, {
        field: 'row',
      })
  }
  return { payees, rows }
}

const placed = ({ kind, message, hint }: Mistake, place: string): Mistake =>
  new Mistake(kind, `${place}: ${message}`, hint === undefined ? {} : { hint })

/** What the cell `skip` may say. */
const SKIPPED = ['yes', 'true', '1', 'x', 'skip']
const BOOKED = ['', 'no', 'false', '0']

/** Ready to Assign is no category of its own. */
const READY_TO_ASSIGN = 'rta'

async function decisionOf({ names }: World, cells: Line): Promise<Decision> {
  const cell = (name: (typeof words)[number]): string | undefined => cells.get(name) || undefined
  const category = cell('category')
  const transfer = cell('transfer')
  const merchant = cell('merchant')
  const notes = cell('notes')
  const skip = cells.get('skip') ?? ''
  const isSkipped = SKIPPED.includes(skip.toLowerCase())
  if (!isSkipped && !BOOKED.includes(skip.toLowerCase()))
    throw new Mistake('value', `"${skip}" says neither to skip the row nor to book it`, {
      hint: 'Write yes or no',
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
