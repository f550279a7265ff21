/**
 * Dates as banks write them. A form is a way of reading; a column is read in the form that all its cells allow.
 * @see docs/import.md#3-dates-numbers-signs
 */

import { daysInMonth } from '../../money/calendar.ts'
import { type DateOrder } from '../model/read-options.ts'

/** `name`: the month is a word. `compact`: eight digits, year first. The rest are orders of three numbers. */
export type DateStyle = DateOrder | 'name' | 'compact'
const dateOrders = ['ymd', 'dmy', 'mdy'] as const
/** The forms of a date that is not three numbers; `ymd` with the signs for year, month and day. */
const otherStyles = ['ymd', 'name', 'compact'] as const
/** Those of them without a letter. */
const digitOnlyStyles = ['compact'] as const

/** What may follow a date: a time, or the day on which a broker's booking counts. */
export const TIME_SUFFIX = '(?:(?:[T ,]+|[.]\\s+|\\s*[-–]\\s*)\\d{1,2}[:.h]\\d{2}.*| as of .*)?$'
const NUMERIC_DATE = new RegExp(`^(\\d{1,4})([-/. ]|\\. )(\\d{1,2})(?:\\2)(\\d{1,4})\\.?${TIME_SUFFIX}`)
// Beside a year of four digits any sign may stand twice.
const ANY_SEPARATOR_DATE = new RegExp(
  `^(?=\\d{4}|.*\\d{4}(?!\\d))(\\d{1,4})([^\\s\\d\\p{L}]\\s?)(\\d{1,2})\\2(\\d{1,4})${TIME_SUFFIX}`,
  'u',
)
const CJK_DATE = new RegExp(`^(\\d{4})[年년]\\s?(\\d{1,2})[月월]\\s?(\\d{1,2})[日일]${TIME_SUFFIX}`)
const COMPACT_DATE = /^((?:19|20)\d\d)(\d\d)(\d\d)(?:\d{4}|\d{6})?(?:[T ]?\d{2}:?\d{2}.*)?$/
const DAY_NAME_YEAR = new RegExp(
  `^(\\d{1,2})[-/. ]{0,2}(\\p{L}{3,12})\\.?[-/., ]{0,2}'?(\\d{1,4})${TIME_SUFFIX}`,
  'u',
)
const NAME_DAY_YEAR = new RegExp(
  `^(\\p{L}{3,12})\\.?[-/ ](\\d{1,2})(?:st|nd|rd|th)?[-/, ]{1,2}(\\d{4}|\\d{2})${TIME_SUFFIX}`,
  'u',
)
const YEAR_NAME_DAY = new RegExp(`^(\\d{4})[-/ ](\\p{L}{3,12})[-/ ](\\d{1,2})${TIME_SUFFIX}`, 'u')
const WEEKDAY = /^\p{L}{2,9}[.,]{1,2}\s*(?=\d)/u

const toFullYear = (year: string): number => {
  if (year.length > 2) return Number(year)
  // Statements reach back decades at most and never into the next one.
  return Number(year) >= 70 ? 1900 + Number(year) : 2000 + Number(year)
}

function toIsoDate(year: string, month: number | undefined, day: string): string | undefined {
  const y = toFullYear(year)
  const d = Number(day)
  if (month === undefined || month < 1 || month > 12 || d < 1 || y < 1000) return undefined
  const head = `${y}-${String(month).padStart(2, '0')}`
  return d <= daysInMonth(head) ? `${head}-${String(d).padStart(2, '0')}` : undefined
}

/** The cell without the day of the week in front of it. */
export const stripWeekday = (cell: string): string => (WEEKDAY.test(cell) ? cell.replace(WEEKDAY, '') : cell)

/** The date `YYYY-MM-DD` of a cell read in a form; undefined when the cell is no real day in it. */
export function parseDateCell(cell: string, form: DateStyle): string | undefined {
  if (cell.length < 6 || cell.length > 40) return undefined
  const text = stripWeekday(cell)
  if (form === 'name') return parseNamedMonthDate(text)
  if (form === 'compact') {
    const [, year = '', month = '', day = ''] = COMPACT_DATE.exec(text) ?? []
    return toIsoDate(year || '0', Number(month), day)
  }
  const numbers = matchNumericDate(text)
  if (numbers) return toNumericDate(numbers, form)
  const cjk = form === 'ymd' ? CJK_DATE.exec(text) : undefined
  return cjk ? toIsoDate(cjk[1] ?? '', Number(cjk[2]), cjk[3] ?? '') : undefined
}

const matchNumericDate = (text: string): RegExpExecArray | null =>
  NUMERIC_DATE.exec(text) ?? ANY_SEPARATOR_DATE.exec(text)

function toNumericDate(
  [, first = '', , second = '', third = '']: RegExpExecArray,
  form: DateOrder,
): string | undefined {
  if (form === 'ymd')
    return third.length <= 2 && (first.length === 4 || isShortYear(first, third))
      ? toIsoDate(first, Number(second), third)
      : undefined
  if (first.length > 2 || third.length === 3 || third.length === 1) return undefined
  return form === 'dmy' ? toIsoDate(third, Number(second), first) : toIsoDate(third, Number(first), second)
}

// The sort codes of banks look like dates of the years 40 to 89.
const isShortYear = (first: string, third: string): boolean =>
  /^(?:[0-3]|9)\d$/.test(first) && third.length === 2

function parseNamedMonthDate(text: string): string | undefined {
  const dayFirst = DAY_NAME_YEAR.exec(text)
  if (dayFirst) return toIsoDate(dayFirst[3] ?? '', parseMonthName(dayFirst[2] ?? ''), dayFirst[1] ?? '')
  const nameFirst = NAME_DAY_YEAR.exec(text)
  if (nameFirst) return toIsoDate(nameFirst[3] ?? '', parseMonthName(nameFirst[1] ?? ''), nameFirst[2] ?? '')
  const yearFirst = YEAR_NAME_DAY.exec(text)
  return yearFirst
    ? toIsoDate(yearFirst[1] ?? '', parseMonthName(yearFirst[2] ?? ''), yearFirst[3] ?? '')
    : undefined
}

/** The forms in which a cell is a real day; none for a cell that is no date. */
export function detectDateStyles(cell: string): DateStyle[] {
  // Most cells of a file are no dates; this answers them before any form is tried.
  if (cell.length < 6 || cell.length > 40 || !/\d\D+\d|\d{8}/.test(cell)) return []
  const numbers = matchNumericDate(stripWeekday(cell))
  if (numbers) return dateOrders.filter((form) => toNumericDate(numbers, form) !== undefined)
  const forms = /^[-+\d.,]+$/.test(cell) ? digitOnlyStyles : otherStyles
  return forms.filter((form) => parseDateCell(cell, form) !== undefined)
}

/** Is the whole cell a date in some form? */
export const isDateCell = (cell: string): boolean => detectDateStyles(cell).length > 0

const FORMAT_TOKENS: Readonly<Record<string, string>> = {
  YYYY: '(?<y>\\d{4})',
  YY: '(?<y>\\d{2})',
  MMMM: '(?<n>\\p{L}+)',
  MMM: '(?<n>\\p{L}+)\\.?',
  MM: '(?<m>\\d{2})',
  M: '(?<m>\\d{1,2})',
  DD: '(?<d>\\d{2})',
  D: '(?<d>\\d{1,2})',
}

/** What a format finds in a cell; a year that the format does not have is empty. */
interface DateParts {
  year: string
  month: number | undefined
  day: string
}

/** What a format such as `DD.MM.YYYY` or `D MMM` finds in a cell; undefined when the format lacks a day or month. */
function compileDateFormat(
  format: string,
): { hasYear: boolean; find(cell: string): DateParts | undefined } | undefined {
  const parts = format.toUpperCase().match(/YYYY|YY|MMMM|MMM|MM|M|DD|D|[^YMD]+/g) ?? []
  const kinds = parts.flatMap((part) => (FORMAT_TOKENS[part] ? [part.charAt(0)] : [])).toSorted()
  if (kinds.join('') !== 'DMY' && kinds.join('') !== 'DM') return undefined
  const source = parts
    .map((part) => FORMAT_TOKENS[part] ?? part.replace(/[\^$\\.*+?()[\]{}|/]/g, '\\$&'))
    .join('')
  const pattern = new RegExp(`^${source}(?:[T ,].*)?$`, 'iu')
  const find = (cell: string) => {
    const groups = pattern.exec(cell)?.groups
    if (!groups) return undefined
    const { y = '', m, n, d = '0' } = groups
    return { year: y, month: n === undefined ? Number(m) : parseMonthName(n), day: d }
  }
  return { hasYear: kinds.length === 3, find }
}

/** A reader for a format such as `DD.MM.YYYY` or `D MMM YY`; undefined when the format lacks a day, month or year. */
export function createDateFormatParser(format: string): ((cell: string) => string | undefined) | undefined {
  const parts = compileDateFormat(format)
  if (!parts?.hasYear) return undefined
  return (cell) => {
    const found = parts.find(cell)
    return found && toIsoDate(found.year, found.month, found.day)
  }
}

/** The same for a format without a year, such as `DD.MM.`; undefined for any other. */
export function createPartialFormatParser(
  format: string,
): ((cell: string) => { month: number | undefined; day: number } | undefined) | undefined {
  const parts = compileDateFormat(format)
  if (!parts || parts.hasYear) return undefined
  return (cell) => {
    const found = parts.find(cell)
    return found && { month: found.month, day: Number(found.day) }
  }
}

// MERGED /**  * Days without a year, as banks write them on statements: `17.11.`, `11/17`, `Nov 17`.  * @see docs/import.md#10-rules-found-with-unseen-files  */
/** A day of some year; sorts like a date. */
export type PartialDate = `${string}-${string}`

/** What comes first; `name`: the month is a word. */
export type PartialDateStyle = 'dmy' | 'mdy' | 'name'

// A point alone between the two would be a number.
const NUMERIC_DAY = new RegExp(`^(\\d{1,2})(?:[/-]|\\. ?(?=\\d{1,2}\\.))(\\d{1,2})\\.?${TIME_SUFFIX}`)
const CJK_DAY = new RegExp(`^(\\d{1,2})[月월]\\s?(\\d{1,2})[日일]${TIME_SUFFIX}`)
const DAY_NAME = new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)?[-/. ]{0,2}(\\p{L}{3,12})\\.?${TIME_SUFFIX}`, 'u')
const NAME_DAY = new RegExp(`^(\\p{L}{3,12})\\.?[-/ ]?(\\d{1,2})(?:st|nd|rd|th)?\\.?${TIME_SUFFIX}`, 'u')

/** The day of a year in which there is a 29 February; undefined for none. */
export function toPartialDate(month: number | undefined, day: number): PartialDate | undefined {
  if (month === undefined || month < 1 || month > 12 || day < 1) return undefined
  const name = String(month).padStart(2, '0')
  return day <= daysInMonth(`2024-${name}`) ? `${name}-${String(day).padStart(2, '0')}` : undefined
}

/** The day of a cell read in a form; undefined when the cell is none. */
export function parsePartialDate(cell: string, form: PartialDateStyle): PartialDate | undefined {
  if (cell.length < 3 || cell.length > 30 || !/\d/.test(cell)) return undefined
  const text = stripWeekday(cell)
  if (form === 'name') {
    const [, day, name] = DAY_NAME.exec(text) ?? []
    const [, first, second] = NAME_DAY.exec(text) ?? []
    return toPartialDate(parseMonthName(name ?? first ?? ''), Number(day ?? second))
  }
  const cjk = CJK_DAY.exec(text)
  if (cjk) return form === 'mdy' ? toPartialDate(Number(cjk[1]), Number(cjk[2])) : undefined
  const [, first, second] = (NUMERIC_DAY.exec(text) ?? []).map(Number)
  if (first === undefined || second === undefined) return undefined
  return form === 'dmy' ? toPartialDate(second, first) : toPartialDate(first, second)
}

/** Is the whole cell a day in some form? */
export const isPartialDateCell = (cell: string): boolean =>
  (['dmy', 'mdy', 'name'] as const).some((form) => parsePartialDate(cell, form) !== undefined)

/** The months as banks abbreviate them, in the languages banks write. @see docs/import.md#3-dates-numbers-signs */

const NAMES: readonly string[] = [
  'jan|january|januar|jän|jänner|janv|janvier|ene|enero|gen|gennaio|januari|janeiro|sty|stycznia|led|ledna|tammi|sausio|янв|января|oca|ian|ianuarie|januára|ocak|січ|січня|sausis|janvāris|jaanuar|tammikuu|tammikuuta|januarie|leden|styczeń',
  'feb|february|februar|févr|fevr|fév|février|febrero|febbraio|februari|fev|fevereiro|lut|lutego|úno|února|helmi|vasario|фев|февраля|şub|februarie|februára|şubat|лют|лютого|vasaris|februāris|veebruar|helmikuu|helmikuuta|únor|luty|fevral',
  'mar|march|märz|mär|mrz|mars|marzo|maart|mrt|março|marca|bře|března|maalis|kovo|мар|марта|martie|mart|бер|березня|kovas|marts|märts|maaliskuu|maaliskuuta|březen|marzec|március|márc|maa|març',
  'apr|april|avr|avril|abr|abril|aprile|kwi|kwietnia|dub|dubna|huhti|balandžio|апр|апреля|nis|aprilie|apríla|nisan|квіт|квітня|balandis|aprīlis|aprill|huhtikuu|huhtikuuta|duben|kwiecień|április|ápr',
  'may|mai|mayo|mag|maggio|mei|maj|maio|maja|kvě|května|touko|gegužės|мая|май|mája|mayıs|трав|травня|gegužė|maijs|toukokuu|toukokuuta|květen|mej|május|máj',
  'jun|june|juni|juin|junio|giu|giugno|junho|cze|czerwca|čvn|června|kesä|birželio|июн|июня|haz|iun|iunie|júna|haziran|черв|червня|birželis|jūnijs|juuni|kesäkuu|kesäkuuta|červen|czerwiec|június|jún|junie',
  'jul|july|juli|juil|juillet|julio|lug|luglio|julho|lip|lipca|čvc|července|heinä|liepos|июл|июля|tem|iul|iulie|júla|temmuz|лип|липня|liepa|jūlijs|juuli|heinäkuu|heinäkuuta|červenec|lipiec|július|júl|julie',
  'aug|august|août|aout|ago|agosto|augustus|augusti|sie|sierpnia|srp|srpna|elo|rugpjūčio|авг|августа|ağu|augusta|ağustos|серп|серпня|rugpjūtis|augusts|elokuu|elokuuta|srpen|sierpień|augusztus',
  'sep|sept|september|septembre|septiembre|set|settembre|setembro|wrz|września|zář|září|syys|rugsėjo|сен|сентября|eyl|septembrie|septembra|eylül|вер|вересня|rugsėjis|septembris|syyskuu|syyskuuta|wrzesień|szeptember|szept',
  'oct|october|okt|oktober|octobre|octubre|ott|ottobre|out|outubro|paź|października|říj|října|loka|spalio|окт|октября|eki|octombrie|októbra|ekim|жовт|жовтня|spalis|oktobris|oktoober|lokakuu|lokakuuta|říjen|październik|október',
  'nov|november|novembre|noviembre|novembro|lis|listopada|listopadu|marras|lapkričio|ноя|ноября|kas|noiembrie|novembra|kasım|лист|листопада|lapkritis|novembris|marraskuu|marraskuuta|listopad|noi',
  'dec|december|dez|dezember|déc|décembre|dic|diciembre|dicembre|des|desember|dezembro|gru|grudnia|pro|prosince|joulu|gruodžio|дек|декабря|ara|decembrie|decembra|aralık|груд|грудня|gruodis|decembris|detsember|joulukuu|joulukuuta|prosinec|grudzień',
]

const monthByName = new Map(
  NAMES.flatMap((names, at) => names.split('|').map((name) => [name, at + 1] as const)),
)

/** The number of a month by its name or abbreviation; undefined for any other word. */
export const parseMonthName = (name: string): number | undefined =>
  monthByName.get(name.toLowerCase().replace(/\.$/, ''))
