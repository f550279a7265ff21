/** Tests that random budgets in the shape of YNAB's export are read back exactly, in every format. */

import { expect, test } from 'vitest'
import { UserError } from '../../../src/contract/errors.ts'
import type { SourceBudget, SourceCategoryRef } from '../../../src/migrate/source-budget.ts'
import * as fc from '../../support/fast-check.ts'
import {
  formatArbitrary,
  type Model,
  type ModelRow,
  modelArbitrary,
  sumActivity,
  writeExport,
} from './random-export.ts'
import { readFiles } from './ynab-files.ts'

const rounds = Number(process.env['BUDGET_ROUNDS'] ?? 60)

const statuses = { Cleared: 'cleared', Uncleared: 'pending', Reconciled: 'reconciled' } as const

function listExpected({ categories, transactions }: Model) {
  const toRef = (at: number): SourceCategoryRef =>
    at === -2 ? null : at === -1 ? 'ready_to_assign' : { category: categories[at]?.join('\n') ?? '' }
  const toRow = ({ amount, payee, memo, category, transfer }: ModelRow) => ({
    amount,
    payee: transfer !== undefined && amount === 0n ? `Transfer : ${transfer}` : payee === '' ? null : payee,
    memo: memo === '' ? null : memo,
    category: toRef(category),
    // What moves no money is no transfer.
    transfer: amount === 0n ? null : (transfer ?? null),
  })
  return transactions.map(({ date, account, flag, cleared, rows }) => ({
    date,
    account,
    status: statuses[cleared],
    tag: flag === '' ? null : `#${flag.toLowerCase()}`,
    rows: rows.map(toRow),
  }))
}

/** Returns the transactions as the model has them; the payee of a split belongs to each line that has no other one. */
const listRead = ({ transactions }: SourceBudget) =>
  transactions.map(({ date, account, status, lines, ...one }) => {
    const [, memo = '', tag] = /^(.*?) ?(#red|#blue)?$/s.exec(one.notes ?? '') ?? []
    const rows = lines ?? [{ ...one, notes: memo === '' ? null : memo }]
    return {
      date,
      account,
      status,
      tag: tag ?? null,
      rows: rows.map(({ amount, payee, notes, category, transfer }) => ({
        amount,
        payee: transfer ? null : (payee ?? one.payee),
        memo: notes,
        category,
        transfer: transfer?.account ?? null,
      })),
    }
  })

/** Asserts that the sides of transfers name one another, and fit. */
function assertPairs({ transactions }: SourceBudget): void {
  const sides = new Map(
    transactions.flatMap(({ key, account, date, amount, lines, transfer }) =>
      lines
        ? lines.map((line, at) => [`${key}/${at + 1}`, { account, date, ...line }] as const)
        : [[key, { account, date, amount, transfer }] as const],
    ),
  )
  for (const [key, { account, date, amount, transfer }] of sides) {
    if (!transfer) continue
    const other = sides.get(transfer.otherSide ?? '')
    expect(other).toMatchObject({
      account: transfer.account,
      date,
      amount: -amount,
      transfer: { account, otherSide: key },
    })
  }
}

/** Reads an export; where the order of day and month is open, it is asked, and answered. */
function readWithAnswers(
  files: ReturnType<typeof writeExport>,
  currency: string,
  order: string,
): SourceBudget {
  try {
    return readFiles(files, { currency })
  } catch (error) {
    if (!(error instanceof UserError) || error.field !== 'dates') throw error
    return readFiles(files, { currency, dateOrder: order as 'dmy' | 'mdy' | 'ymd' })
  }
}

test('A random budget is read back exactly', () => {
  fc.assert(
    fc.property(modelArbitrary, formatArbitrary, (model, format) => {
      const budget = readWithAnswers(writeExport(model, format), format.currency, format.date[0])
      expect(listRead(budget)).toEqual(listExpected(model))
      assertPairs(budget)
      const planned = model.plan.map((one) => ({
        ...one,
        category: model.categories[one.category]?.join('\n') ?? '',
      }))
      expect(budget.assignments).toEqual(
        planned.flatMap(({ month, category, assigned }) =>
          assigned === 0n ? [] : [{ month, category, assigned }],
        ),
      )
      expect(budget.figures.categoryMonths).toEqual(
        planned.map((one, at) => ({
          ...one,
          activity: sumActivity(model, one.month, model.plan[at]?.category ?? 0),
        })),
      )
      const sums = new Map<string, bigint>()
      for (const { account, rows } of model.transactions)
        for (const { amount } of rows) sums.set(account, (sums.get(account) ?? 0n) + amount)
      expect(new Map(budget.figures.balances.map(({ account, balance }) => [account, balance]))).toEqual(sums)
    }),
    { numRuns: rounds },
  )
})
