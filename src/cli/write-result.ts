/** Writes a result to stdout, to a pager or to the `--output` file. @see docs/cli.md#output */

import type { OutputSink, OutputStream, Pager, Runtime } from '../command/runtime.ts'
import type { View } from '../output/view.ts'
import { isPromptingDisabled } from './command-context.ts'
import type { GlobalOptions } from './global-flags.ts'
import type { Invocation } from './invocation.ts'
import { type OutputOptions, writeFormatted } from './result-formats.ts'
import { resolveTextStyle } from './text-style.ts'

/**
 * Writes a result in the format of the flags, to the `--output` file or to stdout. Lines of CSV end with CR LF in a file,
 * as spreadsheets expect, and with LF in a pipe, as programs do.
 */
export async function writeResult<Result>(
  result: Result,
  view: View<Result>,
  { runtime, globals, context, outputFile }: Invocation,
): Promise<void> {
  const { stdout, env } = runtime
  const { color, fields, format, header } = globals
  const target = outputFile ? { isTTY: false, columns: 80 } : stdout
  const style = await resolveTextStyle(target, env, color)
  const options = { format, header, fields, style, isTerminal: target.isTTY, info: context.user.info }
  const writeTo = (sink: OutputSink): Promise<void> => writeFormatted(result, view, { ...options, sink })
  if (outputFile) {
    await writeTo(outputFile)
    return outputFile.commit()
  }
  const piped = { write: (text: string) => stdout.write(text.replaceAll('\r\n', '\n')) }
  const pager = isPageable(view, options) ? resolvePager(runtime, globals) : undefined
  return pager === undefined ? writeTo(piped) : writeThroughPager(writeTo, openPagedOutput(stdout, pager))
}

/** True for tables on a terminal: only they are paged. */
const isPageable = (
  view: View<never>,
  { isTerminal, format }: Pick<OutputOptions, 'isTerminal' | 'format'>,
) => isTerminal && !view.isPlainText && (format === undefined || format === 'table')

async function writeThroughPager(
  writeTo: (sink: OutputSink) => Promise<void>,
  pages: ReturnType<typeof openPagedOutput>,
): Promise<void> {
  try {
    await writeTo(pages)
  } catch (error) {
    // A user who quits the pager aborts the requests for further pages; that is no failure.
    if (!pages.hasUserQuit()) throw error
  } finally {
    await pages.close()
  }
}

/** Opens the pager; undefined when the program does not exist. */
type OpenPager = () => Promise<Pager | undefined>

/** Returns how to open the pager; undefined when the output is not paged. */
function resolvePager(
  { env, openPager }: Pick<Runtime, 'env' | 'openPager'>,
  globals: GlobalOptions,
): OpenPager | undefined {
  const command = env['BUDGET_PAGER'] ?? env['PAGER'] ?? 'less'
  // A pager waits for a key, and a dumb terminal cannot show one.
  const isWanted = globals.pager && !isPromptingDisabled(env, globals) && env['TERM'] !== 'dumb'
  return isWanted && command !== '' && command !== 'cat' ? () => openPager(command) : undefined
}

interface PagedOutput extends OutputSink {
  hasUserQuit(): boolean
  /** Waits until the user has quit the pager. */
  close(): Promise<void>
}

/** Buffers output until it exceeds a screen; only then it opens the pager and passes the rest on. */
function openPagedOutput(stdout: OutputStream, open: OpenPager): PagedOutput {
  let buffer = ''
  let pager: Pager | undefined
  let sink: OutputSink | undefined
  return {
    hasUserQuit: () => pager?.hasUserQuit() === true,
    async write(text) {
      if (sink) return sink.write(text)
      buffer += text
      if (buffer.split('\n').length <= stdout.rows) return true
      pager = await open()
      sink = pager ?? stdout
      return sink.write(buffer)
    },
    async close() {
      if (!sink) stdout.write(buffer)
      await pager?.close()
    },
  }
}
