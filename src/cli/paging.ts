/** A list that is longer than the screen goes through a pager. @see docs/cli.md */

import type { OutputSink, OutputStream, Pager, Runtime } from '../command/runtime.ts'
import { isPromptingDisabled } from './command-context.ts'
import type { GlobalOptions } from './global-flags.ts'

/** Opens the pager; undefined where there is no such program. */
type OpenPager = () => Promise<Pager | undefined>

/** The pager that is wanted on this terminal; undefined when none is. */
export function resolvePager(
  { env, openPager: page }: Pick<Runtime, 'env' | 'openPager'>,
  globals: GlobalOptions,
): OpenPager | undefined {
  const command = env['BUDGET_PAGER'] ?? env['PAGER'] ?? 'less'
  // A pager waits for a key, and not every terminal can show one.
  const isWanted = globals.pager && !isPromptingDisabled(env, globals) && env['TERM'] !== 'dumb'
  return isWanted && command !== '' && command !== 'cat' ? () => page(command) : undefined
}

interface PagedOutput extends OutputSink {
  hasUserQuit(): boolean
  /** Waits until the person has seen it all. */
  close(): Promise<void>
}

/** Keeps what is written until it is more than a screen; only then the pager is opened, and gets the rest as it comes. */
export function openPagedOutput(stdout: OutputStream, open: OpenPager): PagedOutput {
  let kept = ''
  let pager: Pager | undefined
  let sink: OutputSink | undefined
  return {
    hasUserQuit: () => pager?.hasUserQuit() === true,
    async write(text) {
      if (sink) return sink.write(text)
      kept += text
      if (kept.split('\n').length <= stdout.rows) return true
      pager = await open()
      sink = pager ?? stdout
      return sink.write(kept)
    },
    async close() {
      if (!sink) stdout.write(kept)
      await pager?.close()
    },
  }
}
