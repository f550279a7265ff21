/** Where a result goes: to stdout, through a pager when it is long, or into the file of `--output`. */ // cli.md §1

import type { NewFile, Sink, Surroundings } from '../command/runtime.ts'
import type { Sheet } from '../render/view.ts'
import { type Opening, outsideOf } from './command-context.ts'
import type { Globals } from './global-flags.ts'
import { openPages, pagerOf } from './paging.ts'
import { type Delivery, deliver } from './result-formats.ts'
import { lookOf } from './text-style.ts'

/** The file of `--output`, for its owner alone when it is `secret`. Throws a Mistake when it cannot be. */
export const openOutput = async (
  { files }: Pick<Surroundings, 'files'>,
  { output, force }: Pick<Globals, 'output' | 'force'>,
  secret = false,
): Promise<NewFile | undefined> =>
  output === undefined ? undefined : files.create(output, { force, secret })

/** Writes a result to where the flags say; `file` is that of `--output`. */
export async function write<Result>(
  result: Result,
  sheet: Sheet<Result>,
  { surroundings, globals, file }: Opening & { file: NewFile | undefined },
): Promise<void> {
  const { stdout, env } = surroundings
  const { color, fields, format, header } = globals
  const target = file ? { isTTY: false, columns: 80 } : stdout
  const { note } = outsideOf({ surroundings, globals, plan: undefined })
  const look = await lookOf(target, env, color)
  const delivery = { format, header, fields, look, isTerminal: target.isTTY, note }
  const fill = (sink: Sink): Promise<void> => deliver(result, sheet, { ...delivery, sink })
  if (file) {
    await fill(file)
    return file.finish()
  }
  const pager = isDrawn(sheet, delivery) ? pagerOf(surroundings, globals) : undefined
  return pager === undefined ? fill(stdout) : throughPages(fill, openPages(stdout, pager))
}

/** Only what is drawn for a person's eye is paged. */
const isDrawn = (sheet: Sheet<never>, { isTerminal, format }: Pick<Delivery, 'isTerminal' | 'format'>) =>
  isTerminal && !sheet.prose && (format === undefined || format === 'table')

async function throughPages(
  fill: (sink: Sink) => Promise<void>,
  pages: ReturnType<typeof openPages>,
): Promise<void> {
  try {
    await fill(pages)
  } catch (error) {
    // Whoever leaves the pager has seen enough: what was still being fetched is given up.
    if (!pages.isLeft()) throw error
  } finally {
    await pages.close()
  }
}
