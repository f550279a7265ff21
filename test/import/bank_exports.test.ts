import { expect, test } from 'vitest'
import { type Answer, bankFiles, haveBankFiles, outcomeOf } from './bank_exports.ts'

/**
 * What somebody who knows the account answers. The question names the flag; which of its values is right is not in the file.
 * us-credit-73 is asked two things at once; ca-bmo-credit is dated by posting, for which its question names the mapping. A file of several accounts is taken once for each of them.
 */
const answers: Record<string, Answer | Answer[]> = {
  'csv/ca-51.csv': { map: 'date=1,payee=2,out=3' },
  'csv/ca-bmo-credit.csv': { map: 'date=4,out=5,payee=6' },
  'csv/ca-broker.csv': { map: 'date=1,notes=3,payee=4,amount=9' },
  'csv/hk-hsbc-debit.csv': { map: 'date=1,amount=3,payee=2' },
  'csv/sg-posb.csv': { invert: true },
  'csv/tz-creditunion-cr.csv': { invert: false },
  'csv/us-credit-73.csv': { date_order: 'mdy', invert: true },
  'csv/xx-ambiguous-date.csv': { date_order: 'dmy' },
  'ofx/us-amex-nd.ofx': [{ statement: 'all' }],
  'ofx/xx-multi-xml.ofx': [{ statement: 'all' }],
  'mt940/de-cmxl.sta': [
    { statement: '45050050/76198810', in: 'DEM' },
    { statement: '10020030/1234567', in: 'EUR' },
    { statement: 'BPHKPLPK/320000546101', in: 'PLN' },
  ],
  'mt940/nl-rabobank.sta': [{ statement: 'all' }],
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

// Refused are the files of several accounts: nobody but their owner knows which one is meant.
const bars = [
  { kinds: ['csv', 'synthetic'], files: 64, right: 56 },
  { kinds: ['ofx'], files: 22, right: 20 },
  { kinds: ['qif'], files: 5, right: 5 },
  { kinds: ['camt'], files: 5, right: 5 },
  { kinds: ['mt940'], files: 9, right: 7 },
]

test.skipIf(!haveBankFiles).each(bars)(
  '$right of the $files files of $kinds are read right without a flag',
  ({ kinds, files, right }) => {
    const some = outcomes.filter(({ name }) => kinds.includes(name.split('/')[0] ?? ''))
    expect(some).toHaveLength(files)
    expect(some.filter(({ result }) => result === 'right').length).toBeGreaterThanOrEqual(right)
  },
)

test.skipIf(!haveBankFiles)('a refused bank file is right once its question is answered', () => {
  const refused = outcomes.filter(({ result }) => result === 'refused').map(({ name }) => name)
  expect(refused).toEqual(Object.keys(answers))
  const answered = known
    .filter(({ name }) => name in answers)
    .map((file) => outcomeOf(file, [answers[file.name] ?? []].flat()))
  expect(answered).toEqual(refused.map((name) => ({ name, result: 'right', why: '' })))
})
