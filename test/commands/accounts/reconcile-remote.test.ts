/** Tests `budget accounts reconcile` on a remote profile: its price, what it keeps, and a stop in between. */

import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRemoteHarness, type RemoteHarness } from '../../support/remote-harness.ts'

let remote: RemoteHarness
const line = 'accounts reconcile Checking --balance 70 --date 2026-11-20'

beforeAll(async () => {
  remote = await createRemoteHarness()
  for (const amount of [-5, -6, -7]) await remote.runOk(`tx add ${amount} Bakery --account Checking`)
  await remote.runOk('tx add -12 Market --account Checking --date 2026-11-10 --status pending')
})
afterAll(() => remote.close())

/** Runs a command that waits until the service takes requests again. */
const runLater = async (typed: string): Promise<string> => {
  const { code, stdout } = await remote.run(`${typed} --max-wait 61m`)
  expect({ typed, code: code === 20 ? 0 : code }).toEqual({ typed, code: 0 })
  return stdout
}
const countReconciled = async (): Promise<number> =>
  JSON.parse(await runLater('tx list --status reconciled --json')).length

it('an account is compared with two requests, and nothing is read again after a fix', async () => {
  const found = await remote.run(`${line} --json`)
  expect(found).toMatchObject({ code: 20, stderr: '' })
  expect(JSON.parse(found.stdout).candidates[0]).toMatchObject({ kind: 'not_cleared', explains: '-12.00' })
  expect(found.requests).toHaveLength(2)
  const applied = await remote.run(`${line} --apply 1 --json`)
  expect(applied).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(applied.stdout)).toMatchObject({ difference: '0.00', applied: [1] })
  expect(applied.requests.map((request) => request.split(' ')[0])).toEqual(['GET', 'GET', 'PATCH'])
})

it('finishing names its price first, and a dry run sends nothing', async () => {
  const refused = await remote.run(`${line} --finish`)
  expect(refused.code).toBe(10)
  expect(refused.stderr).toContain('Mark 5 transactions of Checking as reconciled?')
  const planned = await remote.run(`${line} --finish --dry-run --json`)
  expect(planned.requests.every((request) => request.startsWith('GET'))).toBe(true)
  expect(JSON.parse(planned.stdout)).toMatchObject({ requests: 5 })
  expect(await countReconciled()).toBe(0)
})

it('a stop in between says what is done, and the next run sends the rest', async () => {
  const stopped = await remote.run(`${line} --finish --yes --no-wait`, { rateLimit: 4 })
  expect(stopped.code).toBe(8)
  expect(await countReconciled()).toBe(2)
  expect(await runLater('accounts list')).not.toContain('2026-11-20')
  const rest = await remote.run(`${line} --finish --yes --json --max-wait 61m`)
  expect(rest.code).toBe(0)
  expect(JSON.parse(rest.stdout).finished).toEqual({ transactions: 3 })
  expect(rest.requests.filter((request) => request.startsWith('PATCH'))).toHaveLength(3)
  expect(await countReconciled()).toBe(5)
  expect(await runLater('accounts list')).toContain('2026-11-20')
})

it('the next run starts from there', async () => {
  await runLater('tx add -3 Kiosk --account Checking --status pending')
  const report = JSON.parse(
    await runLater('accounts reconcile Checking --balance 67 --date 2026-11-20 --json'),
  )
  expect(report).toMatchObject({
    previous: { date: '2026-11-20', balance: '70.00' },
    candidates: [{ kind: 'not_cleared', explains: '-3.00' }, {}],
  })
})
