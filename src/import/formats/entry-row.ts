/** A transaction of a statement becomes a row: ready to book, or set aside with the reason. */ // import.md §1

import { decimalsOf } from '../../money/currency.ts'
import { formatAmount, type Minor } from '../../money/minor-units.ts'
import type { StatementRow } from '../model/statement-row.ts'
import { isEmptyAmount, type MoneyCell, shown } from '../text/amount-cell.ts'
import { identifies } from '../text/bank-reference.ts'
import { tidy } from '../text/collapse-whitespace.ts'
import { bookTexts, type Merchants, type RowTexts } from '../text/merchant-and-notes.ts'
import type { Survey } from './entry-evidence.ts'
import type { Entry } from './statement-format.ts'
import type { Notation } from './value-notation.ts'

/** What is settled about all transactions of a file. */
export interface Meaning extends Survey {
  notation: Notation
  currency: string
  /** undefined: merchants stay as the bank writes them. */
  merchants: Merchants | undefined
}

/** The cells of `raw`: a rejected transaction is handed back as a row of a table, which can be corrected and imported. */
export const fieldNames = ['Date', 'Amount', 'Payee', 'Notes', 'Reference'] as const

/** An amount without a sign, as it counts when money went that way. */
export const signed = (minor: Minor, direction: Entry['direction']): Minor =>
  direction === 'out' ? -minor : minor

/** The row of a transaction. */
export function rowOf(entry: Entry, row: number, meaning: Meaning): Omit<StatementRow, 'opens'> {
  const { notation, sign, currency, hasIdentities } = meaning
  const money: MoneyCell = isEmptyAmount(entry.amount)
    ? { flaw: 'The amount is empty' }
    : notation.money(entry.amount)
  const minor = 'flaw' in money ? undefined : inAccount(money.minor, entry, sign.rule)
  const read = {
    row,
    line: entry.line,
    raw: rawOf(entry),
    bin: 'ready' as const,
    reason: '',
    date: notation.dates.read(entry.date) ?? '',
    amount: minor === undefined ? '' : formatAmount(minor, decimalsOf(currency)),
    minor,
    balance: undefined,
    ...textsOf(entry, meaning),
    ref: hasIdentities && identifies(entry.ref) ? entry.ref : '',
    status: entry.status,
  }
  return { ...read, ...verdict(entry, read, { money, meaning }) }
}

function textsOf(entry: Entry, { merchants }: Meaning): RowTexts {
  const raw_payee = tidy(entry.payee || entry.notes).trim()
  const notes = tidy(entry.notes).trim()
  const raw_notes = notes === raw_payee ? '' : notes
  const bank = { raw_payee, raw_notes, details: entry.details ?? '' }
  return bookTexts(bank, [entry.named ?? '', entry.payee, entry.notes], merchants)
}

function inAccount(minor: Minor, { direction }: Entry, rule: Survey['sign']['rule']): Minor | undefined {
  // Below zero beside a direction may mean the opposite, or nothing at all.
  if (rule === 'flagged') return direction && minor >= 0n ? signed(minor, direction) : undefined
  return rule === 'inverted' ? -minor : minor
}

type Verdict = Pick<StatementRow, 'bin' | 'reason'> & Pick<StatementRow, 'problem'>

function verdict(
  entry: Entry,
  { row, line, date, minor }: Pick<StatementRow, 'row' | 'line' | 'date' | 'minor'>,
  { money, meaning }: { money: MoneyCell; meaning: Meaning },
): Verdict | undefined {
  const { notation, currency } = meaning
  const rejected = (field: string, message: string): Verdict => ({
    bin: 'rejected',
    reason: message,
    problem: { row, line, field, message },
  })
  if (entry.flaw !== undefined) return rejected('record', entry.flaw)
  if (entry.status === 'information') return { bin: 'excluded', reason: 'The bank only informs of it' }
  if (date === '') {
    const written = entry.date === '' ? 'The date is empty' : `"${shown(entry.date)}" is not a date`
    return rejected('date', `${written} (${notation.dates.format})`)
  }
  if ('flaw' in money) return rejected('amount', money.flaw)
  if (minor === undefined) return rejected('amount', 'Nothing tells whether the money came in or went out')
  if (entry.currency !== '' && entry.currency !== currency)
    return rejected('currency', `"${shown(entry.currency)}" is another currency than ${currency}`)
  return entry.status === 'pending' ? { bin: 'pending', reason: 'The bank has not booked it yet' } : undefined
}

function rawOf({ date, amount, direction, payee, notes, ref }: Entry): string {
  const sign = direction === 'out' && /^\d/.test(amount) ? '-' : ''
  return [date, sign + amount, payee, notes, ref].map(quoted).join(',')
}

const quoted = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
