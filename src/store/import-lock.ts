/** One import at a time into an account. The lock is SQLite's own on an empty file: when its holder is killed, it is gone. */

import { UserError } from '../contract/errors.ts'
import { tryLockFile } from './process-lock.ts'

/** Takes the lock of a file until it is released. Throws a Mistake when another process has it, StorageTrouble when there can be none. */
export function acquireImportLock(file: string): () => void {
  const release = tryLockFile(file)
  if (release) return release
  throw new UserError('conflict', 'Another import into this account is under way', {
    hint: 'Wait until it is done; budget imports list shows it',
  })
}
