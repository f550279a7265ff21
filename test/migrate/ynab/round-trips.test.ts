/** Tests that random households in the shape of YNAB's export move in with every figure that the shape can hold. */

import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Account } from '../../../src/contract/operations/accounts.ts'
import type { Transaction } from '../../../src/contract/operations/transactions.ts'
import { paginateTransactions } from '../../../src/contract/paginate.ts'
import type { OpenWorkspace } from '../../../src/contract/ports/local-service.ts'
import { openWorkspaces } from '../../../src/engine/workspaces.ts'
import { planWorkspace } from '../../../src/migrate/plan/plan-workspace.ts'
import { proveWorkspace } from '../../../src/migrate/prove-workspace.ts'
import { readYnabExport } from '../../../src/migrate/ynab/read-export.ts'
import { fillWorkspace, household } from '../../export/household.ts'
import * as fc from '../../support/fast-check.ts'

const rounds = Number(process.env['BUDGET_ROUNDS'] ?? 15)
const months = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06', '2026-07', '2026-08']
const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug']

const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`
const toRow = (cells: readonly string[]): string => cells.map(quote).join(',')
const negate = (amount: string): string => (amount.startsWith('-') ? amount.slice(1) : amount)

/** Writes what a workspace holds as YNAB writes it: the newest first, each line of a split as a row. */
async function writeRegister(api: OpenWorkspace, accounts: readonly Account[]): Promise<string> {
  const { category_groups } = await api.listCategories({})
  const categories = new Map(
    category_groups.flatMap(({ name: group, categories: own }) =>
      own.map(({ id, name }) => [id, { group, name }] as const),
    ),
  )
  const names = new Map(accounts.map(({ id, name }) => [id, name]))
  const rows: string[] = []
  const write = (transaction: Transaction): void => {
    const lines = transaction.splits ?? [transaction]
    for (const [at, line] of lines.entries()) {
      const category = line.ready_to_assign
        ? { group: 'Inflow', name: 'Ready to Assign' }
        : categories.get(line.category_id ?? '')
      const memo = `${transaction.splits ? `Split (${at + 1}/${lines.length}) ` : ''}${line.notes ?? ''}`
      const isStart = transaction.merchant_name === null && transaction.notes === 'Starting balance'
      const other = names.get(transaction.transfer_account_id ?? '')
      const isOut = line.amount.startsWith('-')
      rows.push(
        toRow([
          transaction.account_name,
          '',
          transaction.date,
          other === undefined
            ? isStart
              ? 'Starting Balance'
              : (transaction.merchant_name ?? '')
            : `Transfer : ${other}`,
          category ? `${category.group}: ${category.name}` : '',
          category?.group ?? '',
          category?.name ?? '',
          isStart ? '' : memo,
          isOut ? negate(line.amount) : '0.00',
          isOut ? '0.00' : line.amount,
          { pending: 'Uncleared', cleared: 'Cleared', reconciled: 'Reconciled' }[
            transaction.status as string
          ] ?? '',
        ]),
      )
    }
  }
  for await (const page of paginateTransactions(api)) for (const transaction of page) write(transaction)
  const head =
    'Account,Flag,Date,Payee,Category Group/Category,Category Group,Category,Memo,Outflow,Inflow,Cleared'
  return [head, ...rows].join('\n')
}

async function writePlan(api: OpenWorkspace): Promise<string> {
  const rows = ['Month,Category Group/Category,Category Group,Category,Assigned,Activity,Available']
  for (const [at, name] of months.entries()) {
    const { month } = await api.getMonth({ month: name })
    for (const { name: group, categories } of month.category_groups)
      for (const { name: category, assigned, activity, available } of categories)
        rows.push(
          toRow([
            `${monthNames[at]} 2026`,
            `${group}: ${category}`,
            group,
            category,
            assigned,
            activity,
            available,
          ]),
        )
  }
  return rows.join('\n')
}

test(`${rounds} random households move in with equal figures`, {
  timeout: 300_000 + rounds * 2000,
}, async () => {
  const plans = fc.sample(household, { numRuns: rounds, seed: 20261123 })
  const counted = { moved: 0, figures: 0 }
  for (const drawn of plans) {
    // Accounts of one name are one account to YNAB's export.
    const accounts = drawn.accounts.map((account, at) => ({
      ...account,
      name: `${at} ${account.name}`.slice(0, 60),
    }))
    // YNAB has no groups named like its own.
    const groups = drawn.groups.map((group) => ({ ...group, name: `${group.name} group`.slice(-200) }))
    const folder = mkdtempSync(join(tmpdir(), 'budget-test-'))
    const workspaces = openWorkspaces({
      folder,
      now: () => Date.parse('2026-05-20T12:00:00Z'),
      random: randomBytes,
    })
    try {
      const { id } = workspaces.createWorkspace({ name: 'There', currency: drawn.currency })
      const api = workspaces.open(id)
      await fillWorkspace(api, { ...drawn, accounts, groups })
      const { accounts: there } = await api.listAccounts({ query: { include_closed: true } })
      const [register, plan] = [await writeRegister(api, there), await writePlan(api)]
      const options = {
        currency: drawn.currency,
        dateOrder: 'ymd',
        decimal: '.',
        spending: undefined,
        today: '2026-12-31',
      } as const
      const source = readYnabExport(
        [
          { path: 'Register.csv', bytes: Buffer.from(register) },
          { path: 'Plan.csv', bytes: Buffer.from(plan) },
        ],
        options,
      )
      const types = new Map(
        source.accounts.map(({ key, name }) => [key, there.find((one) => one.name === name)?.type ?? '']),
      )
      const moved = planWorkspace(source, { types, now: 0 })
      const copy = workspaces.createFilledWorkspace({ name: 'Here', content: moved.content })
      const proof = await proveWorkspace(workspaces, copy.id, { plan: moved, known: undefined })
      expect(proof.differences).toEqual([])
      counted.figures += proof.category_months.of
      counted.moved += 1
      const here = workspaces.open(copy.id)
      const balances = async (of: OpenWorkspace) =>
        Object.fromEntries(
          (await of.listAccounts({ query: { include_closed: true } })).accounts
            .filter(({ balance }) => !/^[-0.]+$/.test(balance))
            .map(({ name, balance, cleared_balance }) => [name, [balance, cleared_balance]]),
        )
      expect(await balances(here)).toEqual(await balances(api))
      for (const month of months) {
        const [ours, theirs] = [await here.getMonth({ month }), await api.getMonth({ month })]
        expect([month, ours.month.ready_to_assign]).toEqual([month, theirs.month.ready_to_assign])
      }
      expect(workspaces.admin(copy.id).listIntegrityErrors()).toEqual([])
    } finally {
      workspaces.close()
      rmSync(folder, { recursive: true })
    }
  }
  expect(counted.moved).toBe(rounds)
  expect(counted.figures).toBeGreaterThan(rounds * 8)
})
