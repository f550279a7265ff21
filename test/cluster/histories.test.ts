/** Compares three machines with one: random histories and malformed requests are answered alike, to the byte. */

import { Agent } from 'node:http'
import { afterAll, describe, expect, test } from 'vitest'
import { admitLocally } from '../../src/server/admit-locally.ts'
import { startServer } from '../../src/server/server.ts'
import { serviceKinds } from '../service/describe-both-ways.ts'
import { exchange, malformedRequest } from '../service/malformed-requests.ts'
import { compareWaysOften } from '../service/model/compare-with-engine.ts'
import { createSampleBudget, fillIds } from '../service/sample-budget.ts'
import * as fc from '../support/fast-check.ts'
import { openOnThreeMachines, removePrimary } from './open-on-three-machines.ts'
import { postgresBin } from './postgres-server.ts'

const histories = Number(process.env['HISTORIES'] ?? 15)
const requests = Number(process.env['REQUESTS'] ?? 1500)
const seed = Number(process.env['SEED'] ?? 20261126)

afterAll(removePrimary)

const openInProcess = serviceKinds[0]?.open ?? openOnThreeMachines

describe.skipIf(postgresBin === undefined)('three machines', () => {
  test('answer random histories as one machine does', async () => {
    await compareWaysOften([openInProcess, openOnThreeMachines], { numRuns: histories, seed })
  })

  test('answer malformed requests as one machine does', async () => {
    const one = await openInProcess()
    const three = await openOnThreeMachines()
    const named = [await createSampleBudget(one), await createSampleBudget(three)]
    expect(named[1]).toEqual(named[0])
    const limits = { rate_limit: Number.POSITIVE_INFINITY, rate_window: 3600 }
    const { key } = one.workspaces.createKey({ name: 'tests', can: 'write', workspace_id: null })
    const local = await startServer(admitLocally(one.workspaces), {
      ...{ host: '127.0.0.1', port: 0, now: () => Date.UTC(2026, 10, 20, 12), ...limits },
    })
    const agents = [new Agent({ keepAlive: true }), new Agent({ keepAlive: true })] as const
    const root = `/v1/workspaces/${one.workspaceId}`
    try {
      for (const drawn of fc.sample(malformedRequest, { numRuns: requests, seed })) {
        const sent = fillIds(drawn, named[0] ?? {})
        const answers = await Promise.all([
          exchange(sent, { agent: agents[0], key, port: local.port, root }),
          exchange(sent, { agent: agents[1], key: three.key, port: three.nextPort(), root }),
        ])
        expect({ ...sent, ...answers[1] }).toEqual({ ...sent, ...answers[0] })
      }
    } finally {
      for (const agent of agents) agent.destroy()
      await local.close()
      await one.close()
      await three.close()
    }
  })
})
