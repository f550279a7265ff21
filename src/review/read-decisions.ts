/** Reads the decisions of `review --apply`: JSON lines, or a table as `review` writes it in a pipe. */

import type { WorkspaceContext } from '../command/context.ts'
import { findCategoryOrRta } from '../command/names/resolve-name.ts'
import { findTransactionId } from '../command/names/resolve-transaction.ts'
import { UserError } from '../contract/errors.ts'
import { readSimpleTable } from '../tables/records/simple-table.ts'
import type { RowDecision } from './review-state.ts'

/** A decision of the file, and the line it is on. */
export interface FileDecision {
  id: string
  line: number
  decision: RowDecision
}

const decisionFields = ['id', 'category', 'merchant', 'notes', 'approve'] as const
type DecisionField = (typeof decisionFields)[number]
/** Columns that `review` writes for the user only. */
const informativeColumns = ['date', 'account_name', 'amount', 'reason', 'is_sure']

/** A line of the file: texts by field. */
interface DecisionLine {
  line: number
  cells: ReadonlyMap<string, string>
}

/**
 * Reads a file of decisions; `-` is stdin. A line without a category approves what the transaction has.
 * @throws UserError about the first invalid line
 */
export async function readDecisions(context: WorkspaceContext, file: string): Promise<FileDecision[]> {
  const bytes = await context.computer.files.read(file)
  const start = new TextDecoder().decode(bytes.slice(0, 100)).trimStart()
  const isJson = /^\ufeff?[{[]/.test(start)
  const lines = isJson
    ? readJsonLines(new TextDecoder().decode(bytes), file)
    : readSimpleTable(bytes, { file, words: [...decisionFields, ...informativeColumns] })
  const decisions: FileDecision[] = []
  const linesById = new Map<string, number>()
  for (const { line, cells } of lines) {
    const location = `Line ${line} of ${file}`
    const typed = cells.get('id') ?? ''
    if (typed === '') throw new UserError('invalid', `${location} has no id`, { field: 'id' })
    const id = await findTransactionId(context.workspace, typed).catch((error: unknown) => {
      throw prefixWithLine(error, location)
    })
    const first = linesById.get(id)
    if (first !== undefined)
      throw new UserError('invalid', `${location} decides about ${id} again; line ${first} already does`)
    linesById.set(id, line)
    const decision = await parseDecision(context, cells).catch((error: unknown) => {
      throw prefixWithLine(error, location)
    })
    decisions.push({ id, line, decision })
  }
  return decisions
}

const prefixWithLine = (error: unknown, location: string): unknown =>
  error instanceof UserError
    ? new UserError(
        error.kind,
        `${location}: ${error.message}`,
        error.hint === undefined ? {} : { hint: error.hint },
      )
    : error

const YES_WORDS = ['', 'yes', 'true', '1', 'x']
const NO_WORDS = ['no', 'false', '0']

async function parseDecision(
  { workspace: { names } }: WorkspaceContext,
  cells: DecisionLine['cells'],
): Promise<RowDecision> {
  const cell = (name: DecisionField): string | undefined => cells.get(name) || undefined
  const [category, merchant, notes] = [cell('category'), cell('merchant'), cell('notes')]
  const approve = (cells.get('approve') ?? '').toLowerCase()
  if (!YES_WORDS.includes(approve) && !NO_WORDS.includes(approve))
    throw new UserError('invalid', `"${approve}" is not valid for approve`, { hint: 'Use yes or no' })
  const found = category === undefined ? undefined : await findCategoryOrRta(names, category)
  return {
    ...(found && { category: found === 'rta' ? 'rta' : found.id }),
    ...(merchant !== undefined && { merchant: { name: merchant, everywhere: false } }),
    ...(notes !== undefined && { notes }),
    ...(!NO_WORDS.includes(approve) && { outcome: 'approved' as const }),
  }
}

/** Reads an object on each line, or an array of objects. */
function readJsonLines(text: string, file: string): DecisionLine[] {
  const trimmed = text.replace(/^\ufeff/, '').trim()
  if (trimmed.startsWith('['))
    return toArray(parseJson(trimmed, file)).map((value, at) => ({
      line: at + 1,
      cells: toCells(value, `Item ${at + 1} of ${file}`),
    }))
  return trimmed.split('\n').flatMap((json, at) => {
    const location = `Line ${at + 1} of ${file}`
    return json.trim() === '' ? [] : [{ line: at + 1, cells: toCells(parseJson(json, location), location) }]
  })
}

const toArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])

function parseJson(text: string, location: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UserError('invalid', `${location} is not JSON`, {
      hint: `Write one object per line, such as {"id":"txn_01","category":"Groceries"}`,
    })
  }
}

function toCells(value: unknown, location: string): Map<string, string> {
  const entries =
    typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : undefined
  if (!entries) throw new UserError('invalid', `${location} is not an object`)
  const unknown = entries.find(([name]) => !decisionFields.some((field) => field === name))
  if (unknown)
    throw new UserError('invalid', `${location} has an unknown field "${unknown[0]}"`, {
      hint: `The fields are ${decisionFields.join(', ')}`,
    })
  return new Map(
    entries.flatMap(([name, field]: [string, unknown]) => {
      if (field === null) return []
      if (typeof field !== 'string' && typeof field !== 'boolean')
        throw new UserError('invalid', `${location}: ${name} must be a string`, { field: name })
      return [[name, String(field)] as const]
    }),
  )
}
