/** Lists the real bank files outside the repository with their expected rows. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getCurrencyDecimals } from '../../src/money/currency.ts'
import { formatAmount, parseAmount } from '../../src/money/minor-units.ts'

const folder = join(import.meta.dirname, '../../../shared/bank-exports')

/** True if the bank files are present. */
export const haveBankFiles = existsSync(folder)

/** A bank file with its expected rows. */
export interface BankFile {
  name: string
  path: string
  currency: string
  /** `date amount` of each booked transaction in file order. */
  expected: string[]
  /** The lines of transactions that cannot be read. */
  unreadable: string[]
}

const readExpectedRows = (path: string): string[][] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))

const kinds = ['csv', 'synthetic', 'ofx', 'qif', 'camt', 'mt940']

/** Returns all bank files. */
export function bankFiles(): BankFile[] {
  return kinds.flatMap((kind) =>
    readdirSync(join(folder, kind))
      .toSorted()
      .map((file) => bankFile(`${kind}/${file}`)),
  )
}

function bankFile(name: string): BankFile {
  const rows = readExpectedRows(join(folder, 'expected', `${name.replace('/', '__')}.tsv`)).filter(
    (row) => row[7] !== 'neutral',
  )
  const currency = rows[0]?.[3] || statedCurrency(readFileSync(join(folder, name), 'latin1'))
  const expected: string[] = []
  const unreadable: string[] = []
  for (const [line = '', date = '', amount = '', , , , , status] of rows) {
    // Anonymized dates such as 1111-11-11 are outside the service's calendar. docs/spec.md#b07
    const isDated = status !== 'REJECT' && isoDate(date) >= '1900-01-01'
    const booked = isDated ? tidyAmount(amount, currency) : undefined
    if (booked === undefined) unreadable.push(line)
    else expected.push(`${isoDate(date)} ${booked}`)
  }
  return { name, path: join(folder, name), currency, expected, unreadable }
}

/** Some expectations have no currency, so it is read from the file. */
function statedCurrency(text: string): string {
  const [, ...found] =
    /<CURSYM>([A-Z]{3})|<CURDEF>([A-Z]{3})|Ccy="([A-Z]{3})"|^:60F:[CD]\d{6}([A-Z]{3})/m.exec(text) ?? []
  return found.find((code) => code !== undefined) ?? 'USD'
}

/** The expectations keep the dates of QIF files as Quicken writes them. */
const isoDate = (date: string): string =>
  date.replace(/^(\d+)\/(\d+)'(\d+)$/, (_, month, day, year) =>
    [2000 + (Number(year) % 2000), month.padStart(2, '0'), day.padStart(2, '0')].join('-'),
  )

/** Returns the amount as the account stores it; undefined if it has more decimals than the currency. */
function tidyAmount(amount: string, currency: string): string | undefined {
  const decimals = getCurrencyDecimals(currency)
  const minor = parseAmount(amount.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, ''), decimals)
  return minor === undefined ? undefined : formatAmount(minor, decimals)
}
