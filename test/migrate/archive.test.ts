/** Tests that what an archive holds moves into a new workspace unchanged, and that broken archives are refused. */

import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { emptyNameIndex } from '../../src/cli/workspace-context.ts'
import type { BudgetApi } from '../../src/contract/api.ts'
import { InvalidContentError, UserError } from '../../src/contract/errors.ts'
import type { ArchiveSource } from '../../src/contract/ports/export-source.ts'
import type { Workspaces } from '../../src/contract/ports/local-service.ts'
import { createArchiveSource } from '../../src/engine/archive-source.ts'
import { createReportSource } from '../../src/engine/report-source.ts'
import { openWorkspaces } from '../../src/engine/workspaces.ts'
import { createFilePacker, TAR_END, unpackFiles } from '../../src/export/archive/tar.ts'
import { writeArchive } from '../../src/export/write-archive.ts'
import { planArchive } from '../../src/migrate/archive/read-archive.ts'
import type { WorkspacePlan } from '../../src/migrate/plan/plan-workspace.ts'
import { createRequestedArchive } from '../../src/remote/requested-archive.ts'
import type { SourceFile } from '../../src/tables/source-file.ts'
import { fillWorkspace, household } from '../export/household.ts'
import { createSchedules, randomHousehold } from '../schedules/forecast/posted-households.ts'
import * as fc from '../support/fast-check.ts'
import { type RandomWorkspace, randomHistory, withRandomWorkspace } from '../support/random-workspace.ts'
import { dumpTables, readContent } from '../support/workspace-content.ts'

async function pack(name: string, text: string): Promise<string> {
  let tar = ''
  for await (const part of createFilePacker()(name, [text])) tar += part
  return tar
}

const rounds = Number(process.env['BUDGET_ROUNDS'] ?? 6)

let folder: string
let workspaces: Workspaces
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'budget-test-'))
  workspaces = openWorkspaces({ folder, now: () => 1000, random: randomBytes })
})
afterEach(() => {
  workspaces.close()
  rmSync(folder, { recursive: true })
})

/** Returns the files of an archive, by way of a tar. */
async function archive(source: ArchiveSource): Promise<SourceFile[]> {
  const chunks: string[] = []
  for await (const chunk of writeArchive(source, { facts: 0, files: 0 })) chunks.push(chunk)
  return unpackFiles(Buffer.from(chunks.join('')))
}

function read(files: readonly SourceFile[], keepIds = false): WorkspacePlan & { name: string | undefined } {
  const archive = planArchive(files, { keepIds })
  if (!archive) throw new Error('the files are no archive')
  return { ...archive.plan, name: archive.name }
}

const decode = ({ path, bytes }: SourceFile): [string, string] => [path, Buffer.from(bytes).toString()]

/** Returns the files as text, without what belongs to the workspace and not to its content. */
const toText = (files: readonly SourceFile[], salt: string): Record<string, string> =>
  Object.fromEntries(
    files
      .map(decode)
      .map(([path, text]) => [
        path,
        text.replaceAll(salt, 'SALT').replace(/"workspace_(id|name)":[^,]*,/g, ''),
      ]),
  )

/**
 * Posts, skips and changes dates, takes transactions from them and deletes what fulfils them; returns how many still
 * have a transaction.
 */
async function touchDates(api: BudgetApi): Promise<number> {
  for (const [at, { id: schedule_id, next_date: date, amount }] of (
    await api.listSchedules({})
  ).schedules.entries()) {
    if (date === null || amount === null) continue
    if (at % 5 === 3)
      await api.updateScheduleDate({ schedule_id, date, body: { skipped: true, amount: '-1' } })
    if (at % 5 > 2) continue
    const { transactions } = await api.postScheduleDate({ schedule_id, date, body: {} })
    const [{ id: transaction_id } = { id: '' }] = transactions
    if (at % 5 === 1) await api.deleteTransaction({ transaction_id })
    if (at % 5 === 2) await api.updateScheduleDate({ schedule_id, date, body: { transaction_id: null } })
  }
  return (await api.listSchedules({})).schedules
    .flatMap(({ dates }) => dates)
    .filter(({ transaction_id }) => transaction_id !== null).length
}

const NEW_SALT = /acc_([0-9A-Z]{16})/

describe('An archive', { timeout: 300_000 + rounds * 2000 }, () => {
  test('moves into a workspace with the same rows, figures and archive, with its ids or with new ones', async () => {
    let [round, linked] = [0, 0]
    const { failed, errorInstance } = await fc.check(
      fc.asyncProperty(randomHousehold, ([commands, schedules]) =>
        withRandomWorkspace(commands, async ({ api, store }) => {
          await createSchedules(api, schedules)
          linked += await touchDates(api)
          const copy = join(folder, `copy${round++}`)
          store.backUp(copy, { force: false })
          const { id_salt: salt } = store.settings
          const files = await archive(createArchiveSource({ id: 'wks_1', getName: () => 'Home' }, store))
          const kept = read(files, true)
          expect({ ...kept.content, transactions: [] }).toEqual({ ...readContent(store), transactions: [] })
          expect(kept).toMatchObject({ name: 'Home', notTaken: [] })
          const same = workspaces.createFilledWorkspace({ name: `Same ${round}`, content: kept.content })
          expect(dumpTables(join(folder, `${same.id}.db`))).toEqual(dumpTables(copy))
          expect(toText(await archive(workspaces.archiveSource(same.id)), salt)).toEqual(toText(files, salt))
          const { content } = read(files)
          const other = workspaces.createFilledWorkspace({ name: `Other ${round}`, content })
          const otherFiles = await archive(workspaces.archiveSource(other.id))
          const otherSalt = NEW_SALT.exec(Object.values(toText(otherFiles, '-')).join())?.[1] ?? ''
          expect(otherSalt).not.toBe(salt)
          expect(toText(otherFiles, otherSalt)).toEqual(toText(files, salt))
          expect(workspaces.admin(other.id).listIntegrityErrors()).toEqual([])
          const listed = (await api.listSchedules({})).schedules
          const moved = (await workspaces.open(other.id).listSchedules({})).schedules
          expect(JSON.stringify(moved).replaceAll(otherSalt, salt)).toBe(JSON.stringify(listed))
        }),
      ),
      { numRuns: rounds, seed: 20261123 },
    )
    if (failed) throw errorInstance
    expect(linked).toBeGreaterThan(rounds)
  })

  test('of a household with hostile names, in any currency, moves unchanged', async () => {
    let round = 0
    await fc.assert(
      fc.asyncProperty(household, async (plan) => {
        const from = workspaces.createWorkspace({ name: `From ${++round}`, currency: plan.currency })
        await fillWorkspace(workspaces.open(from.id), plan)
        const files = await archive(workspaces.archiveSource(from.id))
        const { content } = read(files, true)
        const to = workspaces.createFilledWorkspace({ name: `To ${round}`, content })
        expect(dumpTables(join(folder, `${to.id}.db`))).toEqual(dumpTables(join(folder, `${from.id}.db`)))
        expect(toText(await archive(workspaces.archiveSource(to.id)), '-')).toEqual(toText(files, '-'))
      }),
      { numRuns: rounds, seed: 20261123, endOnFailure: true },
    )
  })
})

/** Returns what the API tells of a workspace, without what no service tells. */
async function listReplies(api: BudgetApi): Promise<unknown[]> {
  const months = await Promise.all(
    ['2025-12', '2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06', '2026-07'].map((month) =>
      api.getMonth({ month }),
    ),
  )
  return [
    await api.listAccounts({ query: { include_closed: true } }),
    await api.listCategories({}),
    await api.listMerchants({}),
    await api.listTransactions({ query: { limit: 500 } }),
    ...months.map(({ month }) => ({
      ...month,
      summary: month.summary.total_overspent,
      category_groups: month.category_groups.map((group) => ({
        ...group,
        categories: group.categories.map(({ target: _, ...category }) => category),
      })),
    })),
  ]
}

const OWN_ID = /\b(acc|cat|grp|mer|txn)_[0-9A-Z]{26}\b/g

describe('An archive of a remote workspace', { timeout: 300_000 + rounds * 2000 }, () => {
  /** Runs a test with the archives of random workspaces, as a service tells them. */
  async function checkRemoteArchives(
    verify: (files: SourceFile[], workspace: RandomWorkspace, round: number) => Promise<void>,
  ): Promise<void> {
    let round = 0
    const { failed, errorInstance } = await fc.check(
      fc.asyncProperty(randomHistory, (commands) =>
        withRandomWorkspace(commands, async (workspace) => {
          const { monthTotals, lineTotals } = workspace.store
          // A service does not tell what was assigned before the first transaction.
          const first = lineTotals.readDateRange()?.first ?? ''
          if ((monthTotals.readAssignedRange()?.first ?? first) < first.slice(0, 7)) return
          const source = await createRequestedArchive({
            workspace: {
              api: workspace.api,
              workspace_id: 'wks_1',
              openReportSource: async () => createReportSource(workspace.store),
              openReconciliations: async () => ({ list: () => [], note: () => undefined }),
              names: { ...emptyNameIndex, currency: async () => 'USD' },
            },
            invocation: { signal: new AbortController().signal, today: '2026-11-20' },
          })
          await verify(await archive(source), workspace, ++round)
        }),
      ),
      { numRuns: rounds, seed: 20261124 },
    )
    if (failed) throw errorInstance
  }

  test('of budget moves everything that it tells, with the same ids', async () => {
    await checkRemoteArchives(async (files, { api }, round) => {
      const { content, figures, notTaken } = read(files, true)
      expect(notTaken.length).toBeGreaterThan(0)
      const { id } = workspaces.createFilledWorkspace({ name: `Moved ${round}`, content })
      const moved = workspaces.open(id)
      expect(await listReplies(moved)).toEqual(await listReplies(api))
      expect(workspaces.admin(id).listIntegrityErrors()).toEqual([])
      const again = read(await archive(workspaces.archiveSource(id)), true)
      expect(figures.balances).toEqual(again.figures.balances)
      expect(figures.categoryMonths).toEqual(expect.arrayContaining([...again.figures.categoryMonths]))
    })
  })

  test('of another program moves with new ids, and the order of everything stays', async () => {
    await checkRemoteArchives(async (files, { api }, round) => {
      const foreign = files.map(({ path, bytes }) => ({
        path,
        bytes: Buffer.from(
          Buffer.from(bytes)
            .toString()
            .replace(OWN_ID, (id) => createHash('md5').update(id).digest('hex')),
        ),
      }))
      expect(() => read(foreign, true)).toThrow('The ids in this archive cannot be kept')
      const { content } = read(foreign)
      const { id } = workspaces.createFilledWorkspace({ name: `Moved ${round}`, content })
      const blank = (replies: unknown): unknown => JSON.parse(JSON.stringify(replies).replace(OWN_ID, 'id'))
      expect(blank(await listReplies(workspaces.open(id)))).toEqual(blank(await listReplies(api)))
      expect(workspaces.admin(id).listIntegrityErrors()).toEqual([])
    })
  })
})

/** The files of a small archive, with the lines of some of them. */
const summary =
  '{"format":"budget archive","version":1,"workspace_id":"wks_1","workspace_name":"Home","currency":"USD","lacks":[]}'
const acc = (seq: number): string => `acc_0123456789ABCDEF000000000${seq}`
const txn = (seq: number): string => `txn_0123456789ABCDEF000000000${seq}`
const times = '"created_at":"2026-01-01T00:00:00.000Z","updated_at":"2026-01-01T00:00:00.000Z"'
const account = (seq: number, type = 'banking_checking'): string =>
  `{"id":"${acc(seq)}","name":"A${seq}","type":"${type}","notes":null,"closed":false,"linked":false,"deleted":false,"last_reconciled_at":null,${times}}`
const row = (seq: number, fields: object = {}): string =>
  JSON.stringify({
    id: txn(seq),
    date: '2026-01-05',
    amount: '-1.00',
    account_id: acc(1),
    merchant_id: null,
    category_id: null,
    ready_to_assign: false,
    notes: null,
    status: 'cleared',
    review_status: 'reviewed',
    is_automatic: false,
    transfer_id: null,
    transfer_account_id: null,
    splits: null,
    deleted: false,
    ...JSON.parse(`{${times}}`),
    ...fields,
  })

const emptyTables = [
  ...['groups', 'categories', 'merchants', 'assignments', 'targets', 'snoozes', 'rules', 'categorizations'],
  'reconciliations',
]

/** Returns the files of an archive with two accounts and a transaction, some of them replaced; null removes one. */
function smallArchive(changes: Readonly<Record<string, string | Uint8Array | null>> = {}): SourceFile[] {
  const files: Record<string, string | Uint8Array | null> = {
    'budget.json': summary,
    'accounts.ndjson': `${account(1)}\n${account(2)}\n`,
    ...Object.fromEntries(emptyTables.map((name) => [`${name}.ndjson`, ''])),
    'transactions/2026-01.ndjson': `${row(1)}\n`,
    ...changes,
  }
  return Object.entries(files).flatMap(([path, content]) =>
    content === null ? [] : [{ path, bytes: typeof content === 'string' ? Buffer.from(content) : content }],
  )
}

/** Reads an archive to its end and fills a workspace with it. */
function move(files: readonly SourceFile[]): unknown {
  const budget = read(files)
  try {
    return workspaces.createFilledWorkspace({ name: 'Home', content: budget.content })
  } catch (error) {
    throw error instanceof InvalidContentError ? budget.explainRefusal?.(error) : error
  }
}

const side = (seq: number, fields: object): string => row(seq, { transfer_account_id: acc(2), ...fields })
const remote = summary.replace('[]', '["sides"]')
const visa =
  '{"id":"cat_0123456789ABCDEF0000000001","name":"Other","group_id":"grp_0123456789ABCDEF0000000001","card_account_id":null,"archived":false,"deleted":false,"position":0}'
const system = '{"id":"grp_0123456789ABCDEF0000000001","name":"Cards","system":true,"position":0}'

describe('A broken archive is refused', () => {
  test.each<[what: string, changes: Record<string, string | Uint8Array | null>, message: string]>([
    [
      'of another program',
      { 'budget.json': '{"format":"x"}' },
      'budget.json, line 1: "format" is "x", not "budget archive"',
    ],
    [
      'of a newer version',
      { 'budget.json': summary.replace(':1,', ':2,') },
      'The archive has version 2; this budget reads version 1',
    ],
    ['without a summary', { 'budget.json': '' }, 'The archive is not complete: budget.json is missing'],
    [
      'with a currency',
      { 'budget.json': summary.replace('USD', 'usd') },
      'budget.json, line 1: "currency" is "usd", not three capital letters',
    ],
    ['without a table', { 'targets.ndjson': null }, 'The archive is not complete: targets.ndjson is missing'],
    [
      'with another last move',
      { 'moves.ndjson': '{"at":"2026-11-03T10:00:00Z","source":"ynab","answers":"{}","said":"AAAA"}' },
      'moves.ndjson, line 1: "said" is "AAAA", not what budget export all wrote there',
    ],
    ['with bytes', { 'accounts.ndjson': Buffer.from([0xff, 0xfe]) }, 'accounts.ndjson is not UTF-8 text'],
    [
      'with a cut line',
      { 'accounts.ndjson': account(1).slice(0, 50) },
      'accounts.ndjson, line 1: it is not JSON',
    ],
    ['with a list', { 'accounts.ndjson': '\n[]' }, 'accounts.ndjson, line 2: it is not a JSON object'],
    [
      'with a type',
      { 'accounts.ndjson': account(1, 'purse') },
      'accounts.ndjson, line 1: "type" is "purse", not one of banking_checking',
    ],
    [
      'with a missing field',
      { 'accounts.ndjson': account(1).replace('"closed":false,', '') },
      'accounts.ndjson, line 1: "closed" is missing, not true or false',
    ],
    [
      'with a number for a name',
      { 'accounts.ndjson': account(1).replace('"A1"', '7') },
      'accounts.ndjson, line 1: "name" is 7, not a name of 1 to 200 characters without control characters',
    ],
    [
      'with a control character',
      { 'accounts.ndjson': account(1).replace('A1', '\\u001b[2J') },
      'accounts.ndjson, line 1: "name" is "\\u001b[2J", not a name',
    ],
    [
      'with an account twice',
      { 'accounts.ndjson': `${account(1)}\n${account(1)}` },
      `accounts.ndjson, line 2: there are two of account ${acc(1)}`,
    ],
    [
      'with a day',
      { 'transactions/2026-01.ndjson': row(1, { date: '2026-02-30' }) },
      'transactions/2026-01.ndjson, line 1: "date" is "2026-02-30", not a date',
    ],
    [
      'with an amount',
      { 'transactions/2026-01.ndjson': row(1, { amount: '1.005' }) },
      'line 1: "amount" is "1.005", not a decimal string with at most 2 decimals',
    ],
    [
      'with a number for an amount',
      { 'transactions/2026-01.ndjson': row(1, { amount: 1 }) },
      'line 1: "amount" is 1, not a decimal string',
    ],
    [
      'with an instant',
      { 'transactions/2026-01.ndjson': row(1, { created_at: 'noon' }) },
      'line 1: "created_at" is "noon", not a time',
    ],
    [
      'with an unknown account',
      { 'transactions/2026-01.ndjson': row(1, { account_id: acc(9) }) },
      `line 1: "account_id" is ${acc(9)}, but there is no such account`,
    ],
    [
      'with the id of another workspace',
      { 'transactions/2026-01.ndjson': `${row(1)}\n${row(2, { id: 'txn_2' })}` },
      'line 2: "id" is "txn_2", not the id of a transaction of this workspace',
    ],
    [
      'with splits that are none',
      { 'transactions/2026-01.ndjson': row(1, { splits: 'two' }) },
      'line 1: "splits" is not null or a list',
    ],
    [
      'with a split that is none',
      { 'transactions/2026-01.ndjson': row(1, { splits: [7] }) },
      'line 1: line 1 of "splits" is not an object',
    ],
    [
      'with splits of another sum',
      {
        'transactions/2026-01.ndjson': `${row(2)}\n${row(1, { splits: [{ amount: '1.00', category_id: null, ready_to_assign: false, notes: null }] })}`,
      },
      'transactions/2026-01.ndjson, line 2: its split lines add up to 100, not to -100 minor units',
    ],
    [
      'with one side of a transfer',
      { 'transactions/2026-01.ndjson': side(1, { transfer_id: txn(2) }) },
      `transactions/2026-01.ndjson, line 1: the other side of the transfer, transaction 2, is missing`,
    ],
    [
      'with an unnamed side of a transfer',
      { 'transactions/2026-01.ndjson': side(1, {}) },
      'line 1: "transfer_id" is null, not a string',
    ],
    [
      'of a service with one side of a transfer',
      { 'budget.json': remote, 'transactions/2026-01.ndjson': `${row(3)}\n${side(1, {})}` },
      'transactions/2026-01.ndjson, line 2: the other side of the transfer is not in the archive',
    ],
    [
      'with two cards and a payment category of neither',
      { 'accounts.ndjson': account(1, 'credit_other'), 'groups.ndjson': system, 'categories.ndjson': visa },
      'categories.ndjson, line 1: nothing says which card the category "Other" pays',
    ],
    [
      'with a rule that does nothing',
      {
        'rules.ndjson':
          '{"id":"rul_0123456789ABCDEF0000000007","position":1,"merchant_id":null,"merchant_contains":"x","account_id":null,"direction":null,"category_id":null,"ready_to_assign":false}',
      },
      'rules.ndjson, line 1: it must have either a category or Ready to Assign',
    ],
    [
      'with a reconciliation twice',
      {
        'reconciliations.ndjson':
          '{"account_id":"ID","date":"2026-01-31","balance":"1.00","reconciled_at":"2026-02-01T00:00:00.000Z"}\n'
            .replace('ID', acc(1))
            .repeat(2),
      },
      `reconciliations.ndjson, line 2: there are two of account 1 on 2026-01-31`,
    ],
  ])('%s, with its file and line', (_, changes, message) => {
    let refusal: unknown
    try {
      move(smallArchive(changes))
    } catch (error) {
      refusal = error
    }
    expect(refusal).toBeInstanceOf(UserError)
    expect((refusal as UserError).message).toContain(message)
    expect((refusal as UserError).hint).toEqual(expect.any(String))
    expect(workspaces.listWorkspaces()).toEqual([])
  })

  test('unless the files are none', () => {
    expect(planArchive([{ path: 'photo.jpg', bytes: Buffer.from('x') }], { keepIds: false })).toBeUndefined()
  })
})

test('An archive unpacked into a git repository below other folders is read, and other files are left out', () => {
  const files = smallArchive().map(({ path, bytes }) => ({ path: `./books/home/${path}`, bytes }))
  const others = [
    'README.md',
    'books/home/.git/budget.json',
    'books/home/notes/accounts.ndjson',
    'accounts.ndjson',
  ]
  move([...others.map((path) => ({ path, bytes: Buffer.from('x') })), ...files])
  expect(workspaces.listWorkspaces().map(({ name }) => name)).toEqual(['Home'])
})

test('Lines that a program ended with a carriage return, and fields of later versions, are read', () => {
  const text = smallArchive().map(({ path, bytes }) => ({
    path,
    bytes: Buffer.from(
      bytes.toString().replaceAll('\n', '\r\n').replaceAll('"notes"', '"colour":"red","notes"'),
    ),
  }))
  move(text)
  expect(workspaces.listWorkspaces().map(({ name }) => name)).toEqual(['Home'])
})

describe('A tar', () => {
  const good = async (): Promise<Buffer> =>
    Buffer.from(`${await pack('budget.json', summary)}${await pack('../../etc/passwd', 'x')}${TAR_END}`)

  test('with paths that lead elsewhere is read, and nothing is written', async () => {
    const files = await unpackFiles(await good())
    expect(files.map(decode)).toEqual([
      ['budget.json', summary],
      ['../../etc/passwd', 'x'],
    ])
    expect(() => planArchive(files, { keepIds: false })).toThrow('accounts.ndjson is missing')
  })

  test.each<[what: string, change: (tar: Buffer) => Buffer, problem: string]>([
    ['that is cut off', (tar) => tar.subarray(0, 700), 'it is damaged or cut off'],
    ['without its end', (tar) => tar.subarray(0, 1100), 'it is damaged or cut off'],
    [
      'with another byte',
      (tar) => Buffer.concat([tar.subarray(0, 3), Buffer.from('x'), tar.subarray(4)]),
      'it is damaged or cut off',
    ],
    ['that is a zip', () => Buffer.from('PK\u0003\u0004'.repeat(500)), 'it is damaged or cut off'],
    ['that is empty', () => Buffer.alloc(0), 'it is damaged or cut off'],
    [
      'with a file twice',
      (tar) => Buffer.concat([tar.subarray(0, 1024), tar]),
      'it has two files "budget.json"',
    ],
  ])('%s is refused', async (_, change, problem) => {
    await expect(unpackFiles(change(await good()))).rejects.toThrow(`The archive cannot be read: ${problem}`)
  })
})
