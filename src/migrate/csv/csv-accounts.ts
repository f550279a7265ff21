/** Names the accounts of tables: accounts that share a name get their number or their bank added. */

import { createSourceQuestion } from '../../tables/source-file.ts'
import { sumBalances } from '../figures.ts'
import type { SourceAccount } from '../source-budget.ts'
import { collectHistories, type HistoryRow, suggestAccountType } from '../suggest-account-type.ts'
import { type CsvCells, type CsvFile, listCells } from './csv-cells.ts'
import type { CsvField } from './csv-columns.ts'
import { type CsvRow, compareDates } from './csv-row.ts'

/** The accounts of tables. */
export interface CsvAccounts {
  /** Returns the name of the account of a row; empty if the row names none. */
  findName(row: CsvCells): string
  /** True for an account that the table calls a credit card. */
  isCard(name: string): boolean
  /** True for a row of envelopes that names no account: no money moved. */
  isFill(row: CsvCells): boolean
  /**
   * Returns the account of a row that names none; undefined where no row names one.
   * @throws UserError if other rows name one, and `chosen` is undefined
   */
  replaceEmpty(row: CsvCells, chosen: string | undefined): string | undefined
}

const distinguishing = ['accountNumber', 'institution'] as const

/** Returns the accounts that the rows name. */
export function collectAccounts(tables: readonly CsvFile[]): CsvAccounts {
  const seen = new Map(distinguishing.map((field) => [field, new Map<string, Set<string>>()]))
  const cards = new Set<string>()
  const hasColumn = ({ table: { columns } }: CsvFile, fields: readonly CsvField[]) =>
    fields.some((field) => columns.has(field))
  for (const table of tables.filter((one) => hasColumn(one, distinguishing)))
    for (const row of listCells(table))
      for (const [field, textsByName] of seen) {
        const [name, text] = [row.cell('account'), row.cell(field)]
        // A bank may change its name, and the number stays.
        const isDoubtful = field === 'institution' && row.cell('accountNumber') !== ''
        if (name === '' || text === '' || isDoubtful) continue
        const texts = textsByName.get(name) ?? new Set()
        textsByName.set(name, texts.add(text))
      }
  const findName = (row: CsvCells): string => {
    const name = row.cell('account')
    const field = distinguishing.find((one) => (seen.get(one)?.get(name)?.size ?? 0) > 1)
    const text = field === undefined ? '' : row.cell(field)
    if (name === '') return row.cell('accountNumber')
    return text === '' ? name : `${name} (${text})`
  }
  for (const table of tables.filter((one) => hasColumn(one, ['accountType'])))
    for (const row of listCells(table))
      if (/credit ?card/i.test(row.cell('accountType'))) cards.add(findName(row))
  const names = new Set(
    tables
      .filter((one) => hasColumn(one, ['account', 'accountNumber']))
      .flatMap((table) => Array.from(listCells(table), findName))
      .filter((name) => name !== ''),
  )
  const hasEnvelopes = tables.some(({ table }) => table.headings.includes('envelope'))
  return {
    findName,
    isCard: (name) => cards.has(name),
    isFill: (row) => hasEnvelopes && names.size > 0 && findName(row) === '',
    replaceEmpty(row, chosen) {
      if (names.size === 0 || chosen !== undefined) return chosen
      throw createSourceQuestion('account', `${row.origin}: the account is empty, but other rows have one`, {
        hint: `Choose an account for these rows: --account "${[...names][0]}"`,
        answers: [...names].map((name) => ({ value: name, label: name })),
      })
    },
  }
}

/** Returns a row that filled an envelope as `2026-08-01 Fill: Food 400.00`. */
export function describeFill(row: CsvCells, date: string): string {
  const name = row.cell('payee')
  const parts = row.cell('details') || `${row.cell('category')} ${row.cell('amount')}`
  return `${date}${name === '' ? '' : ` ${name}`}: ${parts.replaceAll('||', ', ').replaceAll('|', ' ')}`
}

/** Returns the accounts of rows, with the types that their names and rows suggest. */
export function listAccounts(rows: readonly CsvRow[], { isCard }: CsvAccounts): SourceAccount[] {
  const histories = collectHistories(listHistoryRows(rows.toSorted(compareDates)))
  const liabilities = new Set<string>()
  for (const { account, isLiability } of rows) if (isLiability) liabilities.add(account)
  return [...sumBalances(rows)].map(([name, balance]) => ({
    key: name,
    name,
    type: undefined,
    suggestedType: suggestAccountType({
      name,
      onBudget: undefined,
      isCard: isCard(name) || undefined,
      isLiability: liabilities.has(name),
      owesMoney: balance < 0n,
      history: histories.get(name),
    }),
    onBudget: undefined,
    closed: false,
    notes: null,
    lastReconciledAt: null,
  }))
}

function* listHistoryRows(rows: readonly CsvRow[]): Generator<HistoryRow> {
  for (const row of rows) yield toHistoryRow(row)
}

const toHistoryRow = (row: CsvRow): HistoryRow => ({
  account: row.account,
  amount: row.amount,
  isTransfer: row.isTransfer || row.otherAccount !== undefined,
  isStartingBalance: row.isStartingBalance,
  isCardPayment: /^(?:credit )?card payments?$|kreditkarten(?:zahlung|abrechnung)/i.test(row.category),
})
