/**
 * Extracts the merchant from a bank's text, e.g. `POS DEBIT COFFEE HOU #512` → `Coffee Hou`.
 * @see docs/import.md#merchant-and-notes
 */

import { collapseWhitespace } from '../../tables/cells/vocabulary.ts'
import { isAllCaps, isLowerCaseLetter, toNameCase } from './merchant-case.ts'
import {
  BRANCH_NUMBER,
  LEADING_NOISE,
  LEADING_NOISE_HINT,
  LINK_WORD,
  NAME_END,
  NAME_END_HINT,
  OTHER_LABEL,
  PARTY_LABEL,
  PAYMENT_PREFIX,
  TOWN_AFTER_NUMBER,
  TRAILING_LINK,
  TRAILING_NOISE,
  TRAILING_NOISE_HINT,
  warmUpPatterns,
} from './merchant-noise.ts'
import { findStructuredName } from './structured-text.ts'

/** Only this many characters are searched for a name. */
const MAX_SEARCHED_LENGTH = 400
const MAX_TRIM_ROUNDS = 12

let isPrepared = false

/**
 * Returns the merchant in a bank's text; undefined if only payment details are left. `cell` must be
 * unmodified, because three blanks separate fields.
 */
export function extractMerchant(cell: string): string | undefined {
  if (!isPrepared) warmUpPatterns()
  isPrepared = true
  const searched = cell.length > MAX_SEARCHED_LENGTH ? cell.slice(0, MAX_SEARCHED_LENGTH) : cell
  const text = searched.replaceAll(WIDE_OR_NARROW, (found) => found.normalize('NFKC')).replaceAll('İ', 'I')
  for (const field of splitFields(text)) {
    const name = trimName(collapseWhitespace(field))
    if (hasMerchantName(name)) return toNameCase(capitalizeStart(name, field))
  }
  return undefined
}

/** Capitalizes a name that began within a text, as in `PayPal *shop`, if the text begins with a capital. */
function capitalizeStart(name: string, field: string): string {
  const isWithin = isLowerCaseLetter(name.charAt(0)) && !isLowerCaseLetter(field.trimStart().charAt(0))
  return isWithin ? name.charAt(0).toUpperCase() + name.slice(1) : name
}

// Banks join fixed-width fields into one text, or separate them by `;` or two slashes, unless these belong to a
// URL.
const FIELD_GAP = /\s{3,}|\s;\s|(?<!:)\/{2,}/
/** Half-width katakana and full-width letters, as Japanese banks write. */
const WIDE_OR_NARROW = /[０-９Ａ-Ｚａ-ｚ\uff66-\uff9f]+/g

/** Returns the parts of a text that may be the name, the most likely first. */
function splitFields(text: string): string[] {
  const structured = findStructuredName(text)
  if (structured !== undefined) return [structured]
  const fields = FIELD_GAP.test(text) ? text.split(FIELD_GAP) : [text]
  if (!/[^\d\s]\s?[:.]/.test(text)) return fields
  const party = PARTY_LABEL.exec(text.toLowerCase())
  if (!party) return fields.map(cutAtLabel)
  const [name = ''] = cutAtLabel(text.slice(party.index + party[0].length)).split(FIELD_GAP)
  return [name, ...fields]
}

/** True if a label says that the text holds a counterparty's name. */
export const hasPartyLabel = (text: string): boolean =>
  text.includes(':') && PARTY_LABEL.test(text.toLowerCase())

/** Returns the text up to its first label. A label at the beginning introduces the text itself. */
function cutAtLabel(text: string): string {
  const lower = text.toLowerCase()
  const found = OTHER_LABEL.exec(lower)
  if (!found) return text
  const head = text.slice(0, found.index)
  if (LETTER.test(head)) return head
  const from = found.index + found[0].length
  const next = OTHER_LABEL.exec(lower.slice(from))
  return text.slice(from, next && next.index > 0 ? from + next.index : undefined)
}

const STORE_NUMBER = /[\s,.;]+(?:(?:store|shop|filiale|fil\.|markt|nr\.?|no\.?)\s)?#\s?\d/i

/** A legal form, and at least four words behind it: a purpose follows the name. */
const LEGAL_FORM =
  /^(.{3,70}?\s(?:GmbH|AG|e\. ?V\.|KG|Ltd\.?|B\.V\.|S\.r\.l\.|S\.p\.A\.|sp\. z o\.o\.)) (?![&+])(?=\S+(?: \S+){3})/

/** Removes everything before and after the name. */
function trimName(text: string): string {
  const begun = trimStart(text)
  const started = LEGAL_FORM.exec(begun)?.[1] ?? begun
  // A store number is the most frequent end, and after removing it there is seldom another.
  const counted = STORE_NUMBER.exec(started)
  const short = counted ? started.slice(0, counted.index) : started
  const end = NAME_END_HINT.test(short) ? NAME_END.exec(short.toLowerCase()) : undefined
  const head = end ? short.slice(0, end.index) : short
  return trimEnd(stripLocation(trimEnd(hasMerchantName(head) ? head : started)))
}

const IBAN = /^[a-z]{2}\d{2}[a-z\d]{11,}$/
const BIC = /^\s[a-z]{6}[a-z\d]{2}(?:[a-z\d]{3})?(?=\s)/

function trimStart(text: string): string {
  let rest = text.toLowerCase()
  let isPaid = false
  const dropPrefix = (found: RegExpExecArray | null): boolean => {
    if (!found || found[0] === '') return false
    rest = rest.slice(found[0].length)
    return true
  }
  for (let round = 0; round < MAX_TRIM_ROUNDS; round++) {
    const before = rest.length
    dropPrefix(/^(?:[\s:;,.|/–-]|\*(?!\d))+/.exec(rest))
    if (dropPrefix(PAYMENT_PREFIX.exec(rest))) {
      isPaid = true
      // The date of the payment, or the last digits of the card.
      dropPrefix(/^\d{3,4}\s+(?=.*[A-Za-zª-ɏͰ-῿぀-퟿])/.exec(rest))
    }
    if (LEADING_NOISE_HINT.test(rest)) dropPrefix(LEADING_NOISE.exec(rest))
    if (isPaid) dropPrefix(LINK_WORD.exec(rest))
    const word = /^\S+(?=\s)/.exec(rest)
    if (word && isMachineCode(word[0]) && dropPrefix(word) && IBAN.test(word[0])) dropPrefix(BIC.exec(rest))
    if (rest.length === before) break
  }
  return text.slice(text.length - rest.length)
}

function trimEnd(text: string): string {
  let rest = text.toLowerCase()
  // In names with lower-case letters, a trailing number is part of the name.
  const isLoud = isAllCaps(text)
  for (let round = 0; round < MAX_TRIM_ROUNDS; round++) {
    const before = rest.length
    if (TRAILING_NOISE_HINT.test(rest)) rest = rest.replace(TRAILING_NOISE, '')
    if (isLoud) rest = rest.replace(TOWN_AFTER_NUMBER, '').replace(BRANCH_NUMBER, '')
    rest = rest.replace(TRAILING_LINK, '')
    const [word = ''] = /\s\S+$/.exec(rest) ?? []
    if (isMachineCode(word.trim())) rest = rest.slice(0, -word.length)
    if (rest.length === before) break
  }
  return text.slice(0, rest.length)
}

/**
 * True for a machine-generated code: a terminal, payment or mandate number. `1800FLOWERS` and `B2B` are none.
 */
function isMachineCode(word: string): boolean {
  if (word.length < 5 || !/\d/.test(word) || /[^A-Za-zª-ɏͰ-῿\d/+.#*:-]/.test(word)) return false
  const digits = word.replace(/\D/g, '').length
  if (digits < 4) return false
  const letters = word.replace(/[^A-Za-zª-ɏͰ-῿]/g, '').length
  if (letters === 0) return digits >= 5
  const changes = word.match(/[a-z](?=\d)|\d(?=[a-z])/gi)?.length ?? 0
  return letters <= digits && (changes >= 2 || digits >= 5)
}

const GENERIC_TEXT =
  /^(?:(?:account|acct|a\/c|konto|compte|cuenta|conta|conto|rekening|card|karte|carte|tarjeta|carta|visa|mastercard|maestro|nr|no|ref|id|eur|usd|gbp|chf|sek|nok|dkk|pln|czk|payment|zahlung|paiement|pago|umsatz|debit|credit|deposit|withdrawal|purchase|transfer|ach|pos|atm|eft|bacs|bank|swish|vipps|mobilepay|överföring|insättning|uttag|betalning|overføring|overførsel|indbetaling|betaling|virement|prelevement|prélèvement|retrait|incasso|inkaso|bonifico|prelievo|transferencia|transferência|przelew|wpłata|wypłata|převod|platba|prevod|átutalás|vásárlás|поповнення|переказ|перевод|превод|получен)(?:[\s.,:]+|$))+$/i

// Unicode letter classes take a hundred times longer to compile than these ranges.
const LETTER = /[A-Za-zª-ɏͰ-῿぀-퟿]/
const TWO_LETTERS = /[A-Za-zª-ɏͰ-῿].*[A-Za-zª-ɏͰ-῿]|[\u0590-\u08ff\u0900-\u0fff\u3040-\u9fff\uac00-\ud7af]/s

/** True if the text may be a name: two letters, or one character of a script that needs no more. */
const hasMerchantName = (text: string): boolean =>
  TWO_LETTERS.test(text) && !GENERIC_TEXT.test(text) && !isMachineCode(text)

const STATE_CODES =
  'AL|AK|AZ|AR|CA|CO|CT|DE|FL|GA|HI|ID|IL|IN|IA|KS|KY|LA|ME|MD|MA|MI|MN|MS|MO|MT|NE|NV|NH|NJ|NM|NY|NC|ND|OH|OK|OR|PA|RI|SC|SD|TN|TX|UT|VT|VA|WA|WV|WI|WY|DC'
const STATE_SUFFIX = new RegExp(`^(.+?)[\\s,]+(${STATE_CODES})(?:[\\s,]+(?:US|USA|\\d{5}))?$`)
// First words of two-word town names.
const FIRST_OF_TOWN =
  /^(?:san|santa|los|las|new|salt|fort|ft|st|saint|port|mount|mt|el|la|le|palo|long|west|east|north|south|upper|lower|grand|corpus|colorado|baton|des|kansas|oklahoma|jersey|virginia|cedar|green|little|lake|king|panama|boca|fond|coral|daly|mountain|redwood|half|college|council|rapid|sioux|idaho|overland|ann|bowling|white|black|big|cape|chapel|high|rocky|newport|huntington|garden|beverly|culver|union|twin|wichita|myrtle|silver|falls|beach)$/i
const LAST_OF_TOWN =
  /^(?:city|beach|falls|springs|heights|park|valley|hills|grove|creek|lake|island|bay|rapids|rock|view|station|haven|village|junction|point|forge|rouge|moines|worth|angeles|vegas|francisco|diego|jose|antonio|york|orleans|louis|paul)$/i
/** Words of a trade: a name may end with them, a town does not. */
const TRADE =
  /^(?:pizza|pizzeria|cafe|coffee|market|mart|store|stores|foods?|gas|fuel|bar|grill|restaurant|shop|deli|bakery|pharmacy|drugs?|hotel|inn|motel|parking|liquors?|wines?|club|gym|salon|auto|garage|tires?|books?|bank|school|church|dental|clinic|hospital|airlines?|air|supply|depot|outlet|express|kitchen|diner|house|burgers?|tacos?|sushi|bbq|donuts?|cleaners|laundry|electric|energy|water|power|insurance|services?|inc|llc|corp|company|toys|shoes|motors?|com)$/i

const COUNTRY_CODES = new Set(
  'AUT BEL CHE CZE DEU DNK ESP FRA GBR GRC HRV HUN IRL ITA LTU LVA NLD NOR NZL POL PRT ROU SVK SVN SWE TUR USA AUS JPN DE FR ES PT NL LU GB US SE DK PL CZ SK HU RO FI IE EE LV LT NZ AU'.split(
    ' ',
  ),
)
// After these words, the letters are part of the name.
const BEFORE_WORD = /(?:^|\s)(?:de|la|le|du|des|of|and|&|the|y|e|et|amazon|marketplace)$/i

/** Returns the name without its location, if that is certain. */
function stripLocation(name: string): string {
  const [, code] = /[\s,/]([A-Z]{2,3}|\d{5})$/.exec(name) ?? []
  if (code === undefined) return name
  const [, rest, state] = STATE_SUFFIX.exec(name) ?? []
  if (rest !== undefined && state !== undefined && isInState(rest, state)) return stripTown(rest)
  const before = name.slice(0, -code.length).replace(/[\s,/]+$/, '')
  // A name and a town must precede the code; otherwise it is part of the name.
  return COUNTRY_CODES.has(code) && /[^\s\d.,-]{2}\s\S/.test(before) && !BEFORE_WORD.test(before)
    ? before
    : name
}

// CO may be a company, and IN, OR or ME a word, if no town precedes them.
const isInState = (rest: string, state: string): boolean => {
  const words = rest.split(' ')
  const last = words.at(-1) ?? ''
  if (words.length < 2 || /^[a-zà-ÿ]/.test(last) || BEFORE_WORD.test(rest)) return false
  return !/^(?:CO|IN|OR|ME|OK|HI|LA|DE|AL|ID)$/.test(state) || words.length > 2
}

/** Removes the town if a name is left. */
function stripTown(rest: string): string {
  const words = rest.replace(/,$/, '').split(' ')
  const last = words.at(-1) ?? ''
  if (TRADE.test(last) || /^(?:&|AND)$/i.test(words.at(-2) ?? '')) return rest
  const before = words.at(-2) ?? ''
  const isLong = LAST_OF_TOWN.test(last) || FIRST_OF_TOWN.test(before)
  const size = isLong && words.length > 2 && !TRADE.test(before) ? 2 : 1
  return words.slice(0, -size).join(' ') || rest
}
