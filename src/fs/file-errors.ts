/** Says in plain words why the system refused to open, make or write a file, and what to do about it. */

import { StorageTrouble } from '../contract/errors.ts'

/** What could not be done with the file, why, and what helps. */
interface FileFailure {
  not: 'opened' | 'made' | 'written'
  why: string
  next: string
}

const FREE = 'Free some space, then try again'
const ACCESS = 'Ask for access to it, or choose another place'
const PATH = 'Check the path, or choose another place'
const DISK = 'Check the disk or the network drive it is on, then try again'

const notAFolder: FileFailure = {
  not: 'made',
  why: 'a part of its path is a file, not a folder',
  next: PATH,
}

// The one table of the system's codes: every room that touches a file speaks from it. reliability.md R11
const failures: Readonly<Record<string, FileFailure>> = {
  EACCES: { not: 'opened', why: 'permission denied', next: ACCESS },
  EPERM: { not: 'opened', why: 'the system does not permit it there', next: ACCESS },
  EROFS: { not: 'written', why: 'the file system is read-only', next: 'Choose another place' },
  ENOSPC: { not: 'written', why: 'the disk is full', next: FREE },
  EDQUOT: { not: 'written', why: 'your share of the disk is used up', next: FREE },
  EFBIG: {
    not: 'written',
    why: 'it would be larger than files may be here',
    next: 'Raise the limit (ulimit -f), or choose another place',
  },
  EMFILE: {
    not: 'opened',
    why: 'this process has too many files open',
    next: 'Raise the limit (ulimit -n), then try again',
  },
  ENFILE: {
    not: 'opened',
    why: 'the system has too many files open',
    next: 'Close some programs, then try again',
  },
  ENOMEM: {
    not: 'opened',
    why: 'the system is out of memory',
    next: 'Close some programs, then try again',
  },
  ENOENT: { not: 'made', why: 'the system allows no new folder there', next: PATH },
  EISDIR: { not: 'opened', why: 'it is a folder, not a file', next: PATH },
  ENOTDIR: notAFolder,
  EEXIST: notAFolder, // what Node says when it is the last part
  ENAMETOOLONG: { not: 'opened', why: 'its name is too long', next: 'Choose a shorter name' },
  ELOOP: { not: 'opened', why: 'it is a link that leads back to itself', next: PATH },
  ENXIO: { not: 'opened', why: 'nobody reads from it', next: 'Start its reader first' },
  ENODEV: { not: 'opened', why: 'its device is missing', next: DISK },
  EBUSY: { not: 'opened', why: 'the system is using it', next: 'Try again when it is done' },
  ETXTBSY: { not: 'written', why: 'it is a program that is running', next: 'Choose another place' },
  EIO: { not: 'written', why: 'the disk failed', next: DISK },
  ESTALE: { not: 'opened', why: 'the network drive no longer knows it', next: DISK },
  ETIMEDOUT: { not: 'opened', why: 'the network drive does not answer', next: DISK },
  ENOLCK: { not: 'opened', why: 'the file system gives out no more locks', next: DISK },
  ENOTSUP: { not: 'written', why: 'the file system cannot do that', next: 'Choose another place' },
  EOPNOTSUPP: { not: 'written', why: 'the file system cannot do that', next: 'Choose another place' },
}

/** The system's own name of what went wrong, such as EPIPE. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

// Node has no name for it: 122 on Linux, 69 on macOS.
const nameless = /^Unknown system error -(122|69)$/

/** What a code of the system means; undefined when it is no matter of a file or its disk. */
export function fileFailure(code: string): FileFailure | undefined {
  const name = nameless.test(code) ? 'EDQUOT' : code
  return Object.hasOwn(failures, name) ? failures[name] : undefined
}

/** The failure of a file as StorageTrouble with what to do next; any other error unchanged. */
export function fileTrouble(error: unknown, file: string): unknown {
  const failure = fileFailure(codeOf(error))
  if (!failure || error instanceof StorageTrouble) return error
  const { not, why, next } = failure
  return new StorageTrouble(`${file} cannot be ${not}: ${why}`, error, next)
}
