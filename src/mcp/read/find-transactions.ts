/** `find_transactions`: rows with their count and sum, page by page. */

import { type Period, parsePeriod } from '../../command/dates.ts'
import { findCategoryOrRta } from '../../command/names/resolve-name.ts'
import { booleanField, type InferOutput, optional, strictFields, textField } from '../../contract/fields.ts'
import type { Transaction } from '../../contract/operations/transactions.ts'
import { sum } from '../../money/decimal.ts'
import { listUncategorizedLines } from '../../transactions/uncategorized.ts'
import { cleanText } from '../clean-answer.ts'
import { fieldDescriptions, filterFields, rowLimit } from '../fields.ts'
import { createReferences } from '../references.ts'
import { readTransactions, toFlags } from '../run-line.ts'
import { type AssistantSession, defineTool } from '../tool.ts'
import { ToolError } from '../tool-error.ts'

const DEFAULT_ROWS = 50
/** A page of so many characters leaves room for the rest of an answer. */
const MAX_PAGE = 17_000

const filterSchema = strictFields({ ...filterFields, needs_review: optional(booleanField) })
type Filters = InferOutput<typeof filterSchema>

export const findTransactions = defineTool({
  name: 'find_transactions',
  title: 'Find transactions',
  description:
    'Finds transactions by filters, newest first, with the count and the sum of all that match. With a category the sum counts only the lines in it. Without a filter: this month. Outflows are negative. A ref names its row in changes.',
  level: 'read',
  fields: strictFields({ ...filterSchema.entries, limit: rowLimit, cursor: optional(textField) }),
  descriptions: fieldDescriptions,
  async run(session, { limit = DEFAULT_ROWS, cursor, ...typed }) {
    const isUnfiltered = Object.values(typed).every((value) => value === undefined)
    const filters: Filters = isUnfiltered ? { period: 'this-month' } : typed
    const flags = ['tx', 'list', ...toFlags(filters)]
    const found = await (session.costsRequests ? requestRows : readRows)(session, flags, { limit, cursor })
    const references = createReferences(
      session.references,
      found.page.map(({ id }) => id),
    )
    const rows = takeFitting(found.page.map((row) => toShortRow(row, references(row.id))))
    const isCut = rows.length < found.page.length
    const next = isCut ? encodeCursor(found.page[rows.length - 1]?.id ?? '') : found.next
    return {
      period: describePeriod(filters, session.readToday()),
      count: found.matching?.length ?? null,
      sum: found.matching ? sum(await listAmounts(session, found.matching, filters)) : null,
      rows,
      ...(next !== undefined && { next }),
    }
  },
})

interface PageRequest {
  limit: number
  cursor: string | undefined
}

interface FoundRows {
  page: readonly Transaction[]
  /** Every row that matches; undefined where reading them would cost requests. */
  matching: readonly Transaction[] | undefined
  next: string | undefined
}

/** Reads all matching rows of a local workspace, and returns those after the cursor. */
async function readRows(
  { runner }: AssistantSession,
  flags: readonly string[],
  { limit, cursor }: PageRequest,
): Promise<FoundRows> {
  const { rows: matching } = await readTransactions(runner, [...flags, '--all'])
  const after = cursor === undefined ? undefined : decodeCursor(cursor)
  const start = after === undefined ? 0 : matching.findIndex(({ id }) => id === after) + 1
  if (after !== undefined && start === 0)
    throw new ToolError(
      'invalid',
      'The cursor does not fit these filters, or its row is gone: search again',
      {
        field: 'cursor',
      },
    )
  const page = matching.slice(start, start + limit)
  const last = start + limit < matching.length ? page.at(-1) : undefined
  return { page, matching, next: last && encodeCursor(last.id) }
}

/** Requests one page of a remote service; the rest would cost a request for each further page. */
async function requestRows(
  { runner }: AssistantSession,
  flags: readonly string[],
  { limit, cursor }: PageRequest,
): Promise<FoundRows> {
  const { rows: page, next } = await readTransactions(runner, [
    ...flags,
    ...toFlags({ limit, page_size: limit, cursor }),
  ])
  return { page, matching: cursor === undefined && next === undefined ? page : undefined, next }
}

const encodeCursor = (id: string): string => Buffer.from(id).toString('base64url')
const decodeCursor = (cursor: string): string => Buffer.from(cursor, 'base64url').toString()

/** Returns the days that were searched; null for a side without an end. */
function describePeriod(
  { period, since, until }: Filters,
  today: string,
): [since: string | null, until: string | null] {
  const named: Partial<Period> = period === undefined ? {} : parsePeriod(period, today)
  return [named.since ?? since ?? null, named.until ?? until ?? null]
}

const cleanName = (name: string | null) => (name === null ? null : cleanText(name))

/** Returns a row in short. A split row has its lines, whose amounts add up to its own. */
const toShortRow = (row: Transaction, ref: string) => ({
  ref,
  date: row.date,
  amount: row.amount,
  account: cleanName(row.account_name),
  merchant: cleanName(row.merchant_name),
  category: toCategoryName(row),
  ...(row.splits && {
    splits: row.splits.map((line) => ({ amount: line.amount, category: toCategoryName(line) })),
  }),
  ...(row.review_status === 'needs_review' && { needs_review: true }),
})

const toCategoryName = (line: { category_name: string | null; ready_to_assign: boolean }): string | null =>
  line.ready_to_assign ? 'Ready to Assign' : cleanName(line.category_name)

/** Returns as many rows as fit into an answer. */
function takeFitting<Row>(rows: readonly Row[]): Row[] {
  let size = 0
  return rows.filter((row, index) => {
    size += Buffer.byteLength(JSON.stringify(row)) + 1
    return size <= MAX_PAGE || index === 0
  })
}

/** Lists the amounts that a search is about: the lines in its category, the uncategorized lines, or whole rows. */
async function listAmounts(
  { openNames }: AssistantSession,
  rows: readonly Transaction[],
  { category, uncategorized }: Filters,
): Promise<string[]> {
  if (uncategorized) {
    const accounts = await openNames().accounts()
    return rows.flatMap((row) => listUncategorizedLines(row, accounts).map(({ amount }) => amount))
  }
  if (category === undefined) return rows.map(({ amount }) => amount)
  const found = await findCategoryOrRta(openNames(), category)
  return rows.flatMap((row) =>
    (row.splits ?? [row])
      .filter((line) => (found === 'rta' ? line.ready_to_assign : line.category_id === found.id))
      .map(({ amount }) => amount),
  )
}
