/** Tests how many requests resolving names costs. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRemoteHarness, type RemoteHarness } from '../support/remote-harness.ts'

let remote: RemoteHarness
beforeAll(async () => {
  remote = await createRemoteHarness()
})
afterAll(() => remote.close())

const isListing = (kind: string) => expect.stringMatching(new RegExp(`^GET .*/${kind}$`))

describe('a name nobody kept', () => {
  it('is looked for once', async () => {
    const { code, requests } = await remote.run('accounts show Nowhere')
    expect({ code, requests }).toEqual({ code: 6, requests: [isListing('accounts')] })
  })

  it('is found when it was made elsewhere meanwhile', async () => {
    await remote.runOk('accounts add Savings --type banking_savings --profile local')
    expect((await remote.run('accounts show Savings')).requests).toHaveLength(2)
    expect((await remote.run('accounts show Savings')).requests).toHaveLength(1)
  })
})

describe('the merchant of a transaction', () => {
  const buy = (merchant: string) =>
    remote.run(
      `tx add --account Checking --amount -5 --merchant ${merchant} --fields merchant_id,merchant_name`,
    )

  it('is found by an id that was made elsewhere meanwhile', async () => {
    const id = await remote.runOk('merchants add Kiosk --profile local --format ids')
    const { stdout, requests } = await buy(id)
    expect(JSON.parse(stdout)).toEqual({ merchant_id: id, merchant_name: 'Kiosk' })
    expect(requests).toEqual([isListing('merchants'), expect.stringMatching(/^POST /)])
    expect((await buy(id)).requests).toHaveLength(1)
  })

  it('is new when nothing has that name, and costs no look', async () => {
    const { stdout, requests } = await buy('Baker_24')
    expect(JSON.parse(stdout).merchant_name).toBe('Baker_24')
    expect(requests).toHaveLength(1)
  })
})

it('--refresh reads the names anew', async () => {
  expect((await remote.run('accounts show Checking --refresh')).requests).toHaveLength(2)
})

it('a shell is offered the names without a request', async () => {
  const { stdout, requests } = await remote.run('__complete account')
  expect({ stdout, requests }).toEqual({ stdout: 'Checking\nSavings\n', requests: [] })
})
