/** Tests that `budget db compact` removes the entries that history_keep names, and nothing else. */

import { afterEach, beforeEach, expect, it } from 'vitest'
import { type CliHarness, createCliHarness, type HarnessRunOptions } from '../../support/cli-harness.ts'
import { splitShellWords } from '../../transcripts/transcript.ts'

const DAY = 86_400_000

let cli: CliHarness
const run = (line: string, options: HarnessRunOptions = {}) =>
  cli.budget(splitShellWords(line).words, options)
const listIds = async (): Promise<number[]> =>
  JSON.parse((await run('history list --json')).stdout).map(({ id }: { id: number }) => id)

beforeEach(async () => {
  cli = createCliHarness()
  await run('init --name Home --currency EUR', { later: -9 * DAY })
  await run('merchants add Old', { later: -5 * DAY })
  await run('merchants add New', { later: -2 * DAY })
})
afterEach(() => cli.close())

it('keeps everything without the setting', async () => {
  expect(await run('db compact')).toMatchObject({ code: 0, stderr: '' })
  expect(await listIds()).toEqual([3, 2, 1])
})

it('removes the entries before the days that are kept, after asking, and keeps what they changed', async () => {
  await run('config set history_keep 3d')
  const { stdout } = await run('db compact --dry-run --json')
  expect(JSON.parse(stdout)).toEqual({
    path: expect.any(String),
    removed_entries: 2,
    written: false,
  })
  expect(await run('db compact')).toMatchObject({ code: 10, stdout: '' })
  expect(await listIds()).toEqual([3, 2, 1])
  const compacted = JSON.parse((await run('db compact --yes --json')).stdout)
  expect(compacted).toMatchObject({ removed_entries: 2, written: true })
  // SQLite may order the pages of an almost empty file worse than before.
  expect(compacted.size_after).toBeLessThanOrEqual(compacted.size_before + 4096)
  expect(await listIds()).toEqual([3])
  expect(await run('undo 2 --yes')).toMatchObject({ code: 6 })
  expect((await run('merchants list --fields name --format tsv --no-header')).stdout).toBe('New\nOld\n')
  expect(await run('undo 3 --yes')).toMatchObject({ code: 0 })
  expect(await run('db check')).toMatchObject({ code: 0 })
})

it.each(['0d', '3', '3 days', '400D', ''])(
  'takes no other word for the days than 400d: "%s"',
  async (text) => {
    expect(await cli.budget(['config', 'set', 'history_keep', text])).toMatchObject({ code: 3 })
  },
)
