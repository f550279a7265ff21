/** Measures on real registers how many injected doubles are found, and how many findings are true. */

import { describe, expect, it } from 'vitest'
import { type DuplicateFinding, findDuplicates } from '../../../src/cleanup/duplicates/find-duplicates.ts'
import { haveBankPayees, readBankPayees } from '../merchants/bank-payees.ts'
import { buildRegister, type Register } from './registers.ts'

const rounds = Number(process.env['BUDGET_ROUNDS'] ?? 5)

/** Counts the doubles of a register, the findings, and the findings that are doubles. */
function count({ rows, sources, doubles }: Register) {
  const findings = findDuplicates({ rows, sources, days: 5 })
  const isRight = ({ keep, remove }: DuplicateFinding): boolean => doubles.get(keep.id) === remove.id
  const sure = findings.filter((finding) => finding.sure)
  const removed = new Set(sure.map(({ remove }) => remove.id))
  // Of equal rows it does not matter which of them stays, as long as one does.
  const isDouble = ({ remove }: DuplicateFinding): boolean => {
    const twin = doubles.get(remove.id)
    return twin !== undefined && !removed.has(twin)
  }
  return {
    injected: doubles.size / 2,
    found: findings.length,
    right: findings.filter(isRight).length,
    sure: sure.length,
    sureAndRight: sure.filter(isDouble).length,
  }
}

describe.skipIf(!haveBankPayees)('doubles injected into real registers', () => {
  it('are found to 95 percent, and 90 percent of the findings are doubles', () => {
    const total = { injected: 0, found: 0, right: 0, sure: 0, sureAndRight: 0 }
    for (let round = 0; round < rounds; round++) {
      for (const [name, payees] of readBankPayees()) {
        const counts = count(buildRegister(name, payees, round * 1000 + payees.length))
        total.injected += counts.injected
        total.found += counts.found
        total.right += counts.right
        total.sure += counts.sure
        total.sureAndRight += counts.sureAndRight
      }
    }
    const [recall, precision] = [total.right / total.injected, total.right / total.found]
    if (process.env['BUDGET_ROUNDS'] !== undefined)
      process.stdout.write(`${JSON.stringify({ ...total, recall, precision })}\n`)
    expect(recall).toBeGreaterThanOrEqual(0.95)
    expect(precision).toBeGreaterThanOrEqual(0.9)
    expect(total.sureAndRight / total.sure).toBeGreaterThanOrEqual(0.99)
  })
})
