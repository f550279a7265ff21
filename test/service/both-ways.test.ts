/** Tests that responses in process and over HTTP are the same to the byte. */

import { expect, test } from 'vitest'
import type { OpenedService } from './describe-both-ways.ts'
import { serviceKinds } from './describe-both-ways.ts'

const calls: [string, string, unknown?][] = [
  ['POST', '/accounts', { name: 'Checking', type: 'banking_checking', initial_balance: '100' }],
  ['GET', '/accounts?include_closed=true'],
  ['GET', '/transactions?limit=1'],
  ['GET', '/months/2026-11'],
  ['POST', '/merchants', { name: 'Kiosk' }],
  ['POST', '/merchants', { name: 'KIOSK' }],
  ['POST', '/merchants', []],
  ['POST', '/merchants'],
  ['POST', '/merchants', { nmae: 'Kiosk' }],
  ['GET', '/merchants/mer_unknown'],
  ['GET', '/merchants?sort=name'],
  ['GET', '/transactions?limit=1&limit=2'],
  ['GET', '/transactions?__proto__=1'],
  ['GET', '/months/2026-13'],
  ['GET', '/nowhere'],
  ['PUT', '/accounts', {}],
]

test('a request is answered alike in process and over HTTP, to the byte', async () => {
  const play = async ({ raw, close }: OpenedService): Promise<string[]> => {
    const answers: string[] = []
    for (const [method, path, body] of calls)
      answers.push(`${method} ${path}: ${JSON.stringify(await raw(method, path, body))}`)
    await close()
    return answers
  }
  const [inProcess, overHttp] = await Promise.all(serviceKinds.map(async ({ open }) => play(await open())))
  expect(overHttp).toEqual(inProcess)
  expect(inProcess).toHaveLength(calls.length)
})
