/** Values as JSON that no terminal misreads. */

// JSON.stringify leaves these raw; as escapes the value is the same and the terminal stays calm. reliability 76
const RAW = /[\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g

/** JSON that says the same without what a terminal would misread. */
export const escapeForTerminal = (json: string): string =>
  json.replace(RAW, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** One value over several lines, indented by two. */
export const formatJson = (value: unknown): string => escapeForTerminal(JSON.stringify(value, null, 2))

/** One value on one line. */
export const formatJsonLine = (value: unknown): string => escapeForTerminal(JSON.stringify(value))

/** An element of an array whose brackets are written by the caller. */
export const formatJsonElement = (value: unknown): string => formatJson(value).replace(/^/gm, '  ')
