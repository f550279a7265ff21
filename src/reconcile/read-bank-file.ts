/** Reads a bank file to compare an account with it, by the reader and the layouts of `budget import`. */

import type { WorkspaceContext } from '../command/context.ts'
import { UserError } from '../contract/errors.ts'
import { defaultImportRequest } from '../import/import-request.ts'
import type { Statement, StatementRow } from '../import/model/statement.ts'
import { classifyRows } from '../import/plan/classify-rows.ts'
import { computeImportId, describeReferenceKind } from '../import/plan/preview-import.ts'
import { readStatement } from '../import/read-statement.ts'
import { resolveLayout } from '../import/resolve-layout.ts'
import { toMonth } from '../money/calendar.ts'
import type { MinorUnits } from '../money/minor-units.ts'
import { AmbiguityError } from '../tables/ambiguity-error.ts'
import type { ReadOptions } from '../tables/read-options.ts'
import { describeOtherSheets, readSheet } from '../tables/sheets/read-sheet.ts'
import type { BankRow } from './difference/register.ts'

/** The rows of a bank file and its closing balance. */
export interface BankFile {
  /** The name of the file without its directory. */
  file: string
  /** The absolute path. */
  path: string
  /** The import that books the rows of the file. */
  import_id: string
  /** How the file was read. */
  choices: ReadOptions
  /** The kind of the bank references, as the journal of imports tells them apart. */
  references: string
  rows: BankRow[]
  /** The rows as an import would book them, by their number. */
  sources: ReadonlyMap<number, StatementRow>
  /** undefined if the file states no balance. */
  closing: { date: string; minor: MinorUnits } | undefined
}

interface BankFileRequest {
  path: string
  account: { id: string; name: string }
  choices: ReadOptions
}

/**
 * Reads a bank file. Questions about it are asked on a terminal.
 * @throws AmbiguityError when the user cannot be asked
 */
export async function readBankFile(
  context: WorkspaceContext,
  { path, account, choices }: BankFileRequest,
): Promise<BankFile> {
  const table = await readSheet(await context.computer.files.read(path))
  const { bytes } = table
  const file = path.replace(/^.*[/\\]/, '')
  const left = describeOtherSheets(table, file)
  if (left !== undefined) context.user.warn(left)
  const currency = await context.workspace.names.currency(toMonth(context.invocation.today))
  const query = { account, bytes, request: { ...defaultImportRequest, choices } }
  const { request } = await resolveLayout(context, query)
  const read = (options: ReadOptions) =>
    readStatement(bytes, options, currency, { file, today: context.invocation.today })
  const { statement, options } = await readWithAnswers(context, read, request.choices)
  return context.invocation.computeLong(() => {
    const sources = new Map<number, StatementRow>()
    for (const row of statement.rows())
      if (row.disposition === 'ready' && row.minor !== undefined) sources.set(row.row, row)
    const { balance } = classifyRows(statement, options, { overrideFor: undefined })
    return {
      file,
      path: path === '-' ? path : context.computer.files.resolvePath(path),
      import_id: computeImportId(account.id, bytes),
      choices: options,
      references: describeReferenceKind(statement),
      rows: [...sources.values()].map(toBankRow),
      sources,
      closing: balance?.closing ?? statement.closing,
    }
  })
}

const toBankRow = ({ row, date, minor = 0n, payee, raw_payee, raw_notes }: StatementRow): BankRow => ({
  row,
  date,
  amount: minor,
  words: `${payee} ${raw_payee} ${raw_notes}`.trim(),
  merchant: payee,
})

/** Reads the file and asks what it leaves open. */
async function readWithAnswers(
  { user: { isInteractive, select }, invocation: { computeLong } }: WorkspaceContext,
  read: (options: ReadOptions) => Statement,
  choices: ReadOptions,
): Promise<{ statement: Statement; options: ReadOptions }> {
  let options = choices
  for (;;) {
    try {
      return { statement: await computeLong(() => read(options)), options }
    } catch (error) {
      if (!(error instanceof AmbiguityError)) throw error
      if (error.answers.length === 0 || !isInteractive()) throw renameAccountFlag(error)
      const picked = await select(
        error.prompt,
        error.answers.map(({ label }) => ({ value: label, label })),
      )
      const answer = error.answers.find(({ label }) => label === picked)
      if (!answer) throw new UserError('unconfirmed', 'Nothing was changed')
      options = { ...options, ...answer.options }
    }
  }
}

/** Here --statement names the file, and --statement-account the account in it. */
const renameAccountFlag = ({ kind, message, hint }: UserError): UserError =>
  new UserError(
    kind,
    message,
    hint === undefined ? {} : { hint: hint.replaceAll('--statement ', '--statement-account ') },
  )
