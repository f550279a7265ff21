/** Finds the database of an Actual budget among the files of a source, and reads its metadata. */

import { UserError } from '../../contract/errors.ts'
import { decodeSourceFile } from '../../tables/records/csv-records.ts'
import { getFileName, type SourceFile, SQLITE_START, startsWith } from '../../tables/source-file.ts'

/** The files of a budget. */
export interface ActualFiles {
  database: SourceFile
  metadata: ActualMetadata
}

/** What is used of `metadata.json`. */
export interface ActualMetadata {
  budgetName?: string
  budgetType?: string
}

const DATABASE_NAME = 'db.sqlite'
const METADATA_NAME = 'metadata.json'

const getFolder = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)

/** Returns the database and its metadata. @throws UserError if there are none or several, or if Actual is open */
export function findActualFiles(files: readonly SourceFile[]): ActualFiles {
  const database = findDatabase(files)
  if (files.some(({ path, bytes }) => path === `${database.path}-wal` && bytes.length > 0))
    throw new UserError('invalid', `"${database.path}" is being written to`, {
      hint: 'Close Actual, or export the budget in its settings and use the zip file',
    })
  const besides = `${getFolder(database.path)}${METADATA_NAME}`
  const metadata = files.find(({ path }) => path === besides)
  return { database, metadata: metadata ? parseMetadata(metadata) : {} }
}

function findDatabase(files: readonly SourceFile[]): SourceFile {
  const found = files.filter((file) => startsWith(file, SQLITE_START))
  // Backups lie in the folder of a budget as well.
  const named = found.filter((file) => getFileName(file) === DATABASE_NAME)
  const [first, second] = named.length > 0 ? named : found
  if (!first)
    throw new UserError('invalid', `The files are not an Actual budget: there is no ${DATABASE_NAME}`, {
      hint: 'Export the budget in the settings of Actual, and use the zip file',
    })
  if (!second) return first
  throw new UserError('invalid', `There are several budgets: ${first.path}, ${second.path}`, {
    hint: 'Use the files of one budget',
  })
}

/** Returns the metadata; what is not as Actual writes it is left out, because the budget does not need it. */
function parseMetadata(file: SourceFile): ActualMetadata {
  const texts = parseObject(decodeSourceFile(file))
  const { budgetName, budgetType } = texts
  return {
    ...(typeof budgetName === 'string' && { budgetName }),
    ...(typeof budgetType === 'string' && { budgetType }),
  }
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}
