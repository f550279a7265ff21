/** Declares the screen of a terminal: keys come in, lines are drawn in place. */

/** A key that is no character. */
export type KeyName =
  | 'enter'
  | 'escape'
  | 'backspace'
  | 'clear'
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'page-up'
  | 'page-down'
  | 'home'
  | 'end'
  | 'tab'

/** A key: a named one, or a character. */
export type Key = { name: KeyName } | { name: 'text'; text: string }

/**
 * What the user did: pressed a key, typed a line on a terminal without a screen, changed the size of the terminal, or
 * ended the input.
 */
export type ScreenEvent = Key | { name: 'line'; text: string } | { name: 'resize' } | { name: 'input-end' }

/** A terminal that is drawn again and again. */
export interface Screen {
  /** True if the terminal can only print lines and read lines, because it is dumb or too small. */
  isLineBased: boolean
  columns: number
  rows: number
  /** Replaces what was drawn before; a line-based terminal prints the lines below it. */
  draw(lines: readonly string[]): void
  /** Waits for the user. @throws the abort reason on Ctrl-C and on signals */
  readEvent(): Promise<ScreenEvent>
}

/** Smaller terminals are asked line by line. */
export const MIN_SCREEN = { columns: 40, rows: 10 } as const
