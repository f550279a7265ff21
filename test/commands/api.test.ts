/** Tests `budget api`. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CliHarness, createCliHarness } from '../support/cli-harness.ts'
import { canary, closeConnection, json, raw, respondWithError, withService } from '../support/http-service.ts'
import { createRemoteHarness, type RemoteHarness } from '../support/remote-harness.ts'

let cli: CliHarness
beforeAll(() => {
  cli = createCliHarness()
})
afterAll(() => cli.close())

/** Runs `budget api` against the service at an address. */
const callApi = (url: string, ...words: string[]) =>
  cli.budget(['api', ...words], {
    env: { BUDGET_BASE_URL: url, BUDGET_WORKSPACE: 'ws_1', BUDGET_API_KEY: canary },
  })

const bodyText = '{ "merchants" : [],\n  "page" : {"of": 1.50} }'
const receivedBytes = raw(
  `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-Key: ${canary}\r\nContent-Length: ${bodyText.length}\r\n\r\n${bodyText}`,
)

describe('what a service answers to a raw call', () => {
  it('is printed as it came', async () => {
    await withService([receivedBytes], async ({ url }) => {
      expect(await callApi(url, 'GET', '/merchants')).toEqual({
        code: 0,
        stdout: `${bodyText}\n`,
        stderr: '',
      })
    })
  })

  it('is printed even where it is not what the contract says', async () => {
    await withService([json(200, { data: { merchants: 'none' } })], async ({ url, seen }) => {
      const stdout = '{"data":{"merchants":"none"}}\n'
      expect(await callApi(url, 'GET', '/merchants')).toEqual({ code: 0, stdout, stderr: '' })
      expect((await callApi(url, 'POST', '/merchants', '-F', 'name=Kiosk')).stdout).toBe(stdout)
      expect(seen).toHaveLength(2)
    })
  })

  it.each([
    [
      'that is no JSON',
      raw('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nno'),
      'The service sent a response that is not JSON',
    ],
    ['that is packed', json(200, {}, { 'content-encoding': 'gzip' }), 'Content-Encoding is gzip'],
  ])('%s is refused', async (_, handler, words) => {
    await withService([handler], async ({ url }) => {
      const { code, stderr } = await callApi(url, 'GET', '/merchants')
      expect({ code, stderr }).toEqual({ code: 11, stderr: expect.stringContaining(words) })
    })
  })

  it('is taken for what it says when it is asked for in another form', async () => {
    await withService([receivedBytes], async ({ url }) => {
      const { stdout } = await callApi(url, 'GET', '/merchants', '--json')
      expect(JSON.parse(stdout)).toEqual({ merchants: [], page: { of: 1.5 } })
    })
  })

  it('comes after its status and the headers that are no secret', async () => {
    await withService([receivedBytes], async ({ url }) => {
      const { stdout } = await callApi(url, 'GET', '/merchants', '-i')
      expect(stdout).toBe(`HTTP 200\ncontent-type: application/json\n\n${bodyText}\n`)
    })
  })

  it('is pieced together when it was lost and the change is there', async () => {
    const account = { id: 'acc_1', name: 'Cash', type: 'banking_cash', on_budget: true, notes: null }
    const figures = { balance: '0.00', cleared_balance: '0.00', pending_balance: '0.00' }
    const times = { last_reconciled_at: null, created_at: '2026', updated_at: '2026' }
    const found = { account: { ...account, ...figures, closed: false, linked: false, ...times } }
    await withService([closeConnection, json(200, { data: found })], async ({ url, seen }) => {
      const { stdout } = await callApi(url, 'PATCH', '/accounts/acc_1', '-F', 'name=Cash')
      expect(stdout).toBe(`${JSON.stringify({ data: found })}\n`)
      expect(seen.map(({ method }) => method)).toEqual(['PATCH', 'GET'])
    })
  })

  it('that is a refusal ends with the code of its kind', async () => {
    await withService([respondWithError(409, 'conflict')], async ({ url }) => {
      const outcome = await callApi(url, 'POST', '/merchants', '-F', 'name=Kiosk')
      expect(outcome).toEqual({ code: 7, stdout: '', stderr: 'Conflict it is\n' })
    })
  })

  it('is not taken for the last page when it is not what the contract says', async () => {
    await withService([json(200, { data: { transactions: [{ id: 'txn_1' }] } })], async ({ url }) => {
      const { code, stdout, stderr } = await callApi(url, 'GET', '/transactions', '--paginate')
      expect({ code, stdout }).toEqual({ code: 11, stdout: '' })
      expect(stderr).toMatch(/^The service sent an invalid response: /)
    })
  })

  it('is not followed in a circle', async () => {
    const page = json(200, { data: { transactions: [], next_cursor: 'again' } })
    await withService([page], async ({ url, seen }) => {
      const { code, stderr } = await callApi(url, 'GET', '/transactions', '--paginate')
      expect({ code, stderr }).toEqual({
        code: 11,
        stderr: 'The service returned the same next_cursor twice\n',
      })
      expect(seen).toHaveLength(2)
    })
  })
})

describe('a raw call', () => {
  it.each(['/accounts/..', '/accounts/%2e%2e', '/accounts/a%2fb', '/accounts/.', '/accounts/a\r\nb'])(
    'to %j never leaves',
    async (path) => {
      await withService([receivedBytes], async ({ url, seen }) => {
        expect((await callApi(url, 'DELETE', path, '--yes')).code).toBe(3)
        expect(seen).toEqual([])
      })
    },
  )
})

describe('the same workspace, here and elsewhere', () => {
  let elsewhere: RemoteHarness
  beforeAll(async () => {
    elsewhere = await createRemoteHarness()
    await elsewhere.runOk('tx add -5 "Café Ö" Groceries --account Checking')
  })
  afterAll(() => elsewhere.close())

  it.each(['/accounts', '/months/2026-11', '/transactions?limit=1', '/categories', '/merchants'])(
    'answers a raw call to %s with the same bytes',
    async (path) => {
      const here = await elsewhere.runOk(`api GET ${path} --profile local`)
      expect(await elsewhere.runOk(`api GET ${path}`)).toBe(here)
    },
  )
})
