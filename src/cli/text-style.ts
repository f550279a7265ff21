/** How a stream wants its text: how wide, and with colour or without. */ // cli.md §1, per stream

import type { Stream, Surroundings } from '../command/runtime.ts'
import { type Look, plain } from '../render/style.ts'
import type { Globals } from './global-flags.ts'

const isOff = (word: string | undefined): boolean => word === '0' || word === 'false'

function wantsColour(
  stream: Pick<Stream, 'isTTY'>,
  env: Surroundings['env'],
  color: Globals['color'],
): boolean {
  if (color !== 'auto') return color === 'always'
  if (env['NO_COLOR']) return false
  const forced = env['FORCE_COLOR']
  if (forced !== undefined && forced !== '') return !isOff(forced)
  return stream.isTTY && env['TERM'] !== 'dumb'
}

/** The look of a stream; chalk is loaded only for colour. */
export async function lookOf(
  stream: Pick<Stream, 'isTTY' | 'columns'>,
  env: Surroundings['env'],
  color: Globals['color'],
): Promise<Look> {
  // Nothing in a pipe needs to be cut to a width.
  const width = stream.isTTY ? stream.columns : Number.POSITIVE_INFINITY
  const paint = wantsColour(stream, env, color) ? (await import('../render/theme.ts')).colours : plain
  return { width, paint }
}
