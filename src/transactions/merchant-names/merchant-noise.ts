/**
 * Compiles the patterns around a merchant: dates, times, cards, terminals, amounts, payment terms.
 * @see docs/import.md#merchant-and-notes
 */

import { merchantTerms } from './merchant-terms.ts'

const { payments, links, partyLabels, otherLabels, farewells } = merchantTerms

/**
 * Compiles a pattern for lower-case texts. `\\p{L}` becomes the few ranges of letters in bank files: all
 * letters of Unicode would take longer to compile than ten thousand rows take to import.
 */
function compilePattern(pattern: string): RegExp {
  const letters = 'a-zª-ɏͰ-῿぀-퟿'
  const inClass = (found: string) => found.replaceAll('\\p{L}', letters).replaceAll('\\p{N}', '\\d')
  return new RegExp(
    pattern.replace(/\[(?:\\.|[^\]\\])*\]|\\p\{[LN]\}/g, (found) =>
      found.startsWith('[') ? inClass(found) : `[${inClass(found)}]`,
    ),
  )
}

/** Expands a pattern of merchant-terms.ts: a blank matches blanks or hyphens. */
const expandBlanks = (pattern: string): string =>
  pattern.replace(/\[[^\]]*\]| \?| /g, (found) => {
    if (found === ' ?') return '[\\s-]*'
    return found === ' ' ? '[\\s-]+' : found
  })

const MONTH =
  '(?:jan(?:uar[yi]?|vier)?|feb(?:ruar[yi]?)?|mar(?:ch|s|zo|ço|ec)?|mrz|märz?|apr(?:ile?)?|may|mai|maj|jun[ei]?|jul[yi]?|aug(?:ust(?:us)?)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?|dic|ene|abr|ago|set|out|fév|avr|juin|juil|août|déc|gen|mag|giu|lug|ott|sty|lut|kwi|cze|lip|sie|wrz|paź|lis|gru)(?![a-zà-ž])\\.?'
const DAY = '(?:0?[1-9]|[12]\\d|3[01])'
const YEAR = '(?:(?:19|20)\\d\\d|\\d\\d)'
const TIME =
  '(?:kl\\.?\\s?)?(?:[01]?\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d)?(?:\\.\\d+)?(?:\\s?(?:uhr|hrs?|am|pm|utc|z)(?!\\p{L}))?|\\d{1,2}[.h][0-5]\\d\\s?uhr|(?:[01]?\\d|2[0-3])h[0-5]\\d'
const DATED = `(?:19|20)\\d\\d[-./](?:0\\d|1[0-2])[-./][0-3]\\d|${DAY}[./-]${DAY}[./-]${YEAR}|${DAY}\\.\\s?${MONTH}(?:\\s?${YEAR})?|${DAY}[\\s-]?${MONTH}[\\s-]?(?:19|20)\\d\\d|(?:19|20)\\d\\d(?:0[1-9]|1[0-2])[0-3]\\d`
const DATE = `(?:${DATED}|[0-3]\\d[./][0-3]\\d(?!\\d)\\.?|${DAY}\\.${DAY}\\.(?!\\d)|[0-3]\\d\\s?${MONTH}(?:\\s?${YEAR})?(?![\\p{L}\\d])|${MONTH}\\s?[0-3]\\d(?:,?\\s(?:19|20)\\d\\d)?(?!\\d))`
const LINKED = '(?:(?:du|le|vom|am|del|el|il|dne|ze dne|den|on|op|dnia|z dnia|em|от)\\s)?'
const WHEN = `(?:alle\\s)?ore\\s\\d{1,2}[:.]?\\d\\d|${LINKED}${DATE}(?:[\\sT,/-]*(?:${TIME}))?|(?:(?:at|um|à|a las|alle|om)\\s)?@?(?:${TIME})`

const CARDS =
  '(?:(?:visa|master|debit|credit|ec)[\\s-]?)?(?:cards?|karten?|carte|tarjeta|tarj\\.?|cart[ãa]o|carta|kort|kortti|kaart|karta|kart[ay]|kartou|pas(?:nr)?|карта)'
const NUMBERED = '(?:(?:no|nr|nº|n°|n|num|number|ending(?:\\sin)?|endend auf|\\.{2,}|:)\\.?:?\\s?)?'
const CARD = `(?:${CARDS}|visa|mastercard|maestro|mc|cb)?[\\s:]*${NUMBERED}(?:\\d{4,6}[\\s-]?(?:\\d{2})?[x*•.]{4,}[\\s-]?\\d{2,6}|(?:[x*•]{2,4}[\\s-]?){1,4}\\d{2,6}|(?:\\d{4}[\\s-]){3}\\d{4}|\\d{4}[\\s-](?:[x*•]{4}[\\s-]){2}\\d{4}|\\d{16}|\\d{4,6}[x*•]{2,})|${CARDS}[\\s:]*${NUMBERED}[x*]?\\d{3,}|(?:x|\\*)\\d{4}|k\\d{1,2}(?=\\s|$)`
const MONEY_CODE =
  '(?:eur|usd|gbp|chf|cad|aud|nzd|sek|nok|dkk|pln|czk|huf|ron|bgn|try|jpy|cny|brl|mxn|inr|zar|ils|rub|ltl|lvl|eek|[€$£¥₹]|zł|kč|ft|kr)'
const AMOUNT = `(?:${MONEY_CODE}\\s?\\d[\\d.,']*|\\d[\\d.,']*[.,]\\d\\d\\s?${MONEY_CODE})(?:\\s?(?:@|kurs:?|kurs|rate:?|1 (?:${MONEY_CODE}|euro) =)\\s?[\\d.,]+)?(?![\\p{L}\\d])`
const NUMBER = `(?:(?:terminal|term|tid|trm|auth(?:\\scode)?|aut|autoriz|autorisation|ref|referenz|nr|no|n°|id|trace|txn|seq|folio|bon|beleg|filiale|fil|store|kassa|kasse|op|num)[.:#]?\\s?)?`
const PHONE = '\\+?\\(?\\d{3}\\)?[\\s.-]\\d{3}[\\s.-]\\d{4}|\\d{3}-\\d{7}|\\+\\d{2}[\\s\\d]{7,}\\d'

const compilePrefix = (pattern: string): RegExp => compilePattern(`^(?:${pattern})[\\s:,.;*/|–-]*`)

/** A payment term before the name. */
export const PAYMENT_PREFIX = compilePattern(
  `^(?:${payments.map(expandBlanks).join('|')})(?:(?<=[^\\p{L}\\p{N}.])|(?<=\\.)|(?![\\p{L}\\p{N}'’&+]|\\.\\p{L}))[\\s:,.;*/|–-]*`,
)
/** A word between a payment term and the name. */
export const LINK_WORD = compilePattern(`^(?:${links})(?![\\p{L}\\p{N}'’&+])[\\s:,.-]*`)
/** A date, card, amount or terminal before the name. */
export const LEADING_NOISE = compilePrefix(
  `\\[\\w{1,3}\\]|[a-z]{6}[a-z\\d]{2}(?:[a-z\\d]{3})?(?=\\s[a-z]{2}\\d\\d[a-z\\d]{11})|(?:${WHEN}|${CARD}|${AMOUNT}|\\d+[.,]\\d\\d\\s[a-z]{2}(?=\\sk\\d)|\\([.\\d\\s]+\\)|#\\s?\\d+|${PHONE})(?![\\p{L}\\p{N}])`,
)
/** What ends a name. */
export const NAME_END = compilePattern(
  `[\\s,.;]+(?:-\\s[\\d•*]{2,3}\\.[\\d•*]{3}\\.[\\d•*]{3}|(?:${expandBlanks(farewells)})(?![\\p{L}])|(?:store|shop|filiale|fil\\.|markt|nr\\.?|no\\.?)?\\s?#\\s?\\d|[#№]\\s?[a-z]?\\d{2,}|${LINKED}(?:${DATED})(?!\\d)|${DATE}[\\sT,]+(?:${TIME})|@?(?:${TIME})(?!\\d)|\\d{4,6}[x*•]{2,}|[x*•]{4,}[\\s-]?\\d|\\*\\d{3,}|(?:${PHONE})(?!\\d)|(?<=\\p{L}\\s)(?:0\\d{3,}|\\d{6,})(?![\\p{L}\\d])|sepa[\\s-]|id emetteur|(?:factuur|klant)n(?:r|ummer)\\.?\\s?\\d|(?:eref|kref|mref|cred|debt|svwz|abwa|abwe|iban|bic)\\+)|@(?:${TIME})|,\\d+[.,]\\d\\d\\s(?:${MONEY_CODE})(?![\\p{L}])|\\*(?=[a-z]*\\d)[a-z\\d]{6,}(?=\\s)`,
)
/** A date, card, amount, terminal or counter after the name. */
export const TRAILING_NOISE = compilePattern(
  `[\\s,;/|–-]+(?:${WHEN}|${CARD}|${AMOUNT}|${NUMBER}(?:\\d{5,}|0\\d{2,})|(?:nr|no|fil|filiale|store|kassa|kasse|terminal|term)[.:#]*\\s?\\d+|ref[.:]?\\s\\w*\\d\\w*|(?<=\\s)(?:[a-z\\d-]+\\.){1,3}[a-z]{2,}[/#]\\S*|#\\s?\\d+|\\d{1,2}/\\d{1,2}|${PHONE}|_\\w|pos\\sdebit|(?:via\\s)?(?:apple|google|samsung)\\spay|contactless|kontaktlos|sans contact|contactloos)$|\\*\\w*\\d\\w*$`,
)
/** A branch number and the town after it, or a town after its postcode: `1234 SYDNEY`, `75PARIS 11`. */
export const TOWN_AFTER_NUMBER =
  /(?<=\p{L}\s?)[\s,;/|–-]+(?:(?!1[89]\d\d|20\d\d|\d\d00|\d000)\d{4}(?:\s\p{L}[\p{L}.'-]+){1,2}|(?:\d{2}|\d{5})\p{L}{4,}(?:\s\d{1,2})?)$/u
/** A branch number; a year or a round number may be part of the name. */
export const BRANCH_NUMBER = /[\s,;/|–-]+(?!1[89]\d\d|20\d\d|\d\d00)\d{4}$/
const LONG_TEXT = '~'.repeat(1000)

/**
 * Compiles the long patterns to machine code. V8 first compiles a slower form, which takes ten times longer,
 * unless the first text has a thousand characters.
 */
export function warmUpPatterns(): void {
  for (const pattern of [PAYMENT_PREFIX, LEADING_NOISE, NAME_END, TRAILING_NOISE]) pattern.test(LONG_TEXT)
}
/** Words that are left over when what followed them was removed. */
export const TRAILING_LINK =
  /(?:[\s,;:/|*–-]+(?:on|at|to|from|am|vom|du|le|del|op|den|dne|ref|auth|aut|nr|no|fil|filiale|card|karte|carte|cb|carta|tarjeta|kort|term|terminal|kl|uhr|debit|visa debit)?\.?)$/

const buildLabelPattern = (names: string): string => `(?:${expandBlanks(names)})\\s?:\\s*`
/** A label before the counterparty's name. */
export const PARTY_LABEL = compilePattern(
  `(?:^|[\\s;,|(/])(?:${buildLabelPattern(partyLabels)}|(?:de|od|von|from|to|an|do|da)\\s?:\\s+)(?=[^\\s])`,
)
/** A label before anything else. */
export const OTHER_LABEL = compilePattern(
  `(?:^|[\\s;,|(])(?:${buildLabelPattern(otherLabels)}|${buildLabelPattern(partyLabels)}|(?:ref|tyt|adr|ul|kto)\\.\\s?(?=\\S))`,
)
/** A text without a match has no name end. */
export const NAME_END_HINT = /[\d#+]|dank|sepa|emetteur|remerc|agrad|ringra|tack|kiit|dzi|děk|kösz/i
/** A text without a match has no leading noise. */
export const LEADING_NOISE_HINT = /^(?:\[|\D{0,16}\d)/
/** A text without a match has no trailing noise. */
export const TRAILING_NOISE_HINT = /\d|[/#]|(?:pay|less|tact|los|loos|_.|debit)$/
