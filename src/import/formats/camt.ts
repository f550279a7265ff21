/**
 * Reads CAMT.053 (ISO 20022 statements) and CAMT.052 (intraday reports).
 * @see docs/import.md#9-formats-besides-csv
 */

import { collapseWhitespace } from '../../tables/cells/vocabulary.ts'
import {
  findElement,
  type MarkupElement,
  readElements,
  readElementText,
  walkDescendants,
} from '../../tables/text/tags.ts'
import { createLineCounter, type TextRange } from '../../tables/text/text-lines.ts'
import { joinCells } from '../../transactions/merchant-names/merchant-and-notes.ts'
import type {
  StatedBalance,
  StatementEntry,
  StatementFormat,
  StatementIndex,
  WrittenFigure,
} from './statement-format.ts'

const TRANSACTION_TAGS = new Map([['NTRY', 1]])
const INDEX_TAGS = new Map([['STMT', 0], ['RPT', 0], ...TRANSACTION_TAGS])

function buildCamtIndex(text: string): StatementIndex {
  const sections: StatementIndex['sections'] = []
  const range = { at: 0, line: 1, end: text.length }
  const getLineNumber = createLineCounter(text, range)
  let entries = 0
  let entryCurrency = ''
  for (const element of readElements(text, INDEX_TAGS, range)) {
    if (TRANSACTION_TAGS.has(element.name)) {
      entries += 1
      entryCurrency ||= readCurrencyAttribute(element)
      continue
    }
    const { at, end } = element
    const account = readElementText(element, 'Acct', 'IBAN') || readElementText(element, 'Acct', 'Othr', 'Id')
    const closing = readClosingBalance(element)
    const accountCurrency = readElementText(element, 'Acct', 'Ccy').replace(/^XXX$/, '')
    const currency = accountCurrency || entryCurrency || (closing?.currency ?? '')
    const figures = listFigures(element)
    sections.push({ account, currency, at, line: getLineNumber(at), end, entries, closing, figures })
    entries = 0
    entryCurrency = ''
  }
  return { sections, skipped: [] }
}

const findBalance = ({ children }: MarkupElement, codes: readonly string[]): MarkupElement | undefined =>
  children.find((child) => child.name === 'BAL' && codes.includes(readElementText(child, 'Tp', 'Cd')))

const SUMMARY_TOTALS = [
  ['TtlNtries', 'rows', 'gross'],
  ['TtlCdtNtries', 'rows_in', 'in'],
  ['TtlDbtNtries', 'rows_out', 'out'],
] as const

/** Returns the opening balance and the totals of a statement. */
function listFigures(statement: MarkupElement): WrittenFigure[] {
  const opening = findBalance(statement, ['OPBD', 'PRCD'])
  const totals = SUMMARY_TOTALS.flatMap(([total, rows, sum]): WrittenFigure[] => [
    { name: rows, amount: readElementText(statement, 'TxsSummry', total, 'NbOfNtries') },
    { name: sum, amount: readElementText(statement, 'TxsSummry', total, 'Sum') },
  ])
  return [
    ...(opening
      ? [
          {
            name: 'opening' as const,
            amount: readElementText(opening, 'Amt'),
            direction: readDirection(opening),
          },
        ]
      : []),
    ...totals.filter(({ amount }) => amount !== ''),
  ]
}

function readClosingBalance(statement: MarkupElement): StatedBalance | undefined {
  const closing = findBalance(statement, ['CLBD'])
  return (
    closing && {
      date: readElementText(closing, 'Dt', 'Dt') || readElementText(closing, 'Dt', 'DtTm'),
      amount: readElementText(closing, 'Amt'),
      direction: readDirection(closing),
      currency: readCurrencyAttribute(closing),
    }
  )
}

function readDirection(element: MarkupElement): StatementEntry['direction'] {
  const indicator = readElementText(element, 'CdtDbtInd')
  if (indicator === 'DBIT') return 'out'
  return indicator === 'CRDT' ? 'in' : undefined
}

// ISO 4217 has XXX for no currency.
const readCurrencyAttribute = (element: MarkupElement): string =>
  /Ccy\s*=\s*["'](?!XXX)([A-Z]{3})["']/.exec(findElement(element, 'Amt')?.attributes ?? '')?.[1] ?? ''

function* readCamtEntries(text: string, range: TextRange): Generator<StatementEntry> {
  const getLineNumber = createLineCounter(text, range)
  for (const element of readElements(text, TRANSACTION_TAGS, range)) {
    yield {
      at: element.at,
      line: getLineNumber(element.at),
      date: readEntryDate(element, 'BookgDt') || readEntryDate(element, 'ValDt'),
      amount: readElementText(element, 'Amt'),
      direction: readDirection(element),
      currency: readCurrencyAttribute(element),
      ...readCamtTexts(element),
      ref: readElementText(element, 'AcctSvcrRef'),
      status: readStatus(element),
    }
  }
}

const readEntryDate = (entry: MarkupElement, name: string): string =>
  readElementText(entry, name, 'Dt') || readElementText(entry, name, 'DtTm')

function readCamtTexts(entry: MarkupElement): Pick<StatementEntry, 'payee' | 'notes' | 'details'> {
  const inside = [...walkDescendants(entry)]
  const additional = readElementText(entry, 'AddtlNtryInf')
  // Several payments that are booked as one sum have no single payee.
  if (inside.filter(({ name }) => name === 'TXDTLS').length > 1 && additional !== '')
    return { payee: additional, notes: '', details: collectDetails(inside, additional) }
  const lines = inside.filter(({ name }) => name === 'USTRD').map(({ text }) => text.trim())
  const payee = readCounterparty(entry)
  const described = lines.join(' ') || readElementText(entry, 'CdtrRefInf', 'Ref') || additional
  const notes = described || (payee === '' ? readElementText(entry, 'AddtlTxInf') : '')
  const holderElements = payee === '' ? [] : findHolderElements(entry, inside)
  return { payee, notes, details: collectDetails(inside, `${payee} ${notes}`, holderElements) }
}

/** The elements with more text about an entry or its counterparty. */
const DETAIL_TAGS = new Set([
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
const PLACEHOLDER_TEXT = /^(?:not ?provided|notprovided|nonref|none)$/i
const AGENT_TAGS = new Set(['RLTDAGTS', 'CDTRAGT', 'DBTRAGT', 'FININSTNID'])

/** Returns the elements that describe the account holder, i.e. the side that is not the counterparty. */
function findHolderElements(entry: MarkupElement, inside: readonly MarkupElement[]): MarkupElement[] {
  const role = inferCounterpartyRole(entry) === 'Cdtr' ? 'DBTR' : 'CDTR'
  return inside.filter(({ name }) => name === role || name === `${role}ACCT`)
}

/** Returns the texts of an entry that `mentioned` does not contain, without those about the account holder. */
function collectDetails(
  inside: readonly MarkupElement[],
  mentioned: string,
  holderElements: readonly MarkupElement[] = [],
): string {
  const agents = inside.filter(({ name }) => AGENT_TAGS.has(name))
  const skipped = new Set([...agents, ...holderElements].flatMap((element) => [...walkDescendants(element)]))
  const texts = inside
    .filter((element) => DETAIL_TAGS.has(element.name) && !skipped.has(element))
    .map(({ text }) => collapseWhitespace(text).trim())
  return joinCells(texts.filter((text) => !PLACEHOLDER_TEXT.test(text) && !mentioned.includes(text)))
}

function inferCounterpartyRole(entry: MarkupElement): 'Cdtr' | 'Dbtr' {
  const incoming = readDirection(entry) === 'in'
  const reversal = readElementText(entry, 'RvslInd') === 'true'
  return incoming === reversal ? 'Cdtr' : 'Dbtr'
}

/**
 * Returns the name of the counterparty: the creditor of a debit or the debtor of a credit, swapped for a
 * reversal.
 */
function readCounterparty(entry: MarkupElement): string {
  const role = inferCounterpartyRole(entry)
  return (
    readElementText(entry, 'RltdPties', role, 'Nm') ||
    readElementText(entry, 'RltdPties', `Ultmt${role}`, 'Nm')
  )
}

function readStatus(entry: MarkupElement): StatementEntry['status'] {
  // Up to version 6 the element holds the code itself; from version 7 it wraps it.
  const status = readElementText(entry, 'Sts', 'Cd') || readElementText(entry, 'Sts')
  if (status === 'PDNG' || status === 'FUTR') return 'pending'
  return status === 'INFO' ? 'information' : 'booked'
}

/** The format of files with a `BkToCstmrStmt` element. */
export const camt: StatementFormat = {
  name: 'CAMT',
  buildIndex: buildCamtIndex,
  isCut: (text) => !/<\/(?:\w+:)?(?:Document|BkToCstmr\w+)>/.test(text.slice(-1000)),
  readEntries: readCamtEntries,
  dates: { format: 'ymd', read: (date) => /^\d{4}-\d{2}-\d{2}/.exec(date)?.[0] },
  sign: 'direction',
}
