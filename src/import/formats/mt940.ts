/** MT940: SWIFT's statement, as banks hand it to their customers. */ // import.md §9

import { textsOf } from './mt940-details.ts'
import type { Closing, Entry, Format, Outline, Stretch } from './statement-format.ts'
import { linesOf } from './text-lines.ts'

/** A field `:61:…` with its continuation lines. */
interface Field {
  tag: string
  at: number
  line: number
  lines: string[]
}

const TAG = /^:(\d{2}[A-Z]?|NS):(.*)$/
// `-` ends a message, alone or with the marks of the line it came over.
const MESSAGE_END = /^-(?:\}.*|XXX|[\x00-\x20]*)$/

/** The fields of a part of a text; lines outside of a message belong to none. */
function* fieldsOf(text: string, stretch: Stretch): Generator<Field> {
  let field: Field | undefined
  for (const { at, line, text: written } of linesOf(text, stretch)) {
    const [, tag, content = ''] = TAG.exec(written) ?? []
    const isBetween = MESSAGE_END.test(written) || written.startsWith('{1:')
    if (tag === undefined && !isBetween) {
      field?.lines.push(written)
      continue
    }
    if (field) yield field
    field = tag === undefined ? undefined : { tag, at, line, lines: [content] }
  }
  if (field) yield field
}

function outline(text: string): Outline {
  const sections: Outline['sections'] = []
  for (const { tag, at, line, lines } of fieldsOf(text, { at: 0, line: 1, end: text.length })) {
    const last = sections.at(-1)
    if (tag === '20' || !last) {
      if (last) last.end = at
      sections.push({ account: '', currency: '', at, line, end: text.length, entries: 0, closing: undefined })
    }
    const section = sections.at(-1)
    if (!section) continue
    const [content = ''] = lines
    const balance = /^6[02][FM]$/.test(tag) ? balanceOf(content) : undefined
    if (tag === '25') section.account = content.trim()
    if (tag === '61') section.entries += 1
    if (balance) section.currency = balance.currency
    if (balance && tag.startsWith('62')) section.closing = balance
  }
  return { sections, skipped: [] }
}

const BALANCE = /^(?<mark>[CD])(?<date>\d{6})(?<currency>[A-Z]{3})(?<amount>[\d.,]+)/

function balanceOf(content: string): Closing | undefined {
  const { mark, date = '', currency = '', amount = '' } = BALANCE.exec(content.trim())?.groups ?? {}
  return mark === undefined
    ? undefined
    : { date, currency, amount: withoutOpenMark(amount), direction: mark === 'D' ? 'out' : 'in' }
}

/** An amount in whole units may end with the mark: `6800,`. */
const withoutOpenMark = (amount: string): string => amount.replace(/[.,]$/, '')

function* entries(text: string, stretch: Stretch): Generator<Entry> {
  let open: { line: Field; about: Field[] } | undefined
  for (const field of fieldsOf(text, stretch)) {
    if (field.tag === '61') {
      if (open) yield entryOf(open.line, open.about)
      open = { line: field, about: [] }
    } else if (open && (field.tag === '86' || field.tag === 'NS')) {
      open.about.push(field)
    } else if (open) {
      // What follows a balance speaks of the statement.
      yield entryOf(open.line, open.about)
      open = undefined
    }
  }
  if (open) yield entryOf(open.line, open.about)
}

// Value date, entry day, direction with R for a reversal and E for an expected one, the currency's third letter, amount, type, references.
const LINE =
  /^(?<date>\d{6})(?<entryDay>\d{4})?\s*(?<mark>R[CD]|E[CD]|[CD])[A-Z]?\s*(?<amount>[\d.,]+)\s*(?:[A-Z][A-Z\d]{3})?(?<rest>.*)$/

function entryOf({ at, line, lines }: Field, about: readonly Field[]): Entry {
  const [written = '', ...more] = lines
  const { date = '', mark = '', amount = '', rest = '' } = LINE.exec(written.trim())?.groups ?? {}
  const [customer = '', bank = ''] = rest.split('//')
  // The reference has room for 16 signs; some banks write the other side's name behind it.
  const [reference = '', name = ''] = customer.split(/\s{2,}/)
  const known = [name, ...more].map((one) => one.trim()).filter((one) => one !== '')
  return {
    at,
    line,
    date,
    amount: withoutOpenMark(amount),
    direction: mark === 'D' || mark === 'RC' || mark === 'ED' ? 'out' : 'in',
    currency: '',
    ...textsOf(about, { name, known }),
    ref: bank || (reference === 'NONREF' ? '' : reference),
    status: mark.startsWith('E') ? 'pending' : 'booked',
    ...(mark === '' && { flaw: `":61:${written}" is no statement line` }),
  }
}

function dayOf(date: string): string | undefined {
  const [, year = '', month, day] = /^(\d\d)(\d\d)(\d\d)$/.exec(date) ?? []
  if (year === '') return undefined
  return `${Number(year) >= FIRST_OF_1900S ? '19' : '20'}${year}-${month}-${day}`
}

const FIRST_OF_1900S = 70

/** The format of a file with `:20:` and `:61:` fields. */
export const mt940: Format = {
  name: 'MT940',
  outline,
  entries,
  dates: { format: 'YYMMDD', read: dayOf },
  sign: 'direction',
}
