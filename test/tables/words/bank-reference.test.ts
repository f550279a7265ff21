/** References identify rows only if they are unique across files. */

import { describe, expect, test } from 'vitest'
import { isBankReference } from '../../../src/tables/words/bank-reference.ts'
import {
  createAccount,
  createImportOptions,
  importFile,
  listTransactions,
} from '../../support/import-account.ts'
import { readText } from '../../support/read-statement.ts'

const formatFile = (...refs: string[]) =>
  `Id,Date,Payee,Amount\n${refs.map((ref, at) => `${ref},2026-03-0${at + 1},Shop ${'ABCD'[at]},-5.00\n`).join('')}`
const map = 'date=2,amount=4,payee=3,ref=1'
const readReferences = (choices: { map?: string }, ...refs: string[]) =>
  [...readText(formatFile(...refs), choices).rows()].map(({ ref }) => ref)

test.each(['1', '42', '000001', '0000999', 'ABCDEF', '12 34 56'])('%s is no name for a transaction', (ref) =>
  expect(isBankReference(ref)).toBe(false),
)

describe.each([{}, { map }])('references under %o', (choices) => {
  test.each([
    ['as the bank gives them', ['FT2603A17', 'FT2604B29', 'FT2605C31']],
    ['of numbers far apart', ['20260417', '20260391', '20260455']],
    ['that count across files', ['TX-0001', 'TX-0002', 'TX-0003']],
    ['that count within a day', ['FT260301A01', 'FT260301A02']],
  ])('%s are kept', (_, refs) => expect(readReferences(choices, ...refs)).toEqual(refs))

  test.each([
    ['1, 2, 3', ['1', '2', '3']],
    ['000001, 000002, 000003', ['000001', '000002', '000003']],
    ['001001, 001000, 000999', ['001001', '001000', '000999']],
    ['with one left out', ['001001', '000999', '000998']],
  ])('that count the rows, as %s, are none', (_, refs) =>
    expect(readReferences(choices, ...refs)).toEqual(refs.map(() => '')),
  )
})

test('rows that a mapped counter numbers anew in the next file are not known', async () => {
  const account = await createAccount()
  const head = 'Nr,Date,Payee,Amount\n'
  const choices = { map }
  const one = `${head}1,2026-03-01,Cafe,-3.00\n2,2026-03-02,Shop,-4.00\n`
  const next = `${head}1,2026-03-05,Rent,-500.00\n2,2026-03-06,Gas,-40.00\n`
  await importFile(createImportOptions(one, account, { choices }))
  const report = await importFile(createImportOptions(next, account, { choices }))
  expect(report.counts).toMatchObject({ create: 2, duplicate: 0 })
  expect(await listTransactions(account)).toHaveLength(4)
})
