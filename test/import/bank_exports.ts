/** The real bank files beside the repository and what each of them says, row by row. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Mistake } from '../../src/contract/errors.ts'
import type { Choices } from '../../src/import/choices.ts'
import { readStatement } from '../../src/import/statement.ts'
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
}

const rowsOf = (path: string): string[][] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))

/** Every CSV file of the collection with its oracle. */
export function bankFiles(): BankFile[] {
  return ['csv', 'synthetic'].flatMap((kind) =>
    readdirSync(join(folder, kind))
      .toSorted()
      .map((file) => {
        const rows = rowsOf(join(folder, 'expected', `${kind}__${file}.tsv`)).filter(
          (row) => row[7] !== 'neutral',
        )
        const currency = rows[0]?.[3] || 'USD'
        const expected = rows.map(([, date = '', amount = '']) => `${date} ${tidyAmount(amount, currency)}`)
        return { name: `${kind}/${file}`, currency, expected }
      }),
  )
}

function tidyAmount(amount: string, currency: string): string {
  const decimals = decimalsOf(currency)
  const minor = parseAmount(amount, decimals)
  return minor === undefined ? `unreadable ${amount}` : formatAmount(minor, decimals)
}

/** What became of a file: `right`, `wrong` with the first difference, or the question it was refused with. */
export interface Outcome {
  name: string
  result: 'right' | 'wrong' | 'refused'
  why: string
}

/** Reads one file and holds it against its oracle. */
export function outcomeOf({ name, currency, expected }: BankFile, choices: Choices = {}): Outcome {
  try {
    const rows = [...readStatement(readFileSync(join(folder, name)), choices, currency).rows()]
    const read = rows.filter(({ bin }) => bin === 'ready').map(({ date, amount }) => `${date} ${amount}`)
    const rejected = rows
      .filter(({ bin }) => bin === 'rejected')
      .map(({ line, reason }) => `line ${line}: ${reason}`)
    const at = [...expected, ...read].findIndex((_, index) => expected[index] !== read[index])
    if (rejected.length === 0 && at === -1) return { name, result: 'right', why: '' }
    return {
      name,
      result: 'wrong',
      why: rejected[0] ?? `expected ${expected[at] ?? 'nothing'}, read ${read[at] ?? 'nothing'}`,
    }
  } catch (error) {
    if (!(error instanceof Mistake)) throw error
    return { name, result: 'refused', why: `${error.message} (${error.hint ?? ''})` }
  }
}
