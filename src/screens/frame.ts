/** Lays out a screen: a title, lines, a panel below or beside them, the keys. */

import { displayWidth, padToWidth, truncateToWidth } from '../output/display-width.ts'
import { sanitizeLine } from '../output/sanitize.ts'
import type { Colors } from '../output/style.ts'
import { findFirstShown } from './scroll.ts'

/** The space of the screen, and its colours. */
export interface ScreenStyle {
  columns: number
  rows: number
  colors: Colors
}

/** On a screen with fewer rows, what explains gives way to what is worked on. */
export const LOW_SCREEN = 16

/** Returns the text in one line, without what would control the terminal. */
export const fitLine = (text: string, { columns }: Pick<ScreenStyle, 'columns'>): string =>
  truncateToWidth(sanitizeLine(text), columns)

/** Returns exactly `count` lines: empty ones are added, the last ones left out. */
export const padLines = (lines: readonly string[], count: number): string[] =>
  Array.from({ length: Math.max(0, count) }, (_, at) => lines[at] ?? '')

/** Renders what the screen is about on the left, and on the right what gives way to it. */
export function renderTitle(left: string, right: string, { columns, colors }: ScreenStyle): string {
  const title = sanitizeLine(left)
  const remark = sanitizeLine(right)
  const gap = columns - displayWidth(title) - displayWidth(remark)
  if (gap < 2) return colors.bold(truncateToWidth(title, columns))
  return `${colors.bold(title)}${' '.repeat(gap)}${colors.dim(remark)}`
}

/** Renders the keys in as many lines as they need; on a low screen, those that fit on one line, and the last. */
export function renderKeyLabels(labels: readonly string[], { columns, rows, colors }: ScreenStyle): string[] {
  const lines: string[] = []
  const last = labels.at(-1) ?? ''
  const isLow = rows < LOW_SCREEN
  for (const label of labels) {
    const joined = lines.length === 0 ? label : `${lines.at(-1)} · ${label}`
    const needed = displayWidth(joined) + (isLow && label !== last ? displayWidth(last) + 3 : 0)
    if (lines.length > 0 && needed <= columns) lines[lines.length - 1] = joined
    else if (lines.length === 0 || !isLow) lines.push(truncateToWidth(label, columns))
  }
  return lines.map((line) => colors.dim(line))
}

/** A choice as it is shown. */
interface ShownChoice {
  label: string
  /** A remark in brackets, e.g. why it is suggested. */
  reason?: string | undefined
  /** What stands on the right, e.g. an amount. */
  figure?: string | undefined
}

/** Renders at most `space` choices around the chosen one; -1 is none. */
export function renderChoices(
  choices: readonly ShownChoice[],
  chosen: number,
  { columns, colors, space }: Pick<ScreenStyle, 'columns' | 'colors'> & { space: number },
): string[] {
  const page = Math.max(1, space)
  const from = findFirstShown(chosen, { count: choices.length, page })
  return choices.slice(from, from + page).map(({ label, reason, figure = '' }, at) => {
    const isChosen = from + at === chosen
    const width = columns - 6 - (figure === '' ? 0 : displayWidth(figure) + 1)
    const name = truncateToWidth(sanitizeLine(label), width)
    const left = width - displayWidth(name)
    const why =
      reason === undefined || left < 6 ? '' : ` ${truncateToWidth(`(${sanitizeLine(reason)})`, left - 1)}`
    const shown = `   ${isChosen ? '▸' : ' '} ${isChosen ? colors.bold(name) : name}${colors.dim(why)}`
    if (figure === '') return shown
    return `${shown}${' '.repeat(left - displayWidth(why) + 1)}${figure}`
  })
}

/** From this width on a panel stands beside the lines. */
const WIDE_SCREEN = 120
const SIDE_WIDTH = 38

/** Returns the columns of the lines, and those of a panel: it is beside them on a wide screen, else below. */
export const measurePanel = (columns: number): { lines: number; panel: number; isBeside: boolean } =>
  columns >= WIDE_SCREEN
    ? { lines: columns - SIDE_WIDTH - 2, panel: SIDE_WIDTH, isBeside: true }
    : { lines: columns, panel: columns, isBeside: false }

/** Puts a panel beside lines, which have `width` columns. */
export const placeBeside = (lines: readonly string[], panel: readonly string[], width: number): string[] =>
  lines.map((line, at) => (panel[at] ? `${padToWidth(line, width)}  ${panel[at]}` : line))
