/** Tests that updates of random households equal an independent three-way merge, and that undo takes them back. */

import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, test } from 'vitest'
import type { OpenWorkspace } from '../../../src/contract/ports/local-service.ts'
import { openWorkspaces } from '../../../src/engine/workspaces.ts'
import { recordedTables } from '../../../src/store/change-recorder.ts'
import {
  changeHousehold,
  changeTableHousehold,
  createHousehold,
  createRandom,
  type Household,
  type HouseholdRow,
  toTableHousehold,
  writeTable,
  writeYnabJson,
} from '../../migrate/update/household-file.ts'
import { createCliHarness } from '../../support/cli-harness.ts'

const rounds = Number(process.env['BUDGET_ROUNDS'] ?? 6)

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Merges fields: what only one side changed is taken, and what both changed is as it is here. */
const mergeFields = <Row extends object>(base: Row, here: Row, there: Row): Row =>
  Object.fromEntries(
    Object.entries(here).map(([field, value]) => {
      const [was, said] = [base[field as keyof Row], there[field as keyof Row]]
      return [field, isEqual(value, was) ? said : value]
    }),
  ) as Row

function mergeLists<Row extends { id: string }>(base: Row[], here: Row[], there: Row[]): Row[] {
  const find = (rows: Row[], id: string) => rows.find((row) => row.id === id)
  const ids = [...new Set([...base, ...here, ...there].map(({ id }) => id))]
  return ids.flatMap((id) => {
    const [was, own, said] = [find(base, id), find(here, id), find(there, id)]
    if (!was) return own ?? said ?? []
    if (own && said) return mergeFields(was, own, said)
    if (own) return isEqual(was, own) ? [] : own
    return []
  })
}

const merge = (base: Household, here: Household, there: Household): Household => ({
  accounts: mergeLists(base.accounts, here.accounts, there.accounts),
  categories: mergeLists(base.categories, here.categories, there.categories),
  rows: mergeLists(base.rows, here.rows, there.rows),
  assigned: Object.fromEntries(
    [...new Set([base, here, there].flatMap(({ assigned }) => Object.keys(assigned)))].map((key) => {
      const [was, own, said] = [base, here, there].map(({ assigned }) => assigned[key] ?? 0)
      return [key, (own === was ? said : own) ?? 0]
    }),
  ),
})

const toMoney = (cents: number): string => (cents / 100).toFixed(2)

/** The ids that the workspace has for the things of the household. */
interface Ids {
  accounts: Map<string, string>
  categories: Map<string, string>
  /** Of a transfer both sides, that of the payer first. */
  rows: Map<string, string[]>
}

async function listAll(api: OpenWorkspace) {
  const { accounts } = await api.listAccounts({ query: { include_closed: true } })
  const { category_groups } = await api.listCategories({})
  const transactions = []
  for (let cursor: string | undefined; ; ) {
    const page = await api.listTransactions({ query: { limit: 200, ...(cursor && { cursor }) } })
    transactions.push(...page.transactions)
    cursor = page.next_cursor ?? undefined
    if (!cursor) break
  }
  return { accounts, categories: category_groups.flatMap(({ categories }) => categories), transactions }
}

async function findIds(api: OpenWorkspace, household: Household): Promise<Ids> {
  const { accounts, categories, transactions } = await listAll(api)
  const byName = (rows: { id: string; name: string }[], name: string) =>
    rows.find((row) => row.name === name)?.id ?? ''
  return {
    accounts: new Map(household.accounts.map(({ id, name }) => [id, byName(accounts, name)])),
    categories: new Map(household.categories.map(({ id, name }) => [id, byName(categories, name)])),
    rows: new Map(
      household.rows.map(({ id, amount }) => [
        id,
        [amount, -amount].flatMap((one) => transactions.find((row) => row.amount === toMoney(one))?.id ?? []),
      ]),
    ),
  }
}

const toPlace = (category: string | null, { categories }: Ids) =>
  category === 'rta'
    ? { ready_to_assign: true }
    : { category_id: category === null ? null : (categories.get(category) ?? '') }

async function createRow(api: OpenWorkspace, row: HouseholdRow, ids: Ids): Promise<void> {
  const own = {
    account_id: ids.accounts.get(row.account) ?? '',
    date: row.date,
    status: row.cleared ? ('cleared' as const) : ('pending' as const),
    review_status: 'reviewed' as const,
    ...(row.memo !== null && { notes: row.memo }),
  }
  const draft =
    row.to !== null
      ? {
          type: 'transfer',
          from_account_id: own.account_id,
          to_account_id: ids.accounts.get(row.to) ?? '',
          ...{ date: own.date, status: own.status, amount: toMoney(-row.amount) },
          ...(row.memo !== null && { notes: row.memo }),
        }
      : {
          ...own,
          ...(row.payee !== null && { merchant_name: row.payee }),
          ...(row.parts
            ? {
                splits: row.parts.map(([category, amount]) => ({
                  amount: toMoney(amount),
                  ...toPlace(category, ids),
                })),
              }
            : { amount: toMoney(row.amount), ...toPlace(row.category, ids) }),
        }
  const { transactions, transaction } = (await api.createTransactions({
    body: { transaction: draft },
  } as never)) as { transactions?: { id: string }[]; transaction?: { id: string } }
  const created = (transactions ?? (transaction ? [transaction] : [])).map(({ id }) => id)
  if (row.to !== null)
    for (const id of created)
      await api.updateTransaction({
        transaction_id: id,
        body: { status: own.status, review_status: 'reviewed' },
      })
  ids.rows.set(row.id, created)
}

/** Changes the workspace from one household to another. */
async function change(
  api: OpenWorkspace,
  [from, to]: readonly [Household, Household],
  ids: Ids,
): Promise<void> {
  for (const { id, name } of to.categories)
    if (from.categories.find((one) => one.id === id)?.name !== name)
      await api.updateCategory({ category_id: ids.categories.get(id) ?? '', body: { name } })
  for (const [key, cents] of Object.entries(to.assigned)) {
    const [month = '', category = ''] = key.split(' ')
    if ((from.assigned[key] ?? 0) !== cents)
      await api.assignCategory({
        month,
        category_id: ids.categories.get(category) ?? '',
        body: { assigned: toMoney(cents) },
      })
  }
  for (const was of from.rows) {
    const [first = '', ...others] = ids.rows.get(was.id) ?? []
    const is = to.rows.find(({ id }) => id === was.id)
    if (!is) {
      await api.deleteTransaction({ transaction_id: first })
      continue
    }
    const status = is.cleared ? 'cleared' : 'pending'
    const body = {
      ...(is.date !== was.date && { date: is.date }),
      ...(is.amount !== was.amount && { amount: toMoney(is.amount) }),
      ...(is.payee !== was.payee && { merchant_name: is.payee }),
      ...(is.category !== was.category && toPlace(is.category, ids)),
      ...(is.memo !== was.memo && { notes: is.memo }),
      ...(is.cleared !== was.cleared && { status }),
    } as object
    if (Object.keys(body).length > 0) await api.updateTransaction({ transaction_id: first, body })
    if (is.cleared !== was.cleared)
      for (const id of others) await api.updateTransaction({ transaction_id: id, body: { status } } as never)
  }
  for (const row of to.rows) if (!from.rows.some(({ id }) => id === row.id)) await createRow(api, row, ids)
}

/** Returns what the workspace has, in the form of `describe`. */
async function read(api: OpenWorkspace) {
  const { accounts, categories, transactions } = await listAll(api)
  const places: Record<string, string> = {}
  for (const month of ['2026-08', '2026-09', '2026-10']) {
    const reply = await api.getMonth({ month })
    for (const { name, assigned } of reply.month.category_groups.flatMap((group) => group.categories))
      if (assigned !== '0.00') places[`${month} ${name}`] = assigned
  }
  return {
    accounts: accounts.map(({ name }) => name).toSorted(),
    categories: categories.map(({ name }) => name).toSorted(),
    assigned: places,
    rows: transactions
      .filter(({ transfer_account_id, amount }) => transfer_account_id === null || amount.startsWith('-'))
      .map((row) =>
        JSON.stringify([
          ...[row.date, row.amount, row.account_name, row.merchant_name, row.notes, row.status],
          row.ready_to_assign ? 'rta' : row.category_name,
          accounts.find(({ id }) => id === row.transfer_account_id)?.name ?? null,
          row.splits?.map((line) => [line.category_name, line.amount]) ?? null,
        ]),
      )
      .toSorted(),
  }
}

function describe({ accounts, categories, rows, assigned }: Household): Awaited<ReturnType<typeof read>> {
  const nameCategory = (id: string | null) =>
    id === 'rta' ? 'rta' : (categories.find((one) => one.id === id)?.name ?? null)
  const nameAccount = (id: string | null) => accounts.find((one) => one.id === id)?.name ?? null
  return {
    accounts: accounts.map(({ name }) => name).toSorted(),
    categories: categories.map(({ name }) => name).toSorted(),
    assigned: Object.fromEntries(
      Object.entries(assigned)
        .filter(([, cents]) => cents !== 0)
        .map(([key, cents]) => [`${key.slice(0, 7)} ${nameCategory(key.slice(8))}`, toMoney(cents)]),
    ),
    rows: rows
      .map((row) =>
        JSON.stringify([
          ...[row.date, toMoney(row.amount), nameAccount(row.account), row.payee, row.memo],
          ...[row.cleared ? 'cleared' : 'pending', nameCategory(row.category), nameAccount(row.to)],
          row.parts?.map(([category, amount]) => [nameCategory(category), toMoney(amount)]) ?? null,
        ]),
      )
      .toSorted(),
  }
}

/** Returns every row of every recorded table. */
function dump(file: string): Record<string, unknown[]> {
  const database = new DatabaseSync(file, { readOnly: true })
  const tables = [...recordedTables, 'account_balances', 'cells']
  const rows = tables.map((table): [string, unknown[]] => [
    table,
    database
      .prepare(`SELECT * FROM ${table}`)
      .all()
      .map((row) => JSON.stringify(row))
      .filter((text) => table !== 'cells' || !text.endsWith('"assigned":0,"activity":0,"credit":0}'))
      .toSorted(),
  ])
  database.close()
  return Object.fromEntries(rows)
}

/** A program, and how its files are written and its households change. */
interface Program {
  name: string
  file: string
  flags: string[]
  create: (random: (below: number) => number) => Household
  change: typeof changeHousehold
  write: (household: Household) => string
}

const programs: Program[] = [
  {
    name: 'with ids',
    file: 'newer.json',
    flags: [],
    create: (random) => createHousehold(random, 40),
    change: changeHousehold,
    write: writeYnabJson,
  },
  {
    name: 'without ids',
    file: 'newer.csv',
    flags: ['--currency', 'EUR', '--income', 'Salary'],
    create: (random) => toTableHousehold(createHousehold(random, 40)),
    change: changeTableHousehold,
    write: writeTable,
  },
]

test.each(programs)(
  `${rounds} random households $name are merged as an independent merge says, and undo takes it back`,
  {
    timeout: 300_000 + rounds * 20_000,
  },
  async (program) => {
    let conflicts = 0
    for (let round = 0; round < rounds; round++) conflicts += await playRound(program, round)
    expect(conflicts).toBeGreaterThan(0)
  },
)

/** Moves a household in, changes it on both sides, and updates it twice; returns how many conflicts there were. */
async function playRound(program: Program, round: number): Promise<number> {
  const random = createRandom(round + 1)
  const harness = createCliHarness()
  const folder = join(harness.folder, 'data')
  const use = async <Result>(
    work: (api: OpenWorkspace, file: string) => Promise<Result>,
  ): Promise<Result> => {
    const now = () => Date.parse('2026-11-20T12:00:00Z')
    const workspaces = openWorkspaces({ folder, now, random: randomBytes })
    const id = workspaces.listWorkspaces()[0]?.id ?? ''
    try {
      return await work(workspaces.open(id), join(folder, `${id}.db`))
    } finally {
      workspaces.close()
    }
  }
  const readRows = () => use(async (_, file) => dump(file))
  const bring = async (household: Household) => {
    writeFileSync(join(harness.folder, program.file), program.write(household))
    const { stdout, stderr, code } = await harness.budget([
      'migrate',
      'update',
      'Home',
      program.file,
      '--json',
    ])
    expect({ round, stderr }).toEqual({ round, stderr: '' })
    const result = JSON.parse(stdout)
    expect(result.differences.filter(({ rules }: { rules: string[] }) => rules.length === 0)).toEqual([])
    expect(code).toBe(result.conflicts.length > 0 ? 8 : 0)
    return result
  }
  try {
    const base = program.create(random)
    writeFileSync(join(harness.folder, program.file), program.write(base))
    const moved = await harness.budget(['migrate', program.file, '--name', 'Home', ...program.flags])
    expect({ code: moved.code, stderr: moved.stderr }).toEqual({ code: 0, stderr: '' })
    const ids = await use((api) => findIds(api, base))
    const here = program.change(base, random, { name: 'here', first: 20_000, times: 15 })
    await use((api) => change(api, [base, here], ids))
    expect(await use(read)).toEqual(describe(here))
    const there = program.change(base, random, { name: 'there', first: 50_000, times: 15 })
    const before = await readRows()
    const { conflicts } = await bring(there)
    const merged = merge(base, here, there)
    expect({ round, is: await use(read) }).toEqual({ round, is: describe(merged) })
    const after = await readRows()
    expect((await harness.budget(['undo'])).stderr).toBe('')
    expect({ round, is: await readRows() }).toEqual({ round, is: before })
    expect((await harness.budget(['redo'])).stderr).toBe('')
    expect({ round, is: await readRows() }).toEqual({ round, is: after })
    expect(await bring(there)).toMatchObject({ undo: null, conflicts: [] })
    const later = program.change(there, random, { name: 'later', first: 80_000, times: 10 })
    await bring(later)
    expect({ round, is: await use(read) }).toEqual({ round, is: describe(merge(there, merged, later)) })
    expect((await harness.budget(['db', 'check'])).code).toBe(0)
    return conflicts.length
  } finally {
    harness.close()
  }
}
