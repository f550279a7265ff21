/** CAMT.053, the statement of ISO 20022, and CAMT.052, its report within the day. */ // import.md §9

import { tidy } from '../text/collapse-whitespace.ts'
import { joinCells } from '../text/merchant-and-notes.ts'
import type { Closing, Entry, Format, Outline, Stretch } from './statement-format.ts'
import { type Element, elementsOf, find, textOf, within } from './tags.ts'
import { lineTeller } from './text-lines.ts'

const TRANSACTION = new Map([['NTRY', 1]])
const PARTS = new Map([['STMT', 0], ['RPT', 0], ...TRANSACTION])

function outline(text: string): Outline {
  const sections: Outline['sections'] = []
  const whole = { at: 0, line: 1, end: text.length }
  const lineOf = lineTeller(text, whole)
  let entries = 0
  let amounts = ''
  for (const element of elementsOf(text, PARTS, whole)) {
    if (TRANSACTION.has(element.name)) {
      entries += 1
      amounts ||= currencyOf(element)
      continue
    }
    const { at, end } = element
    const account = textOf(element, 'Acct', 'IBAN') || textOf(element, 'Acct', 'Othr', 'Id')
    const closing = closingOf(element)
    const currency = textOf(element, 'Acct', 'Ccy') || amounts || (closing?.currency ?? '')
    sections.push({ account, currency, at, line: lineOf(at), end, entries, closing })
    entries = 0
    amounts = ''
  }
  return { sections, skipped: [] }
}

function closingOf(statement: Element): Closing | undefined {
  const booked = statement.children.find((one) => one.name === 'BAL' && textOf(one, 'Tp', 'Cd') === 'CLBD')
  return (
    booked && {
      date: textOf(booked, 'Dt', 'Dt') || textOf(booked, 'Dt', 'DtTm'),
      amount: textOf(booked, 'Amt'),
      direction: directionOf(booked),
      currency: currencyOf(booked),
    }
  )
}

function directionOf(element: Element): Entry['direction'] {
  const mark = textOf(element, 'CdtDbtInd')
  if (mark === 'DBIT') return 'out'
  return mark === 'CRDT' ? 'in' : undefined
}

const currencyOf = (element: Element): string =>
  /Ccy\s*=\s*["']([A-Z]{3})["']/.exec(find(element, 'Amt')?.attributes ?? '')?.[1] ?? ''

function* entries(text: string, stretch: Stretch): Generator<Entry> {
  const lineOf = lineTeller(text, stretch)
  for (const element of elementsOf(text, TRANSACTION, stretch)) {
    yield {
      at: element.at,
      line: lineOf(element.at),
      date: dateOf(element, 'BookgDt') || dateOf(element, 'ValDt'),
      amount: textOf(element, 'Amt'),
      direction: directionOf(element),
      currency: currencyOf(element),
      ...textsOf(element),
      ref: textOf(element, 'AcctSvcrRef'),
      status: statusOf(element),
    }
  }
}

const dateOf = (entry: Element, name: string): string =>
  textOf(entry, name, 'Dt') || textOf(entry, name, 'DtTm')

function textsOf(entry: Element): Pick<Entry, 'payee' | 'notes' | 'details'> {
  const inside = [...within(entry)]
  const about = textOf(entry, 'AddtlNtryInf')
  // Several payments booked as one sum have no one payee.
  if (inside.filter(({ name }) => name === 'TXDTLS').length > 1 && about !== '')
    return { payee: about, notes: '', details: detailsOf(inside, about) }
  const lines = inside.filter(({ name }) => name === 'USTRD').map(({ text }) => text.trim())
  const notes = lines.join(' ') || textOf(entry, 'CdtrRefInf', 'Ref') || about
  const payee = otherSide(entry)
  const own = payee === '' ? [] : ownSide(entry, inside)
  return { payee, notes, details: detailsOf(inside, `${payee} ${notes}`, own) }
}

/** What else is text about an entry, or says who the other side was. */
const DETAILS = new Set([
  'USTRD',
  'ADDTLNTRYINF',
  'ADDTLTXINF',
  'ADDTLRMTINF',
  'NM',
  'IBAN',
  'ENDTOENDID',
  'MNDTID',
  'REF',
])
const NOTHING = /^(?:not ?provided|notprovided|nonref|none)$/i
const AGENTS = new Set(['RLTDAGTS', 'CDTRAGT', 'DBTRAGT', 'FININSTNID'])

/** What tells of the account's own holder: the one that is not the other side. */
function ownSide(entry: Element, inside: readonly Element[]): Element[] {
  const role = otherRole(entry) === 'Cdtr' ? 'DBTR' : 'CDTR'
  return inside.filter(({ name }) => name === role || name === `${role}ACCT`)
}

/** The texts of an entry that were not said yet. */
function detailsOf(inside: readonly Element[], said: string, own: readonly Element[] = []): string {
  const agents = inside.filter(({ name }) => AGENTS.has(name))
  const left = new Set([...agents, ...own].flatMap((element) => [...within(element)]))
  const texts = inside
    .filter((element) => DETAILS.has(element.name) && !left.has(element))
    .map(({ text }) => tidy(text).trim())
  return joinCells(texts.filter((text) => !NOTHING.test(text) && !said.includes(text)))
}

function otherRole(entry: Element): 'Cdtr' | 'Dbtr' {
  const incoming = directionOf(entry) === 'in'
  const reversal = textOf(entry, 'RvslInd') === 'true'
  return incoming === reversal ? 'Cdtr' : 'Dbtr'
}

/** Who paid, or was paid: the creditor of a debit, the debtor of a credit; the other way round when one is taken back. */
function otherSide(entry: Element): string {
  const role = otherRole(entry)
  return textOf(entry, 'RltdPties', role, 'Nm') || textOf(entry, 'RltdPties', `Ultmt${role}`, 'Nm')
}

function statusOf(entry: Element): Entry['status'] {
  // Up to version 6 the code itself, from 7 on an element around it.
  const status = textOf(entry, 'Sts', 'Cd') || textOf(entry, 'Sts')
  if (status === 'PDNG' || status === 'FUTR') return 'pending'
  return status === 'INFO' ? 'information' : 'booked'
}

/** The format of a file with a `BkToCstmrStmt`. */
export const camt: Format = {
  name: 'CAMT',
  outline,
  entries,
  dates: { format: 'ymd', read: (date) => /^\d{4}-\d{2}-\d{2}/.exec(date)?.[0] },
  sign: 'direction',
}
