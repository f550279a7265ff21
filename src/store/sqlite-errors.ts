/** Says in plain words what went wrong with an SQLite file, and what to do about it. */

import { getSystemErrorName } from 'node:util'
import { StorageError } from '../contract/errors.ts'
import { explainFileError, toFileStorageError } from '../fs/file-errors.ts'

/** What is wrong, and what helps. */
type MessageBuilder = (file: string) => readonly [message: string, next: string]

const CORRUPT = 11
const CANTOPEN = 14
const BUSY = 5
const IOERR = 10
const NOTADB = 26

/** What helps when a file is beyond repair. */
export const RESTORE_HINT = 'If it is a workspace, budget db restore FILE puts a copy in its place'
const DISK_HINT = 'Check the disk or the network drive it is on, then try again'

const diskFull: MessageBuilder = (file) => [
  `The disk is full: ${file} cannot grow; nothing was changed`,
  'Free some space, then try again',
]
const databaseBusy: MessageBuilder = () => [
  'Another budget process is writing; try again when it is done',
  'budget serve, or another command, has it',
]
const permissionDenied: MessageBuilder = (file) => [
  `${file} cannot be opened: permission denied`,
  'Ask for access to it and to its folder',
]
const outOfMemory: MessageBuilder = (file) => [
  `${file} cannot be read: the system is out of memory`,
  'Close some programs, then try again',
]
const readOnly: MessageBuilder = (file) => [
  `${file} cannot be written: it, or its folder, is read-only`,
  'Make both writable for you, or copy the file to another place',
]

// SQLite's result codes that are no bug of ours; the extended ones where they mean something else than their
// primary. Every other code is a mistake in our SQL. https://sqlite.org/rescode.html
const messageByCode: Readonly<Record<number, MessageBuilder>> = {
  3: permissionDenied, // PERM
  [BUSY]: databaseBusy,
  6: databaseBusy, // LOCKED
  7: outOfMemory, // NOMEM
  8: readOnly, // READONLY
  1032: (file) => [`${file} was moved or replaced while it was open`, 'Try again'], // READONLY_DBMOVED
  [IOERR]: (file) => [`The disk failed while reading or writing ${file}`, DISK_HINT],
  3082: outOfMemory, // IOERR_NOMEM
  4874: diskFull, // IOERR_SHMSIZE
  8458: (file) => [`The file system says that ${file} is damaged`, 'Check the disk, then budget db check'], // IOERR_CORRUPTFS
  [CORRUPT]: (file) => [`${file} is damaged; restore it from a backup`, RESTORE_HINT],
  13: diskFull, // FULL
  [CANTOPEN]: (file) => [
    `${file} cannot be opened; check that its folder exists and is yours`,
    'budget doctor says which folders are used',
  ],
  526: (file) => [`${file} cannot be opened: it is a folder, not a file`, 'Move the folder away'], // CANTOPEN_ISDIR
  15: (file) => [`${file} is opened and closed by too many processes at once`, 'Try again'], // PROTOCOL
  22: (file) => [`${file} is larger than this system can read`, 'Copy it to another machine'], // NOLFS
  [NOTADB]: (file) => [`${file} is not a budget file`, RESTORE_HINT],
}

// What fails while rows are read reaches us without its code; then SQLite's own words tell.
const codeByMessage: Readonly<Record<string, number>> = {
  'access permission denied': 3,
  'database is locked': BUSY,
  'database table is locked': 6,
  'out of memory': 7,
  'attempt to write a readonly database': 8,
  'disk I/O error': IOERR,
  'database disk image is malformed': CORRUPT,
  'database or disk is full': 13,
  'unable to open database file': CANTOPEN,
  'locking protocol': 15,
  'file is not a database': NOTADB,
}

/** What the driver tells of a failure. */
interface DriverError {
  code?: string
  sqliteCode?: number
  sqliteExtendedCode?: number
  /** The system's number, where SQLite asked the system. */
  systemErrno?: number
}

/** The failure as StorageTrouble where it is the disk's or the file's; any other error unchanged. */
export function toStorageError(error: unknown, file: string): unknown {
  if (!(error instanceof Error)) return error
  const told = error as DriverError // the driver adds what it knows; other errors have none of it
  if (told.code !== 'ERR_SQLITE_ERROR') return toFileStorageError(error, file)
  const primary = (told.sqliteCode ?? codeByMessage[error.message] ?? 0) & 0xff
  const extended = told.sqliteExtendedCode ?? told.sqliteCode ?? primary
  const ofSystem = (primary === IOERR || primary === CANTOPEN) && describeSystemError(told, file)
  if (ofSystem) return new StorageError(ofSystem[0], error, ofSystem[1])
  const words = messageByCode[extended]?.(file) ?? messageByCode[primary]?.(file)
  return words ? new StorageError(words[0], error, words[1]) : error
}

// ENOENT is what SQLite finds when it looks for a log that is not there, and EIO says no more than its own code.
const UNINFORMATIVE_CODES = ['ENOENT', 'EEXIST', 'EIO']

/** The system's reason says more than SQLite's: too many open files is no missing folder. */
function describeSystemError(
  { systemErrno = 0 }: DriverError,
  file: string,
): readonly [string, string] | undefined {
  if (systemErrno <= 0) return undefined
  const name = getSystemErrorName(-systemErrno)
  const failure = UNINFORMATIVE_CODES.includes(name) ? undefined : explainFileError(name)
  return failure && [`${file} cannot be ${failure.action}: ${failure.reason}`, failure.hint]
}

/** Is a copy the only thing that helps? */
export const isBeyondRepair = (error: StorageError): boolean => error.hint === RESTORE_HINT

/** Has another connection the file? */
export function isBusyError(error: unknown): boolean {
  const of = error instanceof StorageError ? error.cause : error
  return of instanceof Error && ((of as DriverError).sqliteCode ?? codeByMessage[of.message]) === BUSY
}

/** Did the file itself fail, rather than the disk or the person's rights? */
export function isDamageError(error: unknown): boolean {
  if (!(error instanceof StorageError && error.cause instanceof Error)) return false
  const told = error.cause as DriverError // as above
  const code = told.sqliteCode ?? codeByMessage[error.cause.message]
  return code === CORRUPT || code === NOTADB
}

/** Runs work of the driver; what the disk or the file refuses becomes StorageTrouble. */
export type ErrorTranslator = <Result>(work: () => Result) => Result

export const createErrorTranslator =
  (file: string): ErrorTranslator =>
  (work) => {
    try {
      return work()
    } catch (error) {
      throw toStorageError(error, file)
    }
  }
