/** One writer of the settings at a time. */ // reliability.md row 62

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
import { StorageTrouble } from '../contract/errors.ts'

const PAUSE = 20
const MOST_TRIES = 500
/** A writer needs milliseconds; a lock this old was left behind by one that was killed. */
const STALE_MILLISECONDS = 5000

/** Runs a piece of work while holding the folder's lock, a file only one process can make. */
export async function locked<Result>(folder: string, work: () => Result): Promise<Result> {
  const path = join(folder, '.lock')
  const token = randomUUID()
  for (let tries = 0; !take(path, token); tries++) {
    if (tries === MOST_TRIES)
      throw new StorageTrouble(`Another budget process holds ${path}; remove it if none runs`)
    breakStale(path, token)
    await setTimeout(PAUSE)
  }
  try {
    return work()
  } finally {
    if (holder(path) === token) rmSync(path)
  }
}

function take(path: string, token: string): boolean {
  let file: number
  try {
    file = openSync(path, 'wx', 0o600)
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  }
  try {
    writeSync(file, token)
    return true
  } catch (error) {
    rmSync(path) // a full disk took the name, but not the token
    throw error
  } finally {
    closeSync(file)
  }
}

function holder(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** Takes a lock away from a writer that is gone. Its age is told by the file system's clock, the one that dated it. */
function breakStale(path: string, token: string): void {
  const held = holder(path)
  if (held === undefined || age(path, `${path}-${token}`) < STALE_MILLISECONDS) return
  const aside = `${path}-${token}`
  try {
    renameSync(path, aside)
    // Somebody else broke it first, and this is their fresh lock: it goes back.
    if (holder(aside) !== held) linkSync(aside, path)
  } catch (error) {
    if (!isCode(error, 'ENOENT') && !isCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

function age(path: string, probe: string): number {
  writeFileSync(probe, '', { mode: 0o600 })
  try {
    return statSync(probe).mtimeMs - statSync(path).mtimeMs
  } catch (error) {
    if (isCode(error, 'ENOENT')) return 0 // released meanwhile
    throw error
  } finally {
    rmSync(probe, { force: true })
  }
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
