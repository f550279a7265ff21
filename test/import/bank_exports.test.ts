import { expect, test } from 'vitest'
import type { Choices } from '../../src/import/choices.ts'
import { bankFiles, haveBankFiles, outcomeOf } from './bank_exports.ts'

/**
 * What somebody who knows the account answers. The question names the flag; which of its values is right is not in the file.
 * us-credit-73 leaves two questions open; ca-bmo-credit is dated by posting, for which its question names the mapping.
 */
const answers: Record<string, Choices> = {
  'csv/ca-51.csv': { map: 'date=1,payee=2,out=3' },
  'csv/ca-bmo-credit.csv': { map: 'date=4,out=5,payee=6' },
  'csv/ca-broker.csv': { map: 'date=1,notes=3,payee=4,amount=9' },
  'csv/ca-td.csv': { date_order: 'mdy' },
  'csv/hk-hsbc-debit.csv': { map: 'date=1,amount=3,payee=2' },
  'csv/sg-posb.csv': { invert: true },
  'csv/tz-creditunion-cr.csv': { invert: false },
  'csv/uk-barclaycard.csv': { invert: true },
  'csv/uk-firstdirect.csv': { date_order: 'dmy' },
  'csv/us-credit-73.csv': { date_order: 'mdy', invert: true },
  'csv/xx-ambiguous-date.csv': { date_order: 'dmy' },
  'csv/xx-stripe.csv': { invert: false },
}

const known = haveBankFiles ? bankFiles() : []
const outcomes = known.map((file) => outcomeOf(file))

// The bank files belong to others and are not part of the repository.
test.skipIf(!haveBankFiles)('no bank file is read wrongly in silence', () => {
  const table = outcomes.map(({ name, result, why }) => `${name.padEnd(36)} ${result}${why && `: ${why}`}`)
  // oxlint-disable-next-line no-console -- the table is what a person runs this check for
  console.info(table.join('\n'))
  expect(outcomes.filter(({ result }) => result === 'wrong')).toEqual([])
})

test.skipIf(!haveBankFiles)('52 of the 64 bank files are read right without a flag', () => {
  expect(known).toHaveLength(64)
  expect(outcomes.filter(({ result }) => result === 'right').length).toBeGreaterThanOrEqual(52)
})

test.skipIf(!haveBankFiles)('a refused bank file is right once its question is answered', () => {
  const refused = outcomes.filter(({ result }) => result === 'refused').map(({ name }) => name)
  expect(refused).toEqual(Object.keys(answers))
  const answered = known
    .filter(({ name }) => name in answers)
    .map((file) => outcomeOf(file, answers[file.name]))
  expect(answered).toEqual(refused.map((name) => ({ name, result: 'right', why: '' })))
})
