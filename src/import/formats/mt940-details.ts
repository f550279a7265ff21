/**
 * Reads payee and notes from MT940 field 86, which banks write in four different ways.
 * @see docs/import.md#9-formats-besides-csv
 */

import { collapseWhitespace } from '../../tables/cells/vocabulary.ts'
import { joinCells } from '../../transactions/merchant-names/merchant-and-notes.ts'

interface DetailTexts {
  payee: string
  notes: string
  /** The remaining fields: transaction kinds, references, account numbers. */
  details: string
}

interface KnownTexts {
  /** The name that follows the reference in field 61. */
  name: string
  /** That name and the lines below field 61. */
  known: readonly string[]
}

/** Returns payee, notes and details from the fields that follow field 61. */
export function readDetailTexts(
  fields: readonly { tag: string; lines: readonly string[] }[],
  { name, known }: KnownTexts,
): DetailTexts {
  const nsLines = fields.filter(({ tag }) => tag === 'NS').flatMap(({ lines }) => lines)
  const text = fields
    .filter(({ tag }) => tag === '86')
    .map(({ lines }) => joinWrappedLines(lines))
    .join(' ')
    .trim()
  const found = parseNumberedFields(text) ?? parseSlashCodes(text) ?? parseNsLines(nsLines)
  if (found) {
    const payee = found.payee || name
    return {
      payee,
      notes: found.notes,
      details: joinUnmentioned([found.details, ...known], [payee, found.notes]),
    }
  }
  // Dutch banks name the counterparty below field 61 and again in field 86.
  const knownName = name || known.find((one) => /\p{L}{2}/u.test(one) && text.includes(one))
  const texts = knownName ? { payee: knownName, notes: text } : { payee: text || (known[0] ?? ''), notes: '' }
  return { ...texts, details: joinUnmentioned(known, [texts.payee, texts.notes]) }
}

/** Joins the texts that occur in none of `said`. */
const joinUnmentioned = (texts: readonly string[], mentioned: readonly string[]): string =>
  joinCells(
    texts.filter((text) => /\p{L}{2}/u.test(text) && !mentioned.some((other) => other.includes(text))),
  )

// A full line continues in the middle of a word.
const FULL_LINE_LENGTH = 64

/** Joins lines, with a blank behind each that is shorter than a full one. */
export const joinWrappedLines = (lines: readonly string[], fullLength = FULL_LINE_LENGTH): string =>
  lines.map((line) => (line.length < fullLength ? `${line} ` : line)).join('')

/**
 * Parses `166?00SEPA?20purpose?21more?32name?33more`: a code, then numbered fields after a separator that the
 * bank chooses.
 */
function parseNumberedFields(text: string): DetailTexts | undefined {
  const [, separator] = /^\d{3}([^\p{L}\d\s])\d\d/u.exec(text) ?? []
  if (separator === undefined) return undefined
  const parts = text
    .slice(3)
    .split(separator)
    .flatMap((part): [number, string][] => {
      const [, tens, ones = '', content = ''] = /^\s?(\d)\s?(\d)(.*)$/.exec(part) ?? []
      return tens === undefined ? [] : [[Number(tens + ones), content]]
    })
  const select = (first: number, last: number) =>
    parts.filter(([number]) => number >= first && number <= last).map(([, content]) => content)
  // A bank fills up the first part with blanks.
  const payee = collapseWhitespace(select(32, 33).join('')).trim()
  const purpose = [...select(20, 29), ...select(60, 63)].join('').trim()
  const notes = extractPurpose(purpose) || select(0, 0).join('')
  const details = [
    purpose.replace(notes, ' ').replace(/SVWZ\+\s*/, ' '),
    select(0, 0).join(''),
    ...select(30, 31),
    ...select(35, 59),
  ]
  return { payee, notes, details: joinCells(details.filter((part) => part.trim() !== notes)) }
}

/** Returns the remittance text of `EREF+77SVWZ+Invoice 7`, here `Invoice 7`. */
const extractPurpose = (purpose: string): string =>
  /SVWZ\+(.*?)(?=(?:EREF|KREF|MREF|CRED|DEBT|ABWA|ABWE|IBAN|BIC)\+|$)/.exec(purpose)?.[1]?.trim() ?? purpose

/** Parses `/NAME/J. Doe/REMI/Invoice 7`: a code between slashes before each field. */
function parseSlashCodes(text: string): DetailTexts | undefined {
  const part = (code: string) => new RegExp(`/${code}/(.*?)/*(?=/[A-Z]{4}/|$)`).exec(text)?.[1]?.trim()
  const payee = part('NAME') ?? /\/(?:CNTP|BENM)\/[^/]*\/[^/]*\/([^/]*)/.exec(text)?.[1]?.trim()
  if (payee === undefined) return undefined
  // A purpose code may precede it: USTD means unstructured text.
  const purpose = part('REMI')?.replace(/^USTD\/+/, '')
  const notes = purpose || (part('EREF') ?? '')
  const parts = [...text.matchAll(/\/[A-Z]{3,4}\/(.*?)\/*(?=\/[A-Z]{3,4}\/|$)/g)].flatMap(([, found = '']) =>
    found.split('/'),
  )
  const details = parts.filter(
    (value) => value !== 'USTD' && !payee.includes(value.trim()) && !notes.includes(value.trim()),
  )
  return { payee, notes, details: joinCells(details) }
}

/** Parses the lines of field `:NS:`: lines 15 and 16 hold the name, lines 01 to 14 the purpose. */
function parseNsLines(lines: readonly string[]): DetailTexts | undefined {
  if (lines.length === 0) return undefined
  const select = (first: string, last: string) =>
    lines
      .filter((line) => line.slice(0, 2) >= first && line.slice(0, 2) <= last)
      .map((line) => line.slice(2).trim())
  return {
    payee: select('15', '16').join(''),
    notes: select('01', '14').join(' '),
    details: select('17', '99').join(' '),
  }
}
