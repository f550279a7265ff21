/** OFX 1 (SGML) and OFX 2 (XML), also called QFX. */ // import.md §9

import { tidy } from '../text/collapse-whitespace.ts'
import { joinCells } from '../text/merchant-and-notes.ts'
import type { Closing, Entry, Format, Outline, Section, Stretch } from './statement-format.ts'
import { type Element, elementsOf, find, textOf } from './tags.ts'
import { lineTeller } from './text-lines.ts'

const PENDING = 'STMTTRNP'
const TRANSACTION = new Map([
  ['STMTTRN', 1],
  [PENDING, 1],
])
const PARTS = new Map([['STMTRS', 0], ['CCSTMTRS', 0], ['INVSTMTRS', 0], ...TRANSACTION])

function outline(text: string): Outline {
  const { sections, skipped }: Outline = { sections: [], skipped: [] }
  const whole = { at: 0, line: 1, end: text.length }
  const lineOf = lineTeller(text, whole)
  let entries = 0
  for (const element of elementsOf(text, PARTS, whole)) {
    if (TRANSACTION.has(element.name)) {
      entries += 1
      continue
    }
    const section = sectionOf(element, { line: lineOf(element.at), entries })
    sections.push(section)
    skipped.push(...investments(text, element, section))
    entries = 0
  }
  // Transactions that no statement encloses are still transactions.
  if (entries > 0) {
    const at = sections.at(-1)?.end ?? 0
    const unnamed = { account: '', currency: '', entries, closing: undefined }
    sections.push({ ...unnamed, at, line: lineTeller(text, whole)(at), end: text.length })
  }
  return { sections, skipped }
}

const sectionOf = (element: Element, { line, entries }: { line: number; entries: number }): Section => ({
  account: textOf(element, 'ACCTID'),
  currency: textOf(element, 'CURDEF').toUpperCase(),
  at: element.at,
  line,
  end: element.end,
  entries,
  closing: closingOf(element),
})

function closingOf(element: Element): Closing | undefined {
  const amount = textOf(element, 'LEDGERBAL', 'BALAMT')
  const date = textOf(element, 'LEDGERBAL', 'DTASOF')
  return amount === '' ? undefined : { date, amount, direction: undefined, currency: '' }
}

// Shares bought and sold change no account of a budget; what they cost or bring is shown as left out.
function investments(text: string, element: Element, section: Section): Outline['skipped'] {
  const lineOf = lineTeller(text, section)
  const list = find(element, 'INVTRANLIST')?.children ?? []
  return list
    .filter(({ name, children }) => children.length > 0 && name !== 'INVBANKTRAN')
    .map(({ name, at }) => ({ line: lineOf(at), raw: name, why: 'An investment, no payment' }))
}

function* entries(text: string, stretch: Stretch): Generator<Entry> {
  const lineOf = lineTeller(text, stretch)
  for (const element of elementsOf(text, TRANSACTION, stretch)) {
    yield {
      at: element.at,
      line: lineOf(element.at),
      date: textOf(element, 'DTPOSTED') || textOf(element, 'DTTRAN'),
      amount: textOf(element, 'TRNAMT'),
      direction: directionOf(textOf(element, 'TRNTYPE')),
      // In ORIGCURRENCY, unlike CURRENCY, stands what the amount was before the bank exchanged it.
      currency: textOf(element, 'CURRENCY', 'CURSYM').toUpperCase(),
      ...textsOf(element),
      ref: textOf(element, 'FITID'),
      status: element.name === PENDING ? 'pending' : 'booked',
    }
  }
}

function textsOf(element: Element): Pick<Entry, 'payee' | 'notes' | 'details' | 'named'> {
  const payee = textOf(element, 'NAME')
  const notes = textOf(element, 'MEMO')
  const full = textOf(element, 'EXTDNAME')
  const longer = [full, notes].find((text) => isCutFrom(payee, text))
  const elsewhere = ['ADDR1', 'CITY', 'STATE'].map((name) => textOf(element, 'PAYEE', name))
  const account = ['BANKACCTTO', 'CCACCTTO'].map((name) => textOf(element, name, 'ACCTID'))
  const details = joinCells([full === payee ? '' : full, ...elsewhere, ...account])
  return { payee, notes, details, ...(longer !== undefined && { named: longer }) }
}

/** The room NAME has. */
const NAME_ROOM = 32

/** Is a name only the beginning of a text: as long as names may be, or cut within a word? */
function isCutFrom(name: string, text: string): boolean {
  const [start, whole] = [tidy(name).trim(), tidy(text).trim()]
  if (start === '' || whole.length <= start.length || !whole.toLowerCase().startsWith(start.toLowerCase()))
    return false
  const next = whole.charAt(start.length)
  return name.length >= NAME_ROOM - 1 || /[\p{L}\p{N}]/u.test(next)
}

// The other types, such as POS or CHECK, are used for both directions.
function directionOf(type: string): Entry['direction'] {
  if (/^debit$/i.test(type)) return 'out'
  return /^credit$/i.test(type) ? 'in' : undefined
}

/** The format of a file that begins with OFXHEADER or `<OFX>`. */
export const ofx: Format = {
  name: 'OFX',
  outline,
  entries,
  // The time and its zone are dropped: the day is the one the bank writes.
  dates: {
    format: 'ymd',
    read: (date) => /^\d{4}-?\d{2}-?\d{2}/.exec(date)?.[0].replace(/^(\d{4})-?(\d\d)-?/, '$1-$2-'),
  },
  sign: 'amount',
}
