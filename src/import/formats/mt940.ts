/**
 * Reads MT940, SWIFT's customer statement.
 * @see docs/import.md#9-formats-besides-csv
 */

import { readTextLines, type TextRange } from '../../tables/text/text-lines.ts'
import { joinWrappedLines, readDetailTexts } from './mt940-details.ts'
import type {
  StatedBalance,
  StatementEntry,
  StatementFormat,
  StatementIndex,
  StatementSection,
  WrittenFigure,
} from './statement-format.ts'

/** A field such as `:61:…` with its continuation lines. */
interface Mt940Field {
  tag: string
  at: number
  line: number
  lines: string[]
}

const TAG = /^:(\d{2}[A-Z]?|NS):(.*)$/
// `-` ends a message, alone or followed by SWIFT trailer characters.
const MESSAGE_END = /^-(?:\}.*|XXX|[\x00-\x20]*)$/

/** Yields the fields of a text range; lines between messages belong to no field. */
function* readFields(text: string, range: TextRange): Generator<Mt940Field> {
  let field: Mt940Field | undefined
  for (const { at, line, text: lineText } of readTextLines(text, range)) {
    const [, tag, content = ''] = TAG.exec(lineText) ?? []
    const isBetween = MESSAGE_END.test(lineText) || lineText.startsWith('{1:')
    if (tag === undefined && !isBetween) {
      field?.lines.push(lineText)
      continue
    }
    if (field) yield field
    field = tag === undefined ? undefined : { tag, at, line, lines: [content] }
  }
  if (field) yield field
}

function buildMt940Index(text: string): StatementIndex {
  const sections: StatementIndex['sections'] = []
  for (const { tag, at, line, lines } of readFields(text, { at: 0, line: 1, end: text.length })) {
    const last = sections.at(-1)
    if (tag === '20' || !last) {
      if (last) last.end = at
      sections.push({ account: '', currency: '', at, line, end: text.length, entries: 0, closing: undefined })
    }
    const section = sections.at(-1)
    if (!section) continue
    const [content = ''] = lines
    const balance = /^6[02][FM]$/.test(tag) ? parseBalance(content) : undefined
    if (tag === '25') section.account = content.trim()
    if (tag === '61') section.entries += 1
    if (balance) section.currency = balance.currency
    if (balance && tag.startsWith('62')) section.closing = balance
    if (balance && tag.startsWith('60')) addFigures(section, [{ ...balance, name: 'opening' }])
    if (/^90[CD]$/.test(tag)) addFigures(section, parseTotals(tag, content))
  }
  return { sections, skipped: [] }
}

const addFigures = (section: StatementSection, figures: readonly WrittenFigure[]): void => {
  section.figures = [...(section.figures ?? []), ...figures]
}

/** Returns the number and sum of the debits or credits, as in `:90D:3EUR123,45`. */
function parseTotals(tag: string, content: string): WrittenFigure[] {
  const [, rows = '', sum = ''] = /^(\d{1,5})[A-Z]{3}([\d.,]+)/.exec(content.trim()) ?? []
  if (rows === '') return []
  const way = tag === '90C' ? 'in' : 'out'
  return [
    { name: `rows_${way}`, amount: rows },
    { name: way, amount: stripTrailingSeparator(sum) },
  ]
}

const BALANCE = /^(?<mark>[CD])(?<date>\d{6})(?<currency>[A-Z]{3})(?<amount>[\d.,]+)/

function parseBalance(content: string): StatedBalance | undefined {
  const { mark, date = '', currency = '', amount = '' } = BALANCE.exec(content.trim())?.groups ?? {}
  return mark === undefined
    ? undefined
    : { date, currency, amount: stripTrailingSeparator(amount), direction: mark === 'D' ? 'out' : 'in' }
}

/** Removes a trailing separator: whole amounts may be written `6800,`. */
const stripTrailingSeparator = (amount: string): string => amount.replace(/[.,]$/, '')

function* readMt940Entries(text: string, range: TextRange): Generator<StatementEntry> {
  let open: { line: Mt940Field; details: Mt940Field[] } | undefined
  for (const field of readFields(text, range)) {
    if (field.tag === '61') {
      if (open) yield toStatementEntry(open.line, open.details)
      open = { line: field, details: [] }
    } else if (open && (field.tag === '86' || field.tag === 'NS')) {
      open.details.push(field)
    } else if (open) {
      // A field 86 after a balance describes the statement.
      yield toStatementEntry(open.line, open.details)
      open = undefined
    }
  }
  if (open) yield toStatementEntry(open.line, open.details)
}

// Value date, entry day, debit/credit mark (R for a reversal, E for an expected entry), third letter of the
// currency, amount, transaction type, references.
const LINE =
  /^(?<date>\d{6})(?<entryDay>\d{4})?\s*(?<mark>R[CD]|E[CD]|[CD])[A-Z]?\s*(?<amount>[\d.,]+)\s*(?:[A-Z][A-Z\d]{3})?(?<rest>.*)$/

const REFERENCE_LENGTH = 16

/** True if a bank without field 86 wrote what the row is about in the place of the reference. */
const isReferenceText = (reference: string): boolean =>
  /\p{Ll}{3}/u.test(reference) ||
  (/^[\p{L}. ]{4,}$/u.test(reference) && !/REF\b|^NOT ?PROVIDED/.test(reference))

function toStatementEntry({ at, line, lines }: Mt940Field, details: readonly Mt940Field[]): StatementEntry {
  const [firstLine = '', ...continuations] = lines
  const { date = '', mark = '', amount = '', rest = '' } = LINE.exec(firstLine.trim())?.groups ?? {}
  const [customer = '', bank = ''] = rest.split('//')
  // The reference has at most 16 characters; some banks append the name of the counterparty.
  const [reference = '', behind = ''] = customer.split(/\s{2,}/)
  const isText = details.length === 0 && isReferenceText(customer)
  // A full reference continues in the middle of a word.
  const name = isText ? joinWrappedLines([customer, bank], REFERENCE_LENGTH).trim() : behind
  const knownTexts = [name, ...continuations].map((value) => value.trim()).filter((value) => value !== '')
  return {
    at,
    line,
    date,
    amount: stripTrailingSeparator(amount),
    direction: mark === 'D' || mark === 'RC' || mark === 'ED' ? 'out' : 'in',
    currency: '',
    ...readDetailTexts(details, { name, known: knownTexts }),
    ref: isText ? '' : bank || (reference === 'NONREF' ? '' : reference),
    status: mark.startsWith('E') ? 'pending' : 'booked',
    ...(mark === '' && { invalidReason: `":61:${firstLine}" is not a statement line` }),
  }
}

function parseShortDate(date: string): string | undefined {
  const [, year = '', month, day] = /^(\d\d)(\d\d)(\d\d)$/.exec(date) ?? []
  if (year === '') return undefined
  return `${Number(year) >= CENTURY_PIVOT ? '19' : '20'}${year}-${month}-${day}`
}

const CENTURY_PIVOT = 70

/** The format of files with `:20:` and `:61:` fields. */
export const mt940: StatementFormat = {
  name: 'MT940',
  buildIndex: buildMt940Index,
  // The closing balance is mandatory and comes last.
  isCut: (text) => /^:60[FM]:/m.test(text) && text.lastIndexOf('\n:62') < text.lastIndexOf('\n:60'),
  readEntries: readMt940Entries,
  dates: { format: 'YYMMDD', read: parseShortDate },
  sign: 'direction',
}
