/** Reads an archive of ours, and plans the workspace that it is of. @see docs/export.md#archive */

import { type InvalidContentError, UserError } from '../../contract/errors.ts'
import type { ContentTransaction, WorkspaceContent } from '../../contract/ports/workspace-content.ts'
import { toMonth } from '../../money/calendar.ts'
import type { SourceFile } from '../../tables/source-file.ts'
import { type JsonRecord } from '../json-record.ts'
import type { MoveCounts, WorkspacePlan } from '../plan/plan-workspace.ts'
import { type ArchiveFiles, findArchiveFiles } from './archive-lines.ts'
import {
  type ArchivedIdKind,
  type ArchiveTableName,
  type ArchiveTables,
  findSalt,
  foreignIdsError,
  readSummary,
  readTables,
} from './archive-tables.ts'
import { readSchedules } from './read-schedules.ts'
import { readFigures, readMove, readNames, readPlans } from './read-tables.ts'
import {
  decodeNumbers,
  iterateTransactionLines,
  matchNumbers,
  readTransactions,
  type TransactionNumbers,
} from './read-transactions.ts'

/** An archive that can move in. */
export interface PlannedArchive {
  /** The name of the archived workspace, where the archive tells it. */
  name: string | undefined
  title: string
  plan: WorkspacePlan
}

/**
 * Plans the move of an archive; undefined when the files are none. Its transactions are read and checked when they are
 * iterated, and counted meanwhile.
 * @param files the files of a tar, a folder or a git repository
 * @throws UserError with the file and the line of the first error
 */
export function planArchive(
  files: readonly SourceFile[],
  { keepIds }: { keepIds: boolean },
): PlannedArchive | undefined {
  const found = findArchiveFiles(files)
  if (!found) return undefined
  const summary = readSummary(found)
  const { name, currency, decimals, lacks } = summary
  const tables = readTables(found, summary)
  const salt = findSalt(listIdTables(found, tables))
  if (keepIds && salt === undefined) throw foreignIdsError()
  const { ids, ...names } = readNames(tables, salt)
  // A service does not tell which sides of transfers belong together.
  const hasNumbers = salt !== undefined && lacks.length === 0
  const numbers = hasNumbers ? decodeNumbers(salt) : matchNumbers(found, { salt, decimals })
  const context = { ids, decimals, salt }
  const counts: MoveCounts = {
    accounts: names.accounts.filter(({ deleted }) => !deleted).length,
    transactions: 0,
    splits: 0,
    transfers: 0,
    categories: names.categories.filter(({ deleted }) => !deleted).length,
    months: 0,
    schedules: tables.schedules.length,
  }
  const content: WorkspaceContent = {
    currency,
    id_salt: keepIds ? salt : undefined,
    ...names,
    ...(hasNumbers && readMove(tables)),
    ...readPlans(tables, context),
    ...readSchedules(tables.schedules, { ids, decimals, salt, numbers }),
    transactions: countTransactions(readTransactions({ files: found, ids, decimals, numbers }), counts),
  }
  return {
    name,
    title: lacks.length > 0 ? 'An archive of a remote workspace' : 'A budget archive',
    plan: {
      content,
      figures: readFigures(tables, context),
      rules: undefined,
      counts,
      notTaken: lacks.map((what) => ({
        what,
        count: 0,
        why: 'the service does not provide them, so the archive has none',
      })),
      explainRefusal: (error) => explainRefusal(error, content, { files: found, tables, numbers }),
    },
  }
}

/** Returns the transactions; each iteration counts those that are not deleted. */
const countTransactions = (
  transactions: Iterable<ContentTransaction>,
  counts: MoveCounts,
): Iterable<ContentTransaction> => ({
  *[Symbol.iterator]() {
    Object.assign(counts, { transactions: 0, splits: 0, transfers: 0 })
    const months = new Set<string>()
    for (const transaction of transactions) {
      if (!transaction.deleted) {
        counts.transactions++
        if (transaction.splits) counts.splits++
        if (transaction.pair !== null && transaction.amount < 0n) counts.transfers++
        months.add(toMonth(transaction.date))
        counts.months = months.size
      }
      yield transaction
    }
  },
})

/** Returns the tables with ids, and the first transaction: another id of a transaction is refused where it stands. */
function listIdTables(
  files: ArchiveFiles,
  tables: ArchiveTables,
): (readonly [ArchivedIdKind, readonly JsonRecord[]])[] {
  const { value: first } = iterateTransactionLines(files).next()
  return [
    ['account', tables.accounts],
    ['category_group', tables.groups],
    ['category', tables.categories],
    ['merchant', tables.merchants],
    ['rule', tables.rules],
    ['schedule', tables.schedules],
    ['transaction', first ? [first] : []],
  ]
}

interface Places {
  files: ArchiveFiles
  tables: ArchiveTables
  numbers: TransactionNumbers
}

/** The tables of content with a number, by the names that errors have for them. */
const numberedTables = {
  account: 'accounts',
  'category group': 'groups',
  category: 'categories',
  merchant: 'merchants',
  rule: 'rules',
  schedule: 'schedules',
} as const

/** The tables whose rows are counted. */
const countedTables: Readonly<Record<string, ArchiveTableName>> = {
  assignment: 'assignments',
  target: 'targets',
  snooze: 'snoozes',
  categorization: 'categorizations',
  reconciliation: 'reconciliations',
}

const isNumbered = (table: string): table is keyof typeof numberedTables =>
  Object.hasOwn(numberedTables, table)

function explainRefusal(
  { table, at, problem }: InvalidContentError,
  content: WorkspaceContent,
  places: Places,
): UserError {
  const line = findLine({ table, at }, content, places)
  const where = line ? line.place : 'The archive cannot be read'
  return new UserError('invalid', `${where}: ${problem}`, {
    hint: 'Create the archive again with budget export all, or correct the line',
  })
}

function findLine(
  { table, at }: Pick<InvalidContentError, 'table' | 'at'>,
  content: WorkspaceContent,
  { files, tables, numbers }: Places,
): JsonRecord | undefined {
  if (table === 'transaction') {
    for (const line of iterateTransactionLines(files)) if (numbers.find(line) === at) return line
    return undefined
  }
  if (isNumbered(table)) {
    const name = numberedTables[table]
    return tables[name][content[name].findIndex(({ seq }) => seq === at)]
  }
  const counted = countedTables[table]
  return counted && tables[counted][at - 1]
}
