/** Draws in place on the terminal of this process and reads its keys; restores the terminal however it ends. */

import { createInterface, emitKeypressEvents, type Interface, type Key as TypedKey } from 'node:readline'
import type { OutputStream } from '../../command/runtime.ts'
import { type KeyName, MIN_SCREEN, type Screen, type ScreenEvent } from '../../command/screen.ts'

/** The longest gap within the sequence of an arrow key. */
const ESCAPE_MILLISECONDS = 100
const HIDE_CURSOR = '\u001b[?25l'
const SHOW_CURSOR = '\u001b[?25h'
const CLEAR_LINE_END = '\u001b[K'
const CLEAR_BELOW = '\u001b[J'
const CLEAR_ALL = '\u001b[2J\u001b[H'

/** The terminal, and what ends the work on it. */
interface ScreenTerminal {
  stdout: Pick<OutputStream, 'columns' | 'rows' | 'write'>
  work: AbortController
  /** The variable TERM. */
  term: string | undefined
}

/** Shows a screen while `use` runs. */
export async function showScreen<Result>(
  { stdout, work, term }: ScreenTerminal,
  use: (screen: Screen) => Promise<Result>,
): Promise<Result> {
  work.signal.throwIfAborted()
  const isTooSmall = stdout.columns < MIN_SCREEN.columns || stdout.rows < MIN_SCREEN.rows
  // A keyboard that is no terminal of Node's sends lines only.
  const hasKeys = typeof process.stdin.setRawMode === 'function'
  const isLineBased = term === 'dumb' || isTooSmall || !hasKeys
  const events = createEventQueue(work.signal)
  const terminal = isLineBased ? openLines(stdout, events) : openKeys(stdout, events, work)
  try {
    return await use({
      isLineBased,
      get columns() {
        return stdout.columns
      },
      get rows() {
        return stdout.rows
      },
      draw: (lines) => terminal.draw(lines),
      readEvent() {
        if (events.isEmpty()) terminal.prompt?.()
        return events.next()
      },
    })
  } finally {
    terminal.close()
  }
}

interface EventQueue {
  isEmpty(): boolean
  push(event: ScreenEvent): void
  next(): Promise<ScreenEvent>
}

/** Keeps keys that are typed ahead; waiting ends with the abort reason. */
function createEventQueue(signal: AbortSignal): EventQueue {
  const waiting: ScreenEvent[] = []
  let wake: (() => void) | undefined
  signal.addEventListener('abort', () => wake?.())
  return {
    isEmpty: () => waiting.length === 0,
    push(event) {
      waiting.push(event)
      wake?.()
    },
    async next() {
      for (;;) {
        signal.throwIfAborted()
        const event = waiting.shift()
        if (event) return event
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}

interface OpenTerminal {
  /** Shows that an answer is awaited. */
  prompt?(): void
  draw(lines: readonly string[]): void
  close(): void
}

/** Reads keys one by one, and draws over what was drawn before. */
function openKeys(stdout: ScreenTerminal['stdout'], events: EventQueue, work: AbortController): OpenTerminal {
  const { stdin } = process
  const drawing = createDrawing(stdout)
  const restore = (): void => {
    stdin.setRawMode(false)
    stdout.write(drawing.erase() + SHOW_CURSOR)
  }
  const begin = (): void => {
    stdin.setRawMode(true)
    stdout.write(HIDE_CURSOR)
  }
  const resume = (): void => {
    begin()
    drawing.startOver()
    events.push({ name: 'resize' })
  }
  const resize = (): void => {
    drawing.startOver()
    events.push({ name: 'resize' })
  }
  const readKey = (text: string | undefined, key: TypedKey): void => {
    if (key.ctrl && key.name === 'c') work.abort()
    else if (key.ctrl && key.name === 'z') suspend(restore)
    else {
      for (const event of toEvents(text, key)) events.push(event)
    }
  }
  const end = (): void => events.push({ name: 'input-end' })
  // Only the time after which Esc counts as a key of its own is read from this; half a second would feel slow.
  emitKeypressEvents(stdin, { escapeCodeTimeout: ESCAPE_MILLISECONDS } as unknown as Interface)
  stdin.on('keypress', readKey).on('end', end).on('error', end)
  process.stdout.on('resize', resize)
  if (canStop) process.on('SIGCONT', resume)
  process.on('exit', restore)
  begin()
  stdin.resume()
  return {
    draw: (lines) => void stdout.write(drawing.draw(lines)),
    close() {
      stdin.off('keypress', readKey).off('end', end).off('error', end)
      process.stdout.off('resize', resize)
      process.off('exit', restore)
      if (canStop) process.off('SIGCONT', resume)
      restore()
      stdin.pause()
    },
  }
}

/** Windows has no stopped processes. */
const canStop = process.platform !== 'win32'

/** Stops the process as Ctrl-Z does in a shell; the shell continues it with SIGCONT. */
function suspend(restore: () => void): void {
  if (!canStop) return
  restore()
  process.kill(process.pid, 'SIGTSTP')
}

/** Returns the control sequences that replace the lines drawn before. */
function createDrawing({ rows }: Pick<ScreenTerminal['stdout'], 'rows'>) {
  let drawnLines = 0
  let isCleared = false
  const toStart = (): string => (drawnLines > 1 ? `\u001b[${drawnLines - 1}A\r` : '\r')
  return {
    draw(lines: readonly string[]): string {
      const start = isCleared ? CLEAR_ALL : toStart()
      isCleared = false
      // More lines than the terminal has would scroll, and could not be drawn over.
      const shown = lines.slice(0, Math.max(1, rows))
      drawnLines = shown.length
      return `${start}${shown.map((line) => line + CLEAR_LINE_END).join('\r\n')}${CLEAR_BELOW}`
    },
    erase(): string {
      const start = toStart()
      drawnLines = 0
      return start + CLEAR_BELOW
    },
    /** The terminal has rearranged the lines, so that their number is unknown. */
    startOver() {
      isCleared = true
    },
  }
}

/** Reads lines from a terminal that cannot do more. */
function openLines(stdout: ScreenTerminal['stdout'], events: EventQueue): OpenTerminal {
  const reader = createInterface({
    input: process.stdin,
    output: process.stdout,
    terminal: false,
    prompt: '> ',
  })
  reader.on('line', (text) => events.push({ name: 'line', text }))
  reader.on('close', () => events.push({ name: 'input-end' }))
  return {
    draw: (lines) => void stdout.write(`${lines.join('\n')}\n`),
    prompt: () => reader.prompt(),
    close: () => reader.close(),
  }
}

const namedKeys: Readonly<Record<string, KeyName>> = {
  return: 'enter',
  enter: 'enter',
  escape: 'escape',
  backspace: 'backspace',
  up: 'up',
  down: 'down',
  left: 'left',
  right: 'right',
  pageup: 'page-up',
  pagedown: 'page-down',
  home: 'home',
  end: 'end',
  tab: 'tab',
}

/** Returns what a key press means. */
function toEvents(text: string | undefined, { name, ctrl, meta, shift }: TypedKey): ScreenEvent[] {
  if (ctrl && name === 'd') return [{ name: 'input-end' }]
  if (ctrl && (name === 'u' || name === 'w')) return [{ name: 'clear' }]
  const named = name === undefined ? undefined : namedKeys[name]
  if (named && !ctrl) return [{ name: named }]
  // Esc and a letter soon after it arrive as one key.
  if (meta && name?.length === 1)
    return [{ name: 'escape' }, { name: 'text', text: shift ? name.toUpperCase() : name }]
  if (ctrl || meta || text === undefined || /\p{Cc}/u.test(text)) return []
  return [{ name: 'text', text }]
}
