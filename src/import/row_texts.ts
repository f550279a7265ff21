/** What a bank says about a row, and what of it is booked: the merchant, and all the rest in the notes. */ // import.md §10

import { findMerchant } from './merchant_name.ts'
import { tidy } from './tidy.ts'

/** What the bank says, each on one line. */
export interface BankTexts {
  /** The other side, and what it was about: what tells rows apart, whatever becomes of the names. */
  raw_payee: string
  raw_notes: string
  /** More text, which banks change or add later. */
  details: string
}

/** What is booked, and what the bank says. */
export interface RowTexts extends BankTexts {
  payee: string
  notes: string
}

/** Finds the merchant in a text of a file; undefined where it names none. */
export type FindMerchant = (cell: string) => string | undefined

/** So many texts are remembered. */
const MOST_TEXTS = 10_000

/** The same, remembering what it found: a bank writes one shop the same way in many rows. */
export function rememberMerchants(find: FindMerchant = findMerchant): FindMerchant {
  const found = new Map<string, string | undefined>()
  return (cell) => {
    const known = found.get(cell)
    if (known !== undefined || found.has(cell)) return known
    if (found.size === MOST_TEXTS) found.clear()
    // A part of a text keeps all of it in memory; a copy does not.
    const text = copy(cell)
    const name = find(text)
    found.set(text, name === undefined || name === text ? name && text : copy(name))
    return name
  }
}

const copy = (text: string): string => ` ${text}`.slice(1)

/** The texts of a row. `cells`: where a merchant may be named, the likeliest first; `find`: undefined to keep the bank's words. */
export function bookTexts(
  bank: BankTexts,
  cells: readonly string[],
  find: FindMerchant | undefined,
): RowTexts {
  const { raw_payee, raw_notes, details } = bank
  const name = find && nameIn(cells, find)
  const payee = name ?? raw_payee
  const isRenamed = payee !== raw_payee && payee.toLowerCase() !== raw_payee.toLowerCase()
  return { payee, notes: isRenamed ? wholeText(bank) : notesBeside(bank), raw_payee, raw_notes, details }
}

function nameIn(cells: readonly string[], find: FindMerchant): string | undefined {
  for (const cell of cells) {
    const name = cell === '' ? undefined : find(cell)
    if (name !== undefined) return name
  }
  return undefined
}

/** The notes where the merchant is the bank's own word. */
export const notesBeside = ({ raw_notes, details }: BankTexts): string => joinTexts([raw_notes, details])

/** The notes where the merchant is another: nothing of the bank's text is lost, whatever the name became. */
export const wholeText = ({ raw_payee, raw_notes, details }: BankTexts): string =>
  raw_notes.includes(raw_payee) ? joinTexts([raw_notes, details]) : joinTexts([raw_payee, raw_notes, details])

/** Texts behind one another, each said once. */
export function joinTexts(texts: readonly string[]): string {
  let joined = ''
  for (const text of texts) {
    if (text === '' || joined.includes(text)) continue
    joined = joined === '' ? text : `${joined}; ${text}`
  }
  return joined
}

/** Texts on one line each, behind one another. */
export const joinCells = (cells: readonly string[]): string =>
  joinTexts(cells.map((cell) => tidy(cell).trim()))
