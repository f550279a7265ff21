/** Computes the status of an import command from the results of its files. */

import type { ResultStatus } from '../command/define.ts'
import { type ImportFileOutput, isIncompleteImport } from './views/report-view.ts'

/** Returns `interrupted` when the user stopped an import, `incomplete` when rows are left to import, else `done`. */
export function toImportStatus(outputs: readonly ImportFileOutput[]): ResultStatus {
  if (outputs.some((output) => 'stopped' in output && output.stopped === 'interrupted')) return 'interrupted'
  return outputs.some(isIncompleteImport) ? 'incomplete' : 'done'
}
