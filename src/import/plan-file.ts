/**
 * Writes and reads import plans: files with the rows to import, which the user may edit.
 * @see docs/import.md#6-plan-preview-report
 */

import { UserError } from '../contract/errors.ts'
import { type ImportRequest, listDeviatingFlags } from './import-request.ts'
import {
  findInvalidOption,
  isJsonObject,
  isString,
  isStringArray,
  type JsonObject,
} from './layouts/layout-json.ts'
import type { RowOverride } from './model/row-decisions.ts'
import type { StatementRow } from './model/statement.ts'
import { readRowsByDisposition } from './plan/classify-rows.ts'
import type { ImportPreview } from './plan/preview-import.ts'

/** A row as the bank file has it. */
type PlanBankFields = Pick<StatementRow, 'row' | 'line' | 'date' | 'amount' | 'payee'>

/** A row to import, and its overrides. */
type PlanRow = PlanBankFields & RowOverride

interface PlanFile {
  /** The file and the account of the plan. */
  import_id: string
  file: string
  account_id: string
  /** The import request: how the file is read and what the import does. */
  order: Omit<ImportRequest, 'decisions'>
  rows: PlanRow[]
}

/** Formats the plan of a preview as JSON. */
export function formatPlan(
  { import_id, file, account_id, statement, plan, overrideFor }: ImportPreview,
  { decisions: _, ...request }: ImportRequest,
): string {
  const rows = [...readRowsByDisposition('create', statement, plan)].map((row) =>
    toPlanRow(row, overrideFor?.(row)),
  )
  const planFile: PlanFile = { import_id, file, account_id, order: request, rows }
  return `${JSON.stringify(planFile, undefined, 2)}\n`
}

const toPlanRow = (
  { row, line, date, amount, raw_payee, payee, notes }: StatementRow,
  decision?: RowOverride,
): PlanRow => ({
  row,
  line,
  date,
  amount,
  payee: raw_payee,
  // The plan stores cleaned merchants, so that a later version that cleans differently imports what the user
  // saw.
  ...(payee !== raw_payee && { merchant_name: payee }),
  ...(notes !== '' && { notes }),
  ...decision,
})

const overrideFields = [
  'merchant_name',
  'category_id',
  'ready_to_assign',
  'notes',
  'skip',
  'transfer_account_id',
  'reviewed',
] as const
const OVERRIDE_HINT = `Fields you can change: ${overrideFields.join(', ')}`

const bankFields = ['row', 'line', 'date', 'amount', 'payee'] as const

/** A plan that was read: its import request and its rows. */
export interface LoadedPlan {
  plan: string
  request: ImportRequest
  rows: readonly PlanBankFields[]
}

/**
 * Parses a plan into the request that imports exactly its rows.
 * @throws UserError when the plan is for another file or account.
 */
export function parsePlan(
  text: string,
  expected: { plan: string; import_id: string; file: string },
): LoadedPlan {
  const plan = parsePlanFile(text, expected.plan)
  if (plan.import_id !== expected.import_id) {
    throw new UserError(
      'conflict',
      `${expected.plan} is a plan for ${plan.file}, not for ${expected.file} in this account`,
      { hint: 'Create a new plan with --dry-run --plan-out' },
    )
  }
  const rows = Object.fromEntries(plan.rows.map((row) => [row.row, parseRowOverride(row, expected.plan)]))
  return {
    plan: expected.plan,
    request: { ...plan.order, decisions: { rows, only_rows: true } },
    rows: plan.rows,
  }
}

/**
 * Asserts that the bank fields of a plan equal the file.
 * @throws UserError about the first row that differs.
 */
export function assertMatchesPlan({ plan, rows }: LoadedPlan, { statement, file }: ImportPreview): void {
  const planned = new Map(rows.map((row) => [row.row, row]))
  for (const row of statement.rows()) {
    const other = planned.get(row.row)
    const bank = { ...row, payee: row.raw_payee }
    const field = other && bankFields.find((name) => other[name] !== bank[name])
    if (field !== undefined)
      throw new UserError('invalid', `Row ${row.row} of ${plan}: ${field} is "${bank[field]}" in ${file}`, {
        field,
        hint: `Values from the bank cannot be changed. ${OVERRIDE_HINT}`,
      })
    planned.delete(row.row)
  }
  const [unknownRow] = planned.keys()
  if (unknownRow !== undefined)
    throw new UserError('invalid', `${plan} has a row ${unknownRow}, which ${file} does not have`, {
      field: 'row',
    })
}

function parseRowOverride(row: PlanRow, plan: string): RowOverride {
  const known: readonly string[] = [...bankFields, ...overrideFields]
  const unknownRow = Object.keys(row).find((name) => !known.includes(name))
  if (unknownRow !== undefined)
    throw new UserError('invalid', `Row ${row.row} of ${plan} has no field "${unknownRow}"`, {
      field: unknownRow,
      hint: OVERRIDE_HINT,
    })
  const fields = overrideFields.flatMap((field) => (field in row ? [[field, row[field]] as const] : []))
  for (const [field, value] of fields) {
    const isMark = field === 'skip' || field === 'ready_to_assign' || field === 'reviewed'
    if (isMark ? value === true : isString(value)) continue
    throw new UserError(
      'invalid',
      `Row ${row.row} of ${plan}: ${field} must be ${isMark ? 'true' : 'a string'}`,
      {
        field,
        hint: `It is ${JSON.stringify(value)}; remove the field to set nothing`,
      },
    )
  }
  return Object.fromEntries(fields)
}

type FieldCheck = readonly [is: (value: unknown) => boolean, words: string]

const isTextCheck: FieldCheck = [isString, 'must be a string']
const isIntegerCheck: FieldCheck = [Number.isInteger, 'must be a whole number']
const isBooleanCheck: FieldCheck = [(value) => typeof value === 'boolean', 'must be true or false']
const isObjectCheck: FieldCheck = [isJsonObject, 'must be an object']
const makeOptional = ([isValid, rule]: FieldCheck): FieldCheck => [
  (value) => value === undefined || isValid(value),
  rule,
]

const planChecks = {
  import_id: isTextCheck,
  file: isTextCheck,
  order: isObjectCheck,
  rows: [Array.isArray, 'must be a list'],
} satisfies Record<string, FieldCheck>
const requestChecks = {
  choices: isObjectCheck,
  on_error: [(value) => value === 'abort' || value === 'skip', 'must be abort or skip'],
  reimport_deleted: isBooleanCheck,
  catchup: isBooleanCheck,
  added_to: makeOptional([isStringArray, 'must be a list of ids']),
  layout: makeOptional(isTextCheck),
} satisfies Record<keyof PlanFile['order'], FieldCheck>
const rowChecks = {
  row: isIntegerCheck,
  line: isIntegerCheck,
  date: isTextCheck,
  amount: isTextCheck,
  payee: isTextCheck,
} satisfies Record<keyof PlanBankFields, FieldCheck>

/**
 * Parses the content of a plan.
 * @throws UserError about the first invalid field.
 */
function parsePlanFile(text: string, plan: string): PlanFile {
  const value = parseJson(text)
  if (!isJsonObject(value) || !('import_id' in value && 'rows' in value)) {
    throw new UserError('invalid', `${plan} is not an import plan`, {
      hint: 'Create one with budget import FILE --account NAME --dry-run --plan-out PLAN',
    })
  }
  const check = (fields: unknown, kinds: Readonly<Record<string, FieldCheck>>, path: string) => {
    for (const [field, [isValid, rule]] of Object.entries(kinds))
      if (!isJsonObject(fields) || !isValid(fields[field]))
        throw planFieldError(plan, `${path}${field}`, rule)
  }
  check(value, planChecks, '')
  const { order, rows } = value as { order: JsonObject; rows: unknown[] } // both were checked above
  check(order, requestChecks, 'order.')
  const unknownField = Object.keys(order).find((field) => !Object.hasOwn(requestChecks, field))
  if (unknownField !== undefined) throw planFieldError(plan, `order.${unknownField}`, 'is unknown')
  const invalidOption = findInvalidOption(order['choices'] as JsonObject) // checked with the order
  if (invalidOption) throw planFieldError(plan, `order.choices.${invalidOption.name}`, invalidOption.what)
  for (const [at, row] of rows.entries()) {
    if (!isJsonObject(row)) throw planFieldError(plan, `rows[${at}]`, 'must be an object')
    check(row, rowChecks, `rows[${at}].`)
  }
  return value as unknown as PlanFile // every field was checked; parseRowOverride checks the overrides
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const planFieldError = (plan: string, field: string, rule: string): UserError =>
  new UserError('invalid', `${plan}: ${field} ${rule}`, {
    field,
    hint: 'Correct the plan, or create a new one with --dry-run --plan-out',
  })

/** Asserts that no flag changes what a plan imports. */
export function assertNoFlagsBesidePlan({
  request,
  asksAboutMatches,
  reviewsRows,
}: {
  request: ImportRequest
  asksAboutMatches?: boolean
  reviewsRows?: boolean
}): void {
  const flags = [
    ...listDeviatingFlags(request),
    ...(asksAboutMatches ? ['--possible'] : []),
    ...(reviewsRows ? ['--review'] : []),
  ]
  const last = flags.pop()
  if (last === undefined) return
  const flagNames = flags.length > 0 ? `${flags.join(', ')} and ${last}` : last
  throw new UserError('usage', `--plan cannot be combined with ${flagNames}`, {
    hint: `Remove ${flagNames}, or create another plan with --dry-run --plan-out PLAN`,
  })
}
