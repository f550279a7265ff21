/** Generates households with hostile names, and fills a workspace with one. */

import { ApiError } from '../../src/contract/errors.ts'
import type { OpenWorkspace } from '../../src/contract/ports/local-service.ts'
import { getCurrencyDecimals } from '../../src/money/currency.ts'
import { formatAmount } from '../../src/money/minor-units.ts'
import * as fc from '../support/fast-check.ts'

/** Text that some program might parse, execute or choke on. */
const hostileTexts = [
  'Groceries',
  'date:2026-13-45',
  '[2026-99-99]',
  '[=2026-99-99]',
  'a:: b',
  'key:: error("x")',
  ':tag:',
  'type:X',
  '* starred',
  '! marked',
  '(code) payee',
  '[bracket',
  ')(',
  '; comment',
  'two  spaces',
  'A;B',
  'A,B',
  'A:B',
  'A-B',
  'A | B',
  'A / B',
  '"quoted"',
  "it's",
  '\\back\\slash\\',
  '${HOME} `id` $(id)',
  '= 5 USD',
  '@ 3 EUR',
  '{cost}',
  '-5.00 USD',
  '2026-01-01 open',
  '1 leading digit',
  '...',
  '---',
  '!?#%&',
  'Café',
  'Cafe',
  'Cafe\u0301',
  '食費',
  'مصروف البيت',
  'שכר דירה',
  '🏠 Home 👨‍👩‍👧',
  '\u00a0x\u00a0y',
  '\u2028line\u2029',
  'Straße',
  'İstanbul',
  'end comment',
  'comment',
  'include /etc/passwd',
  '#hash ^link',
  'Uncategorized',
  'Ready to Assign',
  'Other',
  'Transfer',
  'No merchant',
  'budget',
  'x'.repeat(200),
  '😀'.repeat(200),
  'ж'.repeat(200),
  'payee P',
  '%(account)',
  '~ monthly',
  'N USD',
]

const name = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...hostileTexts), fc.constantFrom(...hostileTexts))
      .map(([a, b]) => `${a} ${b}`.slice(0, 100)),
  },
)

const notes = fc.oneof(
  { weight: 2, arbitrary: fc.constant(null) },
  { weight: 3, arbitrary: fc.constantFrom(...hostileTexts) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('two\nlines', 'tab\there', '  ; x\n    y  5 USD', 'Starting balance', ''),
  },
  { weight: 1, arbitrary: fc.constant(`${'[2026-01-02] '.repeat(30)}[${'9'.repeat(100)}]`) },
)

const accountTypes = [
  'banking_checking',
  'banking_savings',
  'banking_cash',
  'credit_credit_card',
  'credit_line_of_credit',
  'investment_brokerage',
  'loan_mortgage',
] as const

const pick = fc.nat(1000)
const minor = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: -90_000, max: 60_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1, -1, 999_999_999_999_999, -999_999_999_999_999) },
)
const date = fc
  .record({ month: fc.integer({ min: 1, max: 5 }), day: fc.integer({ min: 1, max: 28 }) })
  .map(({ month, day }) => `2026-0${month}-${String(day).padStart(2, '0')}`)

/** What a line is assigned to: a category by its number, nothing, or Ready to Assign. */
const target = fc.oneof(
  { weight: 4, arbitrary: pick },
  { weight: 1, arbitrary: fc.constant('none' as const) },
  { weight: 2, arbitrary: fc.constant('ready' as const) },
)
const line = fc.record({ minor, target, notes })

const step = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constant('regular' as const),
      date,
      account: pick,
      merchant: fc.option(pick),
      lines: fc.oneof(
        { weight: 4, arbitrary: fc.array(line, { minLength: 1, maxLength: 1 }) },
        { weight: 1, arbitrary: fc.array(line, { minLength: 2, maxLength: 4 }) },
      ),
      notes,
      status: fc.constantFrom('pending' as const, 'cleared' as const, 'reconciled' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('transfer' as const),
      date,
      from: pick,
      to: pick,
      minor: fc.integer({ min: 1, max: 80_000 }),
      target,
      notes,
      status: fc.constantFrom('pending' as const, 'cleared' as const),
      other_status: fc.constantFrom('pending' as const, 'cleared' as const, 'reconciled' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('assign' as const),
      month: fc.integer({ min: 1, max: 7 }),
      category: pick,
      minor: fc.integer({ min: -20_000, max: 90_000 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), transaction: pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('close' as const), account: pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('archive' as const), category: pick }) },
)

/** Generates households. */
export const household = fc.record({
  currency: fc.constantFrom('USD', 'EUR', 'JPY', 'KWD', 'CLF'),
  accounts: fc.array(fc.record({ name, type: fc.constantFrom(...accountTypes), minor }), {
    minLength: 2,
    maxLength: 7,
  }),
  groups: fc.array(fc.record({ name, categories: fc.array(name, { minLength: 1, maxLength: 4 }) }), {
    minLength: 1,
    maxLength: 3,
  }),
  merchants: fc.array(name, { minLength: 1, maxLength: 6 }),
  steps: fc.array(step, { minLength: 30, maxLength: 60 }),
})

/** A household: what is in its workspace, and what happens. */
export type Household = typeof household extends fc.Arbitrary<infer Value> ? Value : never
type Step = Household['steps'][number]

/** Runs a request; one that the service refuses changes nothing. */
async function attempt<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

/** The ids of what was created, in the order of its creation. */
interface Created {
  accounts: string[]
  categories: string[]
  merchants: string[]
  transactions: string[]
  money: (minor: number) => string
}

const choose = (ids: readonly string[], at: number): string => ids[at % Math.max(1, ids.length)] ?? ''

/** Fills an empty workspace with a household. */
export async function fillWorkspace(api: OpenWorkspace, plan: Household): Promise<void> {
  const decimals = getCurrencyDecimals(plan.currency)
  const money = (value: number): string => formatAmount(BigInt(value), decimals)
  const created: Created = { accounts: [], categories: [], merchants: [], transactions: [], money }
  for (const { name: text, type, minor: balance } of plan.accounts) {
    const start = { initial_balance: money(balance), initial_balance_date: '2026-01-03' }
    const made = await attempt(async () => api.createAccount({ body: { name: text, type, ...start } }))
    if (made) created.accounts.push(made.account.id)
  }
  for (const { name: groupName, categories } of plan.groups) {
    const made = await attempt(async () => api.createCategoryGroup({ body: { name: groupName } }))
    for (const text of made ? categories : []) {
      const group_id = made?.category_group.id ?? ''
      const category = await attempt(async () => api.createCategory({ body: { name: text, group_id } }))
      if (category) created.categories.push(category.category.id)
    }
  }
  for (const text of [...plan.merchants, 'Starting Balance']) {
    const made = await attempt(async () => api.createMerchant({ body: { name: text } }))
    if (made) created.merchants.push(made.merchant.id)
  }
  for (const one of plan.steps) await attempt(async () => playStep(api, one, created))
}

const toTarget = (
  value: number | 'none' | 'ready',
  { categories }: Created,
): { category_id?: string; ready_to_assign?: boolean } => {
  if (value === 'ready') return { ready_to_assign: true }
  if (value === 'none' || categories.length === 0) return {}
  return { category_id: choose(categories, value) }
}

async function playStep(api: OpenWorkspace, one: Step, created: Created): Promise<void> {
  const { accounts, categories, merchants, transactions, money } = created
  switch (one.kind) {
    case 'regular': {
      const account_id = choose(accounts, one.account)
      const { account } = await api.getAccount({ account_id })
      const [first] = one.lines
      const lines = one.lines.map((part) => ({
        amount: money(part.minor),
        notes: part.notes,
        ...(account.on_budget && toTarget(part.target, created)),
      }))
      const content =
        lines.length > 1
          ? { splits: lines }
          : {
              amount: money(first?.minor ?? 0),
              category_id: null,
              ...(account.on_budget && toTarget(first?.target ?? 'none', created)),
            }
      const { transaction } = (await api.createTransactions({
        body: {
          transaction: {
            account_id,
            date: one.date,
            notes: one.notes,
            status: one.status === 'pending' ? 'pending' : 'cleared',
            ...(one.merchant !== null && { merchant_id: choose(merchants, one.merchant) }),
            ...content,
          },
        },
      } as never)) as { transaction: { id: string } }
      transactions.push(transaction.id)
      if (one.status === 'reconciled')
        await api.updateTransaction({ transaction_id: transaction.id, body: { status: 'reconciled' } })
      return
    }
    case 'transfer': {
      const reply = (await api.createTransactions({
        body: {
          transaction: {
            type: 'transfer',
            from_account_id: choose(accounts, one.from),
            to_account_id: choose(accounts, one.to),
            amount: money(one.minor),
            date: one.date,
            notes: one.notes,
            status: one.status,
          },
        },
      } as never)) as { transactions: { id: string }[] }
      for (const { id } of reply.transactions) {
        transactions.push(id)
        await attempt(async () =>
          api.updateTransaction({ transaction_id: id, body: toTarget(one.target, created) }),
        )
      }
      const transaction_id = reply.transactions[1]?.id ?? ''
      await api.updateTransaction({ transaction_id, body: { status: one.other_status } })
      return
    }
    case 'assign': {
      const all = (await api.listCategories({})).category_groups.flatMap((group) => group.categories)
      const category_id = choose(
        all.map(({ id }) => id),
        one.category,
      )
      await api.assignCategory({
        month: `2026-0${one.month}`,
        category_id,
        body: { assigned: money(one.minor) },
      })
      return
    }
    case 'delete':
      await api.deleteTransaction({ transaction_id: choose(transactions, one.transaction) })
      return
    case 'close':
      await api.updateAccount({ account_id: choose(accounts, one.account), body: { closed: true } })
      return
    case 'archive':
      await api.updateCategory({ category_id: choose(categories, one.category), body: { archived: true } })
      return
  }
}
