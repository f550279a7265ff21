/** The exit code of imports. @see docs/cli.md */

import { type ImportFileOutput, isIncompleteImport } from '../../../render/import-report.ts'

const INCOMPLETE_EXIT_CODE = 8
const INTERRUPTED_EXIT_CODE = 130

/** Ended by the person, with something left to do, or done. */
export function toImportExitCode(results: readonly ImportFileOutput[]): number {
  if (results.some((one) => 'stopped' in one && one.stopped === 'interrupted')) return INTERRUPTED_EXIT_CODE
  return results.some(isIncompleteImport) ? INCOMPLETE_EXIT_CODE : 0
}
