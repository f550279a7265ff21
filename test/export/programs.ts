/** Tells which bookkeeping programs are installed, so that tests can skip with a reason. */

import { spawnSync } from 'node:child_process'

/** True if a program can be run. */
export const hasProgram = (program: string): boolean =>
  spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0

const wanted = ['hledger', 'ledger', 'bean-check', 'bean-query']

/** The programs that are not installed. */
export const missingPrograms: readonly string[] = wanted.filter((program) => !hasProgram(program))
