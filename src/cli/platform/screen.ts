/** Draws on the terminal of this process and reads its keys; restores the terminal however it ends. */

import { createInterface, emitKeypressEvents, type Interface, type Key as TypedKey } from 'node:readline'
import type { OutputStream } from '../../command/runtime.ts'
import { type KeyName, MIN_SCREEN, type Screen, type ScreenEvent } from '../../command/screen.ts'

/** The longest gap within the sequence of an arrow key. */
const ESCAPE_MILLISECONDS = 100
const CLEAR_LINE_END = '\u001b[K'
const CLEAR_ALL = '\u001b[2J'
// The alternate screen, without a cursor, where pasted text is marked as such.
const ENTER_SCREEN = '\u001b[?1049h\u001b[?25l\u001b[?2004h'
const LEAVE_SCREEN = '\u001b[?2004l\u001b[?25h\u001b[?1049l'

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
      readEvent(idleAfter) {
        if (events.isEmpty()) terminal.prompt?.()
        return events.next(idleAfter)
      },
    })
  } finally {
    terminal.close()
  }
}

interface EventQueue {
  isEmpty(): boolean
  push(event: ScreenEvent): void
  next(idleAfter: number | undefined): Promise<ScreenEvent>
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
    async next(idleAfter) {
      signal.throwIfAborted()
      if (waiting.length === 0) {
        let timer: NodeJS.Timeout | undefined
        await new Promise<void>((resolve) => {
          wake = resolve
          if (idleAfter !== undefined) timer = setTimeout(resolve, idleAfter)
        })
        clearTimeout(timer)
        signal.throwIfAborted()
      }
      return waiting.shift() ?? { name: 'idle' }
    },
  }
}

interface OpenTerminal {
  /** Shows that an answer is awaited. */
  prompt?(): void
  draw(lines: readonly string[]): void
  close(): void
}

/** Reads keys one by one, and draws on the alternate screen of the terminal. */
function openKeys(stdout: ScreenTerminal['stdout'], events: EventQueue, work: AbortController): OpenTerminal {
  const { stdin } = process
  const drawing = createDrawing(stdout)
  const restore = (): void => {
    stdin.setRawMode(false)
    stdout.write(LEAVE_SCREEN)
  }
  const begin = (): void => {
    stdin.setRawMode(true)
    stdout.write(ENTER_SCREEN)
    drawing.startOver()
  }
  const drawAgain = (): void => {
    drawing.startOver()
    events.push({ name: 'resize' })
  }
  const resume = (): void => {
    begin()
    events.push({ name: 'resize' })
  }
  const readPasted = createPasteReader((text) => events.push({ name: 'paste', text }))
  const readKey = (text: string | undefined, key: TypedKey): void => {
    if (readPasted(key)) return
    if (key.ctrl && key.name === 'c') work.abort()
    else if (key.ctrl && key.name === 'z') suspend(restore)
    else if (key.ctrl && key.name === 'l') drawAgain()
    else {
      for (const event of toEvents(text, key)) events.push(event)
    }
  }
  const end = (): void => events.push({ name: 'input-end' })
  // Only the time after which Esc counts as a key of its own is read from this; half a second would feel slow.
  emitKeypressEvents(stdin, { escapeCodeTimeout: ESCAPE_MILLISECONDS } as unknown as Interface)
  stdin.on('keypress', readKey).on('end', end).on('error', end)
  process.stdout.on('resize', drawAgain)
  if (canStop) process.on('SIGCONT', resume)
  process.on('exit', restore)
  begin()
  stdin.resume()
  return {
    draw: (lines) => void stdout.write(drawing.draw(lines)),
    close() {
      stdin.off('keypress', readKey).off('end', end).off('error', end)
      process.stdout.off('resize', drawAgain)
      process.off('exit', restore)
      if (canStop) process.off('SIGCONT', resume)
      restore()
      stdin.pause()
    },
  }
}

/** Returns what collects a pasted text; it returns true for a key that belongs to one. */
function createPasteReader(give: (text: string) => void): (key: TypedKey) => boolean {
  let pasted: string | undefined
  return ({ name, sequence }) => {
    if (name === 'paste-start') pasted = ''
    else if (pasted === undefined) return false
    else if (name !== 'paste-end') pasted += sequence ?? ''
    else {
      give(pasted)
      pasted = undefined
    }
    return true
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

/** Returns the control sequences that turn the lines drawn before into others: only those that differ. */
function createDrawing(terminal: Pick<ScreenTerminal['stdout'], 'rows'>) {
  let drawn: readonly string[] | undefined
  return {
    draw(lines: readonly string[]): string {
      // A line below the last one would scroll.
      const shown = lines.slice(0, Math.max(1, terminal.rows))
      const before = drawn ?? []
      const start = drawn ? '' : CLEAR_ALL
      drawn = shown
      const all = Array.from({ length: Math.max(shown.length, before.length) }, (_, at) => at)
      const changed = all.filter((at) => (shown[at] ?? '') !== (before[at] ?? ''))
      return start + changed.map((at) => `\u001b[${at + 1};1H${shown[at] ?? ''}${CLEAR_LINE_END}`).join('')
    },
    /** What is on the terminal is not known any more. */
    startOver() {
      drawn = undefined
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
  delete: 'delete',
  f1: 'f1',
}

/** Keys that Ctrl makes. */
const ctrlKeys: Readonly<Record<string, KeyName>> = { d: 'ctrl-d', u: 'ctrl-u', w: 'ctrl-w' }

/** Returns what a key press means. */
function toEvents(text: string | undefined, { name, ctrl, meta, shift }: TypedKey): ScreenEvent[] {
  if (name === 'tab') return [{ name: shift ? 'shift-tab' : 'tab' }]
  const named = name === undefined ? undefined : (ctrl ? ctrlKeys : namedKeys)[name]
  if (named) return [{ name: named }]
  // Esc and a letter soon after it arrive as one key.
  if (meta && name?.length === 1)
    return [{ name: 'escape' }, { name: 'text', text: shift ? name.toUpperCase() : name }]
  if (ctrl || meta || text === undefined || /\p{Cc}/u.test(text)) return []
  return [{ name: 'text', text }]
}
