/** The plug board: joins one invocation to the world it runs in. */

import { run } from './cli/run.ts'
import type { Surroundings } from './command/runtime.ts'
import { openFiles } from './platform/files.ts'
import { openServices } from './platform/services.ts'
import { openTerminal } from './platform/terminal.ts'

declare const BUDGET_VERSION: string

/** Runs the command line of this process and answers with its exit code. */
export async function main(args: readonly string[], packageFolder: string): Promise<number> {
  const terminal = openTerminal()
  return run(args, {
    versions: { budget: BUDGET_VERSION, node: process.versions.node },
    env: process.env,
    ...terminal,
    today: localDate(new Date()),
    now: Date.now,
    wait: async (milliseconds, signal) =>
      (await import('node:timers/promises')).setTimeout(milliseconds, undefined, { signal }),
    files: openFiles(packageFolder),
    ...openServices(terminal.stderr),
  } satisfies Surroundings)
}

const two = (number: number): string => String(number).padStart(2, '0')

/** The person's date, not that of UTC. */
const localDate = (now: Date): string =>
  `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
