/**
 * Splits the bank's text of a row into the merchant and the notes, without losing any of it.
 * @see docs/import.md#merchant-and-notes
 */

import { collapseWhitespace } from '../../tables/cells/vocabulary.ts'
import { extractMerchant } from './merchant-name.ts'

/** The bank's own text of a row, each field on one line. */
export interface BankTexts {
  /** The counterparty and the description. They identify a row, whatever merchant is extracted from them. */
  raw_payee: string
  raw_notes: string
  /** More text, which banks may change or add later. */
  details: string
}

/** The texts to import, and the bank's own. */
export interface RowTexts extends BankTexts {
  payee: string
  notes: string
}

/** Extracts the merchant from a text; undefined if it names none. */
export type ExtractMerchant = (cell: string) => string | undefined

/** The API's limit for merchant names. */
export const MAX_NAME_LENGTH = 200

/** The limits of the merchant cache: number of texts, and length of each. */
const MAX_CACHED_TEXTS = 10_000
const MAX_CACHED_LENGTH = 400

/** An extracted merchant; `isOther` is true if it differs from the text in more than case. */
interface FoundMerchant {
  text: string
  name: string
  isOther: boolean
}

/** Extracts merchants with a cache, because a bank writes a shop the same way in many rows. */
export type MerchantLookup = (cell: string) => FoundMerchant | undefined

/**
 * Returns a lookup that caches the merchants it extracts.
 * @default extractMerchant
 */
export function createMerchantLookup(find: ExtractMerchant = extractMerchant): MerchantLookup {
  const found = new Map<string, FoundMerchant | undefined>()
  return (cell) => {
    const cached = found.get(cell)
    if (cached !== undefined || found.has(cell)) return cached
    if (cell.length > MAX_CACHED_LENGTH) return lookUpMerchant(cell, find)
    if (found.size === MAX_CACHED_TEXTS) found.clear()
    // A substring would keep the whole block of text in memory; a copy does not.
    const key = copyString(cell)
    const result = lookUpMerchant(key, find)
    found.set(key, result)
    return result
  }
}

function lookUpMerchant(cell: string, find: ExtractMerchant): FoundMerchant | undefined {
  const name = find(cell)
  if (name === undefined) return undefined
  const text = collapseWhitespace(cell)
  const isOther = name.toLowerCase() !== text.toLowerCase()
  return { text, name: name === text ? text : copyString(name), isOther }
}

const copyString = (text: string): string => ` ${text}`.slice(1)

/**
 * Returns the texts of a row. `cells` may name the merchant, the most likely first; `merchants` is undefined
 * to keep the bank's text.
 */
export function buildRowTexts(
  bank: BankTexts,
  cells: readonly string[],
  merchants: MerchantLookup | undefined,
): RowTexts {
  const { raw_payee, raw_notes, details } = bank
  const found = merchants && findFirstMerchant(cells, merchants)
  const isOther = found !== undefined && (found.isOther || found.text !== raw_payee)
  // What does not fit into the merchant's name must not be lost.
  const notes = isOther || raw_payee.length > MAX_NAME_LENGTH ? joinAllTexts(bank) : buildNotes(bank)
  return { payee: found?.name ?? raw_payee, notes, raw_payee, raw_notes, details }
}

function findFirstMerchant(cells: readonly string[], merchants: MerchantLookup): FoundMerchant | undefined {
  for (const cell of cells) {
    const found = cell === '' ? undefined : merchants(cell)
    if (found) return found
  }
  return undefined
}

/** Returns the notes if the merchant is the bank's own text. */
export const buildNotes = ({ raw_notes, details }: BankTexts): string => joinTexts([raw_notes, details])

/** Returns the notes if the merchant was extracted: the bank's complete text. */
export const joinAllTexts = ({ raw_payee, raw_notes, details }: BankTexts): string =>
  raw_notes === '' && details === ''
    ? raw_payee
    : raw_notes.includes(raw_payee)
      ? joinTexts([raw_notes, details])
      : joinTexts([raw_payee, raw_notes, details])

/** Joins texts with `; `, omitting those already contained. */
export function joinTexts(texts: readonly string[]): string {
  let joined = ''
  for (const text of texts) {
    if (text === '' || joined.includes(text)) continue
    joined = joined === '' ? text : `${joined}; ${text}`
  }
  return joined
}

/** Joins cells with `; `, each on one line. */
export const joinCells = (cells: readonly string[]): string =>
  joinTexts(cells.map((cell) => collapseWhitespace(cell).trim()))
