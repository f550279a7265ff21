/** Imports the bank files of generated households in parts and in any order, takes imports back, and checks every date. */

import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { openEngine } from '../../../src/engine/engine.ts'
import { openWorkspaceStore, type WorkspaceStore } from '../../../src/store/workspace-store.ts'
import { type CliHarness, createCliHarness } from '../../support/cli-harness.ts'
import { readContent } from '../../support/workspace-content.ts'
import {
  type AccountName,
  accounts,
  type BankHousehold,
  type BankRow,
  type BankSchedule,
  generateBank,
  isFitting,
} from './generated-bank.ts'

/** A file of the bank. */
interface BankFile {
  name: string
  account: AccountName
  rows: readonly BankRow[]
}

/** A workspace of a household. */
interface Player {
  household: BankHousehold
  cli: CliHarness
}

/** What was tried, so that a test knows that it tested something. */
export interface MatchedCounts {
  imports: number
  undos: number
  /** Dates that are fulfilled at the end. */
  fulfilled: number
  /** Of them, those that only one row fits, which fits no other date. */
  certain: number
}

const toCents = (cents: number): string => (cents / 100).toFixed(2)

async function run({ cli }: Player, ...args: string[]): Promise<string> {
  const { stdout, stderr, code } = await cli.budget(args)
  if (code !== 0) throw new Error(`${args.join(' ')}: ${stdout}${stderr}`)
  return stdout
}

async function useStore<Result>(
  { cli }: Player,
  use: (store: WorkspaceStore) => Result | Promise<Result>,
): Promise<Result> {
  const folder = join(cli.folder, 'data')
  const file = readdirSync(folder).find((name) => /^wks_\w+\.db$/.test(name)) ?? ''
  const store = openWorkspaceStore(join(folder, file))
  try {
    return await use(store)
  } finally {
    store.close()
  }
}

async function createPlayer(household: BankHousehold): Promise<Player> {
  const player = { household, cli: createCliHarness() }
  await run(player, 'accounts', 'add', 'Checking', '--type', 'banking_checking')
  await run(player, 'accounts', 'add', 'Savings', '--type', 'banking_savings')
  await useStore(player, async (store) => {
    const api = openEngine({ store, now: () => Date.parse('2026-11-20T12:00:00.000Z') })
    const list = (await api.listAccounts({ query: {} })).accounts
    const getId = (name: string): string => list.find((one) => one.name === name)?.id ?? ''
    for (const { draft, transfersTo } of household.schedules) {
      const transfer = transfersTo && { transfer_account_id: getId(transfersTo) }
      await api.createSchedule({ body: { ...draft, account_id: getId('Checking'), ...transfer } })
    }
  })
  return player
}

/** The dates that are fulfilled, as `schedule date`, and the number of the bank's row of each. */
interface Links {
  byDate: Map<string, number>
  /** The numbers of the rows that are there. */
  live: Set<number>
}

const toKey = ({ number }: BankSchedule, date: string): string => `${number} ${date}`
const toNumber = (note: string | null): number => Number(/bank (\d+)/.exec(note ?? '')?.[1])

/** Reads what is stored, and asserts that no row fulfils two dates and that each fits its date. */
async function readLinks(player: Player): Promise<Links> {
  const { schedules, rows } = player.household
  const [content, dates] = await useStore(player, (store) => [
    readContent(store),
    store.schedules.listDates(),
  ])
  const notes = new Map([...content.transactions].map((row) => [row.seq, row]))
  const live = new Set([...notes.values()].filter((row) => !row.deleted).map((row) => toNumber(row.notes)))
  const numbered = new Map(rows.map((row) => [toNumber(row.note), row]))
  const byDate = new Map<string, number>()
  for (const { schedule, date, transaction } of dates) {
    if (transaction === null) continue
    const number = toNumber(notes.get(transaction)?.notes ?? null)
    const [own, row] = [schedules[schedule - 1], numbered.get(number)]
    const planned = own?.dates.find((one) => one.date === date)
    if (!own || !row || !planned) throw new Error(`${schedule} ${date} is fulfilled by ${number}`)
    expect({ own, planned, row, fits: isFitting(own, planned, row) }).toMatchObject({ fits: true })
    expect(live).toContain(number)
    expect([...byDate.values()], `${toKey(own, date)} by ${row.note}`).not.toContain(number)
    byDate.set(toKey(own, date), number)
  }
  return { byDate, live }
}

/** Asserts that no date is open which a free row of an account fits. */
function assertNoneLost({ schedules, rows }: BankHousehold, { byDate, live }: Links, account: AccountName) {
  const taken = new Set(byDate.values())
  const free = rows.filter(
    (row) => row.account === account && live.has(toNumber(row.note)) && !taken.has(toNumber(row.note)),
  )
  for (const schedule of schedules)
    for (const planned of schedule.dates)
      if (!byDate.has(toKey(schedule, planned.date)))
        expect({
          schedule,
          planned,
          fits: free.filter((row) => isFitting(schedule, planned, row)),
        }).toMatchObject({
          fits: [],
        })
}

function writeFile({ cli }: Player, { name, rows }: BankFile) {
  const lines = rows.map(({ date, payee, cents, note }) => `${date},${payee},${toCents(cents)},${note}`)
  writeFileSync(join(cli.folder, name), `Date,Payee,Amount,Notes\n${lines.join('\n')}\n`)
}

/** Imports files of an account by one command. */
async function importBank(player: Player, account: AccountName, files: readonly BankFile[]): Promise<Links> {
  const names = files.map(({ name }) => name)
  await run(
    player,
    'import',
    ...names,
    '--account',
    account,
    '--accept',
    '--no-invert',
    '--possible',
    'import',
  )
  const links = await readLinks(player)
  assertNoneLost(player.household, links, account)
  return links
}

function shuffle<Item>(items: readonly Item[], draw: () => number): Item[] {
  return items
    .map((item) => ({ item, at: draw() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

/** Cuts the rows of each account into files, which overlap by some rows. */
function cutFiles({ rows, draw }: BankHousehold, most = 3): BankFile[] {
  return accounts.flatMap((account) => {
    const own = rows.filter((row) => row.account === account)
    if (own.length === 0) return []
    const size = Math.ceil(own.length / (1 + Math.floor(draw() * most)))
    return Array.from({ length: Math.ceil(own.length / size) }, (_, at) => {
      const part = own.slice(Math.max(0, at * size - Math.floor(draw() * 4)), (at + 1) * size)
      return { name: `${account}-${at}.csv`, account, rows: draw() < 0.5 ? shuffle(part, draw) : part }
    })
  })
}

/** Imports all files in any order, some twice, takes some back in any order, and imports those again. */
async function playParts(player: Player, counts: MatchedCounts): Promise<Links> {
  const { household } = player
  const { draw } = household
  const files = cutFiles(household)
  for (const file of files) writeFile(player, file)
  const done = new Set<BankFile>()
  const importOne = async (file: BankFile) => {
    counts.imports++
    done.add(file)
    return importBank(player, file.account, [file])
  }
  for (const file of shuffle([...files, ...files.filter(() => draw() < 0.3)], draw)) {
    const links = await importOne(file)
    if (draw() < 0.2) expect(await importOne(file)).toEqual(links)
    const taken = shuffle([...done], draw)[0]
    if (draw() > 0.4 || !taken) continue
    counts.undos++
    done.delete(taken)
    await run(player, 'imports', 'undo', taken.name, '--yes')
    await readLinks(player)
  }
  for (const file of shuffle(files, draw)) await importOne(file)
  return readLinks(player)
}

/** Imports all files of each account by one command. */
async function playWhole(player: Player, files: readonly BankFile[]): Promise<Links> {
  for (const file of files) writeFile(player, file)
  for (const account of accounts) {
    const own = files.filter((file) => file.account === account)
    if (own.length > 0) await importBank(player, account, own)
  }
  return readLinks(player)
}

/** What must come out whatever is imported when. */
interface Certainty {
  /** The rows of the dates that only they fit, and that fit nothing else. */
  rowOf: Map<string, number>
  /** Dates whose rows fit other dates as well, so that it depends on what was imported first which ones are open. */
  contested: Set<string>
}

function listCertain({ schedules, rows }: BankHousehold): Certainty {
  const pairs = schedules.flatMap((schedule) =>
    schedule.dates.flatMap((planned) =>
      rows
        .filter((row) => isFitting(schedule, planned, row))
        .map((row) => ({ key: toKey(schedule, planned.date), number: toNumber(row.note) })),
    ),
  )
  const fitsOther = (pair: (typeof pairs)[number]): boolean =>
    pairs.some((other) => other.number === pair.number && other.key !== pair.key)
  const contested = new Set(pairs.filter(fitsOther).map(({ key }) => key))
  const isSingle = ({ key }: (typeof pairs)[number]): boolean =>
    !contested.has(key) && pairs.filter((other) => other.key === key).length === 1
  return { rowOf: new Map(pairs.filter(isSingle).map(({ key, number }) => [key, number])), contested }
}

async function withPlayer(
  household: BankHousehold,
  play: (player: Player) => Promise<Links>,
): Promise<Links> {
  const player = await createPlayer(household)
  try {
    return await play(player)
  } finally {
    player.cli.close()
  }
}

/** Plays households from a seed on. */
export async function playHouseholds(rounds: number, firstSeed = 1): Promise<MatchedCounts> {
  const counts = { imports: 0, undos: 0, fulfilled: 0, certain: 0 }
  for (let seed = firstSeed; seed < firstSeed + rounds; seed++) {
    const household = generateBank(seed)
    try {
      const whole = await withPlayer(household, (player) => playWhole(player, cutFiles(household, 1)))
      const mixed = await withPlayer(household, (player) =>
        playWhole(player, shuffle(cutFiles(household), household.draw)),
      )
      const parts = await withPlayer(household, (player) => playParts(player, counts))
      expect(mixed.byDate).toEqual(whole.byDate)
      const { rowOf, contested } = listCertain(household)
      const listUncontested = ({ byDate }: Links) =>
        [...byDate.keys()].filter((key) => !contested.has(key)).toSorted()
      expect(listUncontested(parts)).toEqual(listUncontested(whole))
      for (const { byDate } of [whole, parts])
        for (const [key, number] of rowOf) expect([key, byDate.get(key)]).toEqual([key, number])
      counts.fulfilled += whole.byDate.size
      counts.certain += rowOf.size
    } catch (error) {
      throw new Error(`Household ${seed}`, { cause: error })
    }
  }
  return counts
}
