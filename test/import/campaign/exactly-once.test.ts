/** Every row of a file is imported exactly once through faulty connections and killed processes. */

import { describe, expect, test } from 'vitest'
import { buildImporter, runCampaign } from './campaign.ts'

/** BUDGET_ROUNDS=1000 runs the full campaign; bench/README.md has its latest result. */
const ROUNDS = Number(process.env['BUDGET_ROUNDS'] ?? 6)
const ROWS = ROUNDS > 100 ? 2000 : 500
const game = { rounds: ROUNDS, tables: 4, rows: ROWS, faulty: 15, killed: 60, seed: 7 }

describe.concurrent('an import through a line that breaks, by processes that are killed', () => {
  test('books every row once, and says so', { timeout: 300_000 + ROUNDS * 20_000 }, async () => {
    const program = await buildImporter('as built')
    const { rounds, rows, lost, doubled, untrue, ...rest } = await runCampaign({ ...game, program })
    process.stdout.write(`${JSON.stringify({ rounds, rows, lost, doubled, ...rest })}\n`)
    expect({ rounds, rows, lost, doubled, untrue }).toEqual({
      rounds: ROUNDS,
      rows: ROUNDS * ROWS,
      lost: 0,
      doubled: 0,
      untrue: [],
    })
    expect(rest.kills).toBeGreaterThan(0)
  })

  test('doubles rows when it tries again blindly', async () => {
    const program = await buildImporter('blindly')
    const { doubled } = await runCampaign({ ...game, rounds: 6, rows: 500, faulty: 30, program })
    expect(doubled).toBeGreaterThan(0)
  })
})
