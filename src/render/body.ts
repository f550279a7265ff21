/** Bodies of answers, as they came. */

import { operationNames, operations } from '../contract/api.ts'
import { fieldPaths } from '../contract/field_paths.ts'
import { jsonLine } from './json.ts'
import { type Sheet, sheet } from './sheet.ts'

/** The body of an answer. */
export type Body = Record<string, unknown>

/** Whatever any operation may answer. */
const fields = (): string[] => {
  const within = operationNames.flatMap((name) => fieldPaths(operations[name].reply))
  return ['data', ...new Set(within.map((path) => `data.${path}`)), 'next_cursor']
}

/** One body, or the pages one after the other. */
export const bodies: Sheet<Body | Body[]> = {
  ...sheet<Body | Body[], Body>({ columns: [], fields }),
  prose: true,
  say: (result) =>
    [result]
      .flat()
      .map((body) => `${jsonLine(body)}\n`)
      .join(''),
}
