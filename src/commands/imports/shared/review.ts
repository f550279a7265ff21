/** The rows of a file, looked at before they are sent: which shop, which category. Final rows need no second request each. */ // import.md §5 --review

import type { Choice, World } from '../../../command/define.ts'
import { Mistake } from '../../../contract/errors.ts'
import { nameKey } from '../../../contract/normalize-name.ts'
import { largestPage } from '../../../contract/operations/transactions.ts'
import type { Decision, Decisions } from '../../../import/model/row-decisions.ts'
import type { StatementRow } from '../../../import/model/statement-row.ts'
import { rowsIn } from '../../../import/plan/classify-rows.ts'
import type { ImportPreview } from '../../../import/plan/preview-import.ts'
import { sum } from '../../../money/decimal.ts'
import { grouped } from '../../../render/format-amount.ts'

/** Rows that are decided together: all of one payee, or a single one. */
interface Pile {
  payee: string
  rows: StatementRow[]
}

/** What was answered about a pile. */
type Answer = { decision: Decision } | 'each' | 'back' | 'rest'

/** Asks about every payee of the rows to book, or row by row where that is wished. Throws a Mistake where nobody can be asked. */
export async function reviewed(
  world: World,
  { account_id, statement, plan }: ImportPreview,
): Promise<Decisions> {
  if (!world.canAsk()) {
    throw new Mistake('usage', '--review asks about rows, and nobody can be asked', {
      hint: 'Say it in a file: --categorize FILE with the columns payee, merchant, category',
    })
  }
  const piles = pilesOf(rowsIn('create', statement, plan))
  const guess = await lastCategories(world)
  const others = await otherAccounts(world, account_id)
  const rows: Record<number, Decision> = {}
  for (let at = 0; at < piles.length; ) {
    const pile = piles[at]
    if (!pile) break
    const answer = await askAbout(world, pile, {
      guess: guess.get(nameKey(pile.payee)),
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
function pilesOf(rows: Iterable<StatementRow>): Pile[] {
  const piles = new Map<string, Pile>()
  for (const row of rows) {
    const key = nameKey(row.payee)
    const pile = piles.get(key)
    if (pile) pile.rows.push(row)
    else piles.set(key, { payee: row.payee, rows: [row] })
  }
  return [...piles.values()].toSorted((one, other) => other.rows.length - one.rows.length)
}

interface Guess {
  id: string
  name: string
}

/** The category each merchant had last, as far as one request tells. */
async function lastCategories({ api }: World): Promise<Map<string, Guess>> {
  const last = new Map<string, Guess>()
  const { transactions } = await api.listTransactions({ query: { limit: largestPage } })
  for (const { merchant_name: merchant, category_id: id, category_name: name } of transactions) {
    if (merchant === null || id === null || name === null || last.has(nameKey(merchant))) continue
    last.set(nameKey(merchant), { id, name })
  }
  return last
}

const decisions: readonly Choice[] = [
  { value: 'keep', label: 'Leave the category to the service' },
  { value: 'category', label: 'Pick a category' },
  { value: 'merchant', label: 'Give the merchant another name' },
  { value: 'skip', label: 'Do not book' },
]
const transfer: Choice = { value: 'transfer', label: 'A transfer from or to another account' }
const ways: readonly Choice[] = [
  { value: 'back', label: 'Back' },
  { value: 'rest', label: 'Leave this and all that follow as they are' },
]

interface Circumstances {
  guess: Guess | undefined
  place: readonly [number, number]
  /** The accounts a transfer can come from or go to. */
  others: readonly Choice[]
}

async function askAbout(world: World, pile: Pile, { guess, place, others }: Circumstances): Promise<Answer> {
  let decision: Decision = {}
  for (;;) {
    const offered = [
      ...(guess ? [{ value: 'guess', label: `${guess.name}, as last time` }] : []),
      ...decisions,
      ...(others.length > 0 ? [transfer] : []),
      ...(pile.rows.length > 1 ? [{ value: 'each', label: 'One row after the other' }] : []),
      ...ways,
    ]
    const answer = await world.choose(questionOf(pile, decision, place), offered)
    if (answer === undefined) throw new Mistake('unconfirmed', 'Nothing was booked')
    if (answer === 'each' || answer === 'back' || answer === 'rest') return answer
    if (answer === 'skip') return { decision: { skip: true } }
    if (answer === 'keep') return { decision }
    if (answer === 'guess' && guess) return { decision: { ...decision, category_id: guess.id } }
    if (answer === 'merchant') {
      const name = await world.type('The name of the merchant')
      if (name !== undefined && name.trim() !== '') decision = { ...decision, merchant_name: name.trim() }
    } else if (answer === 'transfer') {
      const picked = await world.choose('Which account is at the other end?', others)
      if (picked !== undefined) return { decision: { transfer_account_id: picked } }
    } else {
      const category = await pickCategory(world)
      if (category) return { decision: { ...decision, ...category } }
    }
  }
}

function questionOf(
  { payee, rows }: Pile,
  { merchant_name: name }: Decision,
  [at, of]: readonly [number, number],
) {
  const [first] = rows
  const what = rows.length === 1 ? (first?.date ?? '') : `${rows.length} rows`
  const total = grouped(sum(rows.map(({ amount }) => amount)))
  const words = [payee || 'Without a name', ...(rows.length === 1 && first?.notes ? [first.notes] : [])].join(
    ', ',
  )
  return `${at} of ${of}: ${words}${name === undefined ? '' : ` → ${name}`} (${what}, ${total})`
}

const READY: Choice = { value: 'rta', label: 'Ready to Assign' }

async function pickCategory({ choose, names }: World): Promise<Decision | undefined> {
  const categories = (await names.categories()).filter(({ archived }) => !archived)
  const choices = categories.map(({ id, name, group_name }) => ({
    value: id,
    label: `${group_name}/${name}`,
  }))
  const picked = await choose('Which category?', [READY, ...choices])
  if (picked === undefined) return undefined
  return picked === READY.value ? { ready_to_assign: true } : { category_id: picked }
}

/** The accounts beside this one, to pick from. */
const otherAccounts = async ({ names }: World, own: string): Promise<Choice[]> =>
  (await names.accounts())
    .filter(({ id, closed }) => id !== own && !closed)
    .map(({ id, name }) => ({ value: id, label: name }))
