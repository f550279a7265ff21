/** Reads the files of a source by the reader of its program. */

import { detectSource } from './detect-source.ts'
import type { ReadSourceOptions, SourceBudget, SourceFile, SourceKind } from './source-budget.ts'

/** How a source is read. */
export interface ReadOptions extends ReadSourceOptions {
  /** The program; undefined finds it out from the content. */
  kind: SourceKind | undefined
}

/** Returns what the files say. @throws UserError when they cannot be read, or leave a question open */
export async function readSource(
  files: readonly SourceFile[],
  { kind, ...options }: ReadOptions,
): Promise<SourceBudget> {
  const program = kind ?? detectSource(files)
  switch (program) {
    case 'ynab-json':
      return (await import('./ynab/json/read-json-budget.ts')).readJsonBudget(files, options)
    default:
      return (await import('./ynab/read-export.ts')).readYnabExport(files, options)
  }
}
