/** QIF: Quicken's exchange format, a line per field and `^` behind each record. */ // import.md §9

import type { SkippedLine } from '../model/table-bounds.ts'
import { joinCells } from '../text/merchant-and-notes.ts'
import type { Entry, Format, Outline, Stretch } from './statement-format.ts'
import { type Line, linesOf } from './text-lines.ts'

/** The headings of transactions, `!Type:Bank` and its like; without any, a file is one of them. */
const TRANSACTIONS = /^!type: *(bank|cash|ccard|oth ?[al]) *$/i
const FIRST_HEADING = '!Type:Bank'
const LISTS = /^!type: *(cat|class|memorized|prices|security|budget|invitem|template|tag)/i
const ACCOUNT = /^!account/i

const isHeading = (text: string): boolean => text.startsWith('!')

/** The fields of one record, by their letters, and where it begins. */
interface Fields extends Pick<Line, 'at' | 'line'> {
  byLetter: Map<string, string>
}

/** The records of a part of a text; a heading is a record with `!` as its letter. */
function* recordsOf(text: string, stretch: Stretch): Generator<Fields> {
  let open: Fields | undefined
  for (const { at, line, text: written } of linesOf(text, stretch)) {
    if (isHeading(written) || written.startsWith('^')) {
      if (open) yield open
      open = undefined
      if (isHeading(written)) yield { at, line, byLetter: new Map([['!', written.trim()]]) }
      continue
    }
    // A comment, or nothing at all.
    if (written.trim() === '' || written.startsWith('#')) continue
    open ??= { at, line, byLetter: new Map() }
    const { byLetter } = open
    const letter = written.charAt(0)
    // The parts of a split repeat letters; the transaction's own stand before them.
    const before = byLetter.get(letter)
    if (before === undefined) byLetter.set(letter, written.slice(1).trim())
    // An address has a line for each of its parts.
    else if (letter === 'A') byLetter.set(letter, `${before} ${written.slice(1).trim()}`)
  }
  if (open) yield open
}

function outline(text: string): Outline {
  const { sections, skipped }: Outline = { sections: [], skipped: [] }
  let account = ''
  let heading = FIRST_HEADING
  const whole = { at: 0, line: 1, end: text.length }
  for (const { at, line, byLetter } of recordsOf(text, whole)) {
    const title = byLetter.get('!')
    if (title !== undefined) {
      heading = title
      const last = sections.at(-1)
      if (last) last.end = Math.min(last.end, at)
    }
    const kind = TRANSACTIONS.exec(heading)?.[1]
    if (kind !== undefined && (title !== undefined || sections.length === 0)) {
      // Without names, a bank's account and a card are still two accounts.
      const section = { account: account || kind, currency: '', closing: undefined }
      sections.push({ ...section, at, line, end: text.length, entries: 0 })
    }
    if (title !== undefined) continue
    const section = sections.at(-1)
    if (ACCOUNT.test(heading)) account = byLetter.get('N') ?? ''
    else if (kind === undefined) skipped.push(leftOut(heading, { line, byLetter }))
    else if (section) section.entries += 1
  }
  return { sections, skipped }
}

function leftOut(heading: string, { line, byLetter }: Pick<Fields, 'line' | 'byLetter'>): SkippedLine {
  const why = LISTS.test(heading) ? 'A list, no transactions' : `No payment, says "${heading}"`
  return { line, raw: [...byLetter].map(([letter, content]) => letter + content).join(' '), why }
}

function* entries(text: string, stretch: Stretch): Generator<Entry> {
  for (const { at, line, byLetter } of recordsOf(text, stretch)) {
    if (byLetter.has('!')) continue
    yield {
      at,
      line,
      date: plainDate(byLetter.get('D') ?? ''),
      amount: byLetter.get('T') ?? byLetter.get('U') ?? '',
      direction: undefined,
      currency: '',
      payee: byLetter.get('P') ?? '',
      notes: byLetter.get('M') ?? '',
      details: joinCells([byLetter.get('A') ?? '', byLetter.get('L') ?? '']),
      ref: byLetter.get('N') ?? '',
      status: 'booked',
    }
  }
}

/** `1/ 1'00` as `1/1/2000`: an apostrophe stands before the years from 2000 on. */
const plainDate = (date: string): string =>
  date
    .replace(/' (?=\d$)/, "'0")
    .replace(/\s+/g, '')
    .replace(/'(\d\d)$/, '/20$1')
    .replace("'", '/')

/** The format of a file that begins with `!Type:` or `!Account`. */
export const qif: Format = { name: 'QIF', outline, entries, dates: undefined, sign: 'amount' }
