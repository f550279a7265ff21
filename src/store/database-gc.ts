/**
 * Runs the garbage collector, e.g. to close file handles that the SQLite driver leaks.
 * A connection's handle lasts until its statements are collected.
 */

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** How many closed connections may still hold their handle. */
const MAX_CLOSED_HANDLES = 16

let closedHandles = 0
let gc: (() => void) | undefined

/** Counts a closed connection and runs the garbage collector after every 16th. */
export function collectClosedHandles(): void {
  closedHandles++
  if (closedHandles < MAX_CLOSED_HANDLES) return
  closedHandles = 0
  collectGarbage()
}

/** Runs the garbage collector. */
export function collectGarbage(): void {
  if (!gc) {
    setFlagsFromString('--expose-gc')
    gc = runInNewContext('gc') as () => void // the flag defines this function
  }
  gc()
}
