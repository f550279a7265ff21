/** A screen for tests: keys come from a list, and what is drawn can be looked at between them. */

import type { Key, KeyName, Screen, ScreenEvent } from '../../src/command/screen.ts'

/** What the user does, or a look at what is drawn; a look may change the size of the screen, or the budget elsewhere. */
export type ScreenStep =
  | ScreenEvent
  | ((lines: readonly string[], screen: TestScreen) => Promise<void> | void)

/** A screen whose size can change. */
export type TestScreen = Screen & { columns: number; rows: number }

const namedKeys: Readonly<Record<string, KeyName>> = {
  '⏎': 'enter',
  '⇥': 'tab',
  '⇤': 'shift-tab',
  '⎋': 'escape',
  '⌫': 'backspace',
  '↑': 'up',
  '↓': 'down',
  '←': 'left',
  '→': 'right',
}

/** Returns the keys of a text; `⏎ ⇥ ⇤ ⎋ ⌫ ↑ ↓ ← →` are keys with names. */
export const toKeys = (text: string): Key[] =>
  Array.from(text, (character) => {
    const name = namedKeys[character]
    return name ? { name } : { name: 'text', text: character }
  })

/** Returns a screen that gives the steps; after the last one the input ends. */
export function createTestScreen(
  steps: readonly ScreenStep[],
  { columns, rows }: { columns: number; rows: number },
): TestScreen {
  const waiting = [...steps]
  let drawn: readonly string[] = []
  const screen: TestScreen = {
    isLineBased: false,
    columns,
    rows,
    draw(lines) {
      drawn = lines
    },
    async readEvent() {
      const step = waiting.shift() ?? { name: 'input-end' }
      if (typeof step !== 'function') return step
      await step(drawn, screen)
      return screen.readEvent()
    },
  }
  return screen
}
