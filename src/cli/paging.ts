/**
 * Sends output that is longer than the screen through a pager.
 * @see docs/cli.md#output
 */

import type { OutputSink, OutputStream, Pager, Runtime } from '../command/runtime.ts'
import { isPromptingDisabled } from './command-context.ts'
import type { GlobalOptions } from './global-flags.ts'

/** Opens the pager; undefined when the program does not exist. */
type OpenPager = () => Promise<Pager | undefined>

/** Returns how to open the pager; undefined when the output is not paged. */
export function resolvePager(
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
export function openPagedOutput(stdout: OutputStream, open: OpenPager): PagedOutput {
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
