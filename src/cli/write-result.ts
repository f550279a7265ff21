/**
 * Where a result goes: to stdout, through a pager when it is long, or into the file of `--output`.
 * @see docs/cli.md
 */

import type { AtomicFile, OutputSink, Runtime } from '../command/runtime.ts'
import type { View } from '../render/view.ts'
import { createCommandContext, type Invocation } from './command-context.ts'
import type { GlobalOptions } from './global-flags.ts'
import { openPagedOutput, resolvePager } from './paging.ts'
import { type OutputOptions, writeFormatted } from './result-formats.ts'
import { resolveTextStyle } from './text-style.ts'

/** The file of `--output`, for its owner alone when it is `secret`. Throws a Mistake when it cannot be. */
export const openOutputFile = async (
  { files }: Pick<Runtime, 'files'>,
  { output, force }: Pick<GlobalOptions, 'output' | 'force'>,
  secret = false,
): Promise<AtomicFile | undefined> =>
  output === undefined ? undefined : files.create(output, { force, secret })

/** Writes a result to where the flags say; `file` is that of `--output`. */
export async function writeResult<Result>(
  result: Result,
  sheet: View<Result>,
  { runtime, globals, file }: Invocation & { file: AtomicFile | undefined },
): Promise<void> {
  const { stdout, env } = runtime
  const { color, fields, format, header } = globals
  const target = file ? { isTTY: false, columns: 80 } : stdout
  const { info } = createCommandContext({ runtime, globals, plannedWrites: undefined })
  const look = await resolveTextStyle(target, env, color)
  const delivery = { format, header, fields, look, isTerminal: target.isTTY, note: info }
  const fill = (sink: OutputSink): Promise<void> => writeFormatted(result, sheet, { ...delivery, sink })
  if (file) {
    await fill(file)
    return file.commit()
  }
  const pager = isPageable(sheet, delivery) ? resolvePager(runtime, globals) : undefined
  return pager === undefined ? fill(stdout) : writeThroughPager(fill, openPagedOutput(stdout, pager))
}

/** Only what is drawn for a person's eye is paged. */
const isPageable = (
  sheet: View<never>,
  { isTerminal, format }: Pick<OutputOptions, 'isTerminal' | 'format'>,
) => isTerminal && !sheet.isPlainText && (format === undefined || format === 'table')

async function writeThroughPager(
  fill: (sink: OutputSink) => Promise<void>,
  pages: ReturnType<typeof openPagedOutput>,
): Promise<void> {
  try {
    await fill(pages)
  } catch (error) {
    // Whoever leaves the pager has seen enough: what was still being fetched is given up.
    if (!pages.hasUserQuit()) throw error
  } finally {
    await pages.close()
  }
}
