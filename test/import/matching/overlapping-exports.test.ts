/** Overlapping, shuffled and split exports of one history give that history. */

import { expect, test } from 'vitest'
import * as fc from '../../support/fast-check.ts'
import {
  createAccount,
  createImportOptions,
  importFile,
  listTransactions,
} from '../../support/import-account.ts'

interface Line {
  day: number
  shop: string
  cents: number
}

const line = fc.record({
  day: fc.integer({ min: 1, max: 9 }),
  shop: fc.constantFrom('Kiosk', 'Bakery', 'Tram'),
  cents: fc.integer({ min: -3, max: -1 }),
})
const history = fc.array(line, { minLength: 1, maxLength: 25 })

const formatLine = ({ day, shop, cents }: Line) => `2026-10-0${day},${shop},-${-cents}.00`
const formatFile = (lines: readonly Line[]) => `Date,Payee,Amount\n${lines.map(formatLine).join('\n')}\n`

/** Returns the rows of an account as the bank writes them. */
const listRows = async (account: Parameters<typeof listTransactions>[0]) =>
  (await listTransactions(account))
    .map(({ date, merchant_name: merchant, amount }) => `${date},${merchant},${amount}`)
    .toSorted()

test('overlapping and shuffled exports of one history, also of days that were not over, give that history', async () => {
  const exported = fc.record({ first: fc.integer({ min: 1, max: 9 }), last: fc.integer({ min: 1, max: 9 }) })
  await fc.assert(
    fc.asyncProperty(history, fc.array(exported, { maxLength: 4 }), fc.nat(), async (lines, parts, seed) => {
      const account = await createAccount()
      const inOrder = lines.toSorted((a, b) => a.day - b.day)
      for (const { first, last } of parts) {
        // The last day of an export may have had more rows afterwards.
        const part = inOrder.filter(({ day }) => day >= first && day <= last).slice(0, -1 - (seed % 3))
        if (part.length > 0) await importFile(createImportOptions(formatFile(shuffle(part, seed)), account))
      }
      const report = await importFile(createImportOptions(formatFile(shuffle(inOrder, seed)), account))
      const { counts } = report
      expect(Object.values(counts).reduce((all, one) => all + one, 0)).toBe(lines.length)
      expect(await listRows(account)).toEqual(lines.map(formatLine).toSorted())
    }),
    { numRuns: 40 },
  )
})

test('a history cut into files that add up is whole again', async () => {
  await fc.assert(
    fc.asyncProperty(history, fc.nat(25), async (lines, at) => {
      const account = await createAccount()
      const ignoredIds = new Set<string>()
      for (const part of [lines.slice(0, at), lines.slice(at)]) {
        if (part.length === 0) continue
        const report = await importFile(createImportOptions(formatFile(part), account, { ignoredIds }))
        for (const id of report.created.toJSON()) ignoredIds.add(id)
      }
      expect(await listRows(account)).toEqual(lines.map(formatLine).toSorted())
    }),
    { numRuns: 40 },
  )
})

/** Returns the rows in a pseudo-random order. */
const shuffle = <One>(all: readonly One[], seed: number): One[] =>
  all
    .map((one, at) => ({ one, place: ((at + 1) * (seed + 7919)) % 104_729 }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ one }) => one)
