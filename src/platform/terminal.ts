/** The terminal this process was started from: its streams, its interruptions, and a pager on it. */

import { fstatSync, writeSync } from 'node:fs'
import { withStatusLine } from '../cli/status-line.ts'
import type { OutputStream, Runtime } from '../command/runtime.ts'
import { StorageError } from '../contract/errors.ts'
import { explainFileError, getErrorCode } from '../fs/file-errors.ts'
import { createPrompts } from './prompts.ts'

type Terminal = Pick<
  Runtime,
  'stdout' | 'stderr' | 'stdinIsTTY' | 'signal' | 'openPager' | 'confirm' | 'input' | 'select'
>

/** The terminal, as far as there is one. */
export function openTerminal(): Terminal {
  const work = new AbortController()
  const stderr = withStatusLine(openStream(2))
  let isPaged = false
  abortOnSignal(work, () => isPaged)
  return {
    stdout: withStatusLine(openStream(1)),
    stderr,
    stdinIsTTY: () => isTerminal(0),
    signal: work.signal,
    ...createPrompts(work),
    async openPager(command) {
      const { startPager } = await import('./pager.ts')
      const pager = startPager(command, work)
      if (!pager) return undefined
      isPaged = true
      const said = bufferOutput(stderr)
      return {
        ...pager,
        async close() {
          await pager.close()
          isPaged = false
          said.release()
        },
      }
    },
  }
}

/** The first interruption ends the work, a second one the process. Over a pager the key belongs to the pager. */
function abortOnSignal(work: AbortController, isPaged: () => boolean): void {
  process.on('SIGINT', () => isPaged() || end(130))
  process.on('SIGTERM', () => end(143))
  process.on('SIGHUP', () => end(129))
  function end(code: number): void {
    if (work.signal.aborted) process.exit(code)
    work.abort()
  }
}

/** Keeps what is said on a stream: in the middle of a pager's screen it would be lost. */
function bufferOutput(stream: OutputStream): { release(): void } {
  const { write, status } = stream
  let said = ''
  stream.status = () => undefined
  stream.write = (text) => {
    said += text
    return true
  }
  return {
    release() {
      Object.assign(stream, { write, status })
      write(said)
    },
  }
}

/** Only a device can be a terminal; Node's own test takes longer than most commands do. */
function isTerminal(descriptor: number): boolean {
  try {
    if (!fstatSync(descriptor).isCharacterDevice()) return false
  } catch {
    return false // closed before we began
  }
  return process.getBuiltinModule('node:tty').isatty(descriptor)
}

/** What keeps a stream from taking more; any other error unchanged. */
function toOutputError(error: unknown): unknown {
  const failure = explainFileError(getErrorCode(error))
  if (!failure) return error
  return new StorageError(`Not everything was written: ${failure.reason}`, error, failure.hint)
}

const sleepBuffer = new Int32Array(new SharedArrayBuffer(4))

/** A stream that waits for a slow reader and notices one that left. @see docs/reliability.md#row-83 */
function openStream(descriptor: 1 | 2): Omit<OutputStream, 'status'> {
  let isKnownTTY: boolean | undefined
  let isClosed = false
  const tty = () => (descriptor === 1 ? process.stdout : process.stderr)
  return {
    get isTTY() {
      return (isKnownTTY ??= isTerminal(descriptor))
    },
    get columns() {
      return (this.isTTY && tty().columns) || 80
    },
    get rows() {
      return (this.isTTY && tty().rows) || Number.POSITIVE_INFINITY
    },
    write(text) {
      let rest: Uint8Array = Buffer.from(text)
      while (rest.length > 0 && !isClosed) {
        try {
          rest = rest.subarray(writeSync(descriptor, rest))
        } catch (error) {
          const code = getErrorCode(error)
          // A terminal that was closed answers with EIO.
          if (code === 'EPIPE' || code === 'EIO') isClosed = true
          else if (code === 'EAGAIN') Atomics.wait(sleepBuffer, 0, 0, 2)
          else if (code === 'ENOSPC')
            throw new StorageError('The disk is full: not everything was written', error)
          else throw toOutputError(error)
        }
      }
      return !isClosed
    },
  }
}
