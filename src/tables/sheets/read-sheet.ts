/**
 * Turns a workbook, or a table of HTML, into lines of text, which are then read as any other table: line 5 is row 5 of
 * the sheet.
 * @see docs/bank-files.md#formats
 */

import { Buffer } from 'node:buffer'
import { UserError } from '../../contract/errors.ts'
import { pluralize } from '../../output/pluralize.ts'
import { isTransactionRow } from '../columns/column-profile.ts'
import { decodeFile } from '../text/decode-file.ts'
import { readHtmlRows } from './html-rows.ts'
import { readWorkbook, type Sheet } from './workbook-rows.ts'

/** The most bytes of a workbook, unpacked, and of the text it becomes. */
const MAX_BYTES = 64 * 1024 * 1024
const MAX_COLUMNS = 1000
const INSPECTED_BYTES = 4096

/** A file as a table, and the sheets of its workbook that the table leaves out. */
export interface ReadSheet {
  bytes: Uint8Array
  /** The other sheets with transactions. */
  others: readonly { name: string; entries: number }[]
}

/**
 * Returns the first sheet with transactions as text with tabs; other files are returned as they are.
 * @throws UserError if a workbook is damaged, too large, has a password or holds no table
 */
export const convertSheet = async (bytes: Uint8Array): Promise<Uint8Array> => (await readSheet(bytes)).bytes

/**
 * Returns the table of a file as `convertSheet` does, and what it leaves out.
 * @throws UserError if a workbook is damaged, too large, has a password or holds no table
 */
export async function readSheet(bytes: Uint8Array): Promise<ReadSheet> {
  const kind = detectSheetKind(bytes)
  if (kind === undefined) return { bytes, others: [] }
  if (bytes.length > MAX_BYTES) throw createSizeError()
  if (kind === 'html') {
    const rows = readHtmlRows(decodeFile(bytes, {}).text())
    // Without a transaction it may be any page, e.g. one to sign in, which gets its own message later.
    const isTable = rows.some((cells) => isTransactionRow(cells.map(cleanCell)))
    return { bytes: isTable ? writeRows(rows) : bytes, others: [] }
  }
  if (kind === 'zip') await assertIntact(bytes)
  const sheets = await readSheets(kind === 'xml' ? decodeFile(bytes, {}).text() : bytes)
  const chosen = chooseSheet(sheets)
  const others = sheets
    .filter((sheet) => sheet !== chosen)
    .map(({ name, rows }) => ({ name, entries: rows.filter((cells) => isTransactionRow(cells)).length }))
    .filter(({ entries }) => entries > 0)
  return { bytes: writeRows(chosen.rows), others }
}

/** Says which sheets with transactions are left out and how to import them; undefined if there are none. */
export function describeOtherSheets({ others }: ReadSheet, file: string): string | undefined {
  if (others.length === 0) return undefined
  const names = others.map(({ name, entries }) => `"${name}" (${pluralize(entries, 'row')})`).join(', ')
  const [has, them] =
    others.length === 1 ? ['one more sheet', 'it'] : [`${others.length} more sheets`, 'each of them']
  return `${file} has ${has} with transactions, which ${others.length === 1 ? 'is' : 'are'} not read: ${names}; to import ${them}, save it as CSV`
}

/** Returns what a workbook or a table of HTML is, for people; undefined for any other file. */
export function describeSheet(bytes: Uint8Array): string | undefined {
  const kind = detectSheetKind(bytes)
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (kind === 'zip') return ZIP_NAMES.find(([part]) => buffer.includes(part))?.[1]
  return kind && { binary: 'Excel workbook (xls)', xml: 'Excel workbook (XML)', html: 'table of HTML' }[kind]
}

type SheetKind = 'zip' | 'binary' | 'xml' | 'html'

/** Returns the kind by the content; undefined for anything else. */
function detectSheetKind(bytes: Uint8Array): SheetKind | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const start = buffer.toString('latin1', 0, INSPECTED_BYTES)
  if (/^(?:\xd0\xcf\x11\xe0|\x09\x08[\x08\x10]\0\0[\x05\x06])/.test(start)) return 'binary'
  if (start.startsWith('PK\x03\x04')) {
    // The list of files is at the end of a zip.
    return ZIP_NAMES.some(([part]) => buffer.includes(part)) ? 'zip' : undefined
  }
  if (!/^[\xef\xbb\xbf\xfe\xff\0\s]*</.test(start)) return undefined
  const text = decodeFile(bytes.subarray(0, INSPECTED_BYTES), {}).text()
  if (HTML_START.test(text)) return 'html'
  return text.includes('urn:schemas-microsoft-com:office:spreadsheet') ? 'xml' : undefined
}

/** The main part of xlsx, xlsb and ods. */
const ZIP_NAMES = [
  ['xl/workbook.xml', 'Excel workbook (xlsx)'],
  ['xl/workbook.bin', 'Excel workbook (xlsb)'],
  ['content.xml', 'OpenDocument sheet (ods)'],
] as const
const HTML_START =
  /^\s*(?:<\?xml[^>]*>\s*|<!--[^]*?-->\s*)*<(?:!doctype html|html|head|body|meta|style|table|div|center|font|form|p)\b/i

/** Inflates every part of a workbook once, because the package checks neither sizes nor sums. */
async function assertIntact(bytes: Uint8Array): Promise<void> {
  const { unpackZip } = await import('./unpack-zip.ts')
  try {
    await unpackZip(bytes, { bytes: MAX_BYTES })
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    throw new UserError('invalid', `The workbook cannot be read: ${lowerFirst(error.message)}`, {
      hint: /too large/.test(error.message) ? SHORTER_PERIOD : DOWNLOAD_AGAIN,
    })
  }
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

const DOWNLOAD_AGAIN = 'Download it from the bank again, or save the sheet as CSV'
const SHORTER_PERIOD = 'Download a shorter period, or save the sheet as CSV'

const createSizeError = (): UserError =>
  new UserError('invalid', 'The sheet is too large: more than 64 MiB or 1,000 columns', {
    hint: SHORTER_PERIOD,
  })

async function readSheets(workbook: Uint8Array | string): Promise<Sheet[]> {
  try {
    return await readWorkbook(workbook)
  } catch (cause) {
    // The package throws plain errors only.
    if (!(cause instanceof Error)) throw cause
    if (/password|encrypt/i.test(cause.message))
      throw new UserError('invalid', 'The workbook has a password', {
        hint: 'Open it, save the sheet as CSV, and import that',
      })
    throw new UserError('invalid', 'The workbook is damaged or cut off, or is no table', {
      hint: DOWNLOAD_AGAIN,
    })
  }
}

/** Returns the first sheet with a transaction, else the first one with two cells in a row; hidden ones come last. */
function chooseSheet(sheets: readonly Sheet[]): Sheet {
  const inOrder = sheets.toSorted((one, other) => Number(one.isHidden) - Number(other.isHidden))
  const chosen =
    inOrder.find(({ rows }) => rows.some((cells) => isTransactionRow(cells))) ??
    inOrder.find(({ rows }) => rows.some((cells) => cells.filter((cell) => cell !== '').length > 1))
  if (chosen) return chosen
  throw new UserError('invalid', 'The workbook has no table', {
    hint: 'Download the transactions from the bank again',
  })
}

const cleanCell = (cell: string): string => cell.replace(/[\s\0\x7f-\x9f]+/g, ' ').trim()

const quoteCell = (cell: string): string => (cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell)

/** Returns the rows as lines, which all have the same number of cells; blank rows are blank lines. */
function writeRows(rows: readonly (readonly string[])[]): Uint8Array {
  const width = rows.reduce((widest, { length }) => Math.max(widest, length), 0)
  if (width > MAX_COLUMNS) throw createSizeError()
  const lines: string[] = []
  let size = 0
  for (const row of rows) {
    const cells = row.map((cell) => quoteCell(cleanCell(cell)))
    const text = cells.join('\t')
    const line = text.trim() === '' ? '' : text + '\t'.repeat(width - cells.length)
    size += line.length + 1
    if (size > MAX_BYTES) throw createSizeError()
    lines.push(line)
  }
  return new TextEncoder().encode(lines.join('\n'))
}
