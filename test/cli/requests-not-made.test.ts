/** Tests that invalid input costs no request. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRemoteHarness, type RemoteHarness } from '../support/remote-harness.ts'

let remote: RemoteHarness
beforeAll(async () => {
  remote = await createRemoteHarness()
})
afterAll(() => remote.close())

describe('a command of several writes', () => {
  let txns: string
  beforeAll(async () => {
    const rows = [...Array(101)].map(() => '{"date":"2026-11-02","amount":"-1"}').join('\n')
    remote.writeFile('rows.ndjson', rows)
    const buy = () => remote.runOk('tx add -3 Kiosk Household --account Checking --format ids')
    txns = `${await buy()} ${await buy()}`
    await remote.runOk('merchants add Bakery')
    await remote.runOk('merchants add Butcher')
    await remote.runOk('month assign Groceries=5 Transport=5')
  })

  it.each([
    ['tx clear TXNS', 2],
    ['tx edit TXNS --notes x', 2],
    ['tx approve TXNS', 2],
    ['tx delete TXNS --yes', 2],
    ['tx restore TXNS', 2],
    ['tx add --stdin --account Checking', 2],
    ['month assign Rent=1 Holidays=1', 3],
    ['month move 1 --from Groceries --to Transport', 3],
    ['month cover Household --from Groceries,rta', 3],
    ['month copy this --to next', 4],
    ['merchants merge Bakery Butcher --into Kiosk --yes', 2],
    ['categories archive Rent Holidays', 2],
  ])('does nothing when not all of them may be made: %s', async (line, needed) => {
    const typed = `${line.replace('TXNS', txns)} --max-requests ${needed - 1}`
    const asked = await remote.run(typed, { stdin: 'rows.ndjson' })
    expect(asked.stderr).toMatch(/^Needs \d requests, but --max-requests leaves \d; nothing was changed\n$/)
    expect(asked.code).toBe(9)
    expect(asked.requests.filter((request) => !request.startsWith('GET '))).toEqual([])
  })
})
