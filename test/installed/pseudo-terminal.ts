/** Runs the installed program in a pseudo terminal of the system, and keeps what its screen shows. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { installProgram, programPath } from './install.ts'

/** True if Python, which opens the pseudo terminals, is there. */
export const hasPython =
  process.platform !== 'win32' && spawnSync('python3', ['-c', 'import pty, termios, fcntl']).status === 0

// Reads one JSON message per line: keys, a size or a signal. Says at the end how the terminal was left.
const relay = `
import fcntl, json, os, pty, select, signal, struct, sys, termios
def resize(fd, rows, columns):
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack('HHHH', rows, columns, 0, 0))
first = json.loads(sys.argv[1])
child, terminal = pty.fork()
if child == 0:
    resize(0, *first['size'])
    os.execvp(sys.argv[2], sys.argv[2:])
resize(terminal, *first['size'])
typed = b''
while True:
    ready, _, _ = select.select([terminal, 0], [], [])
    if terminal in ready:
        try:
            data = os.read(terminal, 65536)
        except OSError:
            data = b''
        if not data:
            break
        os.write(1, data)
    if 0 in ready:
        data = os.read(0, 65536)
        if not data:
            os.kill(child, signal.SIGKILL)
        typed += data
        while b'\\n' in typed:
            line, typed = typed.split(b'\\n', 1)
            message = json.loads(line)
            if 'size' in message:
                resize(terminal, *message['size'])
                os.kill(child, signal.SIGWINCH)
            if 'signal' in message:
                os.kill(child, getattr(signal, message['signal']))
            if 'keys' in message:
                os.write(terminal, message['keys'].encode())
flags = termios.tcgetattr(terminal)[3]
_, status = os.waitpid(child, 0)
code = os.waitstatus_to_exitcode(status)
os.write(2, json.dumps({'code': code, 'echoes': bool(flags & termios.ECHO), 'lines': bool(flags & termios.ICANON)}).encode())
`

/** How a program left the terminal. */
interface TerminalEnd {
  code: number
  /** True if the terminal echoes and reads lines again. */
  echoes: boolean
  lines: boolean
}

/** A program in a pseudo terminal. */
export interface PseudoTerminal {
  /** Returns the lines of the screen, without blanks at their ends. */
  screen(): string[]
  /** Everything that was written. */
  output(): string
  type(keys: string): void
  resize(rows: number, columns: number): void
  kill(signal: string): void
  /** Waits until the screen contains a text. */
  shows(text: string | RegExp): Promise<void>
  ended: Promise<TerminalEnd>
}

interface TerminalOptions {
  args: readonly string[]
  env: Record<string, string>
  rows?: number
  columns?: number
}

/** A busy machine shows a screen late; the test ends all the same. */
const MAX_WAIT = 100_000

/** Starts a command whose files are in a folder, on a terminal without colours. */
export const openInFolder = (
  folder: string,
  { env = {}, ...options }: Omit<TerminalOptions, 'env'> & Partial<Pick<TerminalOptions, 'env'>>,
): PseudoTerminal =>
  openPseudoTerminal({
    ...options,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      TERM: 'xterm',
      NO_COLOR: '1',
      BUDGET_CONFIG_DIR: join(folder, 'config'),
      BUDGET_DATA_DIR: join(folder, 'data'),
      BUDGET_STATE_DIR: join(folder, 'state'),
      ...env,
    },
  })

/** How a terminal is left: it echoes and reads lines again. */
export const restored = { echoes: true, lines: true }

/** Starts the program. */
function openPseudoTerminal({ args, env, rows = 24, columns = 80 }: TerminalOptions): PseudoTerminal {
  const program = programPath(installProgram())
  const size = JSON.stringify({ size: [rows, columns] })
  const child = spawn('python3', ['-c', relay, size, program, ...args], { env })
  const grid = createGrid(rows)
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    grid.write(text)
  })
  const send = (message: object): void => void child.stdin.write(`${JSON.stringify(message)}\n`)
  return {
    screen: () => grid.lines(),
    output: () => output,
    type: (keys) => send({ keys }),
    resize(newRows, newColumns) {
      grid.resize(newRows)
      send({ size: [newRows, newColumns] })
    },
    kill: (signal) => send({ signal }),
    async shows(text) {
      const start = Date.now()
      const isShown = (): boolean =>
        typeof text === 'string' ? grid.lines().join('\n').includes(text) : text.test(grid.lines().join('\n'))
      while (!isShown()) {
        if (Date.now() - start > MAX_WAIT)
          throw new Error(`${String(text)} is not shown, but:\n${grid.lines().join('\n')}`)
        await new Promise((resolve) => setTimeout(resolve, 15))
      }
    },
    ended: readEnd(child),
  }
}

function readEnd(child: ChildProcess): Promise<TerminalEnd> {
  return new Promise((done, failed) => {
    let said = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text))
    child.on('error', failed)
    child.on('close', () => {
      try {
        done(JSON.parse(said) as TerminalEnd) // the relay writes it last
      } catch {
        failed(new Error(said))
      }
    })
  })
}

/** A screen that understands the sequences the program may use; any other one is an error. */
function createGrid(firstRows: number) {
  let rows = firstRows
  let cells: string[][] = [[]]
  let [row, column] = [0, 0]
  const line = (): string[] => {
    while (cells.length < row) cells.push([])
    return (cells[row] ??= [])
  }
  let main: typeof cells = []
  const commands: Readonly<Record<string, (first: number, second: number) => void>> = {
    K: () => void line().splice(column),
    H: (first, second) => void ([row, column] = [Math.max(0, first - 1), Math.max(0, second - 1)]),
    J: () => void (cells = [[]]),
    m: () => undefined,
  }
  /** Changes between the main screen and the alternate one, which begins empty. */
  const switchScreen = (isAlternate: boolean): void => {
    if (isAlternate) main = cells
    cells = isAlternate ? [[]] : main
    row = Math.max(0, cells.length - 1)
    column = 0
  }
  const put = (character: string): void => {
    if (character === '\r') column = 0
    else if (character === '\n') {
      row += 1
      line()
      if (row >= rows) {
        cells.shift()
        row -= 1
      }
    } else {
      while (line().length < column) line().push(' ')
      line()[column] = character
      column += 1
    }
  }
  return {
    write(text: string) {
      for (const [, mode, state, numbers = '', command, character] of text.matchAll(
        /\u001b\[\?(25|1049|2004)([hl])|\u001b\[([\d;]*)([A-Za-z])|([^\u001b])/gu,
      )) {
        if (mode === '1049') switchScreen(state === 'h')
        if (mode !== undefined) continue
        if (character !== undefined) put(character)
        else {
          const act = commands[command ?? '']
          if (!act) throw new Error(`The test terminal does not know the sequence ${command}`)
          const [first = 0, second = 0] = numbers.split(';').map(Number)
          act(first, second)
        }
      }
    },
    resize: (newRows: number) => void (rows = newRows),
    lines: () =>
      cells.map((one) =>
        Array.from(one, (cell) => cell ?? ' ')
          .join('')
          .trimEnd(),
      ),
  }
}
