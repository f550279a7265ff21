/** A plan on paper: what an import would book, to be looked at, changed, and booked later exactly so. */ // import.md §6, --plan-out and --plan

import { Mistake } from '../../contract/errors.ts'
import type { Decision } from '../../import/decisions.ts'
import type { ImportPreview } from '../../import/import_file.ts'
import type { StatementRow } from '../../import/row_reader.ts'
import { rowsIn } from '../../import/sorted.ts'
import type { ImportOrder } from './order.ts'

/** A row as the file has it. */
type BankRow = Pick<StatementRow, 'row' | 'line' | 'date' | 'amount' | 'payee'>

/** A row of the file that would be booked, and what is decided about it. */
type PlannedRow = BankRow & Decision

interface PlanFile {
  /** The file and the account the plan is for. */
  import_id: string
  file: string
  account_id: string
  /** How the file is read. */
  order: Omit<ImportOrder, 'decisions'>
  rows: PlannedRow[]
}

/** The text of a plan. */
export function planText(
  { import_id, file, account_id, statement, plan, decide }: ImportPreview,
  { decisions: _, ...order }: ImportOrder,
): string {
  const rows = [...rowsIn('create', statement, plan)].map((row) => plannedRow(row, decide?.(row)))
  const written: PlanFile = { import_id, file, account_id, order, rows }
  return `${JSON.stringify(written, undefined, 2)}\n`
}

const plannedRow = (
  { row, line, date, amount, payee, notes }: StatementRow,
  decision?: Decision,
): PlannedRow => ({
  row,
  line,
  date,
  amount,
  payee,
  ...(notes !== '' && { notes }),
  ...decision,
})

const decided = [
  'merchant_name',
  'category_id',
  'ready_to_assign',
  'notes',
  'skip',
  'transfer_account_id',
] as const
const DECIDED = `What can be decided is ${decided.join(', ')}`

const ofTheBank = ['row', 'line', 'date', 'amount', 'payee'] as const

/** A plan that was read: the order it stands for, and its rows. */
export interface Paper {
  plan: string
  order: ImportOrder
  rows: readonly BankRow[]
}

/** The order a plan stands for: only its rows, as it has them. Throws a Mistake when it is for something else. */
export function readPlan(text: string, wanted: { plan: string; import_id: string; file: string }): Paper {
  const plan = parsed(text, wanted.plan)
  if (plan.import_id !== wanted.import_id) {
    throw new Mistake(
      'conflict',
      `${wanted.plan} is a plan for ${plan.file}, not for ${wanted.file} in this account`,
      {
        hint: 'Make a new plan with --dry-run --plan-out',
      },
    )
  }
  const rows = Object.fromEntries(plan.rows.map((row) => [row.row, decisionOf(row, wanted.plan)]))
  return {
    plan: wanted.plan,
    order: { ...plan.order, decisions: { rows, only_rows: true } },
    rows: plan.rows,
  }
}

/** Throws a Mistake about the first row of a plan that the file does not have so: what the bank says is not decided here. */
export function keepTo({ plan, rows }: Paper, { statement, file }: ImportPreview): void {
  const planned = new Map(rows.map((row) => [row.row, row]))
  for (const row of statement.rows()) {
    const other = planned.get(row.row)
    const field = other && ofTheBank.find((name) => other[name] !== row[name])
    if (field !== undefined)
      throw new Mistake('value', `Row ${row.row} of ${plan}: ${field} is "${row[field]}" in ${file}`, {
        field,
        hint: `What the bank says stays. ${DECIDED}`,
      })
    planned.delete(row.row)
  }
  const [stranger] = planned.keys()
  if (stranger !== undefined)
    throw new Mistake('value', `${plan} has a row ${stranger}, which ${file} does not have`, { field: 'row' })
}

function decisionOf(row: PlannedRow, plan: string): Decision {
  const known: readonly string[] = [...ofTheBank, ...decided]
  const stranger = Object.keys(row).find((name) => !known.includes(name))
  if (stranger !== undefined)
    throw new Mistake('value', `Row ${row.row} of ${plan} has no field "${stranger}"`, {
      field: stranger,
      hint: DECIDED,
    })
  const fields = decided.flatMap((field) => (field in row ? [[field, row[field]] as const] : []))
  const odd = fields.find(([, value]) => typeof value !== 'string' && value !== true)
  if (odd) {
    const [field, value] = odd
    throw new Mistake('value', `Row ${row.row} of ${plan}: ${field} cannot be ${JSON.stringify(value)}`, {
      field,
    })
  }
  return Object.fromEntries(fields)
}

function parsed(text: string, plan: string): PlanFile {
  try {
    const value = JSON.parse(text) as PlanFile // looked at below, and the service looks at every row
    if (typeof value.import_id === 'string' && Array.isArray(value.rows) && typeof value.order === 'object')
      return value
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new Mistake('value', `${plan} is no plan of an import`, {
    hint: 'Make one with budget import FILE --account NAME --dry-run --plan-out PLAN',
  })
}
