/** How a deletion is shown. */

import { oneLine } from './sanitize.ts'
import { type Sheet, sheet, text } from './view.ts'

/** What is gone. */
export interface Deleted {
  deleted: boolean
  id: string
}

/** One line about what is gone. */
export const deletion = <Result extends Deleted>(said: (result: Result) => string): Sheet<Result> =>
  sheet<Result, Deleted>({
    columns: [text('id', 'Id'), text('deleted', 'Deleted')],
    rows: (result) => [result],
    say: (result) => `${oneLine(said(result))}\n`,
  })
