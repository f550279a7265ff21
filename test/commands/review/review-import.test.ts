/** Tests what it costs to review a file before its rows are imported into a remote workspace. */

import { expect, it } from 'vitest'
import { createRemoteHarness } from '../../support/remote-harness.ts'

it('imports 300 reviewed rows with three requests, and they do not wait in the inbox', async () => {
  const remote = await createRemoteHarness()
  const rows = Array.from(
    { length: 300 },
    (_, at) => `2026-10-${10 + (at % 20)},Shop ${'ABC'[at % 3]},-${at + 1}.00`,
  )
  remote.writeFile('bank.csv', `Date,Payee,Amount\n${rows.join('\n')}\n`)
  const answers = ['c groc', 'c house', 'c eating', '']
  const { code, requests } = await remote.run('import bank.csv --account Checking --accept --review', {
    terminal: 80,
    answers,
  })
  expect(code).toBe(0)
  const methods = requests.map((line) => line.split(' ')[0])
  expect(methods.filter((method) => method !== 'GET')).toEqual(['POST', 'POST', 'POST'])
  // The currency, the rows the account has already, and the newest page, which suggestions learn from.
  expect(methods.filter((method) => method === 'GET')).toHaveLength(3)
  expect(JSON.parse((await remote.run('review --json')).stdout)).toEqual([])
  remote.close()
})
