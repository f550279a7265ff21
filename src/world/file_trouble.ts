/** Says in a person's words what the system has against a file. */

import { Mistake, StorageTrouble } from '../contract/errors.ts'
import { codeOf } from './trouble.ts'

const troubles: Readonly<Record<string, (path: string) => Error>> = {
  ENOENT: (path) => new Mistake('not_found', `There is no file "${path}"`),
  ENOTDIR: (path) => new Mistake('usage', `"${path}" cannot be: a part of it is a file, not a directory`),
  EROFS: (path) => new Mistake('forbidden', `"${path}" cannot be written: the file system is read-only`),
  ERR_FS_FILE_TOO_LARGE: (path) =>
    new Mistake('value', `"${path}" is larger than 2 GiB`, { hint: 'Split it' }),
  EISDIR: (path) => new Mistake('usage', `"${path}" is a directory, not a file`),
  EACCES: (path) => new Mistake('forbidden', `"${path}" may not be opened: permission denied`),
  EPERM: (path) => new Mistake('forbidden', `"${path}" may not be opened: the system does not permit it`),
  ENAMETOOLONG: (path) => new Mistake('value', `"${path}" is too long for the name of a file`),
  ELOOP: (path) => new Mistake('usage', `"${path}" is a link that leads back to itself`),
  ENOSPC: (path) => new StorageTrouble(`The disk is full: "${path}" cannot be written`),
  EDQUOT: (path) => new StorageTrouble(`Your share of the disk is used up: "${path}" cannot be written`),
  EIO: (path) => new StorageTrouble(`The disk failed while reading or writing "${path}"`),
}

/** The system's complaint about a file, in a person's words. */
export const fileTrouble = (error: unknown, path: string): unknown =>
  troubles[String(codeOf(error))]?.(path) ?? error
