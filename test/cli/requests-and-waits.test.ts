/** Tests how commands wait for the rate limit. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRemoteHarness, type RemoteHarness, type RemoteRun } from '../support/remote-harness.ts'

let remote: RemoteHarness
beforeAll(async () => {
  remote = await createRemoteHarness()
})
afterAll(() => remote.close())

const writes = ({ requests }: RemoteRun): number =>
  requests.filter((request) => !request.startsWith('GET ')).length

describe('work of many requests', () => {
  const ROWS = 150
  beforeAll(async () => {
    const rows = Array.from({ length: ROWS }, () => '{"date":"2026-11-02","amount":"-1"}').join('\n')
    remote.writeFile('rows.ndjson', rows)
    await remote.runOk('tx add --stdin --account Checking', { stdin: 'rows.ndjson' })
    // This leaves few of the 200 requests; the first transaction is the opening balance.
    await remote.runOk(`api GET "/transactions?limit=1" --paginate`)
  })

  it('is refused before its first write when it does not fit and nobody may wait', async () => {
    const asked = await remote.run('tx approve --all --no-wait --json')
    expect(JSON.parse(asked.stderr)).toEqual({
      error: {
        id: '429',
        name: 'rate_limit_exceeded',
        detail: 'needs 150 requests, but about 39 are left this hour; nothing was changed',
        hint: 'Try again in about 60 min, or wait with --max-wait 61m',
        retry_after: 3600,
        retryable: true,
        exit_code: 9,
      },
    })
    expect({ code: asked.code, writes: writes(asked) }).toEqual({ code: 9, writes: 0 })
  })

  it('is refused before its first write when it takes more than --max-requests', async () => {
    const asked = await remote.run('tx approve --all --max-requests 100')
    expect(asked.stderr).toBe('Needs 150 requests, but --max-requests leaves 99; nothing was changed\n')
    expect({ code: asked.code, writes: writes(asked) }).toEqual({ code: 9, writes: 0 })
  })

  it('is not priced by a dry run, which writes nothing', async () => {
    const { code, stderr } = await remote.run('month copy last --to next --dry-run --max-requests 2')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  })

  it('says what it will take, and waits', async () => {
    const asked = await remote.run('tx approve --all')
    expect(asked.stderr).toBe('Requires 150 requests, about 35 left this hour; will pause for about 60 min\n')
    expect({ code: asked.code, writes: writes(asked) }).toEqual({ code: 0, writes: 150 })
  })
})

describe('when the service takes no more', () => {
  it('one who may not wait is told when to come again', async () => {
    const { code, stderr } = await remote.run('accounts --no-wait --json', { rateLimit: 0 })
    const { error } = JSON.parse(stderr)
    expect({ code, name: error.name, retry_after: error.retry_after }).toEqual({
      code: 9,
      name: 'rate_limit_exceeded',
      retry_after: 3600,
    })
  })

  it('one request fails that would have to wait long', async () => {
    expect(await remote.run('accounts')).toMatchObject({
      code: 9,
      requests: [],
      stderr: 'The rate limit is reached\n  Try again in about 60 min, or wait with --max-wait 61m\n',
    })
  })

  it('several requests wait, and say when that begins and when it ends', async () => {
    // The 429 of the previous test is remembered, so that no request is made.
    const { code, stderr, requests } = await remote.run('month assign Groceries=1 Rent=2')
    expect({ code, requests: requests.length }).toEqual({ code: 0, requests: 3 })
    expect(stderr).toMatch(
      /^Requires 3 requests, about 0 left this hour; will pause for about 60 min\nRate limit: continuing at \d\d:\d\d:\d\d \(\d+:\d\d left\); Ctrl-C stops safely; waits up to 65 min; see --max-wait and --no-wait\nRate limit: continuing\n$/,
    )
  })
})
