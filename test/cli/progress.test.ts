/** Tests progress and rate-limit waits on stderr. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withStatusLine } from '../../src/cli/status-line.ts'
import { createRemoteHarness, type RemoteHarness } from '../support/remote-harness.ts'

let remote: RemoteHarness
beforeAll(async () => {
  remote = await createRemoteHarness()
  remote.writeFile('rows.ndjson', '{"date":"2026-11-02","amount":"-1"}\n'.repeat(250))
})
afterAll(() => remote.close())

const addLines = 'tx add --stdin --account Checking --format ids'

describe('long work', () => {
  it('shows on a terminal how far it is, in one line that is gone at the end', async () => {
    const { stderr } = await remote.run(addLines, { stdin: 'rows.ndjson', terminal: 80 })
    expect(stderr).toBe(
      '\r\u001b[K100 of 250 transactions added\r\u001b[K200 of 250 transactions added\r\u001b[KUndo with: budget undo\n',
    )
  })

  it('says nothing elsewhere, or with --quiet', async () => {
    expect((await remote.run(addLines, { stdin: 'rows.ndjson' })).stderr).toBe('')
    const quiet = await remote.run(`${addLines} --quiet`, { stdin: 'rows.ndjson', terminal: 80 })
    expect(quiet.stderr).toBe('')
  })

  it('tells a program that asks for it, a JSON object a line', async () => {
    const { stderr } = await remote.run(`${addLines} --progress json`, { stdin: 'rows.ndjson' })
    const what = 'transactions added'
    expect(parseEvents(stderr)).toEqual([
      { event: 'progress', done: 100, of: 250, what },
      { event: 'progress', done: 200, of: 250, what },
      { event: 'progress', done: 250, of: 250, what },
    ])
  })

  it('tells a program once that it waits, and once that it goes on', async () => {
    await remote.run('accounts --refresh --no-wait', { rateLimit: 0 })
    const { code, stderr } = await remote.run('month assign Groceries=1 Rent=2 --progress json')
    expect(code).toBe(0)
    expect(parseEvents(stderr)).toEqual([
      { event: 'price', needed: 3, left: 0, pause_seconds: 3600 },
      { event: 'wait', until: expect.stringMatching(/^2026-11-20T13:/), left_seconds: expect.any(Number) },
      { event: 'waited' },
    ])
  })
})

const parseEvents = (stderr: string): unknown[] =>
  stderr
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

describe('the status line', () => {
  const said: string[] = []
  const stream = withStatusLine({
    isTTY: true,
    columns: 20,
    rows: 10,
    write: (text) => said.push(text) > 0,
  })

  it('makes room for whatever else is said, and is cut before it would wrap', () => {
    stream.status('a status that is longer than the line')
    stream.write('Something else\n')
    stream.write('and more\n')
    stream.status('')
    expect(said).toEqual(['\r\u001b[Ka status that is lo', '\r\u001b[KSomething else\n', 'and more\n'])
  })
})
