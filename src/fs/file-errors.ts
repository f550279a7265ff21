/** Explains why the system refused to open, create or write a file, and what the user can do about it. */

import { StorageError } from '../contract/errors.ts'

/** What could not be done with the file, why, and what helps. */
interface FileErrorExplanation {
  action: 'opened' | 'created' | 'written'
  reason: string
  hint: string
}

const FREE_SPACE_HINT = 'Free some space, then try again'
const ACCESS_HINT = 'Get access to it, or choose another location'
const PATH_HINT = 'Check the path, or choose another location'
const DISK_HINT = 'Check the disk or the network drive it is on, then try again'

const NOT_A_DIRECTORY: FileErrorExplanation = {
  action: 'created',
  reason: 'part of its path is a file, not a directory',
  hint: PATH_HINT,
}

// The only table of the system's error codes for files. docs/reliability.md#r11
const explanationByCode: Readonly<Record<string, FileErrorExplanation>> = {
  EACCES: { action: 'opened', reason: 'permission denied', hint: ACCESS_HINT },
  EPERM: { action: 'opened', reason: 'the system does not permit it', hint: ACCESS_HINT },
  EROFS: { action: 'written', reason: 'the file system is read-only', hint: 'Choose another location' },
  ENOSPC: { action: 'written', reason: 'the disk is full', hint: FREE_SPACE_HINT },
  EDQUOT: { action: 'written', reason: 'your disk quota is used up', hint: FREE_SPACE_HINT },
  EFBIG: {
    action: 'written',
    reason: 'it would exceed the maximum file size',
    hint: 'Raise the limit (ulimit -f), or choose another location',
  },
  EMFILE: {
    action: 'opened',
    reason: 'this process has too many files open',
    hint: 'Raise the limit (ulimit -n), then try again',
  },
  ENFILE: {
    action: 'opened',
    reason: 'the system has too many files open',
    hint: 'Close some programs, then try again',
  },
  ENOMEM: {
    action: 'opened',
    reason: 'the system is out of memory',
    hint: 'Close some programs, then try again',
  },
  ENOENT: { action: 'created', reason: 'the system does not allow a new directory there', hint: PATH_HINT },
  EISDIR: { action: 'opened', reason: 'it is a directory, not a file', hint: PATH_HINT },
  ENOTDIR: NOT_A_DIRECTORY,
  EEXIST: NOT_A_DIRECTORY, // Node's code when it is the last part of the path
  ENAMETOOLONG: { action: 'opened', reason: 'its name is too long', hint: 'Choose a shorter name' },
  ELOOP: { action: 'opened', reason: 'it is a link to itself', hint: PATH_HINT },
  ENXIO: { action: 'opened', reason: 'no process reads from it', hint: 'Start its reader first' },
  ENODEV: { action: 'opened', reason: 'its device is missing', hint: DISK_HINT },
  EBUSY: { action: 'opened', reason: 'the system is using it', hint: 'Try again when it is done' },
  ETXTBSY: { action: 'written', reason: 'it is a program that is running', hint: 'Choose another location' },
  EIO: { action: 'written', reason: 'the disk failed', hint: DISK_HINT },
  ESTALE: { action: 'opened', reason: 'it is no longer on the network drive', hint: DISK_HINT },
  ETIMEDOUT: { action: 'opened', reason: 'the network drive does not respond', hint: DISK_HINT },
  ENOLCK: { action: 'opened', reason: 'the file system has no more locks', hint: DISK_HINT },
  ENOTSUP: {
    action: 'written',
    reason: 'the file system does not support that',
    hint: 'Choose another location',
  },
  EOPNOTSUPP: {
    action: 'written',
    reason: 'the file system does not support that',
    hint: 'Choose another location',
  },
}

/** Returns the code of a system error, e.g. EPIPE; '' for any other error. */
export function getErrorCode(error: unknown): string {
  if (!(error instanceof Error && 'code' in error)) return ''
  // Node hides the code of some calls, such as os.homedir(), in the field `info`.
  const isHidden = error.code === 'ERR_SYSTEM_ERROR' && 'info' in error
  const info = isHidden && error.info instanceof Object ? error.info : {}
  return String('code' in info ? info.code : error.code)
}

// Node has no name for it: 122 on Linux, 69 on macOS.
const UNNAMED_QUOTA_CODE = /^Unknown system error -(122|69)$/

/** Explains a code; undefined when it is not about a file or its disk. */
export function explainFileError(code: string): FileErrorExplanation | undefined {
  const name = UNNAMED_QUOTA_CODE.test(code) ? 'EDQUOT' : code
  return Object.hasOwn(explanationByCode, name) ? explanationByCode[name] : undefined
}

/** What the system lacks, whatever the program does: no bug of the program, wherever it happens. */
const shortages: readonly string[] = ['EMFILE', 'ENFILE', 'ENOMEM']

/** Returns the error of a system that lacks something as StorageError; any other error unchanged. */
export function toShortageError(error: unknown): unknown {
  const code = getErrorCode(error)
  const failure = shortages.includes(code) ? explainFileError(code) : undefined
  if (!failure || error instanceof StorageError) return error
  const { reason, hint } = failure
  return new StorageError(`${reason.charAt(0).toUpperCase()}${reason.slice(1)}`, error, hint)
}

/** Returns a file's error as StorageError with a hint; any other error unchanged. */
export function toFileStorageError(error: unknown, file: string): unknown {
  const failure = explainFileError(getErrorCode(error))
  if (!failure || error instanceof StorageError) return error
  const { action, reason, hint } = failure
  return new StorageError(`${file} cannot be ${action}: ${reason}`, error, hint)
}
