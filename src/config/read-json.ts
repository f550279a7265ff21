/** Reads a settings file. Nothing here writes, so that nothing a person made is ever cleared. */ // reliability.md rows 63 64

import { readFileSync } from 'node:fs'
import { Mistake } from '../contract/errors.ts'
import { codeOf, fileTrouble } from '../fs/file-errors.ts'

export type Fields = Record<string, unknown>

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The same fields but one. */
export const without = (fields: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([one]) => one !== name))

/** The object in a JSON file; undefined when there is no file. Throws a Mistake that names the file and shows none of it. */
export function readJsonFile(path: string): Fields | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw fileTrouble(error, path)
  }
  const value = parse(text.replace(/^\uFEFF/, ''))
  if (!isObject(value)) throw damaged(path, 'it does not hold a JSON object')
  return value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // the words of a SyntaxError show a piece of the file
  }
}

/** A settings file that cannot be meant. */
export const damaged = (path: string, why: string): Mistake =>
  new Mistake('value', `${path} is damaged: ${why}`, { hint: 'repair the file, or move it away' })
