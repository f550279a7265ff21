/** Locks a directory so that only one process at a time writes its settings. @see docs/reliability.md#row-62 */

import { randomUUID } from 'node:crypto'
import {
  closeSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { StorageError } from '../contract/errors.ts'

const RETRY_MILLISECONDS = 20
const MAX_TRIES = 500

/** Writing takes milliseconds; an older lock was left by a process that was killed. */
const STALE_MILLISECONDS = 5000

/**
 * Runs work while holding the lock of a directory, a file that only one process can create.
 * @throws StorageError when another process holds it for too long
 */
export async function withFileLock<Result>(folder: string, work: () => Result): Promise<Result> {
  const path = join(folder, '.lock')
  const token = randomUUID()
  for (let tries = 0; !tryAcquire(path, token); tries++) {
    if (tries === MAX_TRIES)
      throw new StorageError(`Another budget process holds ${path}; remove it if no process is running`)
    breakStaleLock(path, token)
    await setTimeout(RETRY_MILLISECONDS)
  }
  try {
    return work()
  } finally {
    if (readHolder(path) === token) rmSync(path)
  }
}

function tryAcquire(path: string, token: string): boolean {
  let file: number
  try {
    file = openSync(path, 'wx', 0o600)
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST')) return false
    throw error
  }
  try {
    writeSync(file, token)
    return true
  } catch (error) {
    rmSync(path) // a full disk has the file without the token
    throw error
  } finally {
    closeSync(file)
  }
}

function readHolder(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/**
 * Removes the lock of a process that is gone. Its age is measured by the clock of the file system, which dated
 * it.
 */
function breakStaleLock(path: string, token: string): void {
  const staleToken = readHolder(path)
  if (staleToken === undefined || getLockAge(path, `${path}-${token}`) < STALE_MILLISECONDS) return
  const renamed = `${path}-${token}`
  try {
    renameSync(path, renamed)
    // Another process broke the stale lock first, and this is its new lock: it is put back.
    if (readHolder(renamed) !== staleToken) linkSync(renamed, path)
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT') && !hasErrorCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(renamed, { force: true })
  }
}

function getLockAge(path: string, probe: string): number {
  writeFileSync(probe, '', { mode: 0o600 })
  try {
    return statSync(probe).mtimeMs - statSync(path).mtimeMs
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return 0 // released in the meantime
    throw error
  } finally {
    rmSync(probe, { force: true })
  }
}

const hasErrorCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
