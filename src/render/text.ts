/** Results that are text in themselves. */

import type { TextStyle } from './style.ts'
import { defineView, type View } from './view.ts'

/** Text, in a pipe as on a terminal; the fields are those of `--json`. */
export const definePlainTextView = <Result extends object>(
  say: (result: Result, look: TextStyle) => string,
  fields: readonly (keyof Result & string)[] = [],
): View<Result> => ({
  ...defineView<Result, Result>({ columns: [], fields: () => fields }),
  renderText: say,
  isPlainText: true,
})

/** Nothing: everything was said while the command ran. */
export const emptyView: View<object> = definePlainTextView(() => '')
