/** Tests how many requests an import makes. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRemoteHarness, type RemoteHarness } from '../support/remote-harness.ts'

const rows = (count: number, from: number): string =>
  Array.from({ length: count }, (_, at) => {
    const day = String((at % 28) + 1).padStart(2, '0')
    return `2026-10-${day},Shop ${from + at},-${from + at + 1}.00\n`
  }).join('')
const file = (...parts: string[]): string => `Date,Payee,Amount\n${parts.join('')}`
const JOURNAL_FIELDS = 'id,state,created'

describe('an import into a service elsewhere', () => {
  let elsewhere: RemoteHarness
  beforeAll(async () => {
    elsewhere = await createRemoteHarness()
    await elsewhere.runOk('month show')
    elsewhere.writeFile('old.csv', file(rows(1200, 0)))
    elsewhere.writeFile('both.csv', file(rows(1200, 0), rows(1000, 5000)))
    elsewhere.writeFile('long.csv', file(rows(650, 10_000)))
    elsewhere.writeFile('later.csv', file(rows(1, 20_000)))
  })
  afterAll(() => elsewhere.close())

  test('takes a request for each 500 rows that are there and each 100 new ones, and none for a known file', async () => {
    const first = await elsewhere.run('import old.csv --account Checking --accept --json')
    // The account, whose name is cached; the opening balance is on another day: one empty page.
    expect(first.requests).toHaveLength(1 + 1 + 12)
    const { requests, stdout } = await elsewhere.run('import both.csv --account Checking --accept --json')
    expect(requests).toHaveLength(1 + 3 + 10)
    expect(JSON.parse(stdout)).toMatchObject({ counts: { create: 1000, duplicate: 1200 }, requests: 13 })
    const again = await elsewhere.run('import both.csv --account Checking --accept --json')
    expect(again.requests).toEqual([])
    expect(JSON.parse(again.stdout)).toMatchObject({ counts: { create: 0, duplicate: 2200 }, requests: 0 })
  })

  test('stops at the limit with exit 8, and resumes with what is left', async () => {
    const limited = { rateLimit: 7 }
    const stopped = await elsewhere.run(
      'import long.csv later.csv --account Checking --accept --no-wait --json',
      limited,
    )
    expect({ code: stopped.code, ...JSON.parse(stopped.stdout) }).toMatchObject({
      code: 8,
      stopped: 'rate_limit',
      not_begun: ['later.csv'],
    })
    const { created } = JSON.parse(stopped.stdout)
    const resumed = await elsewhere.run('imports resume --json --max-wait 2h')
    expect(resumed).toMatchObject({ code: 0 })
    expect(JSON.parse(resumed.stdout).created).toHaveLength(650 - created.length)
    const [record] = JSON.parse(await elsewhere.runOk(`imports list --fields ${JOURNAL_FIELDS}`))
    expect(record).toMatchObject({ state: 'done' })
    expect(new Set(record.created).size).toBe(650)
  })
})
