/** Draws sparklines and bars with eighths of blocks, or with plain characters. */

/** The levels of a sparkline, the lowest first. */
const LEVELS = '▁▂▃▄▅▆▇█'
const ASCII_LEVELS = '.:~=+*#@'
/** The character of a value below zero among others above. */
export const BELOW_ZERO = '-'
/** The left eighths of a block. */
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/**
 * Draws a character for each value: a blank for zero, `-` below; values that are all below zero, such as debts, are
 * drawn by their size. The scale reaches to the largest value, or to one and a
 * half times the mean, so that values that hardly differ look even.
 */
export function drawSparkline(signed: readonly number[], isAscii: boolean): string {
  const isDebt = signed.every((value) => value <= 0)
  const values = isDebt ? signed.map((value) => -value) : signed
  const levels = isAscii ? ASCII_LEVELS : LEVELS
  const mean = values.reduce((sum, value) => sum + Math.max(0, value), 0) / Math.max(1, values.length)
  const top = Math.max(1.5 * mean, ...values)
  return values
    .map((value) => {
      if (value === 0) return ' '
      if (value < 0) return BELOW_ZERO
      const level = Math.min(levels.length, Math.max(1, Math.round((value / top) * levels.length)))
      return levels[level - 1] ?? ''
    })
    .join('')
}

/** Draws a bar of a part of the width, from 0 to 1, to the right. */
function drawRightBar(part: number, width: number, isAscii: boolean): string {
  const eighths = part <= 0 ? 0 : Math.max(1, Math.round(Math.min(1, part) * width * 8))
  if (isAscii) return '#'.repeat(Math.max(eighths > 0 ? 1 : 0, Math.round(eighths / 8)))
  return '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '')
}

/** Draws a bar to the left, in half blocks: fonts have no right eighths. */
function drawLeftBar(part: number, width: number, isAscii: boolean): string {
  const halves = part <= 0 ? 0 : Math.max(1, Math.round(Math.min(1, part) * width * 2))
  if (isAscii) return '#'.repeat(Math.max(halves > 0 ? 1 : 0, Math.round(halves / 2)))
  return (halves % 2 === 1 ? '▐' : '') + '█'.repeat(Math.floor(halves / 2))
}

/** Draws a bar for each value. Where there are values below zero, an axis parts them from the others. */
export function drawBars(values: readonly number[], width: number, isAscii: boolean): string[] {
  const highest = Math.max(0, ...values)
  const lowest = Math.min(0, ...values)
  if (lowest === 0)
    return values.map((value) => drawRightBar(highest > 0 ? value / highest : 0, width, isAscii))
  const range = highest - lowest
  // Each side that has values needs at least one cell.
  const most = highest > 0 ? width - 2 : width - 1
  const left = Math.max(1, Math.min(most, Math.round((-lowest / range) * (width - 1))))
  const right = width - 1 - left
  return values.map((value) => {
    const negative = drawLeftBar(value < 0 ? value / lowest : 0, left, isAscii)
    const positive = drawRightBar(value > 0 ? value / highest : 0, right, isAscii)
    return `${' '.repeat(left - negative.length)}${negative}${isAscii ? '|' : '│'}${positive}`
  })
}

/** Replaces the signs that a plain terminal cannot show. */
export const toAsciiSigns = (text: string): string =>
  text
    .replaceAll('…', '.')
    .replaceAll('▲', '+')
    .replaceAll('▼', '-')
    .replaceAll('−', '-')
    .replaceAll('–', '-')
    .replaceAll('·', '-')
