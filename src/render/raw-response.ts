/** Bodies of answers, as they came. */

import { operationNames, operations } from '../contract/api.ts'
import { fieldPaths } from '../contract/field-paths.ts'
import { escaped } from './json.ts'
import { type Sheet, sheet } from './view.ts'

/** Where a body keeps its own text; programs that ask for fields do not see it. */
const text = Symbol('text')

/** The body of an answer. */
export interface Body {
  [field: string]: unknown
  [text]: string
}

/** The body in the bytes of an answer; of an answer without one the empty text. */
export function bodyOf(bytes: Uint8Array): Body {
  const came = new TextDecoder().decode(bytes)
  return Object.assign(Object(came === '' ? {} : JSON.parse(came)), { [text]: came })
}

/** Whatever any operation may answer. */
const fields = (): string[] => {
  const within = operationNames.flatMap((name) => fieldPaths(operations[name].reply))
  return ['data', ...new Set(within.map((path) => `data.${path}`)), 'next_cursor']
}

/** One body, or the pages one after the other. */
export const bodies: Sheet<Body | Body[]> = {
  ...sheet<Body | Body[], Body>({ columns: [], fields }),
  prose: true,
  verbatim: true,
  say: (result) => (text in result ? [result] : result).map((body) => ended(escaped(body[text]))).join(''),
}

const ended = (came: string): string => (came === '' || came.endsWith('\n') ? came : `${came}\n`)
