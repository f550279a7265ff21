/** The real bank files beside the repository and what each of them says, row by row. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Mistake } from '../../src/contract/errors.ts'
import type { Choices } from '../../src/import/choices.ts'
import { readStatement } from '../../src/import/reading.ts'
import { decimalsOf } from '../../src/money/currency.ts'
import { formatAmount, parseAmount } from '../../src/money/minor.ts'

const folder = join(import.meta.dirname, '../../../shared/bank-exports')

/** Do the bank files lie beside the repository? */
export const haveBankFiles = existsSync(folder)

interface BankFile {
  name: string
  currency: string
  /** `date amount`, for each transaction the bank booked, in the file's order. */
  expected: string[]
  /** The lines of transactions that nobody can read. */
  unreadable: string[]
}

const rowsOf = (path: string): string[][] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))

const kinds = ['csv', 'synthetic', 'ofx', 'qif', 'camt', 'mt940']

/** Every file of the collection with its oracle. */
export function bankFiles(): BankFile[] {
  return kinds.flatMap((kind) =>
    readdirSync(join(folder, kind))
      .toSorted()
      .map((file) => bankFile(`${kind}/${file}`)),
  )
}

function bankFile(name: string): BankFile {
  const rows = rowsOf(join(folder, 'expected', `${name.replace('/', '__')}.tsv`)).filter(
    (row) => row[7] !== 'neutral',
  )
  const currency = rows[0]?.[3] || statedCurrency(readFileSync(join(folder, name), 'latin1'))
  const expected: string[] = []
  const unreadable: string[] = []
  for (const [line = '', date = '', amount = '', , , , , status] of rows) {
    const booked = status === 'REJECT' ? undefined : tidyAmount(amount, currency)
    if (booked === undefined) unreadable.push(line)
    else expected.push(`${isoDate(date)} ${booked}`)
  }
  return { name, currency, expected, unreadable }
}

/** The oracle has no currency for some formats; whoever owns the account knows it. */
function statedCurrency(text: string): string {
  const [, ...found] =
    /<CURSYM>([A-Z]{3})|<CURDEF>([A-Z]{3})|Ccy="([A-Z]{3})"|^:60F:[CD]\d{6}([A-Z]{3})/m.exec(text) ?? []
  return found.find((code) => code !== undefined) ?? 'USD'
}

/** The oracle leaves the dates of QIF files as Quicken writes them. */
const isoDate = (date: string): string =>
  date.replace(/^(\d+)\/(\d+)'(\d+)$/, (_, month, day, year) =>
    [2000 + (Number(year) % 2000), month.padStart(2, '0'), day.padStart(2, '0')].join('-'),
  )

/** As the account has it; undefined for an amount finer than the currency. */
function tidyAmount(amount: string, currency: string): string | undefined {
  const decimals = decimalsOf(currency)
  const minor = parseAmount(amount.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, ''), decimals)
  return minor === undefined ? undefined : formatAmount(minor, decimals)
}

/** What somebody says about a file. */
export interface Answer extends Choices {
  /** The currency of the account, where the file holds accounts of several. */
  in?: string
}

/** What became of a file: `right`, `wrong` with the first difference, or the question it was refused with. */
export interface Outcome {
  name: string
  result: 'right' | 'wrong' | 'refused'
  why: string
}

/** Reads one file, or the accounts of it one after the other, and holds it against its oracle. */
export function outcomeOf(
  { name, currency, expected, unreadable }: BankFile,
  answers: Answer[] = [{}],
): Outcome {
  try {
    const bytes = readFileSync(join(folder, name))
    const rows = answers.flatMap(({ in: stated = currency, ...choices }) => [
      ...readStatement(bytes, choices, stated).rows(),
    ])
    const read = rows.filter(({ bin }) => bin === 'ready').map(({ date, amount }) => `${date} ${amount}`)
    const rejected = rows.filter(({ bin }) => bin === 'rejected')
    const wrongly = rejected.find(({ line }) => !unreadable.includes(String(line)))
    const at = [...expected, ...read].findIndex((_, index) => expected[index] !== read[index])
    if (rejected.length === unreadable.length && !wrongly && at === -1)
      return { name, result: 'right', why: '' }
    const difference = `expected ${expected[at] ?? 'nothing'}, read ${read[at] ?? 'nothing'}`
    return { name, result: 'wrong', why: wrongly ? `line ${wrongly.line}: ${wrongly.reason}` : difference }
  } catch (error) {
    if (!(error instanceof Mistake)) throw error
    return { name, result: 'refused', why: `${error.message} (${error.hint ?? ''})` }
  }
}
