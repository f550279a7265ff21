/** Lets hledger, ledger or beancount read a journal, and takes what they write. */

import type { Computer } from '../../command/context.ts'
import { UserError } from '../../contract/errors.ts'
import { formatAmount } from '../../money/minor-units.ts'
import { readCsvRecords } from '../../tables/records/csv-records.ts'
import { createPlaceError } from '../../tables/source-file.ts'
import type { RawPosting } from './raw-posting.ts'

/** The programs of journals. */
type JournalProgram = 'hledger' | 'ledger' | 'bean-query'

/** What runs a program, and the journal that it reads: a path, because journals include others. */
export interface JournalRun {
  runProgram: Computer['runProgram']
  path: string
}

/** Returns the postings of a journal of hledger or ledger. @throws UserError if none of them is installed, or reads it */
export async function readJournalPostings(run: JournalRun): Promise<RawPosting[]> {
  const byHledger = await run.runProgram('hledger', ['-f', run.path, 'print', '-x', '-O', 'json'])
  if (byHledger?.code === 0) return parseHledger(byHledger.stdout)
  const byLedger = await run.runProgram('ledger', [...LEDGER_ARGUMENTS, '-f', run.path, 'csv'])
  if (byLedger?.code === 0) return parseColumns(byLedger.stdout, readLedgerRow)
  if (byHledger) throw createProgramError('hledger', byHledger.stderr)
  if (byLedger) throw createProgramError('ledger', byLedger.stderr)
  throw createMissingError('hledger or ledger', 'hledger')
}

/** Returns the postings of a file of beancount. @throws UserError if beancount is not installed, or finds errors */
export async function readBeancountPostings({ runProgram, path }: JournalRun): Promise<RawPosting[]> {
  const result = await runProgram('bean-query', ['-f', 'csv', path, BEANCOUNT_QUERY])
  if (!result) throw createMissingError('beancount', 'beancount, with bean-query')
  // What beancount finds wrong it leaves out, and goes on.
  if (result.code !== 0 || result.stderr.trim() !== '') throw createProgramError('bean-query', result.stderr)
  return parseColumns(result.stdout, readBeancountRow)
}

const createMissingError = (reader: string, install: string): UserError =>
  new UserError('invalid', `The journal is read by ${reader}, which is not installed here`, {
    hint: `Install ${install}, and repeat the command`,
  })

const MAX_SHOWN = 300

function createProgramError(program: JournalProgram, stderr: string): UserError {
  const said = stderr
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ')
    .slice(0, MAX_SHOWN)
  return new UserError('invalid', `${program} does not read the journal: ${said}`, {
    hint: 'Correct the journal so that the program reads it without errors',
  })
}

interface HledgerTransaction {
  tindex: number
  tdate: string
  tdescription: string
  tcomment: string
  tstatus: string
  tpostings: readonly HledgerPosting[]
}

interface HledgerPosting {
  paccount: string
  pcomment: string
  pstatus: string
  ptype: string
  ptags: readonly (readonly [name: string, value: string])[]
  pamount: readonly {
    acommodity: string
    aquantity: { decimalMantissa: number; decimalPlaces: number }
  }[]
}

function* listHledgerPostings(transactions: readonly HledgerTransaction[]): Generator<RawPosting> {
  for (const { tindex, tdate, tdescription, tcomment, tstatus, tpostings } of transactions) {
    // hledger's own convention: the payee, and a note behind it.
    const [payee = '', ...notes] = tdescription.split('|')
    const entry = {
      entry: String(tindex),
      date: tdate,
      payee: payee.trim(),
      notes: [notes.join('|').trim(), cleanComment(tcomment)].filter(Boolean).join(' · '),
    }
    for (const { paccount, pcomment, pstatus, ptype, ptags, pamount } of tpostings)
      for (const { acommodity, aquantity } of pamount)
        yield {
          ...entry,
          account: paccount,
          accountName: '',
          commodity: acommodity,
          quantity: formatQuantity(aquantity, `entry ${tindex} of ${tdate}`),
          status: toStatus(
            pstatus === 'Unmarked' ? tstatus : pstatus,
            ptags.some(([name]) => name === 'reconciled'),
          ),
          postingNotes: cleanComment(pcomment),
          isVirtual: ptype !== 'RegularPosting',
        }
  }
}

function parseHledger(stdout: string): RawPosting[] {
  // The shape is that of hledger 1.20 and later.
  return [...listHledgerPostings(JSON.parse(stdout) as HledgerTransaction[])]
}

/** JSON holds whole numbers exactly up to 2^53. */
function formatQuantity(
  { decimalMantissa, decimalPlaces }: { decimalMantissa: number; decimalPlaces: number },
  place: string,
): string {
  if (Number.isSafeInteger(decimalMantissa)) return formatAmount(BigInt(decimalMantissa), decimalPlaces)
  throw createPlaceError(place, 'an amount has too many digits', 'Round it in the journal')
}

const toStatus = (mark: string, isReconciled: boolean): RawPosting['status'] =>
  isReconciled ? 'reconciled' : mark === 'Pending' || mark === '!' ? 'pending' : 'cleared'

/** Returns a comment without the tags that our own export writes. */
const cleanComment = (comment: string): string =>
  comment
    .replace(/:?\breconciled:/g, '')
    .replace(/^\s*Note:\s*/, '')
    .replace(/\s+/g, ' ')
    .trim()

const LEDGER_ARGUMENTS = [
  '--args-only',
  '--date-format',
  '%Y-%m-%d',
  '--csv-format',
  `${[
    'quoted_rfc(xact.filename)',
    'xact.beg_line',
    'quoted_rfc(date)',
    'quoted_rfc(payee)',
    'quoted_rfc(xact.note)',
    'quoted_rfc(account)',
    'quoted_rfc(commodity(amount))',
    'quoted_rfc(quantity(amount))',
    'quoted_rfc(pending ? "!" : "")',
    'quoted_rfc(note)',
    'virtual ? "v" : ""',
  ]
    .map((field) => `%(${field})`)
    .join(',')}\\n`,
]

const readLedgerRow = (cells: readonly string[]): RawPosting => {
  const [file, line, date = '', payee = '', notes = '', account = '', commodity = '', quantity = ''] = cells
  const [mark = '', comment = '', virtual] = cells.slice(8)
  // A note of the entry is a note of its postings as well.
  const postingNotes = comment === notes ? '' : cleanComment(comment)
  return {
    entry: `${file}:${line}`,
    date,
    payee,
    notes: cleanComment(notes),
    account,
    accountName: '',
    commodity,
    quantity,
    status: toStatus(mark, /\breconciled:/.test(comment)),
    postingNotes,
    isVirtual: virtual === 'v',
  }
}

const BEANCOUNT_QUERY =
  'SELECT filename, lineno, date, payee, narration, account, number, currency, flag, tags, getitem(open_meta(account), "name")'

const readBeancountRow = (cells: readonly string[]): RawPosting => {
  const [file, line, date = '', payee = '', narration = '', account = '', quantity = '', commodity = ''] =
    cells
  const [mark = '', tags = '', name = ''] = cells.slice(8)
  const isReconciled = tags.split(/[\s,]+/).includes('reconciled')
  return {
    entry: `${file}:${line}`,
    date,
    // An entry with one text has no payee.
    payee: payee || narration,
    notes: payee === '' ? '' : narration,
    account,
    accountName: name,
    commodity,
    quantity,
    status: toStatus(mark, isReconciled),
    postingNotes: '',
    isVirtual: tags.split(/[\s,]+/).includes('envelopes'),
  }
}

/** Returns the postings of a table; the first row of beancount's names the columns, and has no number. */
function parseColumns(stdout: string, readRow: (cells: readonly string[]) => RawPosting): RawPosting[] {
  const records = readCsvRecords(stdout, { file: 'the journal', delimiter: ',' })
  const rows = Array.from(records, ({ width, cell }) =>
    readRow(Array.from({ length: width }, (_, at) => cell(at).trim())),
  )
  return rows.filter(({ date }) => date !== '' && date !== 'date')
}
