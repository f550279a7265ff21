/**
 * Reads QIF, Quicken's exchange format: one field per line and `^` after each record.
 * @see docs/import.md#9-formats-besides-csv
 */

import { normalizeQifDate, type QifRecord, readQifRecords } from '../../tables/records/qif-records.ts'
import type { TextRange } from '../../tables/text/text-lines.ts'
import { joinCells } from '../../transactions/merchant-names/merchant-and-notes.ts'
import type { SkippedLine } from '../model/statement.ts'
import type { StatementEntry, StatementFormat, StatementIndex } from './statement-format.ts'

/** The headings of transaction lists, such as `!Type:Bank`. A file without headings is one such list. */
const TRANSACTION_HEADING = /^!type: *(bank|cash|ccard|oth ?[al]) *$/i
const FIRST_HEADING = '!Type:Bank'
const LIST_HEADING = /^!type: *(cat|class|memorized|prices|security|budget|invitem|template|tag)/i
const ACCOUNT_HEADING = /^!account/i

function buildQifIndex(text: string): StatementIndex {
  const { sections, skipped }: StatementIndex = { sections: [], skipped: [] }
  let account = ''
  let heading = FIRST_HEADING
  const range = { at: 0, line: 1, end: text.length }
  for (const { at, line, byLetter } of readQifRecords(text, range)) {
    const title = byLetter.get('!')
    if (title !== undefined) {
      heading = title
      const lastSection = sections.at(-1)
      if (lastSection) lastSection.end = Math.min(lastSection.end, at)
    }
    const kind = TRANSACTION_HEADING.exec(heading)?.[1]
    if (kind !== undefined && (title !== undefined || sections.length === 0)) {
      // Without names, a bank account and a card are still two accounts.
      const section = { account: account || kind, currency: '', closing: undefined }
      sections.push({ ...section, at, line, end: text.length, entries: 0 })
    }
    if (title !== undefined) continue
    const section = sections.at(-1)
    if (ACCOUNT_HEADING.test(heading)) account = byLetter.get('N') ?? ''
    else if (kind === undefined) skipped.push(toSkippedLine(heading, { line, byLetter }))
    else if (section) section.entries += 1
  }
  return { sections, skipped }
}

function toSkippedLine(
  heading: string,
  { line, byLetter }: Pick<QifRecord, 'line' | 'byLetter'>,
): SkippedLine {
  const why = LIST_HEADING.test(heading) ? 'A list, not transactions' : `Not a payment: "${heading}"`
  return { line, raw: [...byLetter].map(([letter, content]) => letter + content).join(' '), why }
}

function* readQifEntries(text: string, range: TextRange): Generator<StatementEntry> {
  for (const { at, line, byLetter } of readQifRecords(text, range)) {
    if (byLetter.has('!')) continue
    yield {
      at,
      line,
      date: normalizeQifDate(byLetter.get('D') ?? ''),
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

/** The format of files that begin with `!Type:` or `!Account`. */
export const qif: StatementFormat = {
  name: 'QIF',
  buildIndex: buildQifIndex,
  readEntries: readQifEntries,
  dates: undefined,
  sign: 'amount',
}
