/**
 * Reads OFX 1 (SGML) and OFX 2 (XML), also called QFX.
 * @see docs/import.md#9-formats-besides-csv
 */

import { collapseWhitespace } from '../../tables/cells/vocabulary.ts'
import { findElement, type MarkupElement, readElements, readElementText } from '../../tables/text/tags.ts'
import { createLineCounter, type TextRange } from '../../tables/text/text-lines.ts'
import { joinCells } from '../../transactions/merchant-names/merchant-and-notes.ts'
import type {
  StatedBalance,
  StatementEntry,
  StatementFormat,
  StatementIndex,
  StatementSection,
} from './statement-format.ts'

const PENDING_TAG = 'STMTTRNP'
const TRANSACTION_TAGS = new Map([
  ['STMTTRN', 1],
  [PENDING_TAG, 1],
])
const INDEX_TAGS = new Map([['STMTRS', 0], ['CCSTMTRS', 0], ['INVSTMTRS', 0], ...TRANSACTION_TAGS])

function buildOfxIndex(text: string): StatementIndex {
  const { sections, skipped }: StatementIndex = { sections: [], skipped: [] }
  const range = { at: 0, line: 1, end: text.length }
  const getLineNumber = createLineCounter(text, range)
  let entries = 0
  for (const element of readElements(text, INDEX_TAGS, range)) {
    if (TRANSACTION_TAGS.has(element.name)) {
      entries += 1
      continue
    }
    const section = toStatementSection(element, { line: getLineNumber(element.at), entries })
    sections.push(section)
    skipped.push(...listInvestments(text, element, section))
    entries = 0
  }
  // Transactions outside any statement are still transactions.
  if (entries > 0) {
    const at = sections.at(-1)?.end ?? 0
    const unnamed = { account: '', currency: '', entries, closing: undefined }
    sections.push({ ...unnamed, at, line: createLineCounter(text, range)(at), end: text.length })
  }
  return { sections, skipped }
}

const toStatementSection = (
  element: MarkupElement,
  { line, entries }: { line: number; entries: number },
): StatementSection => ({
  account: readElementText(element, 'ACCTID'),
  currency: readElementText(element, 'CURDEF').toUpperCase(),
  at: element.at,
  line,
  end: element.end,
  entries,
  closing: readLedgerBalance(element),
})

function readLedgerBalance(element: MarkupElement): StatedBalance | undefined {
  const amount = readElementText(element, 'LEDGERBAL', 'BALAMT')
  const date = readElementText(element, 'LEDGERBAL', 'DTASOF')
  return amount === '' ? undefined : { date, amount, direction: undefined, currency: '' }
}

// Securities bought and sold do not change a budget account; they are listed as skipped lines.
function listInvestments(
  text: string,
  element: MarkupElement,
  section: StatementSection,
): StatementIndex['skipped'] {
  const getLineNumber = createLineCounter(text, section)
  const list = findElement(element, 'INVTRANLIST')?.children ?? []
  return list
    .filter(({ name, children }) => children.length > 0 && name !== 'INVBANKTRAN')
    .map(({ name, at }) => ({ line: getLineNumber(at), raw: name, why: 'An investment, not a payment' }))
}

function* readOfxEntries(text: string, range: TextRange): Generator<StatementEntry> {
  const getLineNumber = createLineCounter(text, range)
  for (const element of readElements(text, TRANSACTION_TAGS, range)) {
    yield {
      at: element.at,
      line: getLineNumber(element.at),
      date: readElementText(element, 'DTPOSTED') || readElementText(element, 'DTTRAN'),
      amount: readElementText(element, 'TRNAMT'),
      direction: parseTransactionType(readElementText(element, 'TRNTYPE')),
      // Unlike CURRENCY, ORIGCURRENCY names the currency before the bank converted the amount.
      currency: readElementText(element, 'CURRENCY', 'CURSYM').toUpperCase(),
      ...readOfxTexts(element),
      ref: readElementText(element, 'FITID'),
      status: element.name === PENDING_TAG ? 'pending' : 'booked',
    }
  }
}

function readOfxTexts(
  element: MarkupElement,
): Pick<StatementEntry, 'payee' | 'notes' | 'details' | 'longName'> {
  const payee = readElementText(element, 'NAME')
  const notes = readElementText(element, 'MEMO')
  const full = readElementText(element, 'EXTDNAME')
  const longer = [full, notes].find((text) => isTruncatedFrom(payee, text))
  const address = ['ADDR1', 'CITY', 'STATE'].map((name) => readElementText(element, 'PAYEE', name))
  const account = ['BANKACCTTO', 'CCACCTTO'].map((name) => readElementText(element, name, 'ACCTID'))
  const details = joinCells([full === payee ? '' : full, ...address, ...account])
  return { payee, notes, details, ...(longer !== undefined && { longName: longer }) }
}

/** The maximum length of the NAME field. */
const OFX_NAME_LENGTH = 32

/** True if `name` is only the beginning of `text`: as long as NAME may be, or cut within a word. */
function isTruncatedFrom(name: string, text: string): boolean {
  if (name === '' || text === '') return false
  const [start, full] = [collapseWhitespace(name).trim(), collapseWhitespace(text).trim()]
  if (start === '' || full.length <= start.length || !full.toLowerCase().startsWith(start.toLowerCase()))
    return false
  const next = full.charAt(start.length)
  return name.length >= OFX_NAME_LENGTH - 1 || /[\p{L}\p{N}]/u.test(next)
}

// The other types, such as POS or CHECK, occur in both directions.
function parseTransactionType(type: string): StatementEntry['direction'] {
  if (/^debit$/i.test(type)) return 'out'
  return /^credit$/i.test(type) ? 'in' : undefined
}

/** The format of files that begin with OFXHEADER or `<OFX>`. */
export const ofx: StatementFormat = {
  name: 'OFX',
  buildIndex: buildOfxIndex,
  // Only the elements of SGML with a text may be left open.
  isCut: (text) => /<OFX>/i.test(text) && !/<\/OFX>/i.test(text.slice(-1000)),
  readEntries: readOfxEntries,
  // Time and time zone are dropped: the date is the one the bank writes.
  dates: {
    format: 'ymd',
    read: (date) => /^\d{4}-?\d{2}-?\d{2}/.exec(date)?.[0].replace(/^(\d{4})-?(\d\d)-?/, '$1-$2-'),
  },
  sign: 'amount',
}
