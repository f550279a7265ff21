/** Changes transactions in an editor: one line for each, one cell for each field. */

import { applyDirection } from '../command/amounts.ts'
import type { WorkspaceContext } from '../command/context.ts'
import { type ItemLabel, prefixWithItem } from '../command/for-each.ts'
import { findCategoryOrRta } from '../command/names/resolve-name.ts'
import { dateOption, directedAmountOption, openAccountOption } from '../command/options.ts'
import { assertChangeAllowed } from '../contract/assert-change-allowed.ts'
import { UserError } from '../contract/errors.ts'
import {
  type Transaction,
  type TransactionChanges,
  updateTransaction,
} from '../contract/operations/transactions.ts'
import { assertValid, createOfflineValidation } from '../contract/validate.ts'
import { toMonth } from '../money/calendar.ts'
import { getCurrencyDecimals } from '../money/currency.ts'
import { displayWidth, padToWidth } from '../output/display-width.ts'
import { pluralize } from '../output/pluralize.ts'
import { toMerchantFields } from './build-draft.ts'
import { toCategoryFields } from './category-options.ts'
import { findTransactions } from './find-listed.ts'
import { addReferences } from './read-reply.ts'
import type { SelectedTransactions } from './select-transactions.ts'
import { describeCategory, formatReference } from './transaction-columns.ts'

/** What the lines of the editor say about transactions. */
interface EditedLines {
  /** Returns what the line of a transaction changes. */
  buildBody: (row: Transaction) => TransactionChanges
  /** Names the line of a transaction, e.g. `Line 6`. */
  label: (id: string) => ItemLabel
}

/**
 * Shows transactions in an editor, and gives the changes of those that were changed there to `apply`.
 * @throws UserError for a line that cannot be read, by its number and field
 */
export async function editInEditor(
  context: WorkspaceContext,
  { ids, found }: SelectedTransactions,
  apply: (edited: SelectedTransactions, lines: EditedLines) => Promise<Transaction[]>,
): Promise<Transaction[]> {
  const transactions = found ?? (await findTransactions(context, ids))
  const rows = addReferences(
    context,
    transactions.map(({ row }) => row),
  )
  const shown = new Map(rows.map((row) => [formatReference(row), row]))
  return context.user.editText(formatLines(shown), async (saved) => {
    const changes = await readChanges(context, saved, shown)
    const changed = transactions.filter(({ row }) => changes.has(row.id))
    const edited = { ids: changed.map(({ row }) => row.id), found: changed }
    if (changed.length > 0)
      return apply(edited, {
        buildBody: ({ id }) => changes.get(id)?.body ?? {},
        label: (id) => ({ id: changes.get(id)?.label ?? id }),
      })
    context.user.info('Nothing was changed')
    return []
  })
}

const fieldNames = ['date', 'account', 'merchant', 'category', 'amount', 'notes'] as const
type Field = (typeof fieldNames)[number]

const HEAD = `# Change what you like, save and close. Leave the tabs between the columns.
# A line that you delete changes nothing. An empty merchant, category or note is removed.
# An amount without a sign keeps its direction: +4.50 is money in, -4.50 money out.
`

/** Returns what a line shows of a transaction. */
const toCells = (row: Transaction): Record<Field, string> => ({
  date: row.date,
  account: row.account_name,
  merchant: row.merchant_name ?? '',
  category: row.ready_to_assign ? 'rta' : (describeCategory(row) ?? ''),
  amount: row.amount,
  notes: escapeNotes(row.notes ?? ''),
})

// A note may have several lines.
const escapeNotes = (notes: string): string =>
  notes.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t')

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '\\': '\\' }
const unescapeNotes = (text: string): string =>
  text.replaceAll(/\\([nrt\\])/g, (_, letter: string) => escapes[letter] ?? '')

/** Formats transactions as lines of cells; tabs divide them, and spaces align them. */
function formatLines(shown: ReadonlyMap<string, Transaction>): string {
  const lines = [
    ['# ref', ...fieldNames],
    ...[...shown].map(([reference, row]) => {
      const cells = toCells(row)
      return [reference, ...fieldNames.map((field) => cells[field])]
    }),
  ]
  const widths = lines[0]?.map((_, at) => Math.max(...lines.map((cells) => displayWidth(cells[at] ?? ''))))
  const pad = (cell: string, at: number): string => padToWidth(cell, widths?.[at] ?? 0)
  return HEAD + lines.map((cells) => `${cells.map(pad).join('\t').trimEnd()}\n`).join('')
}

interface LineChanges {
  label: string
  body: TransactionChanges
}

/** Reads the lines that were saved, and returns what they change. */
async function readChanges(
  context: WorkspaceContext,
  saved: string,
  shown: ReadonlyMap<string, Transaction>,
): Promise<ReadonlyMap<string, LineChanges>> {
  const changes = new Map<string, LineChanges>()
  const seen = new Set<string>()
  const currency = await context.workspace.names.currency(toMonth(context.invocation.today))
  const validation = createOfflineValidation(getCurrencyDecimals(currency))
  for (const [at, line] of saved.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue
    const label = `Line ${at + 1}`
    const [reference = '', ...cells] = line.split('\t').map((cell) => cell.trim())
    const row = shown.get(reference)
    if (!row || seen.has(reference))
      throw new UserError(
        'invalid',
        row ? `${label}, ref: "${reference}" appears twice` : `${label}, ref: "${reference}" was not shown`,
        { hint: 'Keep the first column as it is; budget spend and budget tx add enter new transactions' },
      )
    seen.add(reference)
    if (cells.length > fieldNames.length)
      throw new UserError(
        'invalid',
        `${label} has ${pluralize(cells.length - fieldNames.length, 'extra tab')}`,
      )
    const body = await readLine(context, { label, cells, row })
    if (Object.keys(body).length === 0) continue
    try {
      assertValid(updateTransaction.body, body, validation)
      assertChangeAllowed(body, row)
    } catch (error) {
      throw prefixWithItem({ id: label }, error)
    }
    changes.set(row.id, { label, body })
  }
  return changes
}

interface EditedLine {
  label: string
  /** The cells after the reference; those at the end may be missing if they are empty. */
  cells: readonly string[]
  row: Transaction
}

/** Returns what the cells of a line change. */
async function readLine(
  context: WorkspaceContext,
  { label, cells, row }: EditedLine,
): Promise<TransactionChanges> {
  const before = toCells(row)
  let body: TransactionChanges = {}
  for (const [at, field] of fieldNames.entries()) {
    const text = cells[at] ?? ''
    if (text === before[field].trim()) continue
    try {
      body = { ...body, ...(await readCell(context, { field, text, row })) }
    } catch (error) {
      throw prefixWithItem({ id: `${label}, ${field}` }, error)
    }
  }
  return body
}

/** Returns what the text of a changed cell means. */
async function readCell(
  { workspace, invocation: { today } }: WorkspaceContext,
  { field, text, row }: { field: Field; text: string; row: Transaction },
): Promise<TransactionChanges> {
  const { names } = workspace
  const parsing = { ...workspace, today }
  if (row.splits && (field === 'category' || field === 'amount'))
    throw new UserError(
      'invalid',
      `the transaction is split, and each of its ${row.splits.length} lines has its own`,
      {
        hint: `Leave the cell as it was; budget tx split ${formatReference(row)} splits it again`,
      },
    )
  switch (field) {
    case 'date':
      return { date: await dateOption('').parse(text, parsing) }
    case 'account':
      return { account_id: (await openAccountOption('').parse(text, parsing)).id }
    case 'merchant':
      return text === '' ? { merchant_id: null } : toMerchantFields(names, text)
    case 'category':
      return toCategoryFields({
        category: text === '' ? undefined : await findCategoryOrRta(names, text),
        uncategorized: text === '',
        readyToAssign: false,
        split: [],
      })
    case 'amount': {
      const amount = applyDirection(await directedAmountOption('').parse(text, parsing), row.amount)
      return amount === row.amount ? {} : { amount }
    }
    case 'notes':
      return { notes: text === '' ? null : unescapeNotes(text) }
  }
}
