/**
 * Turns an entry of a structured statement into a StatementRow, ready to import or set aside.
 * @see docs/import.md#1-pipeline-and-invariants
 */

import { getCurrencyDecimals } from '../../money/currency.ts'
import { formatAmount, type MinorUnits } from '../../money/minor-units.ts'
import { isEmptyAmount, type ParsedAmount, truncateCell } from '../../tables/cells/amount-cell.ts'
import { collapseWhitespace } from '../../tables/cells/vocabulary.ts'
import { isBankReference } from '../../tables/words/bank-reference.ts'
import {
  buildRowTexts,
  type MerchantLookup,
  type RowTexts,
} from '../../transactions/merchant-names/merchant-and-notes.ts'
import type { StatementRow } from '../model/statement.ts'
import type { EntryEvidence } from './entry-evidence.ts'
import type { StatementEntry } from './statement-format.ts'
import type { ValueNotation } from './value-notation.ts'

/** What is known about all entries of a file. */
export interface EntryContext extends EntryEvidence {
  notation: ValueNotation
  currency: string
  /** undefined keeps the merchants as the bank writes them. */
  merchants: MerchantLookup | undefined
}

/**
 * The columns of `raw`: a rejected entry is returned to the user as a CSV row that can be corrected and
 * imported.
 */
export const entryColumns = ['Date', 'Amount', 'Payee', 'Notes', 'Reference'] as const

/** Returns the unsigned amount with the sign of its direction. */
export const applyEntryDirection = (minor: MinorUnits, direction: StatementEntry['direction']): MinorUnits =>
  direction === 'out' ? -minor : minor

/** Returns the row of an entry, numbered `row` from 1. */
export function toStatementRow(
  entry: StatementEntry,
  row: number,
  meaning: EntryContext,
): Omit<StatementRow, 'resumeAt'> {
  const { notation, sign, currency, hasIdentities } = meaning
  const money: ParsedAmount = isEmptyAmount(entry.amount)
    ? { invalidReason: 'The amount is empty' }
    : notation.money(entry.amount)
  const minor = 'invalidReason' in money ? undefined : applySignRule(money.minor, entry, sign.rule)
  const read = {
    row,
    line: entry.line,
    raw: formatRawEntry(entry),
    disposition: 'ready' as const,
    reason: '',
    date: notation.dates.read(entry.date) ?? '',
    amount: minor === undefined ? '' : formatAmount(minor, getCurrencyDecimals(currency)),
    minor,
    balance: undefined,
    ...toRowTexts(entry, meaning),
    ref: hasIdentities && isBankReference(entry.ref) ? entry.ref : '',
    status: entry.status,
  }
  return { ...read, ...classifyEntry(entry, read, { money, meaning }) }
}

function toRowTexts(entry: StatementEntry, { merchants }: EntryContext): RowTexts {
  const raw_payee = collapseWhitespace(entry.payee || entry.notes).trim()
  const notes = collapseWhitespace(entry.notes).trim()
  const raw_notes = notes === raw_payee ? '' : notes
  const bank = { raw_payee, raw_notes, details: entry.details ?? '' }
  return buildRowTexts(bank, [entry.longName ?? '', entry.payee, entry.notes], merchants)
}

function applySignRule(
  minor: MinorUnits,
  { direction }: StatementEntry,
  rule: EntryEvidence['sign']['rule'],
): MinorUnits | undefined {
  // A negative amount with a direction may mean the opposite or nothing at all.
  if (rule === 'flagged') return direction && minor >= 0n ? applyEntryDirection(minor, direction) : undefined
  return rule === 'inverted' ? -minor : minor
}

type EntryOutcome = Pick<StatementRow, 'disposition' | 'reason'> & Pick<StatementRow, 'problem'>

function classifyEntry(
  entry: StatementEntry,
  { row, line, date, minor }: Pick<StatementRow, 'row' | 'line' | 'date' | 'minor'>,
  { money, meaning }: { money: ParsedAmount; meaning: EntryContext },
): EntryOutcome | undefined {
  const { notation, currency } = meaning
  const rejected = (field: string, message: string): EntryOutcome => ({
    disposition: 'rejected',
    reason: message,
    problem: { row, line, field, message },
  })
  if (entry.invalidReason !== undefined) return rejected('record', entry.invalidReason)
  if (entry.status === 'information') return { disposition: 'excluded', reason: 'For information only' }
  if (date === '') {
    const reason = entry.date === '' ? 'The date is empty' : `"${truncateCell(entry.date)}" is not a date`
    return rejected('date', `${reason} (${notation.dates.format})`)
  }
  if ('invalidReason' in money) return rejected('amount', money.invalidReason)
  if (minor === undefined) return rejected('amount', 'Nothing shows whether money came in or went out')
  if (entry.currency !== '' && entry.currency !== currency)
    return rejected('currency', `"${truncateCell(entry.currency)}" is not ${currency}`)
  return entry.status === 'pending'
    ? { disposition: 'pending', reason: 'Still pending at the bank' }
    : undefined
}

function formatRawEntry({ date, amount, direction, payee, notes, ref }: StatementEntry): string {
  const sign = direction === 'out' && /^\d/.test(amount) ? '-' : ''
  return [date, sign + amount, payee, notes, ref].map(quoteCsvCell).join(',')
}

const quoteCsvCell = (cell: string): string =>
  /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
