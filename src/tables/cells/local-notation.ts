/** Writes dates and amounts in the digits, marks and month names of other scripts as the other readers expect them. */

import { isNumberCell } from './amount-parts.ts'
import { isDateCell } from './dates.ts'

const BIDI_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g
// Arabic, Persian, Thai and full-width digits, in blocks of ten.
const FOREIGN_DIGITS = /[\u0660-\u0669\u06f0-\u06f9\u0e50-\u0e59\uff10-\uff19]/g
const FOREIGN_LETTERS = /[\u0600-\u06ff\u0e00-\u0e7f\uff01-\uff5e]/
const WIDE_MARKS = /[\uff01-\uff0f\uff1a-\uff20\u3000]/g
const DIGIT_ZEROS = [0x0660, 0x06f0, 0x0e50, 0xff10]

/** Months from January on in Thai and Arabic, and in the Levant's own words. */
const foreignMonths = [
  'ม.ค.|มกราคม|يناير|كانون الثاني',
  'ก.พ.|กุมภาพันธ์|فبراير|شباط',
  'มี.ค.|มีนาคม|مارس|آذار',
  'เม.ย.|เมษายน|أبريل|ابريل|إبريل|نيسان',
  'พ.ค.|พฤษภาคม|مايو|أيار',
  'มิ.ย.|มิถุนายน|يونيو|حزيران',
  'ก.ค.|กรกฎาคม|يوليو|تموز',
  'ส.ค.|สิงหาคม|أغسطس|اغسطس|آب',
  'ก.ย.|กันยายน|سبتمبر|أيلول',
  'ต.ค.|ตุลาคม|أكتوبر|اكتوبر|تشرين الأول',
  'พ.ย.|พฤศจิกายน|نوفمبر|تشرين الثاني',
  'ธ.ค.|ธันวาคม|ديسمبر|كانون الأول',
]
const persianMonths = 'فروردین|اردیبهشت|خرداد|تیر|مرداد|شهریور|مهر|آبان|آذر|دی|بهمن|اسفند'.split('|')
const englishMonths = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec'.split('|')

const monthNumbers: ReadonlyMap<string, number> = new Map(
  foreignMonths.flatMap((names, at) => names.split('|').map((name): [string, number] => [name, at])),
)
const NAMED_DAY = /^(\d{1,2})[ -]+(\P{N}+?)[ -]+(?:พ\.ศ\. ?)?(\d{4})(.*)$/u

/**
 * Returns a date or an amount in plain notation. Any other cell stays as it is, without marks of the direction of
 * writing.
 */
export function toPlainNotation(cell: string): string {
  const text = cell.replace(BIDI_MARKS, '')
  if (!FOREIGN_LETTERS.test(text)) return text
  const digits = text
    .replace(FOREIGN_DIGITS, toAsciiDigit)
    .replace(WIDE_MARKS, (mark) => mark.normalize('NFKC'))
    .replace(/٫/g, '.')
    .replace(/[٬،](?=\d)/g, ',')
    .replace(/٪/g, '%')
    .trim()
  const plain = replaceMonth(digits)
  return isDateCell(plain) || isNumberCell(plain) ? plain : text
}

function toAsciiDigit(digit: string): string {
  const code = digit.charCodeAt(0)
  const zero = DIGIT_ZEROS.find((start) => code >= start && code < start + 10) ?? code
  return String(code - zero)
}

function replaceMonth(text: string): string {
  const [, day = '', name = '', year = '', rest = ''] = NAMED_DAY.exec(text) ?? []
  const month = monthNumbers.get(name)
  if (month !== undefined) return `${day} ${englishMonths[month]} ${year}${rest}`
  const persian = persianMonths.indexOf(name.replaceAll('ي', 'ی').replaceAll('ك', 'ک'))
  return persian < 0 ? text : `${year}/${persian + 1}/${day}${rest}`
}
