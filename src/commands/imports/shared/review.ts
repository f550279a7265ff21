/**
 * Lets the user review rows before they are imported: merchant and category of each payee.
 * @see docs/import.md#5-duplicates
 */

import type { PromptChoice, WorkspaceContext } from '../../../command/context.ts'
import { UserError } from '../../../contract/errors.ts'
import { toNameKey } from '../../../contract/normalize-name.ts'
import { maxPageSize } from '../../../contract/operations/transactions.ts'
import type { RowOverride, RowOverrides } from '../../../import/model/row-decisions.ts'
import type { StatementRow } from '../../../import/model/statement.ts'
import { readRowsByDisposition } from '../../../import/plan/classify-rows.ts'
import type { ImportPreview } from '../../../import/plan/preview-import.ts'
import { sum } from '../../../money/decimal.ts'
import { groupThousands } from '../../../render/format-amount.ts'

/** Rows that are decided together: all of one payee, or a single row. */
interface PayeeGroup {
  payee: string
  rows: StatementRow[]
}

/** The user's answer about a group. */
type ReviewAnswer = { decision: RowOverride } | 'each' | 'back' | 'rest'

/**
 * Asks about each payee, or about single rows where the user wants that.
 * @throws UserError when the user cannot be asked.
 */
export async function reviewRows(
  context: WorkspaceContext,
  { account_id, statement, plan }: ImportPreview,
): Promise<RowOverrides> {
  if (!context.isInteractive()) {
    throw new UserError('usage', '--review requires a terminal', {
      hint: 'Use --categorize FILE with the columns payee, merchant, category',
    })
  }
  const piles = groupByPayee(readRowsByDisposition('create', statement, plan))
  const suggestion = await loadLastCategories(context)
  const otherAccounts = await listOtherAccountChoices(context, account_id)
  const rows: Record<number, RowOverride> = {}
  for (let at = 0; at < piles.length; ) {
    const pile = piles[at]
    if (!pile) break
    const answer = await promptDecision(context, pile, {
      guess: suggestion.get(toNameKey(pile.payee)),
      place: [at + 1, piles.length],
      others: otherAccounts,
    })
    if (answer === 'rest') break
    if (answer === 'back') at = Math.max(0, at - 1)
    else if (answer === 'each')
      piles.splice(at, 1, ...pile.rows.map((row) => ({ payee: pile.payee, rows: [row] })))
    else {
      for (const { row } of pile.rows) rows[row] = answer.decision
      at += 1
    }
  }
  return { rows }
}

/** Groups rows by payee, the largest groups first. */
function groupByPayee(rows: Iterable<StatementRow>): PayeeGroup[] {
  const piles = new Map<string, PayeeGroup>()
  for (const row of rows) {
    const key = toNameKey(row.payee)
    const pile = piles.get(key)
    if (pile) pile.rows.push(row)
    else piles.set(key, { payee: row.payee, rows: [row] })
  }
  return [...piles.values()].toSorted((one, other) => other.rows.length - one.rows.length)
}

interface SuggestedCategory {
  id: string
  name: string
}

/** Returns the last category of each merchant among the newest transactions, with one request. */
async function loadLastCategories({ api }: WorkspaceContext): Promise<Map<string, SuggestedCategory>> {
  const last = new Map<string, SuggestedCategory>()
  const { transactions } = await api.listTransactions({ query: { limit: maxPageSize } })
  for (const { merchant_name: merchant, category_id: id, category_name: name } of transactions) {
    if (merchant === null || id === null || name === null || last.has(toNameKey(merchant))) continue
    last.set(toNameKey(merchant), { id, name })
  }
  return last
}

const decisionChoices: readonly PromptChoice[] = [
  { value: 'keep', label: 'Use the automatic category' },
  { value: 'category', label: 'Pick a category' },
  { value: 'merchant', label: 'Change the merchant' },
  { value: 'skip', label: 'Do not import' },
]
const transferChoice: PromptChoice = { value: 'transfer', label: 'Mark as a transfer' }
const navigationChoices: readonly PromptChoice[] = [
  { value: 'back', label: 'Back' },
  { value: 'rest', label: 'Leave this and all remaining rows as they are' },
]

interface ReviewContext {
  guess: SuggestedCategory | undefined
  place: readonly [number, number]
  /** The accounts a transfer may involve. */
  others: readonly PromptChoice[]
}

async function promptDecision(
  context: WorkspaceContext,
  pile: PayeeGroup,
  { guess: suggestion, place: position, others: otherAccounts }: ReviewContext,
): Promise<ReviewAnswer> {
  let decision: RowOverride = {}
  for (;;) {
    const offered = [
      ...(suggestion ? [{ value: 'guess', label: `${suggestion.name}, as last time` }] : []),
      ...decisionChoices,
      ...(otherAccounts.length > 0 ? [transferChoice] : []),
      ...(pile.rows.length > 1 ? [{ value: 'each', label: 'Decide row by row' }] : []),
      ...navigationChoices,
    ]
    const answer = await context.select(formatQuestion(pile, decision, position), offered)
    if (answer === undefined) throw new UserError('unconfirmed', 'Nothing was imported')
    if (answer === 'each' || answer === 'back' || answer === 'rest') return answer
    if (answer === 'skip') return { decision: { skip: true } }
    if (answer === 'keep') return { decision }
    if (answer === 'guess' && suggestion) return { decision: { ...decision, category_id: suggestion.id } }
    if (answer === 'merchant') {
      const name = await context.input('Merchant')
      if (name !== undefined && name.trim() !== '') decision = { ...decision, merchant_name: name.trim() }
    } else if (answer === 'transfer') {
      const picked = await context.select('Which account is the transfer from or to?', otherAccounts)
      if (picked !== undefined) return { decision: { transfer_account_id: picked } }
    } else {
      const category = await pickCategory(context)
      if (category) return { decision: { ...decision, ...category } }
    }
  }
}

function formatQuestion(
  { payee, rows }: PayeeGroup,
  { merchant_name: name }: RowOverride,
  [at, of]: readonly [number, number],
) {
  const [first] = rows
  const subject = rows.length === 1 ? (first?.date ?? '') : `${rows.length} rows`
  const total = groupThousands(sum(rows.map(({ amount }) => amount)))
  const parts = [payee || 'Unnamed', ...(rows.length === 1 && first?.notes ? [first.notes] : [])].join(', ')
  return `${at} of ${of}: ${parts}${name === undefined ? '' : ` → ${name}`} (${subject}, ${total})`
}

const rtaChoice: PromptChoice = { value: 'rta', label: 'Ready to Assign' }

async function pickCategory({ select, names }: WorkspaceContext): Promise<RowOverride | undefined> {
  const categories = (await names.categories()).filter(({ archived }) => !archived)
  const choices = categories.map(({ id, name, group_name }) => ({
    value: id,
    label: `${group_name}/${name}`,
  }))
  const picked = await select('Which category?', [rtaChoice, ...choices])
  if (picked === undefined) return undefined
  return picked === rtaChoice.value ? { ready_to_assign: true } : { category_id: picked }
}

/** Returns the other open accounts as choices. */
const listOtherAccountChoices = async ({ names }: WorkspaceContext, ownId: string): Promise<PromptChoice[]> =>
  (await names.accounts())
    .filter(({ id, closed }) => id !== ownId && !closed)
    .map(({ id, name }) => ({ value: id, label: name }))
