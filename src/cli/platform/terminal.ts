/** Provides the terminal of this process: its streams, signals, prompts and pager. */

import { fstatSync, statSync, writeSync } from 'node:fs'
import type { OutputStream, Runtime } from '../../command/runtime.ts'
import { StorageError } from '../../contract/errors.ts'
import { explainFileError, getErrorCode } from '../../fs/file-errors.ts'
import { SignalError } from '../exit-codes.ts'
import { withStatusLine } from '../status-line.ts'

type Terminal = Pick<
  Runtime,
  | 'stdout'
  | 'stderr'
  | 'stdinIsTTY'
  | 'signal'
  | 'computeLong'
  | 'openPager'
  | 'confirm'
  | 'input'
  | 'select'
  | 'selectMany'
  | 'showScreen'
  | 'editText'
>

/** Returns the terminal; its streams may be files or pipes. */
export function openTerminal(): Terminal {
  const abort = new AbortController()
  const stderr = withStatusLine(openStream(2))
  let isPaged = false
  const computeLong = abortOnSignal(abort, () => isPaged)
  const stdout = withStatusLine(openStream(1))
  return {
    stdout,
    stderr,
    stdinIsTTY: () => isTerminal(0),
    signal: abort.signal,
    ...createPrompts(abort),
    async showScreen(use) {
      const { showScreen } = await import('./screen.ts')
      return showScreen({ stdout, work: abort, term: process.env['TERM'] }, use)
    },
    computeLong,
    async editText(text, use) {
      const { editText } = await import('./editor.ts')
      const editor = process.env['VISUAL'] || process.env['EDITOR'] || 'vi'
      // Ctrl-C is a key of the editor.
      isPaged = true
      return editText(text, editor, (saved) => {
        isPaged = false
        return use(saved)
      })
    },
    async openPager(command) {
      const { startPager } = await import('./pager.ts')
      const pager = startPager(command, abort)
      if (!pager) return undefined
      isPaged = true
      const buffered = bufferOutput(stderr)
      return {
        ...pager,
        async close() {
          await pager.close()
          isPaged = false
          buffered.release()
        },
      }
    },
  }
}

/**
 * The first signal aborts the work, a second one ends the process. While a pager runs, it handles Ctrl-C. Returns a
 * function that runs work in which the system ends the process itself.
 */
function abortOnSignal(work: AbortController, isPaged: () => boolean): Runtime['computeLong'] {
  const handlers = {
    SIGTERM: () => end(new SignalError('SIGTERM')),
    SIGHUP: () => end(new SignalError('SIGHUP')),
  }
  process.on('SIGINT', () => isPaged() || end(new SignalError('SIGINT')))
  listen('on')
  return async (compute) => {
    await receiveSignals()
    work.signal.throwIfAborted()
    listen('off')
    try {
      return await compute()
    } finally {
      listen('on')
    }
  }
  function listen(change: 'on' | 'off'): void {
    process[change]('SIGTERM', handlers.SIGTERM)
    process[change]('SIGHUP', handlers.SIGHUP)
  }
  function end(reason: SignalError): void {
    if (work.signal.aborted) process.exit(reason.exitCode)
    work.abort(reason)
  }
}

/**
 * Waits for a turn of the event loop, in which a signal is received that came while the process computed: it would be
 * lost with its handler.
 */
async function receiveSignals(): Promise<void> {
  for (let turns = 0; turns < 2; turns++)
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
}

/** Holds back the output of a stream, which would be lost on the pager's screen. */
function bufferOutput(stream: OutputStream): { release(): void } {
  const { write, status } = stream
  let buffered = ''
  stream.status = () => undefined
  stream.write = (text) => {
    buffered += text
    return true
  }
  return {
    release() {
      Object.assign(stream, { write, status })
      write(buffered)
    },
  }
}

/** Only a character device can be a terminal; Node's own check loads sockets and streams. */
function isTerminal(descriptor: number): boolean {
  try {
    const stats = fstatSync(descriptor)
    if (!stats.isCharacterDevice()) return false
    if (process.platform !== 'win32' && stats.rdev === statSync('/dev/null').rdev) return false
  } catch {
    return false // closed before the process started
  }
  return process.getBuiltinModule('node:tty').isatty(descriptor)
}

/** Returns why a stream cannot be written as StorageError; any other error unchanged. */
function toOutputError(error: unknown): unknown {
  const failure = explainFileError(getErrorCode(error))
  if (!failure) return error
  return new StorageError(`Not everything was written: ${failure.reason}`, error, failure.hint)
}

const sleepBuffer = new Int32Array(new SharedArrayBuffer(4))

/**
 * Opens a stream that waits for a slow reader and notices when the reader stops.
 * @see docs/reliability.md#row-83
 */
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
      let remaining: Uint8Array = Buffer.from(text)
      while (remaining.length > 0 && !isClosed) {
        try {
          remaining = remaining.subarray(writeSync(descriptor, remaining))
        } catch (error) {
          const code = getErrorCode(error)
          // Writing to a closed terminal fails with EIO.
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

/** Returns the prompts of a terminal. Ctrl-C is an ordinary key in a prompt, so it aborts the work here. */
function createPrompts(work: AbortController): Pick<Runtime, 'confirm' | 'input' | 'select' | 'selectMany'> {
  const loadPrompts = async () => ({ output: process.stderr, ...(await import('../prompts.ts')) })
  const abortUnlessAnswered = <Answer>(answer: Answer | undefined): Answer | undefined => {
    if (answer === undefined) work.abort()
    work.signal.throwIfAborted()
    return answer
  }
  return {
    async confirm(question) {
      const { confirm: ask, output } = await loadPrompts()
      return abortUnlessAnswered(await ask(question, { output }))
    },
    async input(question, { hidden }) {
      const { input: type, output } = await loadPrompts()
      return abortUnlessAnswered(await type(question, { hidden, output }))
    },
    async select(question, choices, options) {
      const { select: choose, output } = await loadPrompts()
      return abortUnlessAnswered(await choose(question, { choices, ...options, output }))
    },
    async selectMany(question, selection) {
      const { selectMany: choose, output } = await loadPrompts()
      const answer = await choose(question, { ...selection, output })
      return answer === null ? undefined : abortUnlessAnswered(answer)
    },
  }
}
