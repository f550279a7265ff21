/** Tests that differences are found, and explained only by what causes them. */

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Contradictions } from '../../../src/migrate/figures.ts'
import { planWorkspace } from '../../../src/migrate/plan/plan-workspace.ts'
import { differenceRules } from '../../../src/migrate/proof/compare-figures.ts'
import { computeMonths, createOwnRules } from '../../../src/migrate/proof/compute-months.ts'
import { proveMove } from '../../../src/migrate/proof/prove-move.ts'
import type { SourceBudget } from '../../../src/migrate/source-budget.ts'
import { makeAccount, makeCategory, makeSource, makeTransaction } from '../make-source.ts'

const months = ['2026-09', '2026-10', '2026-11']

/** Income of 100.00, 10.00 assigned to Food in September, and 30.00 spent there. */
const facts = {
  transactions: [
    makeTransaction(10_000n, 'ready_to_assign', { date: '2026-09-01' }),
    makeTransaction(-3000n, { category: 'Food' }, { date: '2026-09-10' }),
  ],
  assignments: [{ month: '2026-09', category: 'Food', assigned: 1000n }],
}

interface Stated {
  available: readonly bigint[]
  readyToAssign?: readonly bigint[]
}

/** A budget that states these figures of Food. */
const state = ({ available, readyToAssign }: Stated, parts: Partial<SourceBudget> = {}): SourceBudget =>
  makeSource({
    ...facts,
    figures: {
      balances: [{ account: 'Checking', balance: 7000n }],
      categoryMonths: available.map((amount, at) => ({
        month: months[at] ?? '',
        category: 'Food',
        assigned: at === 0 ? 1000n : 0n,
        activity: at === 0 ? -3000n : 0n,
        available: amount,
      })),
      months: (readyToAssign ?? []).map((amount, at) => ({
        month: months[at] ?? '',
        readyToAssign: amount,
        ageOfMoney: undefined,
      })),
    },
    ...parts,
  })

/** Proves a move into a workspace that follows our rules: overspending leaves Ready to Assign in the next month. */
function prove(
  source: SourceBudget,
  availableInOctober = 0n,
  balanceChanges?: ReadonlyMap<number, ReadonlyMap<string, bigint>>,
) {
  const plan = planWorkspace(source, { types: new Map(), now: 0 })
  const figures = (month: string, available: bigint, readyToAssign: bigint) =>
    [
      month,
      {
        readyToAssign,
        heldForLater: 0n,
        ageOfMoney: undefined,
        categories: new Map([
          [
            1,
            {
              assigned: month === '2026-09' ? 1000n : 0n,
              activity: month === '2026-09' ? -3000n : 0n,
              available,
            },
          ],
        ]),
      },
    ] as const
  return proveMove(plan, {
    balances: new Map([[1, 7000n]]),
    balanceChanges,
    months: new Map([
      figures('2026-09', -2000n, 9000n),
      figures('2026-10', availableInOctober, 7000n),
      figures('2026-11', availableInOctober, 7000n),
    ]),
  })
}

const explain = (source: SourceBudget) =>
  prove(source).differences.map(({ figure, month, rules }) => [figure, month, ...rules])

test('a move with equal figures is proved', () => {
  const proof = prove(state({ available: [-2000n, 0n, 0n], readyToAssign: [9000n, 7000n, 7000n] }))
  expect(proof).toEqual({
    accounts: { equal: 1, of: 1 },
    category_months: { equal: 3, of: 3 },
    ready_to_assign: { equal: 3, of: 3 },
    age_of_money: { equal: 0, of: 0 },
    differences: [],
  })
})

test('overspending that stays in the category is the rule of another program, and what follows is explained by it', () => {
  const source = state({ available: [-2000n, -2000n, -2000n], readyToAssign: [9000n, 9000n, 9000n] })
  expect(explain(source)).toEqual([
    ['available', '2026-10', 'carried'],
    ['ready_to_assign', '2026-10', 'follows'],
    ['available', '2026-11', 'carried'],
    ['ready_to_assign', '2026-11', 'follows'],
  ])
})

test('a figure that no rule gives has no reason, and neither has what follows from it', () => {
  const source = state({ available: [-2000n, 0n, 0n], readyToAssign: [9000n, 6999n, 6999n] })
  expect(explain(source)).toEqual([
    ['ready_to_assign', '2026-10'],
    ['ready_to_assign', '2026-11'],
  ])
  expect(prove(source, 1n).differences.map(({ figure, month, rules }) => [figure, month, ...rules])).toEqual([
    ['available', '2026-10'],
    ['ready_to_assign', '2026-10'],
    ['available', '2026-11'],
    ['ready_to_assign', '2026-11'],
  ])
})

test('what is available in a file that is not what was left, was assigned and moved contradicts it', () => {
  expect(explain(state({ available: [-2000n, 1n, 1n], readyToAssign: [9000n, 6999n, 6999n] }))).toEqual([
    ['available', '2026-10', 'contradicts'],
    ['ready_to_assign', '2026-10', 'follows'],
    ['available', '2026-11', 'follows'],
    ['ready_to_assign', '2026-11', 'follows'],
  ])
})

/** A budget with these sums of its own transactions. */
const contradict = (source: SourceBudget, sums: Partial<Contradictions<string>>): SourceBudget => ({
  ...source,
  figures: {
    ...source.figures,
    contradictions: { balances: [], activity: [], income: [], ...sums },
  },
})

test('a figure that is not what the rows of the file add up to contradicts it, if the workspace has that sum', () => {
  const balance = {
    ...state({ available: [] }).figures,
    balances: [{ account: 'Checking', balance: 1n }],
  }
  const wrong = { ...state({ available: [] }), figures: balance }
  const sumBalance = (sum: bigint) => explain(contradict(wrong, { balances: [{ account: 'Checking', sum }] }))
  expect(sumBalance(7000n)).toEqual([['balance', null, 'contradicts']])
  expect(sumBalance(7001n)).toEqual([['balance', null]])

  const spent = { month: '2026-09', category: 'Food', assigned: 1000n, activity: -2500n, available: -1500n }
  const left = { month: '2026-10', category: 'Food', assigned: 0n, activity: 0n, available: -1500n }
  const source = state({ available: [] })
  const stated = { ...source, figures: { ...source.figures, categoryMonths: [spent, left] } }
  const sumFood = (sum: bigint) =>
    explain(contradict(stated, { activity: [{ month: '2026-09', category: 'Food', sum }] }))
  expect(sumFood(-3000n)).toEqual([
    ['activity', '2026-09', 'contradicts'],
    ['available', '2026-09', 'contradicts'],
    ['available', '2026-10', 'carried'],
  ])
  expect(sumFood(-3001n).slice(0, 2)).toEqual([
    ['activity', '2026-09'],
    ['available', '2026-09'],
  ])
})

test('income beyond the rows of the file contradicts it, and explains just that much of Ready to Assign', () => {
  const income = [{ month: '2026-10', excess: 50n }]
  const explainExcess = (amount: bigint) =>
    explain(
      contradict(
        state({ available: [-2000n, 0n, 0n], readyToAssign: [9000n, 7000n + amount, 7000n + amount] }),
        { income },
      ),
    )
  expect(explainExcess(50n)).toEqual([
    ['ready_to_assign', '2026-10', 'contradicts'],
    ['ready_to_assign', '2026-11', 'contradicts'],
  ])
  expect(explainExcess(49n)).toEqual([
    ['ready_to_assign', '2026-10'],
    ['ready_to_assign', '2026-11'],
  ])
})

test('a wrong balance has no reason', () => {
  const source = state({ available: [] })
  const wrong = {
    ...source,
    figures: { ...source.figures, balances: [{ account: 'Checking', balance: 1n }] },
  }
  expect(
    prove(wrong).differences.map(({ figure, theirs, ours, rules }) => [figure, theirs, ours, rules]),
  ).toEqual([['balance', 1n, 7000n, []]])
})

test('a file that begins later does not say what was carried into it', () => {
  const source = state({ available: [] })
  const stated = { month: '2026-10', category: 'Food', assigned: 0n, activity: 0n, available: 500n }
  const later = { ...source, figures: { ...source.figures, categoryMonths: [stated] } }
  expect(explain(later)).toEqual([['available', '2026-10', 'begins']])
})

const cashRules = {
  treatsCardsAsCash: true,
  ignoresUncategorized: true,
  offersMoneyAssignedLater: true,
  held: [],
  carriesOverspending: [],
}

test('the figures of a program without cards are computed by its rules, and each rule explains what it changes', () => {
  const carrying = state(
    { available: [-2000n, -2000n, 0n], readyToAssign: [9000n, 9000n, 7000n] },
    {
      kind: 'actual',
      rules: { ...cashRules, carriesOverspending: [{ month: '2026-09', category: 'Food' }] },
    },
  )
  expect(explain(carrying)).toEqual([
    ['available', '2026-10', 'carried'],
    ['ready_to_assign', '2026-10', 'carried'],
  ])
  const holding = state(
    { available: [-2000n, 0n, 0n], readyToAssign: [8900n, 7000n, 7000n] },
    { kind: 'actual', rules: { ...cashRules, held: [{ month: '2026-09', amount: 100n }] } },
  )
  expect(explain(holding)).toEqual([['ready_to_assign', '2026-09', 'held']])
  const wrong = state({ available: [-2000n, 0n, 3n] }, { kind: 'actual', rules: cashRules })
  expect(explain(wrong)).toEqual([['available', '2026-11']])
})

test('a workspace without cards is never excused by cards', () => {
  const stated = state(
    { available: [], readyToAssign: [9000n, 7000n, 7001n] },
    { kind: 'actual', rules: cashRules },
  )
  const income = makeTransaction(1n, 'ready_to_assign', { date: '2026-11-02' })
  expect(explain({ ...stated, transactions: [...stated.transactions, income] })).toEqual([
    ['ready_to_assign', '2026-11'],
  ])
})

test('months are computed as the specification says: overspending is paid by the next month, later months are served first', () => {
  const amount = (...entries: [string, bigint][]) => new Map(entries)
  const computed = computeMonths(
    {
      first: '2026-01',
      last: '2026-03',
      categories: ['food'],
      assigned: new Map([
        ['2026-01', amount(['food', 7500n])],
        ['2026-02', amount(['food', 5000n])],
      ]),
      activity: new Map([['2026-01', amount(['food', -8000n])]]),
      income: amount(['2026-01', 10_000n]),
      uncategorized: amount(['2026-02', -100n]),
    },
    createOwnRules(),
  )
  expect(
    computed.map(({ month, readyToAssign, available }) => [month, readyToAssign, available.get('food')]),
  ).toEqual([
    // 25.00 is left, but February has assigned 50.00.
    ['2026-01', 0n, -500n],
    // 25.00 - 50.00 - 5.00 overspent in January
    ['2026-02', -3000n, 5000n],
    // 1.00 without a category in February
    ['2026-03', -3100n, 5000n],
  ])
})

test('with one card, no rule excuses what its payment category states', () => {
  const source: SourceBudget = {
    ...state({ available: [-2000n] }),
    accounts: [makeAccount('Checking', { suggestedType: 'credit_credit_card' })],
    categories: [makeCategory('Food', 'Checking')],
    assignments: [],
    transactions: [makeTransaction(-10n, null, { date: '2026-10-03' })],
    figures: {
      balances: [{ account: 'Checking', balance: 7000n }],
      categoryMonths: [
        { month: '2026-09', category: 'Food', assigned: 1000n, activity: -3000n, available: -2000n },
        { month: '2026-10', category: 'Food', assigned: 0n, activity: 5n, available: 5n },
      ],
      months: [{ month: '2026-10', readyToAssign: 7005n, ageOfMoney: undefined }],
    },
  }
  expect(explain(source)).toEqual([
    ['activity', '2026-10'],
    ['available', '2026-10'],
    ['ready_to_assign', '2026-10'],
  ])
})

test('every rule is a row of the table in the documentation', () => {
  const document = readFileSync(new URL('../../../docs/migrate.md', import.meta.url), 'utf8')
  const rows = [...document.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, rule]) => rule)
  expect(rows).toEqual(Object.keys(differenceRules))
})
