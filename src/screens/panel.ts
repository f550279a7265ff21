/** Declares a panel: a part of a screen that answers keys until it closes. */

import type { Key } from '../command/screen.ts'
import { fitLine, type ScreenStyle } from './frame.ts'
import { findAction, moveKeys } from './key-table.ts'
import { moveCursor } from './scroll.ts'

/** What becomes of a panel after a key. */
export type PanelOutcome = 'stay' | 'close'

/** A question, a list or an explanation on top of what a screen shows. */
export interface Panel {
  title: string
  /** Returns at most `space` lines. */
  render(style: ScreenStyle, space: number): string[]
  /** Returns the keys that work now, each with what it does. */
  listKeys(): string[]
  /** True if it takes the whole screen. @default false */
  isWhole?: boolean
  handle(key: Key): Promise<PanelOutcome> | PanelOutcome
  /** Reads again what it shows: a panel on top of it closed, or another process wrote. */
  refresh?(): Promise<void>
}

/** Returns a panel that shows lines until a key is pressed; ↑ and ↓ move in lines that do not fit. */
export function createTextPanel(title: string, lines: readonly string[], { isWhole = false } = {}): Panel {
  let from = 0
  let page = lines.length
  return {
    title,
    render(style, space) {
      page = space
      from = Math.max(0, Math.min(from, lines.length - page))
      return lines.slice(from, from + space).map((line) => fitLine(line, style))
    },
    listKeys: () => (lines.length > page ? ['↑↓ move', 'any other key goes back'] : ['any key goes back']),
    isWhole,
    handle(key) {
      const move = lines.length > page ? findAction(moveKeys, key) : undefined
      if (!move) return 'close'
      from = moveCursor(from, move, { count: lines.length, page })
      return 'stay'
    },
  }
}

/** Returns a panel that asks a question which only `y` answers with yes. */
export const createQuestionPanel = (
  title: string,
  lines: readonly string[],
  accept: () => Promise<void>,
): Panel => ({
  title,
  render: (style, space) => lines.slice(0, space).map((line) => fitLine(line, style)),
  listKeys: () => ['y yes', 'any other key goes back'],
  async handle(key): Promise<PanelOutcome> {
    if (key.name === 'text' && key.text === 'y') await accept()
    return 'close'
  },
})
