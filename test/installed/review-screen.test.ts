/** Tests keys and screen of a review in a real pseudo terminal, and that no end of it leaves the terminal broken. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { installProgram, isBuilt } from './install.ts'
import { runProgram } from './installed-harness.ts'
import { hasPython, openInFolder, type PseudoTerminal, restored } from './pseudo-terminal.ts'

const bank = `Date,Payee,Amount
2026-11-01,Blue Heron,-4.00
2026-11-02,Blue Heron,-5.00
2026-11-03,Rewe,-6.00
2026-11-04,Payroll,70.00
`

let folder: string
const run = (...args: string[]) => runProgram({ args, folder })
const open = (env: Record<string, string> = {}): PseudoTerminal =>
  openInFolder(folder, { args: ['review'], env })
const countReviewed = async (): Promise<number> => {
  const { stdout } = await run('tx', 'list', '--all', '--fields', 'review_status')
  return stdout.split('"reviewed"').length - 1
}
describe.skipIf(!isBuilt || !hasPython)('budget review in a terminal', () => {
  // Packing and installing takes a while.
  beforeAll(() => void installProgram(), 120_000)
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'budget-review-'))
    writeFileSync(join(folder, 'bank.csv'), bank)
    await run('init', '--name', 'Home', '--currency', 'EUR')
    await run('accounts', 'add', 'Checking', '--type', 'banking_checking')
    await runProgram({
      args: ['import', join(folder, 'bank.csv'), '--account', 'Checking', '--accept'],
      folder,
    })
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('approves with Enter, filters while typing, undoes, and sends', async () => {
    const terminal = open()
    await terminal.shows(/▸2026-11-04 {2}Checking {2}Payroll +70\.00 → \? Enter to choose/)
    expect(terminal.screen().length).toBeLessThan(24)
    terminal.type('\r')
    await terminal.shows('Everyday/Groceries')
    terminal.type('rta')
    await terminal.shows('Category: rta_')
    terminal.type('\r')
    await terminal.shows('Approved Payroll as Ready to Assign')
    terminal.type('c')
    terminal.type('g')
    await terminal.shows('Category: g_')
    // The arrow keys arrive as one sequence, which is no Escape.
    terminal.type('\u001b[B\u001b[A\r')
    await terminal.shows('Approved Rewe as Groceries')
    terminal.type('u')
    await terminal.shows('Undone')
    terminal.type('c\u001b')
    await terminal.shows('Enter approve')
    terminal.type('cgroc\r')
    await terminal.shows('2 of 4 left')
    terminal.type('\u001b[C')
    await terminal.shows(/Blue Heron +-5\.00[^]*Blue Heron +-4\.00/)
    terminal.type('cEATING\r')
    await terminal.shows('1 of 4 left')
    terminal.type('\r')
    await terminal.shows('Send 4 decisions? Enter sends, Esc goes back')
    terminal.type('\r')
    expect(await terminal.ended).toEqual({ code: 0, ...restored })
    expect(terminal.screen()[0]).toMatch(
      /^Reviewed 4 transactions: 1 Ready to Assign, 1 Groceries, 2 Eating Out/,
    )
    expect(await countReviewed()).toBe(4)
  })

  it('creates a category in the group that the arrow keys choose', async () => {
    const terminal = open()
    await terminal.shows('4 of 4 left')
    terminal.type('cPets')
    await terminal.shows(/Create "Pets" in [^]*type to search or create/)
    terminal.type('\u001b[B\r')
    await terminal.shows('Approved Payroll as Pets')
    terminal.type('S')
    await terminal.shows('Send 1 new category, 1 decision? Enter sends')
    terminal.type('\r')
    expect(await terminal.ended).toEqual({ code: 0, ...restored })
    expect((await run('categories', 'list', '--fields', 'name')).stdout).toContain('"Pets"')
  })

  it('loses no decision when it is killed, and goes on there', async () => {
    const terminal = open()
    await terminal.shows('4 of 4 left')
    terminal.type('crta\r')
    await terminal.shows('3 of 4 left')
    terminal.kill('SIGKILL')
    expect((await terminal.ended).code).toBe(-9)
    const next = open()
    await next.shows('3 of 4 left')
    next.type('S\r')
    expect((await next.ended).code).toBe(0)
    expect(await countReviewed()).toBe(1)
  })

  it('says after Ctrl-C what is saved, as after q', async () => {
    const terminal = open()
    await terminal.shows('4 of 4 left')
    terminal.type('crta\r')
    await terminal.shows('3 of 4 left')
    terminal.type('\u0003')
    expect((await terminal.ended).code).toBe(130)
    expect(terminal.output()).toContain(
      '1 decision is saved on this computer but not sent; budget review continues',
    )
  })

  it.each([
    ['q', 0],
    ['\u0003', 130],
  ])('leaves the terminal as it was after %j', async (key, code) => {
    const terminal = open()
    await terminal.shows('4 of 4 left')
    terminal.type(key)
    expect(await terminal.ended).toEqual({ code, ...restored })
    expect(terminal.output().lastIndexOf('\u001b[?25h')).toBeGreaterThan(
      terminal.output().lastIndexOf('\u001b[?25l'),
    )
    // What ran before is on the screen again.
    expect(terminal.output().lastIndexOf('\u001b[?1049l')).toBeGreaterThan(
      terminal.output().lastIndexOf('\u001b[?1049h'),
    )
  })

  it.each(['SIGTERM', 'SIGHUP', 'SIGINT'])('leaves the terminal as it was after %s', async (signal) => {
    const terminal = open()
    await terminal.shows('4 of 4 left')
    terminal.kill(signal)
    expect(await terminal.ended).toMatchObject(restored)
  })

  it('draws again after a change of size, also a small one', async () => {
    const terminal = open()
    await terminal.shows('4 of 4 left')
    terminal.resize(10, 40)
    await terminal.shows(/▸11-04 {2}Payroll/)
    for (const line of terminal.screen()) expect(line.length).toBeLessThanOrEqual(40)
    expect(terminal.screen().length).toBeLessThanOrEqual(10)
    terminal.type('q')
    expect((await terminal.ended).code).toBe(0)
  })

  it('continues after it was stopped', async () => {
    const terminal = open()
    await terminal.shows('4 of 4 left')
    terminal.kill('SIGSTOP')
    terminal.type('x')
    terminal.kill('SIGCONT')
    await terminal.shows('3 of 4 left')
    terminal.type('q')
    expect(await terminal.ended).toEqual({ code: 0, ...restored })
  })

  it('asks line by line where there is no screen', async () => {
    const terminal = open({ TERM: 'dumb' })
    await terminal.shows('? help\n>')
    terminal.type('c rta\n')
    await terminal.shows('Approved Payroll as Ready to Assign')
    terminal.type('q\n')
    expect(await terminal.ended).toEqual({ code: 0, ...restored })
    expect(terminal.output()).not.toContain('\u001b[?25l')
  })

  it('lets other programs write, and leaves alone what they changed meanwhile', async () => {
    const terminal = open()
    await terminal.shows('4 of 4 left')
    terminal.type('crta\r')
    await terminal.shows('3 of 4 left')
    terminal.type('cgroc\r')
    await terminal.shows('2 of 4 left')
    const [rewe = ''] = (await run('tx', 'list', '--search', 'rewe', '--format', 'ids')).stdout.split('\n')
    expect((await run('tx', 'edit', rewe, '--category', 'Household')).code).toBe(0)
    terminal.type('S\r')
    expect((await terminal.ended).code).toBe(0)
    expect(terminal.output()).toContain('Changed elsewhere, so your decision was dropped: 2026-11-03 Rewe')
    expect((await run('tx', 'show', rewe, '--fields', 'category_name')).stdout).toContain('Household')
    expect(await countReviewed()).toBe(1)
    const next = open()
    await next.shows('3 of 3 left')
    next.type('q')
    await next.ended
  })

  it('takes Esc and the letter after it as two keys', async () => {
    const terminal = open()
    await terminal.shows('4 of 4 left')
    terminal.type('c')
    await terminal.shows('Category: _')
    terminal.type('\u001bx')
    await terminal.shows('3 of 4 left')
    terminal.type('q')
    await terminal.ended
  })

  it('does not open twice', async () => {
    const terminal = open()
    await terminal.shows('4 of 4 left')
    const second = open()
    await second.shows('Another review of this workspace is open')
    expect((await second.ended).code).toBe(7)
    terminal.type('q')
    expect((await terminal.ended).code).toBe(0)
  })
})
