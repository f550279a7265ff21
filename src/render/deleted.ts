/** How a deletion is shown. */

import { sanitizeLine } from './sanitize.ts'
import { defineView, textColumn, type View } from './view.ts'

/** What is gone. */
export interface DeletionResult {
  deleted: boolean
  id: string
}

/** One line about what is gone. */
export const defineDeletionView = <Result extends DeletionResult>(
  said: (result: Result) => string,
): View<Result> =>
  defineView<Result, DeletionResult>({
    columns: [textColumn('id', 'Id'), textColumn('deleted', 'Deleted')],
    rows: (result) => [result],
    renderText: (result) => `${sanitizeLine(said(result))}\n`,
  })
