/** Measures, truncates and pads text by its width on a terminal. Only this file imports string-width. */

import stringWidth from 'string-width'

/**
 * Latin text without ©, ® and soft hyphens, dashes, quotes, the ellipsis, arrows and the blocks of bars: one column per UTF-16
 * unit. Nearly all cells are such text, and loading string-width and Intl takes milliseconds.
 */
const NARROW =
  /^[\x20-\x7e\xa0-\xa8\xaa-\xac\xaf-\u02af\u2013\u2014\u2018-\u201d\u2026\u2192\u2500-\u25a0\u25b2\u25bc]*$/

/** Returns how many terminal columns a text takes. */
export const displayWidth = (text: string): number => (NARROW.test(text) ? text.length : stringWidth(text))

/** Truncates text to a width; an ellipsis replaces the rest. */
export function truncateToWidth(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  if (NARROW.test(text)) return width > 0 ? `${text.slice(0, width - 1)}…` : ''
  let truncated = ''
  let used = 0
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    const size = displayWidth(segment)
    if (used + size > width - 1) break
    truncated += segment
    used += size
  }
  return width > 0 ? `${truncated}…` : ''
}

/** Pads text with spaces to a width. */
export const padToWidth = (text: string, width: number, align: 'left' | 'right' = 'left'): string => {
  const blanks = ' '.repeat(Math.max(0, width - displayWidth(text)))
  return align === 'right' ? blanks + text : text + blanks
}

/** Wraps text between words, so that no line exceeds the width. */
export const wrapWords = (text: string, width: number): string =>
  text
    .split(' ')
    .reduce<string[]>((lines, word) => {
      const last = lines.at(-1)
      if (last === undefined || displayWidth(`${last} ${word}`) > width) return [...lines, word]
      return [...lines.slice(0, -1), `${last} ${word}`]
    }, [])
    .join('\n')
