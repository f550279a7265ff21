/** Translates errors of the SQLite driver into messages with hints. */

import { getSystemErrorName } from 'node:util'
import { StorageError } from '../contract/errors.ts'
import { explainFileError, toFileStorageError } from '../fs/file-errors.ts'

/** Returns the message and the hint for a file. */
type MessageBuilder = (file: string) => readonly [message: string, next: string]

const CORRUPT = 11
const CANTOPEN = 14
const BUSY = 5
const CONSTRAINT = 19
const IOERR = 10
const NOTADB = 26

/** The hint for a file that only a backup can replace. */
export const RESTORE_HINT = 'If it is a workspace, restore a backup with budget db restore FILE'
/** The hint for a file that must be written and cannot be. */
export const WRITABLE_HINT = 'Make the file and its directory writable, or copy the directory to another disk'
const DISK_HINT = 'Check the disk or the network drive it is on, then try again'

const diskFull: MessageBuilder = (file) => [
  `The disk is full: ${file} cannot grow; nothing was changed`,
  'Free some space, then try again',
]
const databaseBusy: MessageBuilder = () => [
  'Another budget process is writing; try again when it is done',
  'budget serve or another command is using it',
]
const permissionDenied: MessageBuilder = (file) => [
  `${file} cannot be opened: permission denied`,
  'Check the permissions of the file and its directory',
]
const outOfMemory: MessageBuilder = (file) => [
  `${file} cannot be read: the system is out of memory`,
  'Close some programs, then try again',
]
const readOnly: MessageBuilder = (file) => [
  `${file} cannot be written: the file or its directory is read-only`,
  WRITABLE_HINT,
]

// SQLite's result codes that are not a bug of ours, and extended codes that mean something else than their
// primary code; any other code is an error in our SQL. https://sqlite.org/rescode.html
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
  8458: (file) => [
    `The file system reports that ${file} is damaged`,
    'Check the disk, then run budget db check',
  ], // IOERR_CORRUPTFS
  [CORRUPT]: (file) => [`${file} is damaged; restore it from a backup`, RESTORE_HINT],
  13: diskFull, // FULL
  [CANTOPEN]: (file) => [
    `${file} cannot be opened; check that its directory exists and belongs to you`,
    'budget doctor shows the directories',
  ],
  526: (file) => [`${file} cannot be opened: it is a directory, not a file`, 'Move the directory elsewhere'], // CANTOPEN_ISDIR
  15: (file) => [`${file} is used by too many processes at once`, 'Try again'], // PROTOCOL
  22: (file) => [`${file} is larger than this system can read`, 'Copy it to another computer'], // NOLFS
  [NOTADB]: (file) => [`${file} is not a budget file`, RESTORE_HINT],
}

// An error while rows are iterated has no code; so SQLite's message is used instead.
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

/** What the driver adds to an error. */
interface DriverError {
  code?: string
  sqliteCode?: number
  sqliteExtendedCode?: number
  /** The errno of the system call, where SQLite made one. */
  systemErrno?: number
}

/** Returns the error as StorageError if the disk or the file caused it; any other error unchanged. */
export function toStorageError(error: unknown, file: string): unknown {
  if (!(error instanceof Error)) return error
  const driverError = error as DriverError // other errors lack these properties
  if (driverError.code !== 'ERR_SQLITE_ERROR') return toFileStorageError(error, file)
  const primary = (driverError.sqliteCode ?? codeByMessage[error.message] ?? 0) & 0xff
  const extended = driverError.sqliteExtendedCode ?? driverError.sqliteCode ?? primary
  const systemMessage = (primary === IOERR || primary === CANTOPEN) && describeSystemError(driverError, file)
  if (systemMessage) return new StorageError(systemMessage[0], error, systemMessage[1])
  const buildMessage = messageByCode[extended]?.(file) ?? messageByCode[primary]?.(file)
  return buildMessage ? new StorageError(buildMessage[0], error, buildMessage[1]) : error
}

// ENOENT is also what SQLite gets for a log that does not exist; EIO says no more than SQLite's code.
const UNINFORMATIVE_CODES = ['ENOENT', 'EEXIST', 'EIO']

/** Describes the system's error, which says more than SQLite's: EMFILE is not a missing directory. */
function describeSystemError(
  { systemErrno = 0 }: DriverError,
  file: string,
): readonly [string, string] | undefined {
  if (systemErrno <= 0) return undefined
  const name = getSystemErrorName(-systemErrno)
  const failure = UNINFORMATIVE_CODES.includes(name) ? undefined : explainFileError(name)
  return failure && [`${file} cannot be ${failure.action}: ${failure.reason}`, failure.hint]
}

/** True if only a backup helps. */
export const isBeyondRepair = (error: StorageError): boolean => error.hint === RESTORE_HINT

/** True if another connection holds the file. */
export function isBusyError(error: unknown): boolean {
  const cause = error instanceof StorageError ? error.cause : error
  return (
    cause instanceof Error && ((cause as DriverError).sqliteCode ?? codeByMessage[cause.message]) === BUSY
  )
}

/** True if a row would break a rule of its table. */
export const isConstraintError = (error: unknown): boolean =>
  error instanceof Error && (((error as DriverError).sqliteCode ?? 0) & 0xff) === CONSTRAINT

/** True if the file itself is damaged, rather than the disk or the permissions. */
export function isDamageError(error: unknown): boolean {
  if (!(error instanceof StorageError && error.cause instanceof Error)) return false
  const driverError = error.cause as DriverError // other errors lack these properties
  const code = driverError.sqliteCode ?? codeByMessage[error.cause.message]
  return code === CORRUPT || code === NOTADB
}

/** Runs driver code and throws StorageError for an error of the disk or the file. */
export type ErrorTranslator = <Result>(work: () => Result) => Result

/** Returns the translator for the errors of one file. */
export const createErrorTranslator =
  (file: string): ErrorTranslator =>
  (work) => {
    try {
      return work()
    } catch (error) {
      throw toStorageError(error, file)
    }
  }
