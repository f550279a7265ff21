/** Runs a pager on the terminal: less, or the command that the user prefers. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import type { Pager } from '../../command/runtime.ts'

/**
 * Starts a pager; undefined when there is no such program. Quitting the pager aborts the work, and aborting the
 * work ends the pager.
 */
export function startPager(command: string, work: AbortController): Pager | undefined {
  if (!isCommandAvailable(command)) return undefined
  const child = spawn(command, {
    shell: true,
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { LESS: 'FRX', ...process.env }, // the same defaults as git: colors pass through, and a short text needs no key
    signal: work.signal,
  })
  const { stdin } = child
  // Writing to a pager that has exited fails; its 'close' event reports the end.
  for (const emitter of [child, stdin]) emitter.on('error', () => undefined)
  const exit = watchExit(child, work)
  return {
    hasUserQuit: () => exit.isDone(),
    async write(text) {
      if (!exit.isDone() && !stdin.write(text)) await once(stdin, 'drain').catch(() => exit.done)
      return !exit.isDone()
    },
    async close() {
      stdin.end()
      await exit.done
    },
  }
}

function watchExit(child: ChildProcess, work: AbortController) {
  let isDone = false
  const done = new Promise<void>((resolve) => {
    child.on('close', () => {
      isDone = true
      work.abort()
      resolve()
    })
  })
  return { done, isDone: () => isDone }
}

function isCommandAvailable(command: string): boolean {
  const program = command.split(/\s+/).find((word) => word !== '' && !word.includes('=')) ?? ''
  return spawnSync('sh', ['-c', 'command -v -- "$0"', program], { stdio: 'ignore' }).status === 0
}
