import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allRows, importNow, newAccount, optionsFor } from '../support/import-account.ts'

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

const written = ({ day, shop, cents }: Line) => `2026-10-0${day},${shop},-${-cents}.00`
const fileOf = (lines: readonly Line[]) => `Date,Payee,Amount\n${lines.map(written).join('\n')}\n`

/** The rows of an account as its bank has them. */
const found = async (account: Parameters<typeof allRows>[0]) =>
  (await allRows(account))
    .map(({ date, merchant_name: merchant, amount }) => `${date},${merchant},${amount}`)
    .toSorted()

test('overlapping and shuffled exports of one history, also of days that were not over, give that history', async () => {
  const exported = fc.record({ first: fc.integer({ min: 1, max: 9 }), last: fc.integer({ min: 1, max: 9 }) })
  await fc.assert(
    fc.asyncProperty(history, fc.array(exported, { maxLength: 4 }), fc.nat(), async (lines, parts, seed) => {
      const account = await newAccount()
      const inOrder = lines.toSorted((a, b) => a.day - b.day)
      for (const { first, last } of parts) {
        // The last day of an export may have had more rows afterwards.
        const part = inOrder.filter(({ day }) => day >= first && day <= last).slice(0, -1 - (seed % 3))
        if (part.length > 0) await importNow(optionsFor(fileOf(shuffled(part, seed)), account))
      }
      const report = await importNow(optionsFor(fileOf(shuffled(inOrder, seed)), account))
      const { counts } = report
      expect(Object.values(counts).reduce((all, one) => all + one, 0)).toBe(lines.length)
      expect(await found(account)).toEqual(lines.map(written).toSorted())
    }),
    { numRuns: 40 },
  )
})

test('a history cut into files that add up is whole again', async () => {
  await fc.assert(
    fc.asyncProperty(history, fc.nat(25), async (lines, at) => {
      const account = await newAccount()
      const ignoredIds = new Set<string>()
      for (const part of [lines.slice(0, at), lines.slice(at)]) {
        if (part.length === 0) continue
        const report = await importNow(optionsFor(fileOf(part), account, { ignoredIds }))
        for (const id of report.created.toJSON()) ignoredIds.add(id)
      }
      expect(await found(account)).toEqual(lines.map(written).toSorted())
    }),
    { numRuns: 40 },
  )
})

/** In an order of its own for every seed. */
const shuffled = <One>(all: readonly One[], seed: number): One[] =>
  all
    .map((one, at) => ({ one, place: ((at + 1) * (seed + 7919)) % 104_729 }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ one }) => one)
