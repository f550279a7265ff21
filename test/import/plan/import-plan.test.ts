/** Of m equal rows of which the account has k, the plan creates m − k. */

import { describe, expect, test } from 'vitest'
import { computeDigest } from '../../../src/import/matching/digest-set.ts'
import { findNearMatches } from '../../../src/import/matching/near-matches.ts'
import { buildFingerprints, claimFingerprint } from '../../../src/import/matching/row-fingerprints.ts'
import { classifyRows, readRowsByDisposition } from '../../../src/import/plan/classify-rows.ts'
import { buildImportPlan } from '../../../src/import/plan/import-plan.ts'
import { readStatement } from '../../../src/import/read-statement.ts'
import { sum } from '../../../src/money/decimal.ts'
import { buildDuplicateKey } from '../../../src/transactions/duplicate-key.ts'
import { isSimilarText } from '../../../src/transactions/similar-text.ts'
import * as fc from '../../support/fast-check.ts'

interface Line {
  day: number
  shop: string
  cents: number
}

const line = fc.record({
  day: fc.integer({ min: 1, max: 28 }),
  shop: fc.constantFrom('Kiosk', 'Bakery', 'Grocer', 'Fuel'),
  cents: fc.integer({ min: -500, max: -100 }),
})

const formatLine = ({ day, shop, cents }: Line) =>
  `2026-10-${String(day).padStart(2, '0')},${shop},${(cents / 100).toFixed(2)}`
const formatFile = (lines: readonly string[]) =>
  new TextEncoder().encode(`Date,Payee,Amount\n${lines.join('\n')}\n`)

/** Plans a file against an account that holds each of these keys as often as listed. */
function plan(lines: readonly string[], account: readonly string[] = []) {
  const statement = readStatement(formatFile(lines), {}, 'USD')
  const sorted = classifyRows(statement, {})
  const keys = buildFingerprints(readRowsByDisposition('create', statement, sorted), sorted.size)
  for (const key of account) claimFingerprint(keys, computeDigest(key))
  const settled = buildImportPlan(
    sorted,
    { keys, candidates: [], uncleared: [], equalIds: [], deletedIds: [], requests: 0 },
    { statement, choices: {}, currency: 'USD' },
  )
  return { ...settled, create: [...readRowsByDisposition('create', statement, settled)] }
}

const listKeys = (rows: ReturnType<typeof plan>['create']) => rows.map((row) => buildDuplicateKey(row))

describe('a plan', () => {
  const lines = fc.array(line.map(formatLine), { minLength: 1, maxLength: 40 })

  test('has bins whose counts and sums add up to the file', () => {
    fc.assert(
      fc.property(lines, fc.array(fc.nat({ max: 39 })), (rows, broken) => {
        const file = rows.map((row, at) => (broken.includes(at) ? `${row}x` : row))
        fc.pre(file.some((row) => !row.endsWith('x')))
        const known = listKeys(plan(rows).create).slice(0, rows.length / 2)
        const { counts, sums } = plan(file, known)
        expect(Object.values(counts).reduce((total, count) => total + count, 0)).toBe(file.length)
        const amounts = file.filter((row) => !row.endsWith('x')).map((row) => row.split(',')[2] ?? '')
        expect(sum(Object.values(sums))).toBe(sum(['0.00', ...amounts]))
      }),
    )
  })

  test('of the same file is the same plan', () => {
    fc.assert(
      fc.property(lines, (rows) => {
        expect(plan(rows)).toEqual(plan(rows))
      }),
    )
  })

  test('leaves the account alike, whichever of two overlapping exports comes first, in whatever order of rows', () => {
    const importAll = (...files: string[][]) => {
      const account: string[] = []
      for (const file of files) account.push(...listKeys(plan(file, account).create))
      return account.toSorted()
    }
    fc.assert(
      fc.property(lines, fc.nat(), fc.nat(), (rows, a, b) => {
        const sorted = rows.toSorted()
        // Banks export whole days, so an overlap contains all rows of a day or none.
        const days = [...new Set(sorted.map((row) => row.slice(0, 10)))]
        const from = days[a % days.length] ?? ''
        const to = days[b % days.length] ?? ''
        const early = sorted.filter((row) => row.slice(0, 10) <= (from > to ? from : to))
        const late = sorted.filter((row) => row.slice(0, 10) >= (from > to ? to : from))
        const once = importAll(sorted)
        expect(importAll(early, late.toReversed())).toEqual(once)
        expect(importAll(late, early)).toEqual(once)
      }),
    )
  })

  test('books the last of equal rows when the account has the first', () => {
    const kiosk = '2026-10-02,Kiosk,-3.50'
    const account = listKeys(plan([kiosk]).create)
    expect(plan([kiosk, kiosk, kiosk], account).create.map((row) => row.line)).toEqual([3, 4])
  })

  test('does not book what the service cannot: a day before 1900', () => {
    const { rejected, counts } = plan(['1111-11-11,Kiosk,-3.50', '2026-10-02,Kiosk,-3.50'])
    expect(counts).toEqual({
      create: 1,
      duplicate: 0,
      held: 0,
      pending: 0,
      excluded: 0,
      other_currency: 0,
      rejected: 1,
    })
    expect(rejected[0]?.message).toBe('1111-11-11 is not a date from 1900-01-01 to 2199-12-31')
  })
})

describe('a possible duplicate', () => {
  const [row] = plan(['2026-10-10,REWE SAGT DANKE 4140,-12.00']).create
  const rows = row ? [row, { ...row, row: 2 }] : []
  const other = {
    id: 'txn',
    date: '2026-10-10',
    amount: '-12.00',
    payee: 'Market',
    notes: 'n',
    transfer_account_id: null as string | null,
    status: 'cleared' as const,
    origin: 'unknown' as 'unknown' | 'file' | 'renewed',
  }
  const pairs = (existing: Partial<typeof other>) => findNearMatches(rows, [{ ...other, ...existing }]).length

  test('is held once, for one of two equal rows', () => expect(pairs({})).toBe(1))

  test.each([
    ['the same day under another name', {}, 1],
    ['a day apart under another name', { date: '2026-10-11' }, 0],
    ['a day apart under a similar name', { date: '2026-10-11', payee: 'Rewe' }, 1],
    ['a day apart, entered by hand', { date: '2026-10-11', notes: '' }, 1],
    ['the same day under another name, from an earlier file', { origin: 'file' as const }, 0],
    ['the same day in words like it, from an earlier file', { origin: 'file' as const, payee: 'Rewe' }, 1],
    ['eight days apart', { date: '2026-10-02', payee: 'Rewe', notes: '' }, 0],
    [
      'six days before, by hand, under the very name',
      { date: '2026-10-04', payee: 'REWE sagt danke 4140', notes: '' },
      1,
    ],
    [
      'six days after, by hand, under the very name',
      { date: '2026-10-16', payee: 'REWE sagt danke 4140', notes: '' },
      1,
    ],
    ['six days before, by hand, under another name', { date: '2026-10-04', notes: '' }, 1],
    ['six days before, under a similar name', { date: '2026-10-04', payee: 'Rewe' }, 1],
    [
      'six days before, from an earlier file, under the very name',
      { date: '2026-10-04', payee: 'REWE sagt danke 4140', origin: 'file' as const },
      0,
    ],
    [
      'a transfer six days before',
      { date: '2026-10-04', payee: '', notes: '', transfer_account_id: 'acc_2' },
      1,
    ],
    ['of another amount', { amount: '-12.01' }, 0],
  ])('%s', (_, existing, count) => expect(pairs(existing)).toBe(count))

  test('is held for the row with a similar text, also where another row comes first or is nearer', () => {
    const bakery = rows.map((one) => ({ ...one, payee: 'Bakery', raw_payee: 'BAKERY', notes: '' }))[0]
    const rewe = rows.map((one) => ({ ...one, row: 2, date: '2026-10-12' }))[0]
    const both = bakery && rewe ? [bakery, rewe] : []
    const found = findNearMatches(both, [{ ...other, payee: 'Rewe', notes: '' }])
    expect(found.map((pair) => pair.row.row)).toEqual([2])
  })

  test('has similar words when the shorter text is part of the longer, whatever the numbers', () => {
    expect(isSimilarText('REWE SAGT DANKE 4140', 'Rewe')).toBe(true)
    expect(isSimilarText('Kartenzahlung Café Süd 17', 'cafe süd')).toBe(false)
    expect(isSimilarText('Shell 4401', 'Aral 4401')).toBe(false)
    expect(isSimilarText('美团 消费', '美团')).toBe(true)
  })
})
