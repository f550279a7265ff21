/** Shows deletions. */

import { sanitizeLine } from './sanitize.ts'
import { defineView, textColumn, type View } from './view.ts'

/** A deleted entity. */
export interface DeletionResult {
  deleted: boolean
  id: string
}

/** Returns a view of one line about a deletion. */
export const defineDeletionView = <Result extends DeletionResult>(
  describe: (result: Result) => string,
): View<Result> =>
  defineView<Result, DeletionResult>({
    columns: [textColumn('id', 'Id'), textColumn('deleted', 'Deleted')],
    rows: (result) => [result],
    renderText: (result) => `${sanitizeLine(describe(result))}\n`,
  })
