/** Tests the month in a real pseudo terminal: what it shows as saved is saved, and no end of it leaves the terminal broken. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { faults } from '../support/fault-proxy.ts'
import { installProgram, isBuilt } from './install.ts'
import { runProgram, withFaultyRemote } from './installed-harness.ts'
import { hasPython, openInFolder, type PseudoTerminal, restored } from './pseudo-terminal.ts'

const KILLS = Number(process.env['BUDGET_KILLS'] ?? 12)
const CHANGES = Number(process.env['BUDGET_CHANGES'] ?? 40)

let folder: string
const run = (...args: string[]) => runProgram({ args, folder })

/** Opens the month and waits until it is shown. */
async function open(): Promise<PseudoTerminal> {
  const terminal = openInFolder(folder, { args: ['month', 'edit'] })
  await terminal.shows('▸   Groceries')
  return terminal
}

/** Returns what is assigned this month, by category. */
async function readAssigned(): Promise<Record<string, string>> {
  const { stdout } = await run('month', '--json')
  const { month }: { month: { category_groups: { categories: { name: string; assigned: string }[] }[] } } =
    JSON.parse(stdout)
  return Object.fromEntries(
    month.category_groups.flatMap(({ categories }) =>
      categories.map(({ name, assigned }) => [name, assigned]),
    ),
  )
}

describe.skipIf(!isBuilt || !hasPython)('budget month edit in a terminal', () => {
  beforeAll(() => void installProgram(), 120_000)
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'budget-month-'))
    await run('init', '--name', 'Home', '--currency', 'USD', '--empty')
    await run('groups', 'add', 'Everyday')
    for (const name of ['Fun', 'Coffee', 'Groceries'])
      await run('categories', 'add', name, '--group', 'Everyday')
    await run('accounts', 'add', 'Checking', '--type', 'banking_checking', '--balance', '1000')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('assigns, moves and undoes with real keys', async () => {
    const terminal = await open()
    terminal.type('350\r')
    await terminal.shows('Ready to Assign 650.00')
    terminal.type('+20\t')
    await terminal.shows(/▸ {3}Fun +0\.00_/)
    terminal.type('\u001b')
    await terminal.shows('0-9 assign')
    terminal.type('\u001b[A\u001b[Am')
    await terminal.shows('── Move')
    terminal.type('fun\r100')
    await terminal.shows('Fun        0.00 → 100.00')
    terminal.type('\r')
    await terminal.shows('0-9 assign')
    terminal.type('u')
    await terminal.shows('Undone: month move')
    terminal.type('q')
    expect(await terminal.ended).toEqual({ code: 0, ...restored })
    expect(terminal.screen().join('\n')).toContain('2 changes saved')
    expect(await readAssigned()).toMatchObject({ Groceries: '350.00', Coffee: '20.00', Fun: '0.00' })
  })

  it('takes pasted lines for no commands', async () => {
    const terminal = await open()
    terminal.type('\u001b[200~5\r6\rq\u001b[201~')
    await terminal.shows('A pasted text is no command')
    terminal.type('1\u007f\u001b[200~5\r6\rq\u001b[201~')
    await terminal.shows('5_')
    terminal.type('\u001b')
    await terminal.shows('0-9 assign')
    terminal.type('q')
    expect((await terminal.ended).code).toBe(0)
    expect(await readAssigned()).toMatchObject({ Groceries: '0.00' })
  })

  it('shows what another process assigns', async () => {
    const terminal = await open()
    await run('month', 'assign', 'Fun', '77')
    await terminal.shows(/Fun +77\.00/)
    terminal.type('q')
    await terminal.ended
  })

  it.each([
    ['q', 0],
    ['\u0003', 130],
  ])('leaves the terminal as it was after %j', async (key, code) => {
    const terminal = await open()
    terminal.type(key)
    expect(await terminal.ended).toEqual({ code, ...restored })
    expect(terminal.output()).toMatch(/\u001b\[\?2004l\u001b\[\?25h\u001b\[\?1049l[^\u001b]*$/)
  })

  it.each(['SIGTERM', 'SIGHUP', 'SIGINT'])('leaves the terminal as it was after %s', async (signal) => {
    const terminal = await open()
    terminal.type('12')
    await terminal.shows('12_')
    terminal.kill(signal)
    expect(await terminal.ended).toMatchObject(restored)
    expect(await readAssigned()).toMatchObject({ Groceries: '0.00' })
  })

  it('is drawn again after it was stopped', async () => {
    const terminal = await open()
    terminal.kill('SIGSTOP')
    terminal.type('9\r')
    terminal.kill('SIGCONT')
    await terminal.shows(/Groceries +9\.00/)
    terminal.type('q')
    expect(await terminal.ended).toEqual({ code: 0, ...restored })
  })

  it(`has saved what it showed as saved, and moved both sides or none, in ${KILLS} kills`, async () => {
    await run('month', 'assign', 'Groceries', '500')
    for (let kill = 1; kill <= KILLS; kill++) {
      const terminal = await open()
      terminal.type(`m`)
      await terminal.shows('── Move')
      terminal.type('fun\r1')
      await terminal.shows('→')
      terminal.type('\r')
      // Half of them end once the screen says that it is done, half a little earlier or later.
      if (kill % 2 === 0) await terminal.shows('0-9 assign')
      else await new Promise((resolve) => setTimeout(resolve, kill * 2))
      const isShown = terminal.screen().join('\n').includes('0-9 assign')
      const before = terminal.screen().join('\n')
      terminal.kill('SIGKILL')
      await terminal.ended
      const { Groceries = '', Fun = '' } = await readAssigned()
      expect(Number(Groceries) + Number(Fun)).toBe(500)
      if (isShown) expect(before).toMatch(new RegExp(`Fun +${Fun.replace('.', '\\.')}`))
    }
  })

  it('moves both sides or none on a remote profile, whatever breaks', async () => {
    await run('month', 'assign', 'Groceries', '500')
    await withFaultyRemote(folder, async (plan) => {
      for (const fault of faults.filter((one) => one !== 'never an answer'))
        for (const before of [[], [undefined]]) {
          const terminal = openInFolder(folder, { args: ['month', 'edit', '--profile', 'http'] })
          await terminal.shows('▸   Groceries')
          terminal.type('m')
          await terminal.shows('── Move')
          terminal.type('fun\r1')
          await terminal.shows('→')
          plan.push(...before, fault)
          terminal.type('\r')
          await terminal.shows(/0-9 assign|response|answer|service|HTTP/i)
          plan.length = 0
          terminal.type('\u001b')
          await new Promise((resolve) => setTimeout(resolve, 100))
          terminal.type('q')
          await terminal.ended
          const { stdout } = await run('month', '--json', '--profile', 'local')
          const assigned = sumAssigned(stdout)
          expect({ fault, before: before.length, assigned }).toEqual({
            fault,
            before: before.length,
            assigned: 500,
          })
        }
    })
  })

  it(`loses nothing of two screens, an import and ${CHANGES} changes of others at once`, async () => {
    const rows = Array.from(
      { length: 500 },
      (_, at) => `2026-11-${String((at % 20) + 1).padStart(2, '0')},Shop ${at},-1.00`,
    )
    writeFileSync(join(folder, 'bank.csv'), ['Date,Description,Amount', ...rows].join('\n'))
    const screens = [await open(), await open()]
    const over = new AbortController()
    const typing = screens.map(async (screen) => {
      const wait = () => new Promise((resolve) => setTimeout(resolve, 70))
      // What changed meanwhile is shown first, and a second Enter saves; else it opens a row, which Esc leaves.
      while (!over.signal.aborted) {
        for (const keys of ['+1\r', '\r', '\u001b', 'gj']) {
          screen.type(keys)
          await wait()
        }
      }
      screen.type('\u001b')
      await wait()
      screen.type('q')
      await screen.ended
    })
    const assigning = Array.from({ length: 4 }, async (_, process) => {
      for (let change = process; change < CHANGES; change += 4)
        expect(await run('month', 'assign', 'Groceries=+1')).toMatchObject({ code: 0 })
    })
    const importing = run('import', 'bank.csv', '--account', 'Checking', '--accept')
    await Promise.all([...assigning, importing])
    over.abort()
    await Promise.all(typing)
    expect(await importing).toMatchObject({ code: 0 })
    const { stdout } = await run('history', '--limit', '100000', '--json')
    const entries: { id: number; command: string }[] = JSON.parse(stdout)
    const byOthers = entries.filter(({ command }) => command === 'month assign Groceries=+1')
    const byScreens =
      entries.filter(({ command }) => /^month assign .*\+/.test(command)).length - byOthers.length
    expect([byOthers.length, byScreens > 3]).toEqual([CHANGES, true])
    // Each entry went on from what the one before it left.
    let assigned: Record<string, string> = {}
    for (const { id } of entries.toReversed()) {
      const shown = await run('history', 'show', String(id), '--json')
      const { changes }: { changes: Change[] } = JSON.parse(shown.stdout)
      for (const { type, id: category, before, after } of changes.filter(
        (change) => change.type === 'assignment',
      )) {
        expect({ type, id, before: before?.assigned ?? '0.00' }).toEqual({
          type,
          id,
          before: assigned[category] ?? '0.00',
        })
        assigned = { ...assigned, [category]: after?.assigned ?? '0.00' }
      }
    }
    const listed = await run('tx', '--account', 'Checking', '--all', '--json')
    expect((JSON.parse(listed.stdout) as unknown[]).length).toBe(501)
  })
})

const sumAssigned = (json: string): number => {
  const { month }: { month: { category_groups: { categories: { assigned: string }[] }[] } } = JSON.parse(json)
  const categories = month.category_groups.flatMap((group) => group.categories)
  return categories.reduce((sum, { assigned }) => sum + Number(assigned), 0)
}

interface Change {
  type: string
  id: string
  before: { assigned: string } | null
  after: { assigned: string } | null
}
