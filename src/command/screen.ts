/** Declares the screen of a terminal: keys come in, lines are drawn. */

/** A key that is no character. */
export type KeyName =
  | 'enter'
  | 'escape'
  | 'backspace'
  | 'delete'
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'page-up'
  | 'page-down'
  | 'home'
  | 'end'
  | 'tab'
  | 'shift-tab'
  | 'ctrl-d'
  | 'ctrl-u'
  | 'ctrl-w'
  | 'f1'

/** A key: a named one, a character, or a text that was pasted, which is never a command. */
export type Key = { name: KeyName } | { name: 'text'; text: string } | { name: 'paste'; text: string }

/**
 * What the user did: pressed a key, typed a line on a terminal without a screen, changed the size of the terminal, ended
 * the input, or nothing for a while.
 */
export type ScreenEvent =
  | Key
  | { name: 'line'; text: string }
  | { name: 'resize' }
  | { name: 'input-end' }
  | { name: 'idle' }

/** A terminal that is drawn again and again. */
export interface Screen {
  /** True if the terminal can only print lines and read lines, because it is dumb or too small. */
  isLineBased: boolean
  columns: number
  rows: number
  /** Replaces what was drawn before; a line-based terminal prints the lines below it. */
  draw(lines: readonly string[]): void
  /**
   * Waits for the user.
   * @param idleAfter milliseconds after which it returns `idle` @default never
   * @throws the abort reason on Ctrl-C and on signals
   */
  readEvent(idleAfter?: number): Promise<ScreenEvent>
}

/** Smaller terminals are asked line by line. */
export const MIN_SCREEN = { columns: 40, rows: 10 } as const
