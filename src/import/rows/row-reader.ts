/**
 * Turns one CSV record into one StatementRow: ready to import, or set aside with a reason.
 * @see docs/import.md#1-pipeline-and-invariants
 */

import type { RowError } from '../../contract/errors.ts'
import { getCurrencyDecimals } from '../../money/currency.ts'
import { formatAmount, type MinorUnits } from '../../money/minor-units.ts'
import { isEmptyAmount, truncateCell } from '../../tables/cells/amount-cell.ts'
import { parseNumberParts } from '../../tables/cells/amount-parts.ts'
import { isDateCell } from '../../tables/cells/dates.ts'
import {
  collapseWhitespace,
  isBalanceText,
  isHoldText,
  isPendingText,
  isTotalText,
  isVoidText,
} from '../../tables/cells/vocabulary.ts'
import type { BalanceReader, RowAmount } from '../../tables/columns/amount-evidence.ts'
import type { ColumnProfile } from '../../tables/columns/column-profile.ts'
import type { FileRecord } from '../../tables/file-record.ts'
import { isBankReference } from '../../tables/words/bank-reference.ts'
import { parseCurrency } from '../../tables/words/currency-terms.ts'
import { buildRowTexts, type MerchantLookup } from '../../transactions/merchant-names/merchant-and-notes.ts'
import { isOtherAccountRow, readAccountName } from '../columns/own-account-column.ts'
import type { TableLayout } from '../columns/table-layout.ts'
import type { StatementRow } from '../model/statement.ts'
import { readBankTexts, selectMerchantCells } from './text-cells.ts'

const NO_CELLS: readonly string[] = []

interface RowReaderOptions {
  currency: string
  /** undefined keeps the bank's texts as `payee` and `notes`. */
  merchants: MerchantLookup | undefined
  /** undefined if no row has a balance. */
  balances: BalanceReader | undefined
}

/** Returns a function that reads the records of one file with its inferred layout. */
export function createRowReader(
  layout: TableLayout,
  { currency, merchants, balances }: RowReaderOptions,
): (record: FileRecord, row: number) => StatementRow {
  const decimals = getCurrencyDecimals(currency)
  const heading = layout.header ?? []
  const { ref: refColumn, status } = layout.texts
  const money = (minor: MinorUnits | undefined): string =>
    minor === undefined ? '' : formatAmount(minor, decimals)
  return (record, row) => {
    const { cells } = record
    const amount = layout.money.read(cells)
    const date = layout.dateParser.read(cells[layout.date.index] ?? '') ?? ''
    const minor = amount.kind === 'amount' ? amount.minor : undefined
    const bank = readBankTexts(record, { layout, minor })
    const merchantTexts = merchants ? selectMerchantCells(record, { layout, minor }) : NO_CELLS
    const { payee, notes } = buildRowTexts(bank, merchantTexts, merchants)
    // The user may have mapped a column whose values are unique in this file only.
    const ref = refColumn ? collapseWhitespace(cells[refColumn.index] ?? '') : ''
    // The object is written out and returned as is: a large file creates a hundred thousand of them.
    const read: StatementRow = {
      row,
      line: record.line,
      raw: record.raw,
      resumeAt: record.resumeAt,
      disposition: 'ready',
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
      ref: ref !== '' && isBankReference(ref) ? ref : '',
      status: status ? collapseWhitespace(cells[status.index] ?? '') : '',
    }
    const repeats =
      date === '' && cells.length === heading.length && cells.every((cell, at) => cell === heading[at])
    const other = classifyRecord({ record, layout, amount, read, repeats })
    return other ? { ...read, ...other } : read
  }
}

interface RowContext {
  record: FileRecord
  layout: TableLayout
  amount: RowAmount
  read: StatementRow
  /** True if the record repeats the header. */
  repeats: boolean
}

type RowOutcome = Pick<StatementRow, 'disposition' | 'reason'> & Partial<StatementRow>

const excludeRow = (reason: string): RowOutcome => ({ disposition: 'excluded', reason })
const pendingOutcome: RowOutcome = { disposition: 'pending', reason: 'Still pending at the bank' }

function classifyRecord(found: RowContext): RowOutcome | undefined {
  const { record, layout, amount, read, repeats } = found
  if (record.invalidReason !== undefined) return rejectRow(read, 'record', record.invalidReason)
  if (repeats) return excludeRow('Repeated header')
  if (layout.accounts && isOtherAccountRow(layout.accounts, record.cells))
    return excludeRow(`Belongs to account ${readAccountName(layout.accounts, record.cells)}`)
  if (isPending(found))
    return read.date !== '' && amount.kind === 'invalid' ? rejectAmount(read, amount) : pendingOutcome
  if (isVoidText(read.status)) return excludeRow(`Bank status "${read.status}"`)
  if (record.cells.some(isBalanceText)) return excludeRow('A balance or turnover, not a transaction')
  if (record.line === found.layout.totalLine)
    return excludeRow('The sum of the other rows, probably a balance')
  if (layout.unlikeLines.has(record.line)) return rejectRow(read, 'record', UNLIKE_ROW)
  const currencyOutcome = classifyOtherCurrency(found)
  if (currencyOutcome?.disposition === 'other_currency') return currencyOutcome
  const foreign = currencyOutcome?.problem ? [currencyOutcome.problem] : []
  if (read.date === '') return addProblems(classifyUndated(found), [...listAmountProblems(found), ...foreign])
  if (amount.kind === 'neutral') return excludeRow('Neither incoming nor outgoing according to the file')
  const finalOutcome = currencyOutcome ?? rejectMissingAccount(found)
  if (amount.kind === 'amount') return finalOutcome
  return addProblems(
    amount.kind === 'invalid' ? rejectAmount(read, amount) : classifyMissingAmount(found),
    foreign,
  )
}

const UNLIKE_ROW =
  'Its cells are unlike those of all other rows: a line about the account? If it is a transaction, write it like the others'

/** True if the status says so, or, without a status, any cell that has no other meaning. */
function isPending({ record: { cells }, layout, read }: RowContext): boolean {
  if (isPendingText(read.status) || isPendingText(cells[layout.date.index] ?? '')) return true
  if (read.status !== '') return false
  return cells.some((cell, at) => !layout.readColumns.has(at) && isHoldText(cell))
}

/** In a file of several accounts, a row that names no account may belong to any of them. */
function rejectMissingAccount({ record, layout: { accounts }, read }: RowContext): RowOutcome | undefined {
  if (!accounts?.wanted || readAccountName(accounts, record.cells) !== '') return undefined
  return rejectRow(read, 'account', 'The row has no account', accounts.column)
}

/** Adds all other problems of the row to its rejection, so that the user can correct them at once. */
const addProblems = (outcome: RowOutcome, problems: readonly RowError[]): RowOutcome =>
  outcome.disposition === 'rejected' && problems.length > 0
    ? { ...outcome, further_problems: problems }
    : outcome

function listAmountProblems(found: RowContext): RowError[] {
  const { amount, read } = found
  const outcome = amount.kind === 'invalid' ? rejectAmount(read, amount) : undefined
  return outcome?.problem ? [outcome.problem] : []
}

/** A message of the bank has no amount in any column; one in a column that is not read shows a wrong layout. */
function classifyMissingAmount(found: RowContext): RowOutcome {
  const { layout, read } = found
  if (layout.mayLackAmounts && !hasUnreadMoney(found)) return excludeRow('No amount')
  const { amount: single, in: into } = layout.money.columns
  return rejectRow(read, 'amount', 'The amount is empty', single ?? into)
}

/** True if another column than those of the date and the balance holds a number written or headed like money. */
function hasUnreadMoney({ record, layout }: RowContext): boolean {
  const { date, money, amountColumns } = layout
  return record.cells.some((cell, at) => {
    if (at === date.index || at === money.columns.balance?.index) return false
    if (isEmptyAmount(cell) || isDateCell(cell)) return false
    const number = parseNumberParts(cell)
    if (amountColumns.has(at)) return /\d/.test(cell)
    return number !== undefined && (number.hasSign || number.symbol !== '' || /[.,]/.test(number.digits))
  })
}

// The sample names one currency; a later row may still name another.
function classifyOtherCurrency({ record, layout, amount, read }: RowContext): RowOutcome | undefined {
  const { currencyColumn: column, currency, isCurrencyChosen } = layout
  const cell = column ? (record.cells[column.index] ?? '') : ''
  const cellCurrency = currency === undefined || cell === currency ? undefined : parseCurrency(cell)
  const isOther = cellCurrency !== undefined && cellCurrency !== currency
  if (isCurrencyChosen && (isOther || (amount.kind === 'invalid' && amount.isForeign)))
    return { disposition: 'other_currency', reason: `Not in ${currency}` }
  return isOther
    ? rejectRow(read, 'currency', `"${truncateCell(cell)}" is not ${currency}`, column)
    : undefined
}

// Several fields in one cell may be a row whose quotes are wrong.
const FIELDS = /[,;|\t]|\d[./-]\d/

/** True if a record without an amount has a number in place of the date, or a few words and nothing else. */
function isNote(found: RowContext, dateCell: string): boolean {
  const [text = '', ...others] = found.record.cells.filter((cell) => cell !== '')
  if (others.length === 0 && !FIELDS.test(text)) return true
  return parseNumberParts(dateCell) !== undefined && !hasUnreadMoney(found)
}

function classifyUndated(found: RowContext): RowOutcome {
  const { record, layout, amount, read } = found
  const cell = record.cells[layout.date.index] ?? ''
  const hasNoAmount =
    amount.kind === 'empty' || amount.kind === 'neutral' || (amount.kind === 'amount' && amount.minor === 0n)
  if (hasNoAmount && (!/\d/.test(cell) || isNote(found, cell))) return excludeRow('No date and no amount')
  if (/\d/.test(cell))
    return rejectRow(
      read,
      'date',
      `"${truncateCell(cell)}" is not a date (${layout.dateParser.format})`,
      layout.date,
    )
  if (record.cells.some(isTotalText)) return excludeRow('A total, not a transaction')
  const message =
    cell === '' ? 'The date is empty' : `"${truncateCell(cell)}" is not a date (${layout.dateParser.format})`
  return { ...rejectRow(read, 'date', message, layout.date), dateless: true }
}

const rejectAmount = (read: StatementRow, amount: RowAmount & { kind: 'invalid' }): RowOutcome => ({
  disposition: 'rejected',
  reason: amount.message,
  problem: {
    row: read.row,
    line: read.line,
    column: amount.column,
    field: amount.field,
    message: amount.message,
  },
})

function rejectRow(read: StatementRow, field: string, message: string, column?: ColumnProfile): RowOutcome {
  const problem = {
    row: read.row,
    line: read.line,
    ...(column && { column: column.index + 1 }),
    field,
    message,
  }
  return { disposition: 'rejected', reason: message, problem }
}
