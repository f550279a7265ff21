/**
 * Whom and what a transaction of an MT940 file was about: four ways in which banks write field 86.
 * @see docs/import.md#9-formats-besides-csv
 */

import { joinCells } from '../text/merchant-and-notes.ts'

interface DetailTexts {
  payee: string
  notes: string
  /** The rest of the fields: kinds, references, accounts. */
  details: string
}

interface KnownTexts {
  /** The name behind the reference in field 61. */
  name: string
  /** It and the lines below field 61. */
  known: readonly string[]
}

/** The payee and the notes from the fields that follow field 61. */
export function readDetailTexts(
  fields: readonly { tag: string; lines: readonly string[] }[],
  { name, known }: KnownTexts,
): DetailTexts {
  const own = fields.filter(({ tag }) => tag === 'NS').flatMap(({ lines }) => lines)
  const text = fields
    .filter(({ tag }) => tag === '86')
    .map(({ lines }) => joinWrappedLines(lines))
    .join(' ')
    .trim()
  const found = parseNumberedFields(text) ?? parseSlashCodes(text) ?? parseNsLines(own)
  if (found) {
    const payee = found.payee || name
    return {
      payee,
      notes: found.notes,
      details: joinUnmentioned([found.details, ...known], [payee, found.notes]),
    }
  }
  // Dutch banks name the other side below field 61 and once more in field 86.
  const named = name || known.find((one) => /\p{L}{2}/u.test(one) && text.includes(one))
  const texts = named ? { payee: named, notes: text } : { payee: text || (known[0] ?? ''), notes: '' }
  return { ...texts, details: joinUnmentioned(known, [texts.payee, texts.notes]) }
}

/** Texts that are not said in others. */
const joinUnmentioned = (texts: readonly string[], said: readonly string[]): string =>
  joinCells(texts.filter((text) => /\p{L}{2}/u.test(text) && !said.some((one) => one.includes(text))))

// A line that is full goes on in the middle of a word.
const FULL_LINE_LENGTH = 64

const joinWrappedLines = (lines: readonly string[]): string =>
  lines.map((line) => (line.length < FULL_LINE_LENGTH ? `${line} ` : line)).join('')

/** `166?00SEPA?20purpose?21more?32name?33more`: a code, then numbered parts behind a sign of the bank's choice. */
function parseNumberedFields(text: string): DetailTexts | undefined {
  const [, sign] = /^\d{3}([^\p{L}\d\s])\d\d/u.exec(text) ?? []
  if (sign === undefined) return undefined
  const parts = text
    .slice(3)
    .split(sign)
    .flatMap((part): [number, string][] => {
      const [, tens, ones = '', content = ''] = /^\s?(\d)\s?(\d)(.*)$/.exec(part) ?? []
      return tens === undefined ? [] : [[Number(tens + ones), content]]
    })
  const of = (first: number, last: number) =>
    parts.filter(([number]) => number >= first && number <= last).map(([, content]) => content)
  const payee = of(32, 33).join('').trim()
  const purpose = [...of(20, 29), ...of(60, 63)].join('').trim()
  const notes = extractPurpose(purpose) || of(0, 0).join('')
  const rest = [
    purpose.replace(notes, ' ').replace(/SVWZ\+\s*/, ' '),
    of(0, 0).join(''),
    ...of(30, 31),
    ...of(35, 59),
  ]
  return { payee, notes, details: joinCells(rest.filter((part) => part.trim() !== notes)) }
}

/** Of `EREF+77SVWZ+Invoice 7` the part written for people. */
const extractPurpose = (purpose: string): string =>
  /SVWZ\+(.*?)(?=(?:EREF|KREF|MREF|CRED|DEBT|ABWA|ABWE|IBAN|BIC)\+|$)/.exec(purpose)?.[1]?.trim() ?? purpose

/** `/NAME/J. Doe/REMI/Invoice 7`: a code between slashes before each part. */
function parseSlashCodes(text: string): DetailTexts | undefined {
  const part = (code: string) => new RegExp(`/${code}/(.*?)/*(?=/[A-Z]{4}/|$)`).exec(text)?.[1]?.trim()
  const payee = part('NAME') ?? /\/CNTP\/[^/]*\/[^/]*\/([^/]*)/.exec(text)?.[1]?.trim()
  if (payee === undefined) return undefined
  // The kind of purpose may stand before it: USTD, free text.
  const purpose = part('REMI')?.replace(/^USTD\/+/, '')
  const notes = purpose || (part('EREF') ?? '')
  const parts = [...text.matchAll(/\/[A-Z]{3,4}\/(.*?)\/*(?=\/[A-Z]{3,4}\/|$)/g)].flatMap(([, found = '']) =>
    found.split('/'),
  )
  const rest = parts.filter(
    (one) => one !== 'USTD' && !payee.includes(one.trim()) && !notes.includes(one.trim()),
  )
  return { payee, notes, details: joinCells(rest) }
}

/** `:NS:` with lines of their own: 15 and 16 hold the name, those before them the purpose. */
function parseNsLines(lines: readonly string[]): DetailTexts | undefined {
  if (lines.length === 0) return undefined
  const of = (first: string, last: string) =>
    lines
      .filter((line) => line.slice(0, 2) >= first && line.slice(0, 2) <= last)
      .map((line) => line.slice(2).trim())
  return {
    payee: of('15', '16').join(''),
    notes: of('01', '14').join(' '),
    details: of('17', '99').join(' '),
  }
}
