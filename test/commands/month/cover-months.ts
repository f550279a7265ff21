/** Generates random months with credit cards, for the service and for the reference model. */

import type { BudgetApi } from '../../../src/contract/api.ts'
import { formatAmount, type MinorUnits } from '../../../src/money/minor-units.ts'
import { type Book, createEmptyBook, type Line, type Row } from '../../service/model/ledger.ts'
import * as fc from '../../support/fast-check.ts'

export const month = '2026-11'
const ACCOUNTS = ['Checking', 'Visa', 'Amex'] as const
const CATEGORIES = ['Food', 'Fun', 'Car'] as const

const cents = fc.integer({ min: 1, max: 400 }).map((amount) => BigInt(amount) * 25n)
const signedAmount = fc
  .record({ amount: cents, isRefund: fc.boolean() })
  .map(({ amount, isRefund }) => (isRefund ? amount : -amount))
const categoryName = fc.constantFrom('Food', 'Fun', 'Car', 'income', 'none')
const day = fc
  .record({ month: fc.constantFrom('2026-10', month, month, month), day: fc.integer({ min: 1, max: 9 }) })
  .map(({ month, day }) => `${month}-0${day}`)
const line = fc.record({ amount: signedAmount, place: categoryName })
const spending = fc.record({
  kind: fc.constant('spending' as const),
  account: fc.constantFrom('Checking', 'Visa', 'Visa', 'Amex'),
  date: day,
  lines: fc.oneof({ weight: 4, arbitrary: fc.tuple(line) }, { weight: 1, arbitrary: fc.tuple(line, line) }),
})
const transfer = fc.record({
  kind: fc.constant('transfer' as const),
  ends: fc.constantFrom(['Checking', 'Visa'], ['Checking', 'Amex'], ['Visa', 'Checking'], ['Amex', 'Visa']),
  date: day,
  amount: cents,
})
const assigning = fc.record({
  kind: fc.constant('assigning' as const),
  month: fc.constantFrom('2026-10', month, '2026-12'),
  category: fc.constantFrom(...CATEGORIES, 'Visa', 'Amex'),
  amount: fc.integer({ min: 0, max: 200 }).map((amount) => BigInt(amount) * 25n),
})

/** The events of a month, in the order in which they are entered. */
export const monthEvents = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: spending },
    { weight: 2, arbitrary: transfer },
    { weight: 2, arbitrary: assigning },
  ),
  { minLength: 1, maxLength: 14 },
)
export type Event = typeof monthEvents extends fc.Arbitrary<(infer One)[]> ? One : never

const money = (amount: MinorUnits): string => formatAmount(amount, 2)
const FIRST_DAY = '2026-10-01'
const INITIAL_INCOME = 100_000_00n

/** Enters the events into the service and into the model. */
export async function enterEvents(api: BudgetApi, events: readonly Event[]): Promise<Book> {
  const book = createEmptyBook()
  const ids = await createHousehold(api, book)
  const id = (name: string): string => ids.get(name) ?? ''
  const note = (row: Pick<Row, 'date' | 'account' | 'amount'> & Partial<Row>): void => {
    const rest = { merchant: null, notes: null, status: 'cleared', review_status: 'needs_review' } as const
    const made = { auto: false, deleted: false, created_at: '', updated_at: '' }
    const single = { category: null, ready_to_assign: false, splits: null, pair: null }
    book.rows.push({ id: `#${book.rows.length}`, ...rest, ...made, ...single, ...row })
  }
  const toLine = ({ amount, place }: { amount: MinorUnits; place: string }): Line => ({
    amount,
    category: ids.get(place) ?? null,
    ready_to_assign: place === 'income',
  })
  async function spend(account: string, date: string, lines: readonly Line[]): Promise<void> {
    const whole = lines.reduce((sum, { amount }) => sum + amount, 0n)
    const drafts = lines.map(({ amount, category, ready_to_assign }) => ({
      amount: money(amount),
      ...(ready_to_assign ? { ready_to_assign } : { category_id: category }),
    }))
    const [first] = drafts
    const body = { account_id: id(account), date, amount: money(whole) }
    const inside = drafts.length > 1 ? { splits: drafts } : { ...first, amount: money(whole) }
    await api.createTransactions({ body: { transaction: { ...body, ...inside } } })
    const [only] = lines
    const splits = lines.map((one) => ({ ...one, notes: null }))
    note({
      date,
      account: id(account),
      ...(lines.length > 1 ? { amount: whole, splits } : { amount: whole, ...only }),
    })
  }
  await spend('Checking', FIRST_DAY, [{ amount: INITIAL_INCOME, category: null, ready_to_assign: true }])
  for (const event of events) {
    if (event.kind === 'assigning') {
      const category_id = id(
        event.category === 'Visa' || event.category === 'Amex' ? `pay ${event.category}` : event.category,
      )
      await api.assignCategory({ month: event.month, category_id, body: { assigned: money(event.amount) } })
      assignInModel(book, category_id, { month: event.month, amount: event.amount })
    } else if (event.kind === 'spending') await spend(event.account, event.date, event.lines.map(toLine))
    else {
      const [from = '', to = ''] = event.ends
      const ends = { type: 'transfer' as const, from_account_id: id(from), to_account_id: id(to) }
      await api.createTransactions({
        body: { transaction: { ...ends, date: event.date, amount: money(event.amount) } },
      })
      const at = book.rows.length
      note({ date: event.date, account: id(from), amount: -event.amount, pair: `#${at + 1}` })
      note({ date: event.date, account: id(to), amount: event.amount, pair: `#${at}` })
    }
  }
  return book
}

/** Assigns in the model as PATCH does: the new amount replaces the old one. */
export function assignInModel(
  book: Book,
  category: string,
  { month, amount }: { month: string; amount: MinorUnits },
): void {
  book.assigned = book.assigned.filter((one) => one.category !== category || one.month !== month)
  book.assigned.push({ category, month, amount })
}

async function createHousehold(api: BudgetApi, book: Book): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  const times = { created_at: '', updated_at: '' }
  for (const name of ACCOUNTS) {
    const type = name === 'Checking' ? 'banking_checking' : 'credit_credit_card'
    const { account } = await api.createAccount({ body: { name, type } })
    ids.set(name, account.id)
    const closed = { notes: null, closed: false, deleted: false, last_reconciled_at: null }
    book.accounts.push({ id: account.id, name, type, ...closed, ...times })
  }
  const { category_group: group } = await api.createCategoryGroup({ body: { name: 'Daily' } })
  for (const name of CATEGORIES) await api.createCategory({ body: { name, group_id: group.id } })
  const { category_groups } = await api.listCategories({})
  for (const { id, name, system, group_id } of category_groups.flatMap((one) => one.categories)) {
    ids.set(system ? `pay ${name}` : name, id)
    const card = system ? (ids.get(name) ?? null) : null
    book.categories.push({ id, name, group: group_id, card, archived: false, deleted: false })
  }
  return ids
}
