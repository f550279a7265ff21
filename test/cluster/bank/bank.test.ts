/**
 * Tests that no acknowledged transfer is lost or made twice, and no read is stale, whatever machine or server dies.
 * BANK_ROUNDS plays more rounds, BANK_SEED other ones.
 */

import { expect, test } from 'vitest'
import { postgresBin } from '../postgres-server.ts'
import { checkHistory } from './check-history.ts'
import { playBank } from './play-bank.ts'

const rounds = Number(process.env['BANK_ROUNDS'] ?? 20)
const seed = Number(process.env['BANK_SEED'] ?? 20261126)

test.skipIf(postgresBin === undefined)(
  `a bank on three machines and two servers, ${rounds} rounds`,
  async () => {
    const played = await playBank({ rounds, seed, clients: 16, promoteEvery: 10 })
    const { transfers, reads, faults, recoveries } = played
    const unanswered = transfers.filter(({ endedAt }) => endedAt === undefined)
    const figures = {
      transfers: transfers.length,
      reads: reads.length,
      faults,
      recoveries: recoveries.map(Math.round),
    }
    process.stdout.write(`${JSON.stringify(figures)}\n`)
    expect(checkHistory(played)).toEqual([])
    expect(unanswered).toEqual([])
    expect(JSON.parse(played.check)).toMatchObject({ problems: [] })
  },
  60_000 + rounds * 20_000,
)
