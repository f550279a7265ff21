/** The name of a shop, out of what a bank writes around it. @see docs/import.md#10-rules-found-with-unseen-files */

import { isAllCaps, isLowerCaseLetter, toNameCase } from './merchant-case.ts'
import { stripLocation } from './merchant-location.ts'
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
  TRAILING_LINK,
  TRAILING_NOISE,
  TRAILING_NOISE_HINT,
  warmUpPatterns,
} from './merchant-noise.ts'
import { collapseWhitespace } from './vocabulary.ts'

/** No name is looked for behind so many signs. */
const MAX_SEARCHED_LENGTH = 400
const MAX_TRIM_ROUNDS = 12

let isPrepared = false

/**
 * The merchant in a bank's text; undefined where nothing but how, when and with what was paid is left of it. `cell`: as it
 * stands in the file, since three blanks end a field there.
 */
export function extractMerchant(cell: string): string | undefined {
  if (!isPrepared) warmUpPatterns()
  isPrepared = true
  const text = (cell.length > MAX_SEARCHED_LENGTH ? cell.slice(0, MAX_SEARCHED_LENGTH) : cell).replaceAll(
    'İ',
    'I',
  )
  for (const field of splitFields(text)) {
    const name = trimName(collapseWhitespace(field))
    if (hasMerchantName(name)) return toNameCase(capitalizeStart(name, field))
  }
  return undefined
}

/** A name that began within a text, as in `PayPal *shop`, begins like the text. */
function capitalizeStart(name: string, field: string): string {
  const isWithin = isLowerCaseLetter(name.charAt(0)) && !isLowerCaseLetter(field.trimStart().charAt(0))
  return isWithin ? name.charAt(0).toUpperCase() + name.slice(1) : name
}

// Banks write fields of fixed width into one text, or put two strokes between them; of a web address they are part.
const FIELD_GAP = /\s{3,}|(?<!:)\/{2,}/
const CODED_NAME = /\/NAME\/+([^/]+)/

/** The parts of a text that may be the name, the likeliest first. */
function splitFields(text: string): string[] {
  const [, coded] = text.includes('/NAME/') ? (CODED_NAME.exec(text) ?? []) : []
  if (coded !== undefined) return [coded]
  const fields = FIELD_GAP.test(text) ? text.split(FIELD_GAP) : [text]
  if (!/[^\d\s]\s?[:.]/.test(text)) return fields
  const party = PARTY_LABEL.exec(text.toLowerCase())
  if (!party) return fields.map(cutAtLabel)
  const [name = ''] = cutAtLabel(text.slice(party.index + party[0].length)).split(FIELD_GAP)
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
  if (LETTER.test(head)) return head
  const from = found.index + found[0].length
  const next = OTHER_LABEL.exec(lower.slice(from))
  return text.slice(from, next && next.index > 0 ? from + next.index : undefined)
}

const STORE_NUMBER = /[\s,.;]+(?:(?:store|shop|filiale|fil\.|markt|nr\.?|no\.?)\s)?#\s?\d/i

/** A name without what stands before and behind it. */
function trimName(text: string): string {
  const started = trimStart(text)
  // The number of a store is the commonest end, and where it is cut off there is seldom another.
  const counted = STORE_NUMBER.exec(started)
  const short = counted ? started.slice(0, counted.index) : started
  const end = NAME_END_HINT.test(short) ? NAME_END.exec(short.toLowerCase()) : undefined
  const head = end ? short.slice(0, end.index) : short
  return trimEnd(stripLocation(trimEnd(hasMerchantName(head) ? head : started)))
}

function trimStart(text: string): string {
  let rest = text.toLowerCase()
  let isPaid = false
  const drop = (found: RegExpExecArray | null): boolean => {
    if (!found || found[0] === '') return false
    rest = rest.slice(found[0].length)
    return true
  }
  for (let round = 0; round < MAX_TRIM_ROUNDS; round++) {
    const before = rest.length
    drop(/^(?:[\s:;,.|/–-]|\*(?!\d))+/.exec(rest))
    if (drop(PAYMENT_PREFIX.exec(rest))) {
      isPaid = true
      // The day of the payment, or the end of the card's number.
      drop(/^\d{3,4}\s(?=.*[A-Za-zª-ɏͰ-῿぀-퟿])/.exec(rest))
    }
    if (LEADING_NOISE_HINT.test(rest)) drop(LEADING_NOISE.exec(rest))
    if (isPaid) drop(LINK_WORD.exec(rest))
    const word = /^\S+(?=\s)/.exec(rest)
    if (word && isMachineCode(word[0])) drop(word)
    if (rest.length === before) break
  }
  return text.slice(text.length - rest.length)
}

function trimEnd(text: string): string {
  let rest = text.toLowerCase()
  // Who writes names with small letters means the number behind them.
  const isLoud = isAllCaps(text)
  for (let round = 0; round < MAX_TRIM_ROUNDS; round++) {
    const before = rest.length
    if (TRAILING_NOISE_HINT.test(rest)) rest = rest.replace(TRAILING_NOISE, '')
    if (isLoud) rest = rest.replace(BRANCH_NUMBER, '')
    rest = rest.replace(TRAILING_LINK, '')
    const [word = ''] = /\s\S+$/.exec(rest) ?? []
    if (isMachineCode(word.trim())) rest = rest.slice(0, -word.length)
    if (rest.length === before) break
  }
  return text.slice(0, rest.length)
}

/** Is this a number that a machine gave: of a terminal, a payment, a mandate? `1800FLOWERS` and `B2B` are none. */
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

// Classes of all letters of Unicode take a hundred times longer to compile than these ranges.
const LETTER = /[A-Za-zª-ɏͰ-῿぀-퟿]/
const TWO_LETTERS = /[A-Za-zª-ɏͰ-῿].*[A-Za-zª-ɏͰ-῿]|[\u0590-\u08ff\u0900-\u0fff\u3040-\u9fff\uac00-\ud7af]/s

/** Is there a name in this text: two letters, or one of a script that needs no more? */
const hasMerchantName = (text: string): boolean =>
  TWO_LETTERS.test(text) && !GENERIC_TEXT.test(text) && !isMachineCode(text)
