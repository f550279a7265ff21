/** The name of a shop, out of what a bank writes around it. */ // import.md §10

import { writeAsName } from './merchant_case.ts'
import {
  BRANCH,
  LEADING_NOISE,
  LINK,
  MAY_END,
  NAME_ENDS,
  OTHER_LABEL,
  PARTY_LABEL,
  PAYMENT,
  TRAILING_LINK,
  TRAILING_NOISE,
} from './merchant_noise.ts'
import { withoutPlace } from './merchant_place.ts'
import { tidy } from './tidy.ts'

/** No name is looked for behind so many signs. */
const LONGEST = 400
const MOST_ROUNDS = 12

/**
 * The merchant in a bank's text; undefined where nothing but how, when and with what was paid is left of it. `cell`: as it
 * stands in the file, since three blanks end a field there.
 */
export function findMerchant(cell: string): string | undefined {
  const text = (cell.length > LONGEST ? cell.slice(0, LONGEST) : cell).replaceAll('İ', 'I')
  for (const field of splitFields(text)) {
    const name = trimName(tidy(field))
    if (namesSomebody(name)) return writeAsName(startLarge(name, field))
  }
  return undefined
}

/** A name that began within a text, as in `PayPal *shop`, begins like the text. */
function startLarge(name: string, field: string): string {
  const isWithin = /^\p{Ll}/u.test(name) && /^\s*\p{Lu}/u.test(field)
  return isWithin ? name.charAt(0).toUpperCase() + name.slice(1) : name
}

// Banks write fields of fixed width into one text, or put two strokes between them; of a web address they are part.
const GAP = /\s{3,}|(?<!:)\/{2,}/u
const CODED_NAME = /\/NAME\/+([^/]+)/

/** The parts of a text that may be the name, the likeliest first. */
function splitFields(text: string): string[] {
  const [, coded] = text.includes('/NAME/') ? (CODED_NAME.exec(text) ?? []) : []
  if (coded !== undefined) return [coded]
  const fields = GAP.test(text) ? text.split(GAP) : [text]
  if (!/[\p{L})]\s?[:.]/u.test(text)) return fields
  const party = PARTY_LABEL.exec(text.toLowerCase())
  if (!party) return fields.map(cutAtLabel)
  const [name = ''] = cutAtLabel(text.slice(party.index + party[0].length)).split(GAP)
  return [name, ...fields]
}

/** Does a text say by a label whose name it holds? */
export const hasPartyLabel = (text: string): boolean =>
  text.includes(':') && PARTY_LABEL.test(text.toLowerCase())

/** A text up to the first label; a label it begins with names the text itself. */
function cutAtLabel(text: string): string {
  const lower = text.toLowerCase()
  const found = OTHER_LABEL.exec(lower)
  if (!found) return text
  const head = text.slice(0, found.index)
  if (/\p{L}/u.test(head)) return head
  const from = found.index + found[0].length
  const next = OTHER_LABEL.exec(lower.slice(from))
  return text.slice(from, next && next.index > 0 ? from + next.index : undefined)
}

/** A name without what stands before and behind it. */
function trimName(text: string): string {
  const started = trimStart(text)
  const end = MAY_END.test(started) ? NAME_ENDS.exec(started.toLowerCase()) : undefined
  const head = end ? started.slice(0, end.index) : started
  return trimEnd(withoutPlace(trimEnd(namesSomebody(head) ? head : started)))
}

function trimStart(text: string): string {
  let rest = text.toLowerCase()
  let isPaid = false
  const drop = (found: RegExpExecArray | null): boolean => {
    if (!found || found[0] === '') return false
    rest = rest.slice(found[0].length)
    return true
  }
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const before = rest.length
    drop(/^[\s*:;,.|/–-]+/u.exec(rest))
    if (drop(PAYMENT.exec(rest))) {
      isPaid = true
      // The day of the payment, or the end of the card's number.
      drop(/^\d{3,4}\s(?=.*\p{L})/u.exec(rest))
    }
    if (/^[^\p{L}]|^[\p{L}.\s]{1,12}[^\p{L}.\s]/u.test(rest)) drop(LEADING_NOISE.exec(rest))
    if (isPaid) drop(LINK.exec(rest))
    const word = /^\S+(?=\s)/.exec(rest)
    if (word && isCode(word[0])) drop(word)
    if (rest.length === before) break
  }
  return text.slice(text.length - rest.length)
}

function trimEnd(text: string): string {
  let rest = text.toLowerCase()
  // Who writes names with small letters means the number behind them.
  const isLoud = !/\p{Ll}/u.test(text)
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const before = rest.length
    if (isLoud) rest = rest.replace(BRANCH, '')
    if (/\d|[py]|[ct]o|s$/u.test(rest)) rest = rest.replace(TRAILING_NOISE, '')
    rest = rest.replace(TRAILING_LINK, '')
    const [word = ''] = /\s\S+$/.exec(rest) ?? []
    if (isCode(word.trim())) rest = rest.slice(0, -word.length)
    if (rest.length === before) break
  }
  return text.slice(0, rest.length)
}

/** Is this a number that a machine gave: of a terminal, a payment, a mandate? `1800FLOWERS` and `B2B` are none. */
function isCode(word: string): boolean {
  if (word.length < 5 || !/^[\p{L}\d/+.#*:-]*\d[\p{L}\d/+.#*:-]*$/u.test(word)) return false
  const digits = word.replace(/\D/g, '').length
  if (digits < 4) return false
  const letters = word.replace(/\P{L}/gu, '').length
  if (letters === 0) return digits >= 5
  const changes = word.match(/\p{L}(?=\d)|\d(?=\p{L})/gu)?.length ?? 0
  return letters <= digits && (changes >= 2 || digits >= 5)
}

const NOBODY =
  /^(?:(?:account|acct|a\/c|konto|compte|cuenta|conta|conto|rekening|card|karte|carte|tarjeta|carta|visa|mastercard|maestro|nr|no|ref|id|eur|usd|gbp|chf|sek|nok|dkk|pln|czk|payment|zahlung|paiement|pago|umsatz|debit|credit|deposit|withdrawal|purchase|transfer|ach|pos|atm|eft|bacs|bank|swish|vipps|mobilepay|överföring|insättning|uttag|betalning|overføring|overførsel|indbetaling|betaling|virement|prelevement|prélèvement|retrait|incasso|inkaso|bonifico|prelievo|transferencia|transferência|przelew|wpłata|wypłata|převod|platba|prevod|átutalás|vásárlás|поповнення|переказ|перевод|превод|получен)(?:[\s.,:]+|$))+$/iu

/** Is there a name in this text: two letters, or one of a script that needs no more? */
const namesSomebody = (text: string): boolean =>
  /\p{L}\P{L}*\p{L}|[\u3040-\u9fff\uac00-\ud7af]/u.test(text) && !NOBODY.test(text) && !isCode(text)
