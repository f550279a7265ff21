/** Measures on real registers how many injected doubles are found, and how many findings are true. */

import { describe, expect, it } from 'vitest'
import { findDuplicates } from '../../../src/analysis/duplicates/find-duplicates.ts'
import { haveBankPayees, readBankPayees } from '../bank-payees.ts'
import { buildRegister } from './registers.ts'

const rounds = Number(process.env['BUDGET_ROUNDS'] ?? 5)

describe.skipIf(!haveBankPayees)('doubles injected into real registers', () => {
  it('are found to 95 percent, and 90 percent of the findings are doubles', () => {
    let [injected, found, right] = [0, 0, 0]
    const misses: string[] = []
    for (let round = 0; round < rounds; round++) {
      for (const [name, payees] of readBankPayees()) {
        const { rows, sources, doubles } = buildRegister(name, payees, round * 1000 + payees.length)
        const findings = findDuplicates({ rows, sources, days: 5 })
        const hits = new Set<string>()
        for (const { keep, remove, score, reasons } of findings) {
          found += 1
          if (doubles.get(keep.id) === remove.id) {
            right += 1
            hits.add(keep.id).add(remove.id)
          } else
            misses.push(
              `wrong ${score} ${reasons} ${keep.date} ${keep.merchant_name} | ${remove.date} ${remove.merchant_name} ${keep.amount}`,
            )
        }
        injected += doubles.size / 2
        for (const [id, other] of doubles)
          if (id < other && !hits.has(id)) {
            const [a, b] = [id, other].map((one) => rows.find((row) => row.id === one))
            misses.push(`missed ${a?.date} ${a?.amount} ${a?.merchant_name} | ${b?.date} ${b?.amount} ${b?.merchant_name} ${b?.status}`)
          }
      }
    }
    if (process.env['BUDGET_VERBOSE']) console.log(misses.slice(0, 60).join('\n'))
    if (process.env['BUDGET_VERBOSE']) console.log({ injected, found, right, recall: right / injected, precision: right / found })
    expect(right / injected).toBeGreaterThanOrEqual(0.95)
    expect(right / found).toBeGreaterThanOrEqual(0.9)
  })
})
