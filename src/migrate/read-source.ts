/** Reads the files that a budget moves in from, by the reader of their program. */

import { setFlagsFromString } from 'node:v8'
import type { Computer, FileSystem } from '../command/context.ts'
import { UserError } from '../contract/errors.ts'
import type { UseForeignTables } from '../contract/ports/foreign-tables.ts'
import { describeOtherSheets, readSheet } from '../tables/sheets/read-sheet.ts'
import type { ReadSourceOptions, SourceFile } from '../tables/source-file.ts'
import type { PlannedArchive } from './archive/read-archive.ts'
import { detectDatabase, detectSource } from './detect-source.ts'
import type { SourceBudget, SourceKind } from './source-budget.ts'

const MAX_FILES = 10_000
const MAX_BYTES = 1024 ** 3

/**
 * Returns the files at a path; an archive is unpacked, and sheets that are left out are told.
 * @throws UserError when there is nothing to read, or too much
 */
export async function readSourceFiles(
  files: FileSystem,
  path: string,
  tell: (text: string) => void,
): Promise<readonly SourceFile[]> {
  const listed = await files.listDirectory(path)
  if (listed) return readFolder(files, path, await listPackage(files, path, listed))
  return unpackFile({ path: path.split(/[\\/]/).at(-1) ?? path, bytes: await files.read(path) }, tell)
}

/** Returns the files in an archive, what gzip made smaller, the table of a workbook, or any other file alone. */
async function unpackFile(packed: SourceFile, tell: (text: string) => void): Promise<readonly SourceFile[]> {
  const { isGzip, unpackGzip } = await import('../tables/sheets/unpack-gzip.ts')
  const file = isGzip(packed.bytes) ? { ...packed, bytes: unpackGzip(packed.bytes) } : packed
  const table = await readSheet(file.bytes)
  const left = describeOtherSheets(table, file.path)
  if (left !== undefined) tell(left)
  if (table.bytes !== file.bytes) return [{ ...file, bytes: table.bytes }]
  const { isTar, unpackFiles } = await import('../export/archive/tar.ts')
  if (isTar(file.bytes)) return unpackFiles(file.bytes)
  const { isZip, unpackZip } = await import('../tables/sheets/unpack-zip.ts')
  return isZip(file.bytes) ? unpackZip(file.bytes) : [file]
}

const YNAB4_METADATA = 'Budget.ymeta'
// A plain name, which does not lead out of the folder.
const YNAB4_DATA_FOLDER = /"relativeDataFolderName"\s*:\s*"(?!\.)([^"/\\]{1,255})"/

/** Returns the files of a folder; of a package of YNAB 4 also those of its devices, which lie one folder deeper. */
async function listPackage(
  files: FileSystem,
  folder: string,
  listed: readonly string[],
): Promise<readonly string[]> {
  if (!listed.includes(YNAB4_METADATA)) return listed
  const metadata = Buffer.from(await files.read(`${folder}/${YNAB4_METADATA}`)).toString('utf8')
  const data = YNAB4_DATA_FOLDER.exec(metadata)?.[1]
  const deeper = data === undefined ? undefined : await files.listDirectory(`${folder}/${data}`)
  return [...new Set([...listed, ...(deeper ?? []).map((path) => `${data}/${path}`)])]
}

async function readFolder(
  files: FileSystem,
  folder: string,
  listed: readonly string[],
): Promise<readonly SourceFile[]> {
  if (listed.length === 0) throw new UserError('not_found', `There are no files in "${folder}"`)
  if (listed.length > MAX_FILES) throw tooLargeError(folder, `has more than ${MAX_FILES} files`)
  // The folder of a package of YNAB 4 has the name of the budget.
  const prefix = folder.match(/[^\\/]+\.ynab4(?=[\\/]*$)/i)?.[0].concat('/') ?? ''
  const read: SourceFile[] = []
  let size = 0
  for (const path of listed) {
    const bytes = await files.read(`${folder}/${path}`)
    size += bytes.length
    if (size > MAX_BYTES) throw tooLargeError(folder, 'is larger than 1 GiB')
    read.push({ path: `${prefix}${path}`, bytes })
  }
  return read
}

const tooLargeError = (folder: string, why: string): UserError =>
  new UserError('invalid', `"${folder}" ${why}`, {
    hint: 'Use the exported file, or a folder with nothing else in it',
  })

/** How a source is read. */
export interface ReadOptions extends ReadSourceOptions {
  /** The program; undefined finds it out from the content. */
  kind: SourceKind | undefined
  /** Keeps the ids of an archive of ours. */
  keepIds: boolean
  /** Reads the tables of an SQLite file. */
  useForeignTables: UseForeignTables
  /** Runs the program of a journal. */
  runProgram: Computer['runProgram']
  /** Where the source is. */
  path: string
}

/** What the files are: an archive of ours, or a budget of another program. */
export type ReadSource = { archive: PlannedArchive } | { budget: SourceBudget }

/** Returns what the files say. @throws UserError when they cannot be read, or leave a question open */
export async function readSource(
  files: readonly SourceFile[],
  { kind, keepIds, ...options }: ReadOptions,
): Promise<ReadSource> {
  limitHeap(files)
  const program = kind ?? (await detectDatabase(detectSource(files), files, options.useForeignTables))
  assertFlagsUsed(program, { keepIds: keepIds || undefined, ...options })
  if (program === 'budget') return { archive: await readOwnArchive(files, keepIds) }
  const currency = options.currency ?? options.known?.currency
  return { budget: await readBudget(program, files, { ...options, currency }) }
}

const programTitles: Readonly<Record<SourceKind, string>> = {
  budget: 'an archive from budget export all',
  ynab: 'a YNAB export',
  'ynab-json': 'a YNAB budget as JSON',
  ynab4: 'a YNAB 4 budget',
  actual: 'an Actual budget',
  journal: 'a journal of hledger or ledger',
  beancount: 'a ledger of beancount',
  gnucash: 'a GnuCash book',
  qif: 'a QIF file',
  csv: 'a CSV table of another program',
}

/** The flag of each option, and the programs whose files need it; everything else is in the file. */
const flagUses: Readonly<
  Record<
    keyof Omit<ReadSourceOptions, 'today' | 'known'> | 'keepIds',
    { flag: string; programs: readonly SourceKind[] }
  >
> = {
  currency: {
    flag: '--currency',
    programs: ['ynab', 'ynab-json', 'ynab4', 'actual', 'journal', 'beancount', 'gnucash', 'qif', 'csv'],
  },
  dateOrder: { flag: '--dates', programs: ['ynab', 'qif', 'csv'] },
  decimal: { flag: '--decimal', programs: ['ynab', 'qif', 'csv'] },
  spending: { flag: '--spending', programs: ['csv'] },
  account: { flag: '--account', programs: ['csv'] },
  income: { flag: '--income', programs: ['qif', 'csv'] },
  keepIds: { flag: '--keep-ids', programs: ['budget'] },
}

/** @throws UserError for an option that the file of a program does not need: it would be ignored */
function assertFlagsUsed(
  program: SourceKind,
  options: Partial<Record<keyof typeof flagUses, unknown>>,
): void {
  for (const [field, { flag, programs }] of Object.entries(flagUses)) {
    if (options[field as keyof typeof flagUses] === undefined || programs.includes(program)) continue
    const used = programs.map((one) => programTitles[one]).join(' or ')
    throw new UserError('usage', `${flag} does not work with ${programTitles[program]}`, {
      field,
      hint: `Leave it out: only ${used} uses it`,
    })
  }
}

async function readOwnArchive(files: readonly SourceFile[], keepIds: boolean): Promise<PlannedArchive> {
  const { planArchive } = await import('./archive/read-archive.ts')
  const archive = planArchive(files, { keepIds })
  if (archive) return archive
  throw new UserError('invalid', 'The files are not a budget archive: there is no budget.json', {
    field: 'from',
    hint: 'Create one with budget export all -o home.tar',
  })
}

async function readBudget(
  program: Exclude<SourceKind, 'budget'>,
  files: readonly SourceFile[],
  options: Omit<ReadOptions, 'kind' | 'keepIds'>,
): Promise<SourceBudget> {
  switch (program) {
    case 'ynab-json':
      return (await import('./ynab/json/read-json-budget.ts')).readJsonBudget(files, options)
    case 'ynab4':
      return (await import('./ynab/yfull/read-ynab4-budget.ts')).readYnab4Budget(files, options)
    case 'journal':
    case 'beancount':
      return (await import('./journal/read-journal.ts')).readJournal(program, files, options)
    case 'csv':
      return nameAfterFile(files, (await import('./csv/read-csv-budget.ts')).readCsvBudget(files, options))
    case 'gnucash':
      return nameAfterFile(
        files,
        await (await import('./gnucash/read-gnucash.ts')).readGnuCash(files, options),
      )
    case 'qif':
      return nameAfterFile(files, (await import('./qif/read-qif.ts')).readQif(files, options))
    case 'actual':
      return (await import('./actual/read-budget.ts')).readActualBudget(files, options)
    case 'ynab':
      return (await import('./ynab/read-export.ts')).readYnabExport(files, options)
  }
}

/** A table has no name of a budget. */
const nameAfterFile = ([first]: readonly SourceFile[], budget: SourceBudget): SourceBudget => ({
  ...budget,
  name:
    budget.name ??
    (first?.path
      .split('/')
      .at(-1)
      ?.replace(/\.[^.]*$/, '')
      .trim() ||
      undefined),
})

const LARGE_BYTES = 2 * 1024 * 1024

/**
 * Keeps V8 from growing its memory, if the files are large. Nearly all objects that are read stay, so
 * more memory for those that do not stay saves no time. What is no longer used goes early: V8 would wait until the heap
 * is two and a half times as large.
 */
function limitHeap(files: readonly SourceFile[]): void {
  if (files.reduce((sum, { bytes }) => sum + bytes.length, 0) < LARGE_BYTES) return
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--heap-growing-percent=30')
}
