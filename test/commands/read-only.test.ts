/** Tests commands that only read with --read-only, and write without it. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CliHarness, createCliHarness } from '../support/cli-harness.ts'
import { splitShellWords } from '../transcripts/transcript.ts'

let cli: CliHarness
const run = (line: string, terminal?: number) =>
  cli.budget(
    splitShellWords(line).words,
    terminal ? { terminal, answers: ['yes'], env: { NO_COLOR: '1' } } : {},
  )

beforeEach(async () => {
  cli = createCliHarness()
  await run('init --name Home --currency EUR')
  await run('accounts add Checking --type checking --balance 100')
  await run('tx add -5 Bakery --account Checking --uncategorized')
})
afterEach(() => cli.close())

describe('with --read-only', () => {
  it('review lists the inbox, also on a terminal, and applies nothing', async () => {
    const listed = await run('review --read-only --json')
    expect({ code: listed.code, rows: JSON.parse(listed.stdout).length }).toEqual({ code: 0, rows: 1 })
    const shown = await run('review --read-only', 80)
    expect({ code: shown.code, stderr: shown.stderr }).toEqual({ code: 0, stderr: '' })
    expect(shown.stdout).toContain('Bakery')
    expect((await run('review --apply - --read-only')).code).toBe(5)
  })

  it('accounts reconcile compares, asks nothing, and changes nothing', async () => {
    const agrees = await run('accounts reconcile Checking --balance 95 --read-only', 80)
    expect({ code: agrees.code, stderr: agrees.stderr }).toEqual({ code: 0, stderr: '' })
    expect((await run('accounts reconcile Checking --balance 100 --read-only', 80)).code).toBe(20)
    for (const flag of ['--finish', '--adjust', '--apply 1'])
      expect((await run(`accounts reconcile Checking --balance 95 ${flag} --read-only`)).code).toBe(5)
    expect((await run('history --json --limit 1')).stdout).toContain('tx add')
  })
})
