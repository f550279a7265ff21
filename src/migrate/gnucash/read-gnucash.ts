/** Reads a book of GnuCash: SQLite, or XML. */

import { UserError } from '../../contract/errors.ts'
import type { UseForeignTables } from '../../contract/ports/foreign-tables.ts'
import { decodeFileStart, decodeSourceFile } from '../../tables/records/csv-records.ts'
import {
  type ReadSourceOptions,
  type SourceFile,
  SQLITE_START,
  startsWith,
} from '../../tables/source-file.ts'
import { buildBudget } from '../double-entry/build-budget.ts'
import type { SourceBudget } from '../source-budget.ts'
import { buildGnuCashBook } from './build-gnucash-book.ts'
import { isGnuCashXml } from './detect-gnucash.ts'
import type { GnuCashBook } from './gnucash-book.ts'
import { readSqliteBook } from './read-sqlite-book.ts'
import { readXmlBook } from './read-xml-book.ts'

/** How a book is read. */
export interface GnuCashOptions extends ReadSourceOptions {
  useForeignTables: UseForeignTables
}

/**
 * Returns the budget of a book: own accounts, expenses as categories, income as Ready to Assign.
 * @throws UserError if there are several books, one is damaged, or has an amount that its currency does not have
 */
export async function readGnuCash(
  files: readonly SourceFile[],
  { useForeignTables, currency: given }: GnuCashOptions,
): Promise<SourceBudget> {
  const file = findBookFile(files)
  const { book, currency, notTaken } = buildGnuCashBook(await readBook(file, useForeignTables), given)
  return {
    ...buildBudget(book),
    kind: 'gnucash',
    title: 'A GnuCash book',
    name: undefined,
    currency,
    notTaken,
  }
}

const readBook = (
  file: SourceFile,
  useForeignTables: UseForeignTables,
): Promise<GnuCashBook> | GnuCashBook =>
  startsWith(file, SQLITE_START)
    ? useForeignTables(file, readSqliteBook)
    : readXmlBook(decodeSourceFile(file), file.path)

function findBookFile(files: readonly SourceFile[]): SourceFile {
  const [first, second] = files.filter(
    (file) => startsWith(file, SQLITE_START) || isGnuCashXml(decodeFileStart(file)),
  )
  if (first && !second) return first
  throw second
    ? new UserError('invalid', `There are several books: ${first?.path}, ${second.path}`, {
        hint: 'Use the file of one book',
      })
    : new UserError('invalid', 'The files are no book of GnuCash', {
        hint: 'Use the file that GnuCash saves, as SQLite or XML',
      })
}
