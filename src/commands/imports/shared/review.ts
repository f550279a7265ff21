/**
 * The rows of a file, looked at before they are sent: which shop, which category. Final rows need no second request each.
 * @see docs/import.md#5-duplicates
 */

import type { PromptChoice, WorkspaceContext } from '../../../command/define.ts'
import { UserError } from '../../../contract/errors.ts'
import { toNameKey } from '../../../contract/normalize-name.ts'
import { maxPageSize } from '../../../contract/operations/transactions.ts'
import type { RowOverride, RowOverrides } from '../../../import/model/row-decisions.ts'
import type { StatementRow } from '../../../import/model/statement.ts'
import { readRowsByDisposition } from '../../../import/plan/classify-rows.ts'
import type { ImportPreview } from '../../../import/plan/preview-import.ts'
import { sum } from '../../../money/decimal.ts'
import { groupThousands } from '../../../render/format-amount.ts'

/** Rows that are decided together: all of one payee, or a single one. */
interface PayeeGroup {
  payee: string
  rows: StatementRow[]
}

/** What was answered about a pile. */
type ReviewAnswer = { decision: RowOverride } | 'each' | 'back' | 'rest'

/** Asks about every payee of the rows to book, or row by row where that is wished. Throws a Mistake where nobody can be asked. */
export async function reviewRows(
  world: WorkspaceContext,
  { account_id, statement, plan }: ImportPreview,
): Promise<RowOverrides> {
  if (!world.isInteractive()) {
    throw new UserError('usage', '--review asks about rows, and nobody can be asked', {
      hint: 'Say it in a file: --categorize FILE with the columns payee, merchant, category',
    })
  }
  const piles = groupByPayee(readRowsByDisposition('create', statement, plan))
  const guess = await loadLastCategories(world)
  const others = await listOtherAccountChoices(world, account_id)
  const rows: Record<number, RowOverride> = {}
  for (let at = 0; at < piles.length; ) {
    const pile = piles[at]
    if (!pile) break
    const answer = await promptDecision(world, pile, {
      guess: guess.get(toNameKey(pile.payee)),
      place: [at + 1, piles.length],
      others,
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

/** The rows by payee, the largest piles first. */
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

/** The category each merchant had last, as far as one request tells. */
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
  { value: 'keep', label: 'Leave the category to the service' },
  { value: 'category', label: 'Pick a category' },
  { value: 'merchant', label: 'Give the merchant another name' },
  { value: 'skip', label: 'Do not book' },
]
const transferChoice: PromptChoice = { value: 'transfer', label: 'A transfer from or to another account' }
const navigationChoices: readonly PromptChoice[] = [
  { value: 'back', label: 'Back' },
  { value: 'rest', label: 'Leave this and all that follow as they are' },
]

interface ReviewContext {
  guess: SuggestedCategory | undefined
  place: readonly [number, number]
  /** The accounts a transfer can come from or go to. */
  others: readonly PromptChoice[]
}

async function promptDecision(
  world: WorkspaceContext,
  pile: PayeeGroup,
  { guess, place, others }: ReviewContext,
): Promise<ReviewAnswer> {
  let decision: RowOverride = {}
  for (;;) {
    const offered = [
      ...(guess ? [{ value: 'guess', label: `${guess.name}, as last time` }] : []),
      ...decisionChoices,
      ...(others.length > 0 ? [transferChoice] : []),
      ...(pile.rows.length > 1 ? [{ value: 'each', label: 'One row after the other' }] : []),
      ...navigationChoices,
    ]
    const answer = await world.select(formatQuestion(pile, decision, place), offered)
    if (answer === undefined) throw new UserError('unconfirmed', 'Nothing was booked')
    if (answer === 'each' || answer === 'back' || answer === 'rest') return answer
    if (answer === 'skip') return { decision: { skip: true } }
    if (answer === 'keep') return { decision }
    if (answer === 'guess' && guess) return { decision: { ...decision, category_id: guess.id } }
    if (answer === 'merchant') {
      const name = await world.input('The name of the merchant')
      if (name !== undefined && name.trim() !== '') decision = { ...decision, merchant_name: name.trim() }
    } else if (answer === 'transfer') {
      const picked = await world.select('Which account is at the other end?', others)
      if (picked !== undefined) return { decision: { transfer_account_id: picked } }
    } else {
      const category = await pickCategory(world)
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
  const what = rows.length === 1 ? (first?.date ?? '') : `${rows.length} rows`
  const total = groupThousands(sum(rows.map(({ amount }) => amount)))
  const words = [payee || 'Without a name', ...(rows.length === 1 && first?.notes ? [first.notes] : [])].join(
    ', ',
  )
  return `${at} of ${of}: ${words}${name === undefined ? '' : ` → ${name}`} (${what}, ${total})`
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

/** The accounts beside this one, to pick from. */
const listOtherAccountChoices = async ({ names }: WorkspaceContext, own: string): Promise<PromptChoice[]> =>
  (await names.accounts())
    .filter(({ id, closed }) => id !== own && !closed)
    .map(({ id, name }) => ({ value: id, label: name }))
