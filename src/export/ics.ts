/** Writes the open dates of schedules as a calendar of all-day events (RFC 5545). @see docs/export.md#ics */

import { addDays } from '../money/calendar.ts'
import { formatAmount } from '../money/minor-units.ts'
import type { ExportFacts, ExportWriter } from './export-facts.ts'
import { toSafeId } from './journal-text.ts'
import type { PlannedDate } from './planned.ts'

/** Writes text as a value: commas and semicolons would separate values, a line feed would end it. */
const toText = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll(/\p{Cc}/gu, ' ')

const MAX_LINE_BYTES = 75

/** Ends a line, and folds it where it is longer than 75 bytes, between two characters. */
function foldLine(line: string): string {
  let [folded, bytes] = ['', 0]
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > MAX_LINE_BYTES) [folded, bytes] = [`${folded}\r\n `, 1]
    folded += character
    bytes += size
  }
  return `${folded}\r\n`
}

const toPlainDate = (date: string): string => date.replaceAll('-', '')

function formatEvent({ open, amount }: PlannedDate, { currency, decimals }: ExportFacts): string {
  const { schedule, date, due_date, is_estimate } = open
  const { name, account_name, transfer_account_name, category_name, ready_to_assign, notes } = schedule
  const figure = `${is_estimate ? '~' : ''}${formatAmount(amount, decimals)} ${currency}`
  const accounts = [account_name, transfer_account_name].filter((one) => one !== null).join(' → ')
  const place = ready_to_assign ? 'Ready to Assign' : category_name
  return [
    'BEGIN:VEVENT',
    `UID:${toSafeId(schedule.id)}-${toPlainDate(date)}@budget`,
    // The same workspace gives the same bytes.
    `DTSTAMP:${schedule.updated_at.slice(0, 19).replaceAll(/[-:]/g, '')}Z`,
    `DTSTART;VALUE=DATE:${toPlainDate(due_date)}`,
    `DTEND;VALUE=DATE:${toPlainDate(addDays(due_date, 1))}`,
    `SUMMARY:${toText(`${name} ${figure}`)}`,
    `DESCRIPTION:${toText([accounts, place, notes].filter((one) => one !== null).join('\n'))}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
    .map(foldLine)
    .join('')
}

/** Writes the open dates of a workspace as events. */
export const writeIcs: ExportWriter = async function* (facts) {
  yield 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//budget//schedules//EN\r\nCALSCALE:GREGORIAN\r\n'
  for (const planned of facts.planned) yield formatEvent(planned, facts)
  yield 'END:VCALENDAR\r\n'
}
