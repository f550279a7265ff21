/** Reads date, amount and the bank's text of the real bank files outside the repository. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** BUDGET_BANK_ROWS names another folder of such files, to measure on files that the rules were not written for. */
const folder =
  process.env['BUDGET_BANK_ROWS'] ?? join(import.meta.dirname, '../../../../shared/bank-exports/expected')

/** True if the bank files are present. */
export const haveBankPayees = existsSync(folder)

/** A row of a bank file. */
export interface BankPayee {
  date: string
  amount: string
  /** The counterparty or, without one, the description. */
  text: string
}

/** Returns the booked rows of each file, by the file's name. */
export function readBankPayees(): Map<string, BankPayee[]> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.tsv') && !name.endsWith('.alt.tsv'))
  return new Map(files.toSorted().map((name) => [name, readRows(join(folder, name))]))
}

function readRows(path: string): BankPayee[] {
  const [head = '', ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n')
  const columns = head.split('\t')
  return lines.flatMap((line) => {
    const cells = line.split('\t')
    const read = (column: string): string => cells[columns.indexOf(column)] ?? ''
    const date = read('date')
    const text = read('payee') || read('memo')
    const [whole = '', cents = ''] = read('amount').split('.')
    const amount = `${whole}.${cents.slice(0, 2).padEnd(2, '0')}`
    const isReadable = /^(19|20)\d\d-\d\d-\d\d$/.test(date) && /^-?\d+\.\d\d$/.test(amount)
    return isReadable && text !== '' && Number(amount) !== 0 ? [{ date, amount, text }] : []
  })
}
