/** Tests what the inbox of a local workspace shows, and what deciding about it changes. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createCliHarness } from '../../support/cli-harness.ts'
import { splitShellWords } from '../../transcripts/transcript.ts'

let stage: ReturnType<typeof createCliHarness>
const run = (line: string, answers?: readonly string[]) =>
  stage.budget(splitShellWords(line).words, {
    ...(answers && { terminal: 80, answers: [...answers], env: { NO_COLOR: '1' } }),
  })
const runOk = async (line: string): Promise<string> => {
  const { code, stdout, stderr } = await run(line)
  expect({ line, code, stderr }).toEqual({ line, code: 0, stderr: '' })
  return stdout
}
const countOpen = async (): Promise<number> =>
  (await runOk('tx list --all --fields review_status --format tsv')).split('needs_review').length - 1

beforeEach(async () => {
  stage = createCliHarness()
  await runOk('init --name Home --currency EUR')
  for (const name of ['Checking', 'Savings', 'Cash'])
    await runOk(`accounts add ${name} --type banking_checking`)
})
afterEach(() => stage.close())

it('shows a transfer once, approves both sides, and groups those between the same accounts only', async () => {
  for (const from of ['Checking', 'Checking', 'Cash'])
    await runOk(`tx transfer 10 --from ${from} --to Savings --date 2026-11-01`)
  expect(await countOpen()).toBe(6)
  const { stdout } = await run('review', ['', 'S', ''])
  expect(stdout).toContain('3 of 3 left')
  expect(stdout).toMatch(/Transfer to Savings +-10\.00 → as recorded/)
  expect(stdout).toMatch(/Transfer to Savings ×2 +-20\.00 → as recorded/)
  expect(stdout).toContain('Reviewed 1 transaction: 1 Transfer')
  expect(await countOpen()).toBe(4)
})

it('is sure of a category that the user typed', async () => {
  await runOk('tx add -4 Heron Household --account Checking')
  const [, line] = (await runOk('review --format tsv')).split('\n')
  expect(line).toContain('Household\tas typed\ttrue')
  expect((await run('review', ['A', ''])).stdout).toContain('Reviewed 1 transaction: 1 Household')
})

it('tells after saving how many rows the next review shows, and which were reviewed', async () => {
  for (const [merchant, day] of [
    ['Heron', 3],
    ['Rewe', 2],
    ['Kiosk', 1],
  ])
    await runOk(`tx add -4 ${merchant} --account Checking --date 2026-11-0${day}`)
  await runOk('tx transfer 10 --from Checking --to Savings --date 2026-10-01')
  // Heron is renamed and skipped, Rewe categorized, Kiosk skipped; the transfer waits.
  const { stdout, stderr } = await run('review', ['m Blue Heron', '', 'x', 'c house', 'x', 'S', ''])
  expect(stderr).toContain('3 left in the inbox')
  expect(stdout).toContain(
    'Reviewed 1 transaction: 1 Household\nChanged 1 transaction that stays in the inbox\n',
  )
  expect((await run('review', ['q'])).stdout).toContain('3 of 3 left')
})

it('is not what status counts, which has the name of the filter of tx list', async () => {
  for (const merchant of ['Heron', 'Rewe'])
    await runOk(`tx add -4 ${merchant} --account Checking --review-status reviewed`)
  await runOk('tx transfer 10 --from Checking --to Savings')
  expect((await run('status', [])).stdout).toContain('\nNeeds review     2\n')
  expect((await runOk('tx list --needs-review --format ids')).trim().split('\n')).toHaveLength(2)
  // One line for the transfer, and one for each row that was approved without a category.
  expect((await run('review', ['q'])).stdout).toContain('3 of 3 left')
})

it('lists what was approved without a category among what waits, newest first', async () => {
  for (const [day, status] of [
    [19, 'needs_review'],
    [18, 'reviewed'],
    [18, 'needs_review'],
    [17, 'reviewed'],
    [16, 'needs_review'],
    [15, 'reviewed'],
  ])
    await runOk(`tx add -4 Heron --account Checking --date 2026-11-${day} --review-status ${status}`)
  await runOk('tx add -4 Heron Household --account Checking --date 2026-11-17 --review-status reviewed')
  const rows = await runOk('review --format tsv --fields date,review_status')
  expect(rows.trim().split('\n').slice(1)).toEqual([
    '2026-11-19\tneeds_review',
    '2026-11-18\tneeds_review',
    '2026-11-18\treviewed',
    '2026-11-17\treviewed',
    '2026-11-16\tneeds_review',
    '2026-11-15\treviewed',
  ])
})

it('tells which rules were added, and says that Ready to Assign does not move yet', async () => {
  await runOk('tx add -4 Heron --account Checking')
  const { stdout, stderr } = await run('review', ['r', '', 'house', 'S', ''])
  expect(stdout).toContain('Ready to Assign 0.00 before sending')
  expect(stdout).toContain('Send 1 rule? Enter sends')
  expect(stderr).toContain('New rule: merchants that contain "heron" are Household')
})

it('says how many choices a list of lines leaves out', async () => {
  await runOk('tx add -4 Heron --account Checking')
  expect((await run('review', ['c', '.', 'q'])).stdout).toContain('     and 3 more; type part of the name')
})

it('creates a category in place: undone with u, taken back by undo, left out of a dry run', async () => {
  await runOk('tx add -4 Heron --account Checking')
  await runOk('tx add -5 Rewe --account Checking')
  const listPets = async () => (await runOk('categories list --format tsv')).match(/.*Pets.*/g) ?? []
  const create = ['c everyday/Pets', '', 'c pets', '']
  const { stdout } = await run('review --dry-run', create)
  expect(stdout).toContain('Create "Pets" in Everyday')
  expect(stdout).toContain('Press Enter to create Pets, or type another name')
  expect(await listPets()).toEqual([])
  await run('review', ['c Pets', 'everyday/Pets', '', 'u', 'x', 'x', ''])
  expect(await listPets()).toEqual([])
  expect((await run('review', create)).stdout).toContain('Reviewed 2 transactions: 2 Pets')
  expect(await listPets()).toHaveLength(1)
  await runOk('undo --yes')
  expect(await listPets()).toEqual([])
})

it('creates a category for the rows of a file, which undoing the import takes back', async () => {
  writeFileSync(join(stage.folder, 'bank.csv'), 'Date,Payee,Amount\n2026-11-01,Heron,-4.00\n')
  const { code } = await run('import bank.csv --account Checking --accept --review', [
    'c everyday/Pets',
    '',
    '',
  ])
  expect(code).toBe(0)
  expect(await runOk('tx list --fields category_name --format tsv')).toContain('Pets')
  await runOk('undo --yes')
  expect(await runOk('categories list --format tsv')).not.toContain('Pets')
})
