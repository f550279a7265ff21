/**
 * Decides width and colours of text per stream.
 * @see docs/cli.md#global-flags
 * @see docs/cli.md#output
 */

import type { OutputStream, Runtime } from '../command/runtime.ts'
import { noColors, type TextStyle } from '../output/style.ts'
import type { GlobalOptions } from './global-flags.ts'

const isDisabled = (word: string | undefined): boolean => word === '0' || word === 'false'

function usesColor(
  stream: Pick<OutputStream, 'isTTY'>,
  env: Runtime['env'],
  color: GlobalOptions['color'],
): boolean {
  if (color !== 'auto') return color === 'always'
  if (env['NO_COLOR']) return false
  const forced = env['FORCE_COLOR']
  if (forced !== undefined && forced !== '') return !isDisabled(forced)
  return stream.isTTY && env['TERM'] !== 'dumb'
}

/** Terminals without blocks and lines. */
const ASCII_TERMINAL = /^(?:dumb|vt\d+|ansi)$/

/** True if the locale or the terminal cannot show blocks and lines. A locale that is not set is taken as UTF-8. */
function isAsciiTerminal(env: Runtime['env']): boolean {
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || ''
  return ASCII_TERMINAL.test(env['TERM'] ?? '') || (locale !== '' && !/utf-?8/i.test(locale))
}

/** Returns the text style of a stream; chalk is loaded only for colours. */
export async function resolveTextStyle(
  stream: Pick<OutputStream, 'isTTY' | 'columns'>,
  env: Runtime['env'],
  color: GlobalOptions['color'],
): Promise<TextStyle> {
  // Output in a pipe is not truncated, unless the user says how wide it is, as `watch` does.
  const columns = Number(env['COLUMNS'])
  const width = stream.isTTY ? stream.columns : columns >= 1 ? columns : Number.POSITIVE_INFINITY
  const colors = usesColor(stream, env, color)
    ? (await import('../output/theme.ts')).terminalColors
    : noColors
  return { width, colors, isAscii: isAsciiTerminal(env) }
}
