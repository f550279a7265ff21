/** Runs other programs that the user has, such as hledger, within limits. */

import { execFile } from 'node:child_process'
import type { ProgramResult } from '../../command/context.ts'
import { UserError } from '../../contract/errors.ts'

const MAX_OUTPUT_BYTES = 512 * 1024 * 1024
const MAX_MILLISECONDS = 120_000

/**
 * Runs a program without a shell and returns what it wrote; undefined if it is not installed.
 * @throws UserError when it takes too long or writes too much
 */
export const runProgram = (program: string, args: readonly string[]): Promise<ProgramResult | undefined> =>
  new Promise((resolve, reject) => {
    // hledger and Python read files in the encoding of the locale.
    const env = { ...process.env, LC_ALL: 'C.UTF-8', PYTHONUTF8: '1' }
    const limits = { maxBuffer: MAX_OUTPUT_BYTES, timeout: MAX_MILLISECONDS, windowsHide: true }
    execFile(program, args, { ...limits, env, encoding: 'utf8' }, (error, stdout, stderr) => {
      if (error === null) return resolve({ code: 0, stdout, stderr })
      if (error.code === 'ENOENT') return resolve(undefined)
      if (typeof error.code === 'number') return resolve({ code: error.code, stdout, stderr })
      const problem = error.killed ? 'did not finish in two minutes' : 'wrote too much, or could not be run'
      reject(new UserError('invalid', `${program} ${problem}`, { hint: 'Run it yourself to see why' }))
    })
  })
