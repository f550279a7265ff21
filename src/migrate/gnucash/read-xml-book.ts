/** Reads a book that GnuCash keeps as XML. */

import { isDate } from '../../money/calendar.ts'
import { createPlaceError, EXPORT_AGAIN } from '../../tables/source-file.ts'
import { findElement, type MarkupElement, readElements, readElementText } from '../../tables/text/tags.ts'
import {
  type Commodity,
  type Fraction,
  type GnuCashAccount,
  type GnuCashBook,
  type GnuCashSplit,
  type GnuCashTransaction,
  isCurrencySpace,
} from './gnucash-book.ts'

const TEMPLATES = 'gnc:template-transactions'
const ELEMENTS = new Map(
  ['GNC:ACCOUNT', 'GNC:TRANSACTION', 'GNC:SCHEDXACTION', 'GNC:BUDGET'].map((name) => [name, 0]),
)

/** Returns the book. @throws UserError for a wrong value, or a file that is cut off */
export function readXmlBook(text: string, file: string): GnuCashBook {
  if (!/<\/gnc-v2>\s*(?:<!--[^]*)?$/.test(text.slice(-END_LENGTH)))
    throw createPlaceError(file, 'the book is cut off: its end is missing', EXPORT_AGAIN)
  const templates = { at: text.indexOf(`<${TEMPLATES}>`), end: text.indexOf(`</${TEMPLATES}>`) }
  const [accounts, transactions]: [GnuCashAccount[], GnuCashTransaction[]] = [[], []]
  const [scheduled, budgets]: [string[], string[]] = [[], []]
  for (const element of readElements(text, ELEMENTS, { at: 0, end: text.length, keepsPrefixes: true })) {
    if (element.at > templates.at && element.at < templates.end) continue
    if (element.name === 'GNC:ACCOUNT') accounts.push(readAccount(element))
    else if (element.name === 'GNC:TRANSACTION') transactions.push(readTransaction(element))
    else if (element.name === 'GNC:BUDGET') budgets.push(readElementText(element, 'BGT:NAME'))
    else scheduled.push(readElementText(element, 'SX:NAME'))
  }
  return { accounts, transactions, scheduled, budgets }
}

/** Behind the end of a book, GnuCash writes variables for editors. */
const END_LENGTH = 1000

const findChild = (element: MarkupElement, name: string): MarkupElement | undefined =>
  element.children.find((child) => child.name === name)

const readText = (element: MarkupElement, name: string): string => findChild(element, name)?.text.trim() ?? ''

const readOptionalText = (element: MarkupElement, name: string): string | null =>
  readText(element, name) || null

/** Returns a note about an account or a transaction; empty if there is none. */
function readSlot(slots: MarkupElement | undefined, key: string): string {
  const slot = slots?.children.find((one) => readText(one, 'SLOT:KEY') === key)
  const value = slot && findChild(slot, 'SLOT:VALUE')
  return value?.children[0]?.text.trim() || value?.text.trim() || ''
}

function readCommodity(element: MarkupElement | undefined): Commodity | undefined {
  if (!element) return undefined
  const [space, id] = [readText(element, 'CMDTY:SPACE'), readText(element, 'CMDTY:ID')]
  return { id, isCurrency: isCurrencySpace(space) }
}

function readAccount(element: MarkupElement): GnuCashAccount {
  const slots = findChild(element, 'ACT:SLOTS')
  return {
    id: readText(element, 'ACT:ID'),
    name: readText(element, 'ACT:NAME'),
    type: readText(element, 'ACT:TYPE'),
    parent: readText(element, 'ACT:PARENT') || undefined,
    commodity: readCommodity(findChild(element, 'ACT:COMMODITY') ?? findChild(element, 'ACT:CURRENCY')),
    notes: readOptionalText(element, 'ACT:DESCRIPTION'),
    isHidden: readSlot(slots, 'hidden') === 'true',
    isPlaceholder: readSlot(slots, 'placeholder') === 'true',
    isOpening: readSlot(slots, 'equity-type') === 'opening-balance',
  }
}

function readTransaction(element: MarkupElement): GnuCashTransaction {
  const id = readText(element, 'TRN:ID')
  const slots = findChild(element, 'TRN:SLOTS')
  // The date is local, with its time zone behind it.
  const date =
    readSlot(slots, 'date-posted') || readElementText(element, 'TRN:DATE-POSTED', 'TS:DATE').slice(0, 10)
  if (!isDate(date)) throw createPlaceError(`Transaction ${id}`, `"${date}" is not a date`, EXPORT_AGAIN)
  return {
    id,
    date,
    number: readOptionalText(element, 'TRN:NUM'),
    description: readOptionalText(element, 'TRN:DESCRIPTION'),
    notes: readSlot(slots, 'notes') || null,
    currency: readElementText(element, 'TRN:CURRENCY', 'CMDTY:ID'),
    splits: (findElement(element, 'TRN:SPLITS')?.children ?? []).map((split) => readSplit(split, id)),
  }
}

const readSplit = (split: MarkupElement, transaction: string): GnuCashSplit => ({
  account: readText(split, 'SPLIT:ACCOUNT'),
  memo: readOptionalText(split, 'SPLIT:MEMO'),
  state: readText(split, 'SPLIT:RECONCILED-STATE'),
  value: readFraction(readText(split, 'SPLIT:VALUE'), transaction),
  quantity: readFraction(readText(split, 'SPLIT:QUANTITY'), transaction),
})

const FRACTION = /^(-?\d{1,19})(?:\/(-?\d{1,19}))?$/

function readFraction(text: string, transaction: string): Fraction {
  const [, numerator, denominator = '1'] = FRACTION.exec(text) ?? []
  if (numerator === undefined)
    throw createPlaceError(`Transaction ${transaction}`, `"${text}" is not an amount`, EXPORT_AGAIN)
  return { numerator: BigInt(numerator), denominator: BigInt(denominator) }
}
