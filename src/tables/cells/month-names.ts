/**
 * Parses the names of months, and cells that name a month of a year.
 * @see docs/import.md#3-dates-numbers-signs
 */

import { isMonth } from '../../money/calendar.ts'
import { type CellPlace, createPlaceError, EXPORT_AGAIN } from '../source-file.ts'

/** Month names and abbreviations in the languages of bank files, from January to December. */
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

/** Returns the number of a month (1 to 12) by its name or abbreviation; undefined for any other word. */
export const parseMonthName = (name: string): number | undefined =>
  monthByName.get(name.toLowerCase().replace(/\.$/, ''))

const NAMED_MONTH = /^(\p{L}+)\.?,? (?:de |of )?(\d{4})$/u
const YEAR_FIRST_MONTH = /^(\d{4})[-/. ](\d{1,2}|\p{L}+\.?)$/u
const YEAR_LAST_MONTH = /^(\d{1,2})[-/. ](\d{4})$/
const CJK_MONTH = /^(\d{4})[年년] ?(\d{1,2})[月월]$/
const CJK_MONTH_FIRST = /^(\d{1,2}|\p{Script=Han}+)[月월],? (\d{4})$/u
const FIRST_DAY = /^(\d{4})[-/.](\d{2})[-/.]01$/
const CJK_NUMBERS = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十', '十一', '十二']

/**
 * Returns the month of a cell such as `Dec 2016` or `12/2016`, as `YYYY-MM`.
 * @throws UserError if the cell is no month
 */
export function parseMonthCell(cell: string, { origin }: CellPlace): string {
  const text = cell.replace(/\s+/g, ' ').trim()
  const monthFirst = [CJK_MONTH_FIRST, NAMED_MONTH, YEAR_LAST_MONTH].find((pattern) => pattern.test(text))
  const yearFirst = [YEAR_FIRST_MONTH, FIRST_DAY, CJK_MONTH].find((pattern) => pattern.test(text))
  const [, name, nameYear] = monthFirst?.exec(text) ?? []
  const [, year, second] = yearFirst?.exec(text) ?? []
  const word = name ?? second ?? ''
  const cjkNumber = CJK_NUMBERS.indexOf(word) + 1 || undefined
  const number = /^\d+$/.test(word) ? Number(word) : (cjkNumber ?? parseMonthName(word))
  const known = number ?? parseUnicodeMonth(text)
  const [anyYear = ''] = /\d{4}/.exec(text) ?? []
  const month = `${nameYear ?? year ?? anyYear}-${String(known ?? 0).padStart(2, '0')}`
  if (!isMonth(month)) throw createPlaceError(origin, `"${cell}" is not a month`, EXPORT_AGAIN)
  return month
}

/** Croatian is not among them: its `lip` and `listopad` are other months than in Polish and Czech. */
const LOCALES = 'ar bg ca el et fr-CA he hu id lt lv ms ro ru sk sl tr uk vi'.split(' ')

const MONTHS = Array.from({ length: 12 }, (_, at) => at + 1)

let numberByName: ReadonlyMap<string, number> | undefined

/** Returns the month (1 to 12) of a text such as `Μαΐου 2026` or `mayo del 2026`, without its year; undefined for any other. */
function parseUnicodeMonth(text: string): number | undefined {
  numberByName ??= collectNames()
  return numberByName.get(toWords(text))
}

/** Removes the year and signs: only words tell the month, or a number behind one. */
const toWords = (text: string): string =>
  text
    .replace(/\d{4}/, ' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\d]+/gu, ' ')
    .trim()

/** Returns the month of each name that has only one. */
function collectNames(): Map<string, number> {
  const found = new Map<string, Set<number>>()
  for (const locale of LOCALES)
    for (const width of ['short', 'long'] as const)
      for (const year of ['numeric', undefined] as const) {
        const format = new Intl.DateTimeFormat(locale, {
          month: width,
          ...(year && { year }),
          timeZone: 'UTC',
          numberingSystem: 'latn',
        })
        for (const month of MONTHS) {
          const name = toWords(format.format(Date.UTC(2000, month - 1, 15)))
          found.set(name, (found.get(name) ?? new Set<number>()).add(month))
        }
      }
  return new Map(
    [...found].flatMap(([name, months]) => (months.size === 1 ? [[name, [...months][0] ?? 0]] : [])),
  )
}
