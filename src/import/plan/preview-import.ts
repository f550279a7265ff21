/**
 * Previews an import: reads the file, finds duplicates and builds the plan, without posting anything.
 * @see docs/import.md#1-pipeline-and-invariants
 * @see docs/import.md#6-plan-preview-report
 */

import { createHash } from 'node:crypto'
import type { BudgetApi } from '../../contract/api.ts'
import { type ImportJournal, type ImportStore, ROW_KEY_BYTES } from '../../contract/ports/import-journal.ts'
import { getCurrencyDecimals } from '../../money/currency.ts'
import type { Money } from '../../money/decimal.ts'
import { formatAmount, type MinorUnits } from '../../money/minor-units.ts'
import type { DatedBalance } from '../../tables/file-record.ts'
import type { ReadOptions } from '../../tables/read-options.ts'
import type { FigureName } from '../../tables/words/figure-terms.ts'
import type { ExtractMerchant } from '../../transactions/merchant-names/merchant-and-notes.ts'
import { compileRowRules } from '../layouts/row-rules.ts'
import { readDigest } from '../matching/digest-set.ts'
import { type ExistingTransactions, loadExistingTransactions } from '../matching/existing-transactions.ts'
import type { ImportedRows } from '../matching/previous-imports.ts'
import { buildFingerprints, claimFingerprint, packFingerprints } from '../matching/row-fingerprints.ts'
import { createOverrideLookup, type OverrideLookup, type RowOverrides } from '../model/row-decisions.ts'
import { bankTextOnly, type StatedSection, type Statement } from '../model/statement.ts'
import { readStatement } from '../read-statement.ts'
import { assertFewBalanceGaps, type BalanceGap, listBalanceGaps } from './balance-gaps.ts'
import { explainFigures, type FigureMismatch } from './check-stated-figures.ts'
import {
  classifyRows,
  dispositionCode,
  type RowClassification,
  readImportableRows,
  readRowsByDisposition,
} from './classify-rows.ts'
import { buildImportPlan, type ImportPlan } from './import-plan.ts'

/** The file, the account and the options of an import. */
export interface ImportOptions {
  /** The file name for messages, and the absolute path. */
  file: string
  path: string
  bytes: Uint8Array
  account_id: string
  /** The currency of the workspace. */
  currency: string
  choices: ReadOptions
  imports: ImportStore
  decisions?: RowOverrides
  /** Import rows again whose transactions were deleted. */
  reimport_deleted?: boolean
  /** Rows that other files of a dry run would create. */
  planned?: readonly ImportedRows[]
  /** Transactions created by another file of the same run, if the files add up. */
  ignoredIds?: ReadonlySet<string>
  /** Receives the transactions that equal rows of this file, if the next file adds up with it. */
  claimedIds?: Set<string> | undefined
  /** True if no one sees the rows of the preview, so that merchants need not be extracted. */
  is_unseen?: boolean
  /**
   * Extracts merchants from texts.
   * @default extractMerchant
   */
  find_merchant?: ExtractMerchant
  signal?: AbortSignal | undefined
  /** The current date, for questions about the file. */
  today?: string
}

/** Everything there is to see before a file is imported. */
export interface ImportPreview {
  import_id: string
  file: string
  account_id: string
  currency: string
  statement: Statement
  existing: ExistingTransactions
  plan: ImportPlan
  /** The overrides of rows, if there are any. */
  overrideFor: OverrideLookup | undefined
  /**
   * True if the layout was inferred, so that someone must confirm it.
   * @see docs/import.md#1-pipeline-and-invariants
   */
  needs_confirmation: boolean
  /** The closing balance of the bank; undefined if the file states none. */
  balance: BankBalance | undefined
  /** The figures of the file that its rows do not give. */
  mismatches: FigureMismatch[]
  /** Another account that already has most of the rows; undefined if there is none. */
  overlap: OtherAccountMatch | undefined
}

/** The latest balance of a file. */
export interface BankBalance {
  amount: Money
  date: string
  /** The balance before the first row, if the rows prove it. */
  opening?: Money
  /** True if the running balances follow all amounts, or the rows lead from the opening balance to it. */
  is_followed: boolean
  /** True if something that the file states differs from its rows. */
  is_contradicted: boolean
  gaps: BalanceGap[]
}

/** The balance before the first row, on the day of that row. */
export interface OpeningBalance {
  amount: Money
  date: string
}

/** Returns the import id. The same file into the same account is the same import. */
export const computeImportId = (account_id: string, bytes: Uint8Array): string =>
  createHash('sha256').update(account_id).update(bytes).digest('hex').slice(0, 12)

/**
 * Reads a file and looks up the existing transactions. Nothing is posted.
 * @throws AmbiguityError if the file leaves something open
 */
export async function previewImport(api: BudgetApi, options: ImportOptions): Promise<ImportPreview> {
  const { file, bytes, account_id, currency, choices, imports, decisions = {}, signal } = options
  const { today, find_merchant: find } = options
  const facts = { file, ...(today !== undefined && { today }), ...(find && { find }) }
  const statement = readStatement(bytes, choices, currency, facts)
  const overrideFor = await createOverrides(decisions, statement)
  const classification = classifyRows(statement, choices, { overrideFor, isUnseen: options.is_unseen })
  const isUnsigned = statement.balances?.isUnsigned ?? false
  if (classification.balance)
    assertFewBalanceGaps(classification.balance, {
      options: choices,
      currency,
      isUnsigned,
      hasPending: classification.dispositionCodes.includes(dispositionCode('pending')),
    })
  const query = {
    account_id,
    span: classification.span,
    references: describeReferenceKind(statement),
    keys: () =>
      buildFingerprints(
        readImportableRows(statement, { ...classification, choices, overrideFor }),
        classification.size,
        overrideFor,
      ),
    journal: imports,
    planned: options.planned ?? [],
    reimport_deleted: options.reimport_deleted ?? false,
    ignoredIds: options.ignoredIds ?? new Set<string>(),
    claimedIds: options.claimedIds,
  }
  const existing = await loadExistingTransactions(api, query, signal)
  const plan = buildImportPlan(classification, existing, {
    statement,
    choices,
    currency,
    overrideFor,
    verdicts: decisions.verdicts,
  })
  return {
    overlap: findRowsInOtherAccount(imports, { account_id, statement, plan, overrideFor }),
    import_id: computeImportId(account_id, bytes),
    file,
    account_id,
    currency,
    statement,
    existing,
    plan,
    overrideFor,
    needs_confirmation: choices.map === undefined,
    balance: buildBankBalance(classification, statement, currency),
    mismatches: explainFigures(classification.differences, statement, currency),
  }
}

/** Returns the preview after the user decided on rows and near matches. */
export async function replanImport(
  preview: ImportPreview,
  { choices, decisions }: { choices: ReadOptions; decisions: RowOverrides },
): Promise<ImportPreview> {
  const { existing, statement, currency } = preview
  const overrideFor = await createOverrides(decisions, statement)
  const classification = classifyRows(statement, choices, { overrideFor })
  const context = { statement, choices, currency, overrideFor, verdicts: decisions.verdicts }
  return { ...preview, overrideFor, plan: buildImportPlan(classification, existing, context) }
}

async function createOverrides(
  decisions: RowOverrides,
  statement: Statement,
): Promise<OverrideLookup | undefined> {
  const { rules = [] } = decisions
  const byRule = rules.length > 0 ? await compileRowRules(rules, statement) : undefined
  return createOverrideLookup(decisions, byRule)
}

/** Returns the rows a preview would create, in the form in which the journal stores imported rows. */
export function buildPlannedRows({ import_id, statement, plan }: ImportPreview): ImportedRows {
  const keys = packFingerprints([...readRowsByDisposition('create', statement, plan)])
  return { import_id, keys, references: describeReferenceKind(statement), ids: [] }
}

/** Returns the kind of references a statement has; empty if it has none. */
export function describeReferenceKind({ format, mapping }: Statement): string {
  if (format !== 'CSV') return format
  const column = mapping.find(({ field }) => field === 'ref')
  return column ? `CSV ${column.name || column.column}` : ''
}

/** Returns the closing balance, from the running balances or as stated by the file. */
function buildBankBalance(
  { balance, differences, is_proven, span }: RowClassification,
  statement: Statement,
  currency: string,
): BankBalance | undefined {
  const latest =
    balance?.closing ?? statement.closing ?? findProvenClosing(statement, is_proven ? span : undefined)
  if (!latest) return undefined
  const { steps, explained } = balance ?? { steps: 0, explained: 0 }
  const gaps = balance ? listBalanceGaps(balance, currency, statement) : []
  const decimals = getCurrencyDecimals(currency)
  const is_followed = balance ? steps > 0 && steps === explained : is_proven
  const is_contradicted = gaps.length > 0 || differences.length > 0
  const opening = balance ? balance.opening : findOpening(statement)
  return {
    amount: formatAmount(latest.minor, decimals),
    date: latest.date,
    ...(is_followed &&
      !is_contradicted &&
      opening !== undefined && { opening: formatAmount(opening, decimals) }),
    is_followed,
    is_contradicted,
    gaps,
  }
}

/** Returns the opening balance of the earliest statement of a file, which may begin with the newest one. */
function findOpening({ stated }: Statement): MinorUnits | undefined {
  const find = (section: StatedSection | undefined, wanted: FigureName) =>
    section?.figures.find(({ name }) => name === wanted)?.value
  const [first, last] = [stated[0], stated.at(-1)]
  const isNewestFirst = stated.length > 1 && find(stated[1], 'closing') === find(first, 'opening')
  return find(isNewestFirst ? last : first, 'opening')
}

/** Returns the closing balance of a table to which its rows lead, on their last day. */
function findProvenClosing(
  { format, stated: [section] }: Statement,
  span: RowClassification['span'],
): DatedBalance | undefined {
  const closing = section?.figures.find(({ name }) => name === 'closing')
  return format === 'CSV' && closing && span ? { date: span.last, minor: closing.value } : undefined
}

/** How many of the rows to create exist in another account. */
export interface OtherAccountMatch {
  account_id: string
  rows: number
  of: number
}

interface PlannedImport {
  account_id: string
  statement: Statement
  plan: ImportPlan
  overrideFor: OverrideLookup | undefined
}

/** Two equal rows may be a coincidence. */
const MIN_MATCHING_ROWS = 3

/**
 * Returns the account that already has most of the rows to create, at least half of them; undefined if there
 * is none. Only the journal is searched, without any request.
 */
function findRowsInOtherAccount(
  imports: ImportJournal,
  { account_id, statement, plan, overrideFor }: PlannedImport,
): OtherAccountMatch | undefined {
  const { span, counts } = plan
  const records = imports.listImports().filter((record) => record.account_id !== account_id)
  const others = new Set(records.map((record) => record.account_id))
  if (!span || counts.create < MIN_MATCHING_ROWS || others.size === 0) return undefined
  const omitted = overrideFor ? undefined : bankTextOnly
  const planned = readRowsByDisposition('create', statement, {
    dispositionCodes: plan.dispositionCodes,
    omitted,
  })
  const keys = buildFingerprints(planned, plan.dispositionCodes.length, overrideFor)
  let best: OtherAccountMatch | undefined
  for (const other of others) {
    keys.countInAccount.fill(0)
    let rows = 0
    for (const batch of imports.findImportedBatches(other, { since: span.first, until: span.last }))
      for (let at = 0; at < batch.keys.length; at += ROW_KEY_BYTES)
        if (claimFingerprint(keys, readDigest(batch.keys, at))) rows += 1
    if (rows > (best?.rows ?? 0)) best = { account_id: other, rows, of: counts.create }
  }
  return best && best.rows >= MIN_MATCHING_ROWS && best.rows * 2 >= best.of ? best : undefined
}
