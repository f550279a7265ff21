/** A plan on paper: what an import would book, to be looked at, changed, and booked later exactly so. */ // import.md §6, --plan-out and --plan

import { Mistake } from '../../../contract/errors.ts'
import { type Fields, isObject, isText, isTexts, oddChoice } from '../../../import/layouts/layout-json.ts'
import type { Decision } from '../../../import/model/row-decisions.ts'
import type { StatementRow } from '../../../import/model/statement-row.ts'
import { rowsIn } from '../../../import/plan/classify-rows.ts'
import type { ImportPreview } from '../../../import/plan/preview-import.ts'
import type { ImportOrder } from './import-request.ts'

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
  { row, line, date, amount, raw_payee, payee, notes }: StatementRow,
  decision?: Decision,
): PlannedRow => ({
  row,
  line,
  date,
  amount,
  payee: raw_payee,
  // What is booked stays what was looked at, also when merchants are found otherwise by then.
  ...(payee !== raw_payee && { merchant_name: payee }),
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
    const bank = { ...row, payee: row.raw_payee }
    const field = other && ofTheBank.find((name) => other[name] !== bank[name])
    if (field !== undefined)
      throw new Mistake('value', `Row ${row.row} of ${plan}: ${field} is "${bank[field]}" in ${file}`, {
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
  for (const [field, value] of fields) {
    const isMark = field === 'skip' || field === 'ready_to_assign'
    if (isMark ? value === true : isText(value)) continue
    throw new Mistake('value', `Row ${row.row} of ${plan}: ${field} must be ${isMark ? 'true' : 'a text'}`, {
      field,
      hint: `It is ${JSON.stringify(value)}; leave it out where nothing is decided`,
    })
  }
  return Object.fromEntries(fields)
}

type Kind = readonly [is: (value: unknown) => boolean, words: string]

const aText: Kind = [isText, 'must be a text']
const aNumber: Kind = [Number.isInteger, 'must be a whole number']
const aSwitch: Kind = [(value) => typeof value === 'boolean', 'must be true or false']
const anObject: Kind = [isObject, 'must be an object']
const orNone = ([is, words]: Kind): Kind => [(value) => value === undefined || is(value), words]

const planKinds = {
  import_id: aText,
  file: aText,
  order: anObject,
  rows: [Array.isArray, 'must be a list'],
} satisfies Record<string, Kind>
const orderKinds = {
  choices: anObject,
  on_error: [(value) => value === 'abort' || value === 'skip', 'must be abort or skip'],
  reimport_deleted: aSwitch,
  catchup: aSwitch,
  added_to: orNone([isTexts, 'must be a list of ids']),
  layout: orNone(aText),
} satisfies Record<keyof PlanFile['order'], Kind>
const rowKinds = { row: aNumber, line: aNumber, date: aText, amount: aText, payee: aText } satisfies Record<
  keyof BankRow,
  Kind
>

/** The content of a plan. Throws a Mistake about the first field that is not what it must be. */
function parsed(text: string, plan: string): PlanFile {
  const value = contentOf(text)
  if (!isObject(value) || !('import_id' in value && 'rows' in value)) {
    throw new Mistake('value', `${plan} is no plan of an import`, {
      hint: 'Make one with budget import FILE --account NAME --dry-run --plan-out PLAN',
    })
  }
  const check = (fields: unknown, kinds: Readonly<Record<string, Kind>>, place: string) => {
    for (const [field, [is, words]] of Object.entries(kinds))
      if (!isObject(fields) || !is(fields[field])) throw wrong(plan, `${place}${field}`, words)
  }
  check(value, planKinds, '')
  const { order, rows } = value as { order: Fields; rows: unknown[] } // both were looked at
  check(order, orderKinds, 'order.')
  const strange = Object.keys(order).find((field) => !Object.hasOwn(orderKinds, field))
  if (strange !== undefined) throw wrong(plan, `order.${strange}`, 'is not known')
  const odd = oddChoice(order['choices'] as Fields) // looked at with the order
  if (odd) throw wrong(plan, `order.choices.${odd.name}`, odd.what)
  for (const [at, row] of rows.entries()) {
    if (!isObject(row)) throw wrong(plan, `rows[${at}]`, 'must be an object')
    check(row, rowKinds, `rows[${at}].`)
  }
  return value as unknown as PlanFile // every field was looked at; what is decided about rows is, by decisionOf
}

function contentOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const wrong = (plan: string, field: string, words: string): Mistake =>
  new Mistake('value', `${plan}: ${field} ${words}`, {
    field,
    hint: 'Correct the plan, or make a new one with --dry-run --plan-out',
  })
