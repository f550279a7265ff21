/** Connects one invocation to the terminal, the files and the services of this machine. */

import { join, relative } from 'node:path'
import { createFileAccess } from './cli/platform/files.ts'
import { toLocalDate } from './cli/platform/local-date.ts'
import { createServices } from './cli/platform/services.ts'
import { openTerminal } from './cli/platform/terminal.ts'
import { runCli } from './cli/run.ts'
import type { Runtime } from './command/runtime.ts'

declare const BUDGET_VERSION: string

/** Runs the command line and returns the exit code of the process. */
export async function main(args: readonly string[], packageFolder: string): Promise<number> {
  const terminal = openTerminal()
  return runCli(args, {
    versions: { budget: BUDGET_VERSION, node: process.versions.node },
    program: findProgramName(process.argv[1] ?? ''),
    env: process.env,
    ...terminal,
    today: toLocalDate(new Date()),
    readToday: () => toLocalDate(new Date()),
    executable: { node: process.execPath, program: join(packageFolder, 'bin', 'budget.js') },
    openStreams: () => ({ input: process.stdin, output: process.stdout }),
    now: Date.now,
    wait: async (milliseconds, signal) =>
      (await import('node:timers/promises')).setTimeout(milliseconds, undefined, { signal }),
    files: createFileAccess(packageFolder),
    useForeignTables: async (file, use) =>
      (await import('./store/foreign-database.ts')).readForeignDatabase(file, use),
    runProgram: async (program, args) =>
      (await import('./cli/platform/run-program.ts')).runProgram(program, args),
    ...createServices(terminal.stderr),
  } satisfies Runtime)
}

/** Returns what the user types: a link or a wrapper is called budget, the file itself ends with .js. */
const findProgramName = (script: string): string =>
  script.endsWith('.js') ? `node ${relative('', script)}` : 'budget'
