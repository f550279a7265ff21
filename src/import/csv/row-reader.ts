/** One record becomes one row: ready to book, or set aside with the reason. Nothing is dropped in silence. */ // import.md §1

import type { BadRow } from '../../contract/errors.ts'
import { decimalsOf } from '../../money/currency.ts'
import { formatAmount, type Minor } from '../../money/minor-units.ts'
import type { FileBalances } from '../infer/amount-evidence.ts'
import type { Column } from '../infer/column-profile.ts'
import { accountIn, isOfOther } from '../infer/own-account-column.ts'
import type { RowAmount } from '../infer/row-amount.ts'
import type { Layout } from '../infer/table-layout.ts'
import type { FileRecord } from '../model/file-record.ts'
import type { StatementRow } from '../model/statement-row.ts'
import { shown } from '../text/amount-cell.ts'
import { identifies } from '../text/bank-reference.ts'
import { tidy } from '../text/collapse-whitespace.ts'
import { currencyOf } from '../text/currency-terms.ts'
import { bookTexts, type Merchants } from '../text/merchant-and-notes.ts'
import { namesBalance, namesTotal, saysHeld, saysPending, saysVoid } from '../text/vocabulary.ts'
import { bankTexts, merchantCells } from './text-cells.ts'

const nowhere: readonly string[] = []

interface Wanted {
  currency: string
  /** undefined: `payee` and `notes` are the bank's words. */
  merchants: Merchants | undefined
  /** undefined: no row has a balance. */
  balances: FileBalances | undefined
}

/** Reads the records of one file in its layout. */
export function rowReader(
  layout: Layout,
  { currency, merchants, balances }: Wanted,
): (record: FileRecord, row: number) => StatementRow {
  const decimals = decimalsOf(currency)
  const heading = layout.header ?? []
  const { ref: refColumn, status } = layout.texts
  const money = (minor: Minor | undefined): string =>
    minor === undefined ? '' : formatAmount(minor, decimals)
  return (record, row) => {
    const { cells } = record
    const amount = layout.money.read(cells)
    const date = layout.dateReading.read(cells[layout.date.at] ?? '') ?? ''
    const minor = amount.kind === 'amount' ? amount.minor : undefined
    const bank = bankTexts(record, { layout, minor })
    const named = merchants ? merchantCells(record, { layout, minor }) : nowhere
    const { payee, notes } = bookTexts(bank, named, merchants)
    // A person may have named a column that tells rows apart in this file only.
    const ref = refColumn ? tidy(cells[refColumn.at] ?? '') : ''
    // Written out and returned as it is: a large file makes a hundred thousand of them.
    const read: StatementRow = {
      row,
      line: record.line,
      raw: record.raw,
      opens: record.opens,
      bin: 'ready',
      reason: '',
      date,
      amount: money(minor),
      minor,
      balance: balances?.read(cells),
      payee,
      notes,
      raw_payee: bank.raw_payee,
      raw_notes: bank.raw_notes,
      details: bank.details,
      ref: ref !== '' && identifies(ref) ? ref : '',
      status: status ? tidy(cells[status.at] ?? '') : '',
    }
    const repeats =
      date === '' && cells.length === heading.length && cells.every((cell, at) => cell === heading[at])
    const other = verdict({ record, layout, amount, read, repeats })
    return other ? { ...read, ...other } : read
  }
}

interface Case {
  record: FileRecord
  layout: Layout
  amount: RowAmount
  read: StatementRow
  /** The record is the header once more. */
  repeats: boolean
}

type Verdict = Pick<StatementRow, 'bin' | 'reason'> & Partial<StatementRow>

const excluded = (reason: string): Verdict => ({ bin: 'excluded', reason })
const pending: Verdict = { bin: 'pending', reason: 'The bank has not booked it yet' }

function verdict(found: Case): Verdict | undefined {
  const { record, layout, amount, read, repeats } = found
  if (record.flaw !== undefined) return rejected(read, 'record', record.flaw)
  if (repeats) return excluded('The header once more')
  if (layout.accounts && isOfOther(layout.accounts, record.cells))
    return excluded(`Of the account ${accountIn(layout.accounts, record.cells)}`)
  if (isPending(found))
    return read.date !== '' && amount.kind === 'flaw' ? rejectedAmount(read, amount) : pending
  if (saysVoid(read.status)) return excluded(`The bank says "${read.status}"`)
  if (record.cells.some(namesBalance)) return excluded('A balance or turnover, not a transaction')
  if (record.line === found.layout.sumLine)
    return excluded('Comes to the sum of the other rows, as a balance does')
  const elsewhere = inOtherCurrency(found)
  if (elsewhere?.bin === 'other_currency') return elsewhere
  const foreign = elsewhere?.problem ? [elsewhere.problem] : []
  if (read.date === '') return withFurther(withoutDate(found), [...amountProblems(found), ...foreign])
  if (amount.kind === 'neutral') return excluded('Neither in nor out, says the file')
  const nobodys = elsewhere ?? withoutAccount(found)
  if (amount.kind === 'amount') return nobodys
  return withFurther(amount.kind === 'flaw' ? rejectedAmount(read, amount) : withoutAmount(found), foreign)
}

/** Does the status say so, or where there is none a cell that is no text of the row? */
function isPending({ record: { cells }, layout, read }: Case): boolean {
  if (saysPending(read.status) || saysPending(cells[layout.date.at] ?? '')) return true
  if (read.status !== '') return false
  return cells.some((cell, at) => !layout.readColumns.has(at) && saysHeld(cell))
}

/** Of a file of several accounts a row that names none may belong to any of them. */
function withoutAccount({ record, layout: { accounts }, read }: Case): Verdict | undefined {
  if (!accounts?.wanted || accountIn(accounts, record.cells) !== '') return undefined
  return rejected(read, 'account', 'The row names no account', accounts.column)
}

/** The same rejection with everything else that is wrong with the row: whoever corrects it needs to know all. */
const withFurther = (found: Verdict, others: readonly BadRow[]): Verdict =>
  found.bin === 'rejected' && others.length > 0 ? { ...found, further_problems: others } : found

function amountProblems(found: Case): BadRow[] {
  const { amount, read } = found
  const wrong = amount.kind === 'flaw' ? rejectedAmount(read, amount) : undefined
  return wrong?.problem ? [wrong.problem] : []
}

function withoutAmount({ layout, read }: Case): Verdict {
  const { amount: single, in: into } = layout.money.columns
  return rejected(read, 'amount', 'The amount is empty', single ?? into)
}

// The sample names one currency; a row after it may still name another.
function inOtherCurrency({ record, layout, amount, read }: Case): Verdict | undefined {
  const { currencyColumn: column, currency, isCurrencyChosen } = layout
  const cell = column ? (record.cells[column.at] ?? '') : ''
  const named = currency === undefined || cell === currency ? undefined : currencyOf(cell)
  const isOther = named !== undefined && named !== currency
  if (isCurrencyChosen && (isOther || (amount.kind === 'flaw' && amount.isForeign)))
    return { bin: 'other_currency', reason: `In another currency than ${currency}` }
  return isOther
    ? rejected(read, 'currency', `"${shown(cell)}" is another currency than ${currency}`, column)
    : undefined
}

function withoutDate({ record, layout, amount, read }: Case): Verdict {
  const cell = record.cells[layout.date.at] ?? ''
  if (/\d/.test(cell))
    return rejected(
      read,
      'date',
      `"${shown(cell)}" is not a date (${layout.dateReading.format})`,
      layout.date,
    )
  if (amount.kind === 'empty' || amount.kind === 'neutral') return excluded('Holds neither date nor amount')
  if (record.cells.some(namesTotal)) return excluded('A total, not a transaction')
  const message =
    cell === '' ? 'The date is empty' : `"${shown(cell)}" is not a date (${layout.dateReading.format})`
  return { ...rejected(read, 'date', message, layout.date), dateless: true }
}

const rejectedAmount = (read: StatementRow, flaw: RowAmount & { kind: 'flaw' }): Verdict => ({
  bin: 'rejected',
  reason: flaw.message,
  problem: { row: read.row, line: read.line, column: flaw.column, field: flaw.field, message: flaw.message },
})

function rejected(read: StatementRow, field: string, message: string, column?: Column): Verdict {
  const problem = { row: read.row, line: read.line, ...(column && { column: column.at + 1 }), field, message }
  return { bin: 'rejected', reason: message, problem }
}
