/** Bodies of answers, as they came. */

import { operationNames, operations } from '../contract/api.ts'
import { listFieldPaths } from '../contract/field-paths.ts'
import { escapeForTerminal } from './json.ts'
import { defineView, type View } from './view.ts'

/** Where a body keeps its own text; programs that ask for fields do not see it. */
const rawText = Symbol('text')

/** The body of an answer. */
export interface ResponseBody {
  [field: string]: unknown
  [rawText]: string
}

/** The body in the bytes of an answer; of an answer without one the empty text. */
export function parseResponseBody(bytes: Uint8Array): ResponseBody {
  const came = new TextDecoder().decode(bytes)
  return Object.assign(Object(came === '' ? {} : JSON.parse(came)), { [rawText]: came })
}

/** Whatever any operation may answer. */
const listBodyFields = (): string[] => {
  const within = operationNames.flatMap((name) => listFieldPaths(operations[name].reply))
  return ['data', ...new Set(within.map((path) => `data.${path}`)), 'next_cursor']
}

/** One body, or the pages one after the other. */
export const responseBodyView: View<ResponseBody | ResponseBody[]> = {
  ...defineView<ResponseBody | ResponseBody[], ResponseBody>({ columns: [], fields: listBodyFields }),
  isPlainText: true,
  isVerbatim: true,
  renderText: (result) =>
    (rawText in result ? [result] : result)
      .map((body) => endWithNewline(escapeForTerminal(body[rawText])))
      .join(''),
}

const endWithNewline = (came: string): string => (came === '' || came.endsWith('\n') ? came : `${came}\n`)
