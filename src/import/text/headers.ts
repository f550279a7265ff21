/**
 * What the words above a column mean, in the languages banks write their headers in.
 * @see docs/import.md#3-dates-numbers-signs
 */

import { headerTerms } from './header-terms.ts'

/** What a header can say about a column; `foreign` and `value_date` are there to be passed over. */
export type HeaderRole = keyof typeof headerTerms

const CURRENCY_WORDS =
  /\b(?:eur|usd|gbp|chf|cad|aud|nzd|sek|nok|dkk|pln|czk|huf|hkd|sgd|jpy|cny|inr|zar|brl|mxn|try|ron)\b|[€$£¥₹]/g

/** A header cell as it is compared: `AccountName` as two words, lower case, no punctuation, single blanks. */
export const normalizeHeader = (cell: string): string =>
  cell
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}€$£¥₹/]+/gu, ' ')
    .trim()

/** So short a word without its accents is one of another language: "nợ" is a debit, "no" counts rows. */
const MIN_UNACCENTED_LENGTH = 3

/** A term and, since some banks leave accents out, the same without them. */
const listSpellings = (term: string): string[] => {
  const plain = term.normalize('NFD').replace(/[\u0300-\u036f]/g, '')
  const isSame = plain === term || plain.length < MIN_UNACCENTED_LENGTH || /[^\x00-\x7f]/.test(plain)
  return isSame ? [term] : [term, plain]
}

const termsByRole = Object.entries(headerTerms).map(([role, { is, has }]) => ({
  role: role as HeaderRole, // the keys of terms are the roles
  is: new Set(is.split('|').filter(Boolean).flatMap(listSpellings)),
  // Words are looked for whole, except in the scripts that write without blanks.
  has: has
    .split('|')
    .flatMap(listSpellings)
    .flatMap((term) => (term > '\u2e80' ? term : term && ` ${term} `) || []),
}))

/**
 * What `Payee/Payer` or `Name - Counterparty` says in one of its parts; money and dates are left as they are written.
 * @see docs/import.md#10-rules-found-with-unseen-files
 */
const rolesFoundInParts: ReadonlySet<HeaderRole> = new Set([
  'payee',
  'name',
  'payer',
  'text',
  'original',
  'holder',
  'code',
])

/** The roles a header cell may name, each with how surely: 3 the very word, 2 the word among others. */
export function detectHeaderRoles(cell: string): Map<HeaderRole, number> {
  const roles = matchHeaderRoles(cell)
  const parts = cell.split(/[/／|]|\s[-–]\s|(?<=\p{L}{3})-(?=\p{L}{3})/u)
  if (parts.length === 1 || parts.length > 4) return roles
  for (const part of parts)
    for (const [role, sureness] of matchHeaderRoles(part))
      if (rolesFoundInParts.has(role)) roles.set(role, Math.max(roles.get(role) ?? 0, Math.min(2, sureness)))
  return roles
}

function matchHeaderRoles(cell: string): Map<HeaderRole, number> {
  const key = normalizeHeader(cell).slice(0, 120)
  const bare = key.replace(CURRENCY_WORDS, ' ').replace(/\s+/g, ' ').trim()
  const roles = new Map<HeaderRole, number>()
  if (bare === '') return roles
  const spaced = ` ${bare} `
  for (const { role, is, has } of termsByRole) {
    if (is.has(bare) || is.has(key)) roles.set(role, 3)
    else if (has.some((term) => spaced.includes(term))) roles.set(role, 2)
  }
  return roles
}

/** Do these cells stand above a table of transactions: one names a date, another an amount? */
export function isTableHeader(cells: readonly string[]): boolean {
  const roles = new Set(cells.flatMap((cell): HeaderRole[] => [...detectHeaderRoles(cell).keys()]))
  const named = roles.has('date') || roles.has('value_date')
  return named && (roles.has('amount') || roles.has('in') || roles.has('out'))
}

const nonAsciiTerms = new Set(
  termsByRole
    .flatMap(({ is, has }) => [...is, ...has.map((term) => term.trim())])
    .filter((term) => /[^\x00-\x7f]/.test(term)),
)

/** How many different header words with letters beyond ASCII a text holds; tells encodings apart. */
export function countHeaderTerms(text: string): number {
  const lower = text.toLowerCase()
  let hits = 0
  for (const term of nonAsciiTerms) if (lower.includes(term)) hits += 1
  return hits
}
