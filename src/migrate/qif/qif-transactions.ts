/** Reads the rows of QIF as transactions: dates, amounts, parts, and what buying and selling shares moves. */

import type { MinorUnits } from '../../money/minor-units.ts'
import { absolute } from '../../money/minor-units.ts'
import { collectAmountCells } from '../../tables/cells/amount-format.ts'
import { collectDateCells } from '../../tables/cells/date-format.ts'
import { normalizeQifDate } from '../../tables/records/qif-records.ts'
import { CORRECT_ROW, createPlaceError, type ReadSourceOptions } from '../../tables/source-file.ts'
import type { SourceTransaction } from '../source-budget.ts'
import { type QifFile, type QifRow, TRANSFER } from './qif-file.ts'

/** A part of a transaction. */
export interface QifLine {
  amount: MinorUnits
  /** The other account of a transfer. */
  transfer: string | undefined
  /** Empty for none. */
  category: string
  notes: string | null
}

/** A transaction of an account. */
export interface QifTransaction {
  account: string
  date: string
  amount: MinorUnits
  payee: string | null
  notes: string | null
  status: SourceTransaction['status']
  lines: readonly QifLine[]
}

/** The transactions, and what moved shares only. */
export interface QifTransactions {
  transactions: QifTransaction[]
  currency: string
  /** What moved shares and no money, such as a split of shares: how many rows of each account. */
  shareRows: ReadonlyMap<string, number>
  /** Rows of an unknown kind. */
  unknownRows: readonly string[]
}

/** How each kind of investment moves cash: into the account or out of it. Others move shares only. */
const cashFactors: Readonly<Record<string, -1n | 1n>> = {
  buy: -1n,
  cvrshrt: -1n,
  margint: -1n,
  miscexp: -1n,
  xout: -1n,
  withdrw: -1n,
  sell: 1n,
  shtsell: 1n,
  div: 1n,
  intinc: 1n,
  cglong: 1n,
  cgmid: 1n,
  cgshort: 1n,
  rtrncap: 1n,
  miscinc: 1n,
  xin: 1n,
  contrib: 1n,
}
const SHARES_ONLY =
  /^(?:reinv(?:div|int|lg|md|sh)|shrsin|shrsout|stksplit|reminder|grant|vest|exercis(?:e|x)|expire)$/
/** What is a transfer whether an X is behind it or not. */
const TRANSFER_ACTION = /^(?:xin|xout|contrib|withdrw)$/

/** Returns the transactions of the rows. @throws UserError for a wrong value, or one that leaves something open */
export function readQifTransactions(file: QifFile, options: ReadSourceOptions): QifTransactions {
  const dates = collectDateCells({ isTable: true })
  const money = collectAmountCells({ isTable: true })
  const shareRows = new Map<string, number>()
  const unknownRows: string[] = []
  const rows = file.rows.filter((row) => {
    const action = row.isInvestment ? readAction(row) : ''
    if (SHARES_ONLY.test(action)) shareRows.set(row.account, (shareRows.get(row.account) ?? 0) + 1)
    else if (action !== '' && action !== 'cash' && !cashFactors[action])
      unknownRows.push(`${row.origin}: ${row.record.byLetter.get('N')}`)
    else return true
    return false
  })
  for (const row of rows) {
    dates.add(readDateCell(row), row)
    for (const cell of listAmountCells(row)) money.add(cell, row)
  }
  const format = money.decideFormat(options)
  const parseDate = dates.decideParser({ options, countAgreements: () => 0 })
  // A program that marks no row does not know what is cleared.
  const hasMarks = rows.some(({ record }) => record.byLetter.has('C'))
  const read = { parse: (cell: string, row: QifRow) => format.parse(cell, row), parseDate, hasMarks, file }
  return {
    transactions: rows.flatMap((row) =>
      row.isInvestment ? readInvestment(row, read) : [readRow(row, read)],
    ),
    currency: format.currency,
    shareRows,
    unknownRows,
  }
}

interface Reading {
  parse(cell: string, row: QifRow): MinorUnits
  parseDate(cell: string): string
  hasMarks: boolean
  file: QifFile
}

/** Returns what an investment is, without the X of one that another account pays; empty for cash. */
const readAction = ({ record }: QifRow): string =>
  (record.byLetter.get('N') ?? '').toLowerCase().replace(/(?<!exercis)x$/, '')

function readDateCell(row: QifRow): string {
  const cell = normalizeQifDate(row.record.byLetter.get('D') ?? '')
  if (cell === '') throw createPlaceError(row.origin, 'the date is empty', CORRECT_ROW)
  return cell
}

const readAmountCell = ({ record: { byLetter } }: QifRow): string =>
  byLetter.get('T') ?? byLetter.get('U') ?? ''

const listAmountCells = (row: QifRow): string[] => [
  readAmountCell(row),
  ...row.record.fields.flatMap((field) => (field.startsWith('$') ? [field.slice(1).trim()] : [])),
]

function readRow(row: QifRow, reading: Reading): QifTransaction {
  const { byLetter } = row.record
  const amount = reading.parse(readAmountCell(row), row)
  const parts = listParts(row, amount, reading)
  const { classes, ...whole } = readTarget(byLetter.get('L') ?? '', reading.file)
  const number = byLetter.get('N') ?? ''
  return {
    account: row.account,
    date: reading.parseDate(readDateCell(row)),
    amount,
    payee: byLetter.get('P') || null,
    notes: joinNotes([
      /\d/.test(number) ? number : '',
      byLetter.get('M') ?? '',
      parts.length === 0 ? classes : '',
    ]),
    status: readStatus(byLetter.get('C'), reading),
    lines: parts.length > 0 ? parts : [{ amount, ...whole, notes: null }],
  }
}

const joinNotes = (texts: readonly string[]): string | null =>
  texts.filter((text) => text.trim() !== '').join(' · ') || null

function readStatus(mark: string | undefined, { hasMarks }: Reading): QifTransaction['status'] {
  if (/^[xr]$/i.test(mark ?? '')) return 'reconciled'
  return mark || !hasMarks ? 'cleared' : 'pending'
}

/** Returns the parts of a split: S begins one, E is its memo and $ its amount. */
function listParts(row: QifRow, total: MinorUnits, reading: Reading): QifLine[] {
  const parts: { target: string; memo: string; cell: string | undefined }[] = []
  for (const field of row.record.fields) {
    const content = field.slice(1).trim()
    const last = parts.at(-1)
    if (field.startsWith('S')) parts.push({ target: content, memo: '', cell: undefined })
    else if (last && field.startsWith('E')) last.memo = content
    else if (last && field.startsWith('$')) last.cell = content
  }
  return parts.map(({ target, memo, cell }) => {
    if (cell === undefined && parts.length > 1)
      throw createPlaceError(row.origin, `the part "${target}" has no amount`, CORRECT_ROW)
    const { classes, ...where } = readTarget(target, reading.file)
    const amount = cell === undefined ? total : reading.parse(cell, row)
    return { amount, ...where, notes: joinNotes([memo, classes]) }
  })
}

/** Returns the category or the account that a field names, and the class behind its slash as a tag. */
function readTarget(
  field: string,
  { categories }: QifFile,
): Pick<QifLine, 'transfer' | 'category'> & { classes: string } {
  const transfer = TRANSFER.exec(field)?.[1]
  const isListed = categories.has(field)
  const slash = isListed ? -1 : field.indexOf('/', transfer === undefined ? 0 : field.indexOf(']'))
  const named = (slash < 0 ? field : field.slice(0, slash)).trim()
  const classes = slash < 0 ? '' : field.slice(slash + 1).trim()
  return {
    transfer,
    // Programs write words such as --Split-- where the parts have the categories.
    category: transfer === undefined && (isListed || !/^-+.*-+$/.test(named)) ? named : '',
    classes: classes === '' ? '' : `#${classes.replace(/\s+/g, '-')}`,
  }
}

/** Returns what an investment moves: the cash of it, and before or after that the transfer that an X stands for. */
function readInvestment(row: QifRow, reading: Reading): QifTransaction[] {
  const { byLetter } = row.record
  const action = readAction(row)
  const isPaid = /x$/i.test(byLetter.get('N') ?? '') && !TRANSFER_ACTION.test(action)
  const base = readRow(row, reading)
  const factor = cashFactors[action]
  // Without a kind, or as cash, the amount has its sign.
  if (factor === undefined) return [base]
  const amount = absolute(base.amount) * factor
  const security = byLetter.get('Y')
  const whole = readTarget(byLetter.get('L') ?? '', reading.file)
  const cash = {
    ...base,
    amount,
    payee: base.payee ?? ([byLetter.get('N'), security].filter(Boolean).join(' ') || null),
    notes: joinNotes([byLetter.get('M') ?? '']),
  }
  const line = { amount, transfer: undefined, category: whole.category, notes: null }
  if (TRANSFER_ACTION.test(action)) return [{ ...cash, lines: [{ ...line, transfer: whole.transfer }] }]
  if (!isPaid || whole.transfer === undefined) return [{ ...cash, lines: [line] }]
  return [
    { ...cash, lines: [line] },
    {
      ...cash,
      amount: -amount,
      payee: null,
      lines: [{ ...line, amount: -amount, transfer: whole.transfer }],
    },
  ]
}
