/**
 * Reads the rows of a workbook of Excel (xls, xlsx, xlsb, XML) or OpenDocument (ods); the only user of @e965/xlsx.
 * Values are taken as they are stored: no macro, link or formula is followed.
 */

import type { CellObject } from '@e965/xlsx'

/** A sheet with the texts of its cells. Blank rows are empty, so that indexes are those of the sheet. */
export interface Sheet {
  name: string
  isHidden: boolean
  rows: string[][]
}

/**
 * Returns the sheets of a workbook in their order. A date is `YYYY-MM-DD` and a number plain decimal digits.
 * @throws Error from the package if the workbook is damaged or has a password
 */
export async function readWorkbook(workbook: Uint8Array | string): Promise<Sheet[]> {
  const { read, SSF } = await import('@e965/xlsx')
  const { Sheets, SheetNames, Workbook } = read(workbook, {
    type: typeof workbook === 'string' ? 'string' : 'buffer',
    dense: true,
    cellNF: true,
    cellText: false,
    cellHTML: false,
    cellFormula: false,
    UTC: true,
  })
  const isFrom1904 = Workbook?.WBProps?.date1904 === true
  const toText = (cell: CellObject | undefined): string => {
    if (cell?.v === undefined || cell.t === 'e') return ''
    if (typeof cell.v !== 'number') return String(cell.v)
    const isDate = typeof cell.z === 'string' && SSF.is_date(cell.z)
    return (isDate ? formatSerialDate(cell.v, isFrom1904) : undefined) ?? formatNumber(cell.v)
  }
  return SheetNames.map((name, at) => {
    const sheet = Sheets[name]
    if (!sheet) throw new Error(`The sheet ${name} is missing`)
    const rows = Array.from(sheet['!data'] ?? [], (row: CellObject[] | undefined) =>
      Array.from(row ?? [], toText),
    )
    return { name, isHidden: (Workbook?.Sheets?.[at]?.Hidden ?? 0) > 0, rows }
  })
}

const MS_PER_DAY = 86_400_000
const DAYS_FROM_1900_TO_1904 = 1462
// Day 0 of a workbook. Excel counts 29 February 1900, which did not exist, so days before March 1900 are one off.
const DAY_ZERO = Date.UTC(1899, 11, 30)
/** 31 December 9999. */
const LAST_DAY = 2_958_465

/**
 * Returns the date and the time of a serial number, the date alone at midnight and the time alone on day 0; undefined if
 * it is no day of a calendar.
 */
function formatSerialDate(serial: number, isFrom1904: boolean): string | undefined {
  const days = serial + (isFrom1904 ? DAYS_FROM_1900_TO_1904 : 0)
  if (serial < 0 || days > LAST_DAY) return undefined
  const seconds = Math.round((days * MS_PER_DAY) / 1000)
  const [date, time = ''] = new Date(DAY_ZERO + seconds * 1000).toISOString().split(/[T.]/)
  if (serial < 1 && serial > 0) return time
  return time === '00:00:00' ? date : `${date} ${time}`
}

const SIGNIFICANT_DIGITS = 15

/**
 * Returns a number without an exponent, to the 15 digits that a workbook keeps: what is beyond them is noise of binary
 * fractions. Three decimals get a zero, because 1.230 may be written for 1230.
 */
function formatNumber(value: number): string {
  const kept = Number(value.toPrecision(SIGNIFICANT_DIGITS))
  const text = String(kept)
  const plain = text.includes('e') ? expandExponent(kept) : text
  return /\.\d{3}$/.test(plain) ? `${plain}0` : plain
}

const expandExponent = (value: number): string =>
  Math.abs(value) < 1 ? value.toFixed(20).replace(/\.?0+$/, '') : BigInt(value).toString()
