/** A file of statements, understood: the one account it is about, and its rows one after the other. */ // import.md §9

import type { DatedBalance } from '../model/balance.ts'
import { type Choices, question } from '../model/read-options.ts'
import { beginning, type Place, type Statement } from '../model/statement.ts'
import type { StatementRow } from '../model/statement-row.ts'
import { wordsBeyondAscii } from '../text/legible-text.ts'
import { type FindMerchant, rememberMerchants } from '../text/merchant-and-notes.ts'
import type { Source } from '../text/text-source.ts'
import { surveyOf } from './entry-evidence.ts'
import { fieldNames, type Meaning, rowOf, signed } from './entry-row.ts'
import { accountOf, type StatedAccount } from './select-account.ts'
import type { Entry, Format } from './statement-format.ts'
import { notationOf } from './value-notation.ts'

/** Understands a file of statements or throws a Mistake with the open question. */
export function readFormatted(
  source: Source,
  format: Format,
  { choices, currency, find }: { choices: Choices; currency: string; find: FindMerchant | undefined },
): Statement {
  refuseForeignChoices(format, choices)
  const text = textOf(source)
  const { sections, skipped } = format.outline(text)
  const account = accountOf(sections, choices, currency)
  const entries = () => entriesOf({ text, format, account }, beginning)
  const notation = notationOf({ format, entries, choices, currency })
  const survey = surveyOf(format, entries(), choices)
  const merchants = choices.raw_merchants ? undefined : rememberMerchants(find)
  const meaning = { ...survey, notation, currency, merchants }
  return {
    format: format.name,
    encoding: source.encoding,
    account: account.name || undefined,
    other_accounts: account.others,
    delimiter: ',',
    skipped,
    header: { line: 0, cells: fieldNames, raw: fieldNames.join(',') },
    mapping: [],
    date_format: notation.dates.format,
    decimal: notation.decimal,
    sign: survey.sign.proof,
    currency: account.currency || undefined,
    words: wordsBeyondAscii(source),
    rows: (from = beginning) => rowsOf({ text, format, account, meaning }, from),
    cells: () => [],
    balances: undefined,
    closing: closingBalance(account, meaning),
  }
}

/** What is asked of tables only; an answer to no question would be ignored in silence. */
const tableFlags: readonly (readonly [choice: keyof Choices, flag: string])[] = [
  ['map', '--map'],
  ['year', '--year'],
  ['delimiter', '--delimiter'],
  ['skip', '--skip'],
  ['skip_end', '--skip-end'],
  ['header_row', '--no-header-row'],
  ['out_values', '--out-values'],
]
const dateFlags: typeof tableFlags = [
  ['date_order', '--date-order'],
  ['date_format', '--date-format'],
]
const signFlags: typeof tableFlags = [['invert', '--invert']]

function refuseForeignChoices({ name, dates, sign }: Format, choices: Choices): void {
  const foreign = [...tableFlags, ...(dates ? dateFlags : []), ...(sign === 'direction' ? signFlags : [])]
  const found = foreign.find(([choice]) => choices[choice] !== undefined)
  if (!found) return
  const [, flag] = found
  throw question(`${flag} has no meaning for ${name}, whose fields say it themselves`, `Leave ${flag} out`)
}

function textOf(source: Source): string {
  const text = source.text()
  return text.includes('\r') ? text.replace(/\r{0,2}\n|\r/g, '\n') : text
}

interface Reading {
  text: string
  format: Format
  account: StatedAccount
}

function* entriesOf({ text, format, account }: Reading, from: Place): Generator<Entry> {
  for (const section of account.sections) {
    if (section.end <= from.at) continue
    const { at, line } = from.at > section.at ? from : section
    yield* format.entries(text, { at, line, end: section.end })
  }
}

// So many rows lie between two places from which the file can be read again.
const ROWS_APART = 500

function* rowsOf(reading: Reading & { meaning: Meaning }, from: Place): Generator<StatementRow> {
  let row = from.row
  for (const entry of entriesOf(reading, from)) {
    const opens = row > 1 && row % ROWS_APART === 0 ? entry.at : undefined
    yield { ...rowOf(entry, row, reading.meaning), opens }
    row += 1
  }
}

/** The latest balance the statements end with, as far as it is one in the account's currency. */
function closingBalance(
  { sections }: StatedAccount,
  { notation, currency }: Meaning,
): DatedBalance | undefined {
  let latest: DatedBalance | undefined
  for (const { closing } of sections) {
    if (!closing || (closing.currency !== '' && closing.currency !== currency)) continue
    const date = notation.dates.read(closing.date) ?? ''
    const read = notation.money(closing.amount)
    if ('flaw' in read || date === '' || date < (latest?.date ?? '')) continue
    latest = { date, minor: signed(read.minor, closing.direction) }
  }
  return latest
}
