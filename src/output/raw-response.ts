/** Shows the bodies of API responses unchanged, for `budget api`. */

import { operationNames, operations } from '../contract/api.ts'
import { listFieldPaths } from '../contract/field-paths.ts'
import { escapeForTerminal } from './json.ts'
import { defineView, type View } from './view.ts'

/** The key of a body's own text, which is not visible to --fields. */
const rawText = Symbol('text')

/** The body of a response. */
export interface ResponseBody {
  [field: string]: unknown
  [rawText]: string
}

/** Parses the body of a response and keeps its text; an empty body is the empty text. */
export function parseResponseBody(bytes: Uint8Array): ResponseBody {
  const came = new TextDecoder().decode(bytes)
  return Object.assign(Object(came === '' ? {} : JSON.parse(came)), { [rawText]: came })
}

/** Returns the fields that any response may have. */
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
