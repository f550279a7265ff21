import type { Account } from '../contract/accounts.ts'
import { Mistake } from '../contract/errors.ts'
import type { Choices } from '../import/choices.ts'
import { type ImportOptions, type ImportPreview, previewImport, runImport } from '../import/import_file.ts'
import type { StatementRow } from '../import/row_reader.ts'
import { monthOf } from '../money/calendar.ts'
import {
  type ImportResult,
  importSheet,
  previewText,
  type ShownPreview,
  type ShownRow,
} from '../render/import.ts'
import { plainLook } from '../render/look.ts'
import { command, needed, toggle, usually, type World } from './command.ts'
import { account, file, oneOf, plain, wholeNumber } from './entries.ts'

export const importFile = command({
  name: 'import',
  summary: "Take a bank's file into an account",
  arguments: { file: file('The file, as the bank gave it (CSV, OFX, QFX, QIF, CAMT.053, MT940)') },
  flags: {
    account: needed(account('The account it belongs to')),
    accept: toggle('Book what was understood without being asked'),
    onError: usually(oneOf('What a row does that cannot be read', 'ACTION', ['abort', 'skip']), 'abort'),
    possible: oneOf('Rows that are perhaps there already; held back when left out', 'ACTION', [
      'skip',
      'import',
    ]),
    pending: oneOf('Rows the bank has not booked yet; skipped when left out', 'ACTION', ['skip', 'import']),
    statement: plain('The account to take from a file of several, by its name there or number', 'ACCOUNT'),
    map: plain('Which column holds what: date=COL,amount=COL[,payee=COL,notes=COL+COL,...]', 'FIELDS'),
    dateFormat: plain('How dates are written, such as DD.MM.YYYY', 'FORMAT'),
    dateOrder: oneOf('What comes first in a date', 'ORDER', ['dmy', 'mdy', 'ymd']),
    decimal: oneOf('The mark before the decimals', 'MARK', ['.', ',']),
    delimiter: plain('The character between columns, or tab', 'CHARACTER'),
    encoding: plain('How the text is encoded, such as windows-1252', 'NAME'),
    skip: wholeNumber('Lines to leave out at the beginning', 0),
    skipEnd: wholeNumber('Lines to leave out at the end', 0),
    noHeaderRow: toggle('The first row is a transaction already'),
    invert: toggle('Positive amounts went out, as on a card'),
    noInvert: toggle('Positive amounts came in'),
    outValues: plain('The words that mark money going out, such as D,Af', 'WORDS'),
  },
  examples: [
    { when: 'See what would be booked', type: 'budget import export.csv --account Checking --dry-run' },
    { when: 'Book it', type: 'budget import export.csv --account Checking --accept' },
    {
      when: 'Say yourself what is where',
      type: 'budget import export.csv --account Checking --map date=1,amount=4,payee=2 --date-order dmy',
    },
  ],
  changes: true,
  previews: true,
  patient: true,
  async run(world, { file, account: meant, accept, onError, ...given }): Promise<ImportResult> {
    const bytes = await world.files.read(file)
    const { account } = await world.api.getAccount({ account_id: meant.id })
    const { currency } = await world.api.getMonth({ month: monthOf(world.today) })
    const options: ImportOptions = {
      file: file.replace(/^.*[/\\]/, ''),
      bytes,
      account,
      currency,
      choices: choicesOf(given),
      on_error: onError,
      signal: world.signal,
      progress: ({ rows, of }) => world.progress(rows < of ? `${rows} of ${of} rows booked` : ''),
    }
    const preview = await previewImport(world.api, options)
    if (world.dryRun) return shown(preview, account, currency)
    if (!accept && asksForConsent(preview, options))
      await agree(world, file, shown(preview, account, currency))
    const { rejected_text: rejectedText, ...report } = await runImport(world.api, preview, options)
    if (rejectedText === undefined) return report
    const rejectedFile = `${file}.rejected.csv`
    await world.files.write(rejectedFile, rejectedText, { force: true })
    return { ...report, rejected_file: rejectedFile }
  },
  show: importSheet,
  outcome: (result) => ('created' in result && isIncomplete(result) ? INCOMPLETE : 0),
})

/** The exit code of an import of which something is left to do. */ // cli.md §1
const INCOMPLETE = 8

const isIncomplete = ({
  counts,
  interrupted,
}: {
  counts: { held: number; rejected: number }
  interrupted?: true
}) => counts.held > 0 || counts.rejected > 0 || interrupted === true

interface Given {
  statement: string | undefined
  map: string | undefined
  dateFormat: string | undefined
  dateOrder: Choices['date_order']
  decimal: Choices['decimal']
  delimiter: string | undefined
  encoding: string | undefined
  skip: number | undefined
  skipEnd: number | undefined
  noHeaderRow: boolean
  invert: boolean
  noInvert: boolean
  outValues: string | undefined
  possible: Choices['possible']
  pending: Choices['pending']
}

function choicesOf({ invert, noInvert, noHeaderRow, outValues, ...given }: Given): Choices {
  const { map, delimiter, encoding, dateFormat, dateOrder, decimal, skip, skipEnd } = given
  const { statement, possible, pending } = given
  return {
    ...(statement !== undefined && { statement }),
    ...(map !== undefined && { map }),
    ...(dateFormat !== undefined && { date_format: dateFormat }),
    ...(dateOrder !== undefined && { date_order: dateOrder }),
    ...(decimal !== undefined && { decimal }),
    ...(delimiter !== undefined && { delimiter }),
    ...(encoding !== undefined && { encoding }),
    ...(skip !== undefined && { skip }),
    ...(skipEnd !== undefined && { skip_end: skipEnd }),
    ...(noHeaderRow && { header_row: false }),
    ...((invert || noInvert) && { invert }),
    ...(outValues !== undefined && { out_values: outValues.split(',') }),
    ...(possible !== undefined && { possible }),
    ...(pending !== undefined && { pending }),
  }
}

/** Nothing is booked from a layout nobody confirmed; where nothing would be booked, nobody needs to. */ // import.md §1 (d)
function asksForConsent(
  { needs_confirmation: needed, plan }: ImportPreview,
  { on_error: onError }: ImportOptions,
) {
  const stopsAnyway = plan.rejected.length > 0 && onError === 'abort'
  return needed && plan.counts.create > 0 && !stopsAnyway
}

async function agree({ canAsk, ask }: World, file: string, preview: ShownPreview): Promise<void> {
  if (!canAsk()) {
    throw new Mistake('usage', `Nobody has confirmed how ${preview.file} is to be read`, {
      hint: `Look at it with --dry-run, then add --accept: budget import ${file} --account "${preview.account_name}" --accept`,
    })
  }
  const rows = preview.counts.create === 1 ? 'this row' : `these ${preview.counts.create} rows`
  if (!(await ask(`Book ${rows} in ${preview.account_name}?`, previewText(preview, plainLook)))) {
    throw new Mistake('unconfirmed', 'Nothing was booked')
  }
}

const shownRow = ({ row, line, date, amount, payee, notes }: StatementRow): ShownRow => ({
  row,
  line,
  date,
  amount,
  payee,
  notes,
})

function shown(preview: ImportPreview, { name }: Account, currency: string): ShownPreview {
  const { statement, plan } = preview
  return {
    import_id: preview.import_id,
    file: preview.file,
    account_id: preview.account_id,
    account_name: name,
    currency,
    format: statement.format,
    encoding: statement.encoding,
    words: statement.words,
    delimiter: statement.format === 'CSV' ? statement.delimiter : null,
    file_account: statement.account ?? null,
    mapping: statement.mapping,
    date_format: statement.date_format,
    decimal: statement.decimal ?? null,
    sign: statement.sign,
    skipped: statement.skipped.map(({ line, why }) => ({ line, why })),
    first_date: plan.span?.first ?? null,
    last_date: plan.span?.last ?? null,
    counts: plan.counts,
    sums: plan.sums,
    first: plan.first.map(shownRow),
    last: plan.last.map(shownRow),
    held: plan.held.map(({ row, existing: { id, date, amount, payee } }) => ({
      row: shownRow(row),
      existing: { id, date, amount, payee },
    })),
    rejected: plan.rejected,
    balance_check: preview.balance_check ?? null,
    requests: preview.requests.needed,
  }
}
