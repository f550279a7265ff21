/** Formats values as JSON that is safe to print on a terminal. */

// JSON.stringify does not escape these characters, which may control a terminal; the escaped value is equal.
const RAW = /[\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g

/** Escapes the characters in JSON text that may control a terminal. */
export const escapeForTerminal = (json: string): string =>
  json.replace(RAW, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Formats a value over several lines, indented by two. */
export const formatJson = (value: unknown): string => escapeForTerminal(JSON.stringify(value, null, 2))

/** Formats a value on one line. */
export const formatJsonLine = (value: unknown): string => escapeForTerminal(JSON.stringify(value))

/** Formats the elements of an array whose brackets the caller writes. */
export const formatJsonElements = (values: readonly unknown[]): string => formatJson(values).slice(2, -2)
