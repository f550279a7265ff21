/** Results that are text in themselves. */

import type { Look } from './style.ts'
import { type Sheet, sheet } from './view.ts'

/** Text, in a pipe as on a terminal; the fields are those of `--json`. */
export const prose = <Result extends object>(
  say: (result: Result, look: Look) => string,
  fields: readonly (keyof Result & string)[] = [],
): Sheet<Result> => ({ ...sheet<Result, Result>({ columns: [], fields: () => fields }), say, prose: true })

/** Nothing: everything was said while the command ran. */
export const silence: Sheet<object> = prose(() => '')
