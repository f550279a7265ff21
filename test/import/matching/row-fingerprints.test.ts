/** Rows are recognized again when the extraction of merchants changes. */

import { expect, test } from 'vitest'
import type { ExtractMerchant } from '../../../src/transactions/merchant-names/merchant-and-notes.ts'
import * as fc from '../../support/fast-check.ts'
import {
  createAccount,
  createImportOptions,
  discardJournal,
  importFile,
  listTransactions,
  noRows,
} from '../../support/import-account.ts'

const rounds = Number(process.env['BUDGET_ROUNDS'] ?? 25)

interface Line {
  day: number
  text: string
  memo: string
  kind: string
  cents: number
}

const line = fc.record({
  day: fc.integer({ min: 1, max: 6 }),
  text: fc.constantFrom(
    'POS PURCHASE GREEN GROCER 12/03',
    'COFFEE HOU #512 SEATTLE WA',
    'COFFEE HOU #513 SEATTLE WA',
    'CARD PAYMENT TO Tram',
    'BAKERY',
    'Kiosk am Eck',
    'KARTENZAHLUNG',
  ),
  memo: fc.constantFrom('', 'Card 3308', 'weekly', `${'long '.repeat(120)}end`),
  kind: fc.constantFrom('Food', 'Travel'),
  cents: fc.integer({ min: 1, max: 3 }),
})
const history = fc.array(line, { minLength: 1, maxLength: 14 })

/** Merchant extraction as it is and as it may become. */
const finders: readonly (ExtractMerchant | undefined)[] = [
  undefined,
  () => undefined,
  (cell) => cell.split(' ')[0],
  (cell) => `The ${cell.trim().toLowerCase()}`,
  () => 'Shop',
]

const step = fc.record({
  from: fc.integer({ min: 1, max: 6 }),
  to: fc.integer({ min: 1, max: 6 }),
  isRaw: fc.boolean(),
  finder: fc.nat(finders.length - 1),
  losesJournal: fc.boolean(),
})

const formatLine = ({ day, text, memo, kind, cents }: Line): string =>
  `2026-10-0${day},${text},${memo},${kind},-${cents}.00`
const formatFile = (lines: readonly Line[]): string =>
  `Date,Payee,Memo,Category,Amount\n${lines.map(formatLine).join('\n')}\n`

/** The columns are mapped, because a short file may show less about them than the next one. */
const map = 'date=1,payee=2,notes=3,details=4,amount=5'

test('no row is doubled or lost when merchants are found otherwise, kept raw, or looked at from another machine', async () => {
  await fc.assert(
    fc.asyncProperty(history, fc.array(step, { minLength: 1, maxLength: 4 }), async (lines, steps) => {
      discardJournal()
      const account = await createAccount()
      const inOrder = lines.toSorted((one, other) => one.day - other.day)
      const last = { from: 1, to: 6, isRaw: false, finder: 0, losesJournal: true }
      for (const { from, to, isRaw, finder, losesJournal } of [...steps, last]) {
        if (losesJournal) discardJournal()
        const part = inOrder.filter(({ day }) => day >= from && day <= to)
        if (part.length === 0) continue
        const find = finders[finder]
        const { counts } = await importFile(
          createImportOptions(formatFile(part), account, {
            // Near matches are imported, so a row that was not recognized would exist twice.
            choices: { map, possible: 'import', ...(isRaw && { raw_merchants: true }) },
            ...(find && { find_merchant: find }),
          }),
        )
        expect({ ...noRows, create: counts.create, duplicate: counts.duplicate }).toEqual(counts)
      }
      const found = (await listTransactions(account)).map(({ date, amount }) => `${date} ${amount}`)
      const wanted = lines.map(({ day, cents }) => `2026-10-0${day} -${cents}.00`)
      expect(found.toSorted()).toEqual(wanted.toSorted())
    }),
    { numRuns: rounds },
  )
}, 120_000)

test('what the bank says beside a merchant is in the notes, whole', async () => {
  const account = await createAccount()
  const text = 'Date,Payee,Memo,Category,Amount\n2026-10-02,COFFEE HOU #512 SEATTLE WA,Card 3308,Food,-1.00\n'
  await importFile(createImportOptions(text, account))
  const [row] = await listTransactions(account)
  expect(row).toMatchObject({
    merchant_name: 'Coffee Hou',
    notes: 'COFFEE HOU #512 SEATTLE WA; Card 3308; Food',
  })
})

test('a category that the bank changed later makes no other row', async () => {
  const account = await createAccount()
  const file = (kind: string) =>
    `Date,Payee,Category,Amount\n2026-10-02,Kiosk,${kind},-1.00\n2026-10-03,Tram,Travel,-2.00\n`
  await importFile(createImportOptions(file('Food'), account))
  expect((await importFile(createImportOptions(file('Drinks'), account))).counts).toEqual({
    ...noRows,
    duplicate: 2,
  })
})

test('a text longer than a name stands in the notes, and where they are cut that is told', async () => {
  const account = await createAccount()
  const file = `Date,Description,Amount\n2026-10-02,${'alpha '.repeat(50)}end,-1.00\n2026-10-03,${'beta '.repeat(150)}end,-2.00\n`
  for (const raw_merchants of [false, true]) {
    const report = await importFile(createImportOptions(file, account, { choices: { raw_merchants } }))
    expect(report.notes_cut).toBe(raw_merchants ? undefined : 1)
    expect(report.counts).toEqual(raw_merchants ? { ...noRows, duplicate: 2 } : { ...noRows, create: 2 })
  }
  const [, row] = await listTransactions(account)
  expect(row?.notes).toBe(`${'alpha '.repeat(50)}end`)
})
