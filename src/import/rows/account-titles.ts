/**
 * Recognizes the lines above a table that name its account.
 * @see docs/import.md#several-own-accounts-in-one-file
 */

import { isNumberCell } from '../../tables/cells/amount-parts.ts'
import { isDateCell } from '../../tables/cells/dates.ts'
import { parseMonthName } from '../../tables/cells/month-names.ts'
import { isBalanceText, isTotalText } from '../../tables/cells/vocabulary.ts'
import type { FileRecord } from '../../tables/file-record.ts'
import { findFigureName } from '../../tables/words/figure-terms.ts'
import { namesOwnAccount, normalizeHeader } from '../../tables/words/header-terms.ts'

/** Fewer filled cells make no row. */
const MIN_ROW_CELLS = 3

/** Returns the line at which the lines about a table begin; undefined if there are none. */
export function findTitle(records: readonly FileRecord[], isFirst: boolean): number | undefined {
  // A row that cannot be read is no title of the table below it.
  const above = isFirst ? records : records.slice(records.findLastIndex(isLikeRow) + 1)
  const named = above.find(namesAccount) ?? (isFirst ? above.findLast(isTitle) : undefined)
  return (named ?? above.find((record) => !isFigure(record)))?.line
}

const isLikeRow = ({ cells, invalidReason }: FileRecord): boolean =>
  invalidReason !== undefined ||
  (cells.filter((cell) => cell !== '').length >= MIN_ROW_CELLS && cells.some((cell) => isNumberCell(cell)))

const isFigure = ({ cells }: FileRecord): boolean =>
  cells.some((cell) => isTotalText(cell) || isBalanceText(cell) || findFigureName(cell) !== undefined)

const PAGE =
  /(?<!\p{L})(?:page|seite|p[áa]gina|pagina|sida|side|strona|strana|stránka|oldal|sivu|sayfa|страница|сторінка)(?!\p{L})|页|頁|ページ|페이지/iu
const DAY = /\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{4}[年년]/

/** True for a line that numbers a page. */
export const isPage = ({ cells }: FileRecord): boolean =>
  cells.filter((cell) => cell !== '').length === 1 && PAGE.test(cells.join(' '))

/** True for words that may name an account: no page, no period, no figure. */
export function isTitle(record: FileRecord): boolean {
  if (namesAccount(record)) return true
  const text = record.cells.join(' ')
  const hasDay = DAY.test(text) || record.cells.some((cell) => isDateCell(cell))
  const isPeriod = hasDay || text.match(/\p{L}+/gu)?.some((word) => parseMonthName(word)) === true
  return /\p{L}{2}/u.test(text) && !PAGE.test(text) && !isPeriod && !isFigure(record)
}

const NUMBER = /(?:[\dxX*•]{1,4}[ /.-]?){3,}\d{2,}|[*•xX]+ ?\d{4}|\d{4}/
/** An IBAN, or a card number that is partly hidden. */
const ACCOUNT = /(?<![A-Z\d])(?:[A-Z]{2}\d{2}[A-Z\d]{11,30}|\d{4}[xX*•]{4,}\d{4})(?![A-Z\d])/

/** True for a label of an account beside or before its number or name. */
export function namesAccount({ cells }: FileRecord): boolean {
  const [label = '', ...others] = cells
    .flatMap((cell) => cell.split(/[:：]/))
    .filter((cell) => cell.trim() !== '')
  if (others.some((cell) => ACCOUNT.test(cell)) && cells.filter(Boolean).length === 1) return true
  if (!namesOwnAccount(normalizeHeader(label))) return false
  return others.length > 0 ? !others.every((cell) => isDateCell(cell)) : NUMBER.test(label)
}

/** Returns what a line names: `DE12 …` of `Account: DE12 …`, or the whole line. */
export function readName({ cells }: FileRecord): string {
  const parts = cells.flatMap((cell) => cell.split(/[:：]/)).map((part) => part.trim())
  const [label = '', ...others] = parts.filter((part) => part !== '')
  return others.length > 0 && namesOwnAccount(normalizeHeader(label)) && !NUMBER.test(label)
    ? others.join(' ')
    : [label, ...others].join(' ')
}
