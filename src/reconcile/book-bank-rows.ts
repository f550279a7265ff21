/** Books the rows of a statement that an account lacks, and records them in the journal of imports. */

import type { WorkspaceContext } from '../command/context.ts'
import { isCertainlyNotApplied } from '../contract/errors.ts'
import { maxBatchSize, type Transaction, type TransactionDraft } from '../contract/operations/transactions.ts'
import type { ImportStore } from '../contract/ports/import-journal.ts'
import { defaultImportRequest, serializeRequest } from '../import/import-request.ts'
import { toTransactionDraft } from '../import/matching/row-drafts.ts'
import { packFingerprints } from '../import/matching/row-fingerprints.ts'
import type { StatementRow } from '../import/model/statement.ts'
import { type JournalContext, toJournalBatch } from '../import/posting/record-rows.ts'
import { readRowSources, toBankText } from '../transactions/read-row-sources.ts'
import type { FixStep, RegisterRow } from './difference/register.ts'
import type { BankFile } from './read-bank-file.ts'
import type { ReconcileSession } from './reconcile-session.ts'
import { alignStatement } from './statement/align-statement.ts'

/** A step that creates a transaction. */
export type AddStep = Extract<FixStep, { action: 'add' }>

/**
 * Creates the missing transactions, as an import of the file would: a later import knows its rows, and rows of one
 * file are never taken for duplicates.
 */
export async function bookBankRows(
  context: WorkspaceContext,
  session: ReconcileSession,
  adds: readonly AddStep[],
): Promise<RegisterRow[]> {
  const { register, file } = session
  const { id: account_id } = register.account
  const booked: StatementRow[] = []
  const drafts: TransactionDraft[] = []
  for (const { row, date, amount, merchant } of adds) {
    const source = row === undefined ? undefined : file?.sources.get(row)
    if (source) booked.push(source)
    else drafts.push({ account_id, date, amount: register.format(amount), merchant_name: merchant })
  }
  const created: Transaction[] = []
  for (const batch of cutBatches(drafts)) created.push(...(await createAll(context, batch)))
  if (file && booked.length > 0) created.push(...(await bookFileRows(context, session, { file, booked })))
  return created.map(register.addRow)
}

const createAll = async (
  { workspace: { api } }: WorkspaceContext,
  drafts: readonly TransactionDraft[],
): Promise<Transaction[]> =>
  (await api.createTransactions({ body: { transactions: [...drafts] } })).transactions ?? []

const cutBatches = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / maxBatchSize) }, (_, at) =>
    rows.slice(at * maxBatchSize, (at + 1) * maxBatchSize),
  )

interface FileRows {
  file: BankFile
  booked: readonly StatementRow[]
}

async function bookFileRows(
  context: WorkspaceContext,
  session: ReconcileSession,
  { file, booked }: FileRows,
): Promise<Transaction[]> {
  const { id: account_id } = session.register.account
  const { import_id, references } = file
  const journal = { import_id, account_id, references, now: context.invocation.now }
  const created: Transaction[] = []
  // A dry run of a remote profile creates nothing, and its journal is real.
  const imports = context.invocation.isDryRun ? undefined : await context.workspace.openImportStore()
  if (imports) recordImport(imports, session, { file, now: context.invocation.now })
  for (const rows of cutBatches(booked)) {
    const drafts = rows.map((row) => toTransactionDraft(row, account_id))
    const create = () => createAll(context, drafts)
    created.push(
      ...(imports ? await createJournaled(imports, { rows, drafts, journal }, create) : await create()),
    )
  }
  if (imports) recordAlignedRows(imports, session, { file, booked, journal })
  return created
}

/** Records the file as imported, unless it is; rows that it still lacks can be imported at any time. */
function recordImport(
  imports: ImportStore,
  { register }: ReconcileSession,
  { file: { import_id, path, choices }, now }: { file: BankFile; now: () => number },
): void {
  const known = imports.findImport(import_id)
  if (known && known.state !== 'undone') return
  const request = serializeRequest({ ...defaultImportRequest, choices })
  imports.beginImport(
    { id: import_id, account_id: register.account.id, path, started_at: now(), request },
    [],
  )
  // Without a result, importing the file compares all of its rows.
  imports.finishImport(import_id, 'done', '')
}

interface JournaledRows {
  rows: readonly StatementRow[]
  drafts: readonly TransactionDraft[]
  journal: JournalContext
}

/** Creates transactions; the journal knows of the request before it is sent, unless both are written at once. */
async function createJournaled(
  imports: ImportStore,
  { rows, drafts, journal }: JournaledRows,
  create: () => Promise<Transaction[]>,
): Promise<Transaction[]> {
  const batch = toJournalBatch(rows, journal, imports.isAtomic ? '' : JSON.stringify(drafts))
  const sending = imports.isAtomic ? undefined : imports.recordSending(batch)
  try {
    const created = await create()
    const ids = created.map(({ id }) => id)
    if (sending === undefined) imports.recordDone(batch, ids)
    else imports.markDone(sending, ids)
    return created
  } catch (error) {
    if (sending !== undefined && isCertainlyNotApplied(error)) imports.discardBatch(sending)
    else if (sending !== undefined) imports.markUnknown(sending)
    throw error
  }
}

/** Records the rows of the file that the account had, unless the journal knows them under the same text. */
function recordAlignedRows(
  imports: ImportStore,
  { rows, register }: ReconcileSession,
  { file, booked, journal }: FileRows & { journal: JournalContext },
): void {
  const isBooked = new Set(booked.map(({ row }) => row))
  const open = file.rows.filter(({ row }) => !isBooked.has(row))
  const { listBankTexts } = readRowSources(imports, [], { isShared: false })
  const known = (alignStatement(open, rows)?.pairs ?? []).flatMap(({ bank, row }) => {
    const source = file.sources.get(bank.row)
    const id = register.toId(row.key)
    if (!source || listBankTexts(id).includes(toBankText(packFingerprints([source])))) return []
    return [{ source, id }]
  })
  for (const batch of cutBatches(known)) {
    const sources = batch.map(({ source }) => source)
    imports.recordKnownRows(
      toJournalBatch(sources, journal),
      batch.map(({ id }) => id),
    )
  }
}
