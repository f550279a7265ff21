/**
 * What a bank says about a row, and what of it is booked: the merchant, and all the rest in the notes.
 * @see docs/import.md#10-rules-found-with-unseen-files
 */

import { extractMerchant } from './merchant-name.ts'
import { collapseWhitespace } from './vocabulary.ts'

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
export type ExtractMerchant = (cell: string) => string | undefined

/** The service takes no longer name. */
export const MAX_NAME_LENGTH = 200

/** So many texts are remembered, none longer than this. */
const MAX_CACHED_TEXTS = 10_000
const MAX_CACHED_LENGTH = 400

/** A merchant that was found in a text; `isOther`: its letters are not those of the text. */
interface FoundMerchant {
  text: string
  name: string
  isOther: boolean
}

/** Finds merchants and remembers them: a bank writes one shop the same way in many rows. */
export type MerchantLookup = (cell: string) => FoundMerchant | undefined

export function createMerchantLookup(find: ExtractMerchant = extractMerchant): MerchantLookup {
  const found = new Map<string, FoundMerchant | undefined>()
  return (cell) => {
    const known = found.get(cell)
    if (known !== undefined || found.has(cell)) return known
    if (cell.length > MAX_CACHED_LENGTH) return lookUpMerchant(cell, find)
    if (found.size === MAX_CACHED_TEXTS) found.clear()
    // A part of a text keeps all of it in memory; a copy does not.
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

/** The texts of a row. `cells`: where a merchant may be named, the likeliest first; `merchants`: undefined to keep the bank's words. */
export function buildRowTexts(
  bank: BankTexts,
  cells: readonly string[],
  merchants: MerchantLookup | undefined,
): RowTexts {
  const { raw_payee, raw_notes, details } = bank
  const found = merchants && findFirstMerchant(cells, merchants)
  const isOther = found !== undefined && (found.isOther || found.text !== raw_payee)
  // What does not fit into a merchant's name must not be lost either.
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

/** The notes where the merchant is the bank's own word. */
export const buildNotes = ({ raw_notes, details }: BankTexts): string => joinTexts([raw_notes, details])

/** The notes where the merchant is another: nothing of the bank's text is lost, whatever the name became. */
export const joinAllTexts = ({ raw_payee, raw_notes, details }: BankTexts): string =>
  raw_notes === '' && details === ''
    ? raw_payee
    : raw_notes.includes(raw_payee)
      ? joinTexts([raw_notes, details])
      : joinTexts([raw_payee, raw_notes, details])

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
  joinTexts(cells.map((cell) => collapseWhitespace(cell).trim()))
