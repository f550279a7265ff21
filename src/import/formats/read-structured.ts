/**
 * Reads a structured statement file (OFX, QIF, CAMT, MT940) into a Statement of one account.
 * @see docs/import.md#9-formats-besides-csv
 */

import { AmbiguityError, createAmbiguityError } from '../../tables/ambiguity-error.ts'
import { truncateCell } from '../../tables/cells/amount-cell.ts'
import { parseNumberParts } from '../../tables/cells/amount-parts.ts'
import { listLikelyCurrencies } from '../../tables/cells/likely-currencies.ts'
import type { DatedBalance } from '../../tables/file-record.ts'
import { type ReadOptions } from '../../tables/read-options.ts'
import { sampleNonAsciiWords, type TextSource } from '../../tables/text/text-source.ts'
import {
  createMerchantLookup,
  type ExtractMerchant,
} from '../../transactions/merchant-names/merchant-and-notes.ts'
import type { StatementRow } from '../model/statement.ts'
import {
  type Checkpoint,
  fileStart,
  type StatedFigure,
  type StatedSection,
  type Statement,
} from '../model/statement.ts'
import { collectEntryEvidence } from './entry-evidence.ts'
import { applyEntryDirection, type EntryContext, entryColumns, toStatementRow } from './entry-row.ts'
import { type StatementAccount, selectStatementAccount } from './select-account.ts'
import type { StatementEntry, StatementFormat, StatementSection } from './statement-format.ts'
import { inferNotation, type ValueNotation } from './value-notation.ts'

/**
 * Returns the statement of a structured file.
 * @throws AmbiguityError if the file leaves something open that only the user can answer
 */
export function readStructuredStatement(
  source: TextSource,
  format: StatementFormat,
  { options, currency, find }: { options: ReadOptions; currency: string; find: ExtractMerchant | undefined },
): Statement {
  assertOptionsApply(format, options)
  const text = readNormalizedText(source)
  const { sections, skipped } = format.buildIndex(text)
  const account = selectStatementAccount(sections, options, currency)
  const entries = () => readAccountEntries({ text, format, account }, fileStart)
  const notation = inferNotation({ format, entries, options, currency })
  assertOwnCurrency(entries(), notation, currency)
  const survey = collectEntryEvidence(format, entries(), options)
  const merchants = options.raw_merchants ? undefined : createMerchantLookup(find)
  const meaning = { ...survey, notation, currency, merchants }
  return {
    format: format.name,
    encoding: source.encoding,
    account: account.name || undefined,
    other_accounts: account.others,
    delimiter: ',',
    skipped,
    header: { line: 0, cells: entryColumns, raw: entryColumns.join(',') },
    mapping: [],
    date_format: notation.dates.format,
    decimal: notation.decimal,
    sign: survey.sign.proof,
    currency: account.currency || undefined,
    words: sampleNonAsciiWords(source),
    rows: (from = fileStart) => readEntryRows({ text, format, account, meaning }, from),
    cells: () => [],
    balances: undefined,
    closing: findClosingBalance(account, meaning),
    stated: account.sections.map((section) => ({
      ...readSectionFigures(section, meaning),
      isCut: section === sections.at(-1) && format.isCut?.(text) === true,
    })),
  }
}

/** The options that apply to tables only; ignoring one silently would mislead the user. */
const tableOnlyFlags: readonly (readonly [choice: keyof ReadOptions, flag: string])[] = [
  ['map', '--map'],
  ['year', '--year'],
  ['delimiter', '--delimiter'],
  ['skip', '--skip'],
  ['skip_end', '--skip-end'],
  ['header_row', '--no-header-row'],
  ['out_values', '--out-values'],
]
const dateFlags: typeof tableOnlyFlags = [
  ['date_order', '--date-order'],
  ['date_format', '--date-format'],
]
const signFlags: typeof tableOnlyFlags = [['invert', '--invert']]

function assertOptionsApply({ name, dates, sign }: StatementFormat, options: ReadOptions): void {
  const foreign = [...tableOnlyFlags, ...(dates ? dateFlags : []), ...(sign === 'direction' ? signFlags : [])]
  const found = foreign.find(([choice]) => options[choice] !== undefined)
  if (!found) return
  const [, flag] = found
  throw createAmbiguityError(`${flag} does not apply to ${name} files`, `Remove ${flag}`)
}

function readNormalizedText(source: TextSource): string {
  const text = source.text()
  return text.includes('\r') ? text.replace(/\r{0,2}\n|\r/g, '\n') : text
}

/**
 * Checks the signs beside the amounts, which QIF files have.
 * @throws AmbiguityError if all of them are those of other currencies
 */
function assertOwnCurrency(
  entries: Iterable<StatementEntry>,
  { money }: ValueNotation,
  currency: string,
): void {
  let example = ''
  for (const { amount } of entries) {
    const read = money(amount)
    if (!('isForeign' in read)) return
    example ||= amount
  }
  if (example === '') return
  const symbol = parseNumberParts(example)?.symbol ?? ''
  throw new AmbiguityError(
    `The file has amounts such as ${truncateCell(example)}, but the workspace uses ${currency}`,
    'Import it into a workspace in its currency: budget workspaces create --help',
    {
      answers: [],
      otherCurrencies: listLikelyCurrencies(symbol).map((code) => ({ currency: code, options: {} })),
    },
  )
}

interface EntrySource {
  text: string
  format: StatementFormat
  account: StatementAccount
}

function* readAccountEntries(
  { text, format, account }: EntrySource,
  from: Checkpoint,
): Generator<StatementEntry> {
  for (const section of account.sections) {
    if (section.end <= from.at) continue
    const { at, line } = from.at > section.at ? from : section
    yield* format.readEntries(text, { at, line, end: section.end })
  }
}

// The number of rows between two checkpoints from which the file can be re-read.
const ROWS_BETWEEN_CHECKPOINTS = 500

function* readEntryRows(
  reading: EntrySource & { meaning: EntryContext },
  from: Checkpoint,
): Generator<StatementRow> {
  let row = from.row
  for (const entry of readAccountEntries(reading, from)) {
    const resumeAt = row > 1 && row % ROWS_BETWEEN_CHECKPOINTS === 0 ? entry.at : undefined
    yield { ...toStatementRow(entry, row, reading.meaning), resumeAt }
    row += 1
  }
}

/** Returns the figures of a statement, as far as they can be read in the account's currency. */
function readSectionFigures(
  { account, line, closing, figures = [] }: StatementSection,
  { notation, currency }: EntryContext,
): StatedSection {
  const isOwn = !closing || closing.currency === '' || closing.currency === currency
  const written = isOwn ? [...figures, ...(closing ? [{ ...closing, name: 'closing' as const }] : [])] : []
  return {
    account,
    from: line,
    figures: written.flatMap(({ name, amount, direction }): StatedFigure[] => {
      if (name.startsWith('rows'))
        return /^\d{1,9}$/.test(amount) ? [{ name, value: BigInt(amount), line }] : []
      const read = notation.money(amount)
      return 'invalidReason' in read
        ? []
        : [{ name, value: applyEntryDirection(read.minor, direction), line }]
    }),
  }
}

/** Returns the latest closing balance in the account's currency; undefined if the file states none. */
function findClosingBalance(
  { sections }: StatementAccount,
  { notation, currency }: EntryContext,
): DatedBalance | undefined {
  let latest: DatedBalance | undefined
  for (const { closing } of sections) {
    if (!closing || (closing.currency !== '' && closing.currency !== currency)) continue
    const date = notation.dates.read(closing.date) ?? ''
    const read = notation.money(closing.amount)
    if ('invalidReason' in read || date === '' || date < (latest?.date ?? '')) continue
    latest = { date, minor: applyEntryDirection(read.minor, closing.direction) }
  }
  return latest
}
