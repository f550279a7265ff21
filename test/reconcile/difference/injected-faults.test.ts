/** Tests that injected mistakes are found, in registers of several styles, and that "only" is never said wrongly. */

import { describe, expect, it } from 'vitest'
import { findDifferences } from '../../../src/reconcile/difference/find-differences.ts'
import type { Finding } from '../../../src/reconcile/difference/register.ts'
import { compareStatement } from '../../../src/reconcile/statement/compare-statement.ts'
import {
  createDice,
  createDraws,
  type FaultyRegister,
  faults,
  injectFault,
  makeRegister,
  makeStatement,
  styles,
  twofoldFaults,
} from './registers.ts'

const rounds = Number(process.env['BUDGET_ROUNDS'] ?? 200)

/** Returns the place of the true mistake among the findings; -1 when it is not there. */
const findTruth = (findings: readonly Finding[], { fault, keys }: FaultyRegister): number =>
  findings.findIndex(({ kind, rows }) =>
    fault.startsWith('missing')
      ? kind === 'missing'
      : keys.every((key) => rows.some((row) => row.key === key)),
  )

const share = (places: readonly number[], most: number): number =>
  places.filter((place) => place >= 0 && place < most).length / places.length

function makeCase(seed: number, of: readonly FaultyRegister['fault'][] = faults) {
  const draws = createDraws(createDice(seed))
  const register = makeRegister(draws, draws.pick(styles), draws.between(60, 900))
  return { draws, register, fault: of[seed % of.length] ?? 'missing' }
}

it('with a balance only, the true mistake is among three in four of five registers', () => {
  const places: number[] = []
  for (let seed = 1; seed <= rounds; seed++) {
    const { draws, register, fault } = makeCase(seed)
    const faulty = injectFault(draws, register, fault)
    const { rows, difference } = faulty
    if (difference === 0n) continue
    const elsewhere = faulty.elsewhere.filter(({ amount }) => amount === difference)
    const query = { rows, elsewhere, difference, date: register.date, elapsed: () => 0 }
    places.push(findTruth(findDifferences(query).findings, faulty))
  }
  expect(share(places, 3)).toBeGreaterThanOrEqual(0.8)
})

/** Compares registers that have one of these mistakes with a statement; returns the places of the mistake. */
function compareWithStatements(of: readonly FaultyRegister['fault'][]): {
  places: number[]
  findings: (readonly Finding[])[]
} {
  const places: number[] = []
  const all: (readonly Finding[])[] = []
  for (let seed = 1; places.length < rounds; seed++) {
    const { draws, register, fault } = makeCase(seed, of)
    const bank_rows = makeStatement(draws, register, draws.between(20, 90))
    const first = bank_rows.map(({ date }) => date).toSorted()[0] ?? ''
    const faulty = injectFault(draws, register, fault)
    const { rows, difference, keys, elsewhere } = faulty
    const lost = register.rows.filter((row) => !rows.includes(row))
    const concerned = [...rows.filter(({ key }) => keys.includes(key)), ...lost]
    // A mistake before the first day of the statement is not on it.
    if (difference === 0n || concerned.some(({ date }) => date < first)) continue
    const { findings } = compareStatement({
      ...{ rows, bank_rows, difference, date: register.date, elapsed: () => 0 },
      bank: register.rows.reduce((sum, { amount }) => sum + amount, 0n),
      findElsewhere: (amount) => ({
        deleted: [],
        elsewhere: elsewhere.filter((row) => row.amount === amount),
      }),
    })
    places.push(findTruth(findings, faulty))
    all.push(findings)
  }
  return { places, findings: all }
}

it('with a statement, it comes first in 95 of 100 registers and among three in 99', () => {
  const { places } = compareWithStatements(faults)
  expect(share(places, 1)).toBeGreaterThanOrEqual(0.95)
  expect(share(places, 3)).toBeGreaterThanOrEqual(0.99)
})

it('with a statement, a mistake that looks like another one is among three in 99, and no other is the only way', () => {
  const { places, findings } = compareWithStatements(twofoldFaults)
  expect(share(places, 3)).toBeGreaterThanOrEqual(0.99)
  const certainlyWrong = findings.filter(([first], at) => first?.ways === 1 && places[at] !== 0)
  expect(certainlyWrong.length / findings.length).toBeLessThanOrEqual(0.005)
})

describe('one way is said only where there is one', () => {
  it.each(Array.from({ length: Math.min(rounds, 60) }, (_, at) => at + 1))('seed %i', (seed) => {
    const draws = createDraws(createDice(seed))
    const rows = Array.from({ length: 12 }, (_, at) => ({
      ...{ key: at + 1, date: '2026-11-01', words: '', status: 'pending' as const },
      amount: BigInt(draws.between(-15, 15)),
    }))
    const difference = BigInt(draws.between(-30, 30)) || 1n
    let ways = 0
    for (let mask = 1; mask < 2 ** rows.length; mask++) {
      const sum = rows.reduce((total, { amount }, at) => ((mask >> at) & 1 ? total + amount : total), 0n)
      if (sum === difference) ways += 1
    }
    const { findings } = findDifferences({ rows, difference, date: '2026-11-15', elapsed: () => 0 })
    const cleared = findings.filter(
      ({ fix }) => fix.length > 0 && fix.every(({ action }) => action === 'clear'),
    )
    for (const finding of cleared) expect(finding.ways).toBe(ways)
    expect(cleared.length > 0).toBe(ways > 0)
  })
})
