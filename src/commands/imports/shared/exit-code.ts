/** The exit code of imports. */ // cli.md §1

import { isIncomplete, type ShownImport } from '../../../render/import-report.ts'

const INCOMPLETE = 8
const INTERRUPTED = 130

/** Ended by the person, with something left to do, or done. */
export function outcomeOf(results: readonly ShownImport[]): number {
  if (results.some((one) => 'stopped' in one && one.stopped === 'interrupted')) return INTERRUPTED
  return results.some(isIncomplete) ? INCOMPLETE : 0
}
