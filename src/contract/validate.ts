/**
 * Holds a value against its description and says the first thing wrong with it, in the API's words and with its path.
 * Order: unknown fields of an object first, then its fields in the order of the API document. // spec D01
 */

import * as v from 'valibot'
import { parseAmount } from '../money/minor-units.ts'
import { badRequest } from './errors.ts'
import { amountWords, type Meaning, type Referent } from './fields.ts'

/** What a check must ask the workspace: the decimals of its currency, and what speaks against an id (undefined: nothing). */
export interface Workspace {
  decimals: number
  objection(referent: Referent, id: string): string | undefined
}

/** Something wrong: where, and the words that follow the path. */
interface Problem {
  path: (string | number)[]
  words: string
}

type Check = (value: unknown, workspace: Workspace) => Problem | undefined

const problem = (words: string): Problem => ({ path: [], words })
const within = (step: string | number, found: Problem): Problem => ({ ...found, path: [step, ...found.path] })

/** The path as the API writes it: `transactions[3].splits[1].amount`. */ // spec D04
const written = (path: (string | number)[]): string =>
  path.map((step, at) => (typeof step === 'number' ? `[${step}]` : at === 0 ? step : `.${step}`)).join('')

const compiled = new WeakMap<v.GenericSchema, Check>()

/**
 * Throws the `bad_request` of the first thing wrong with a value; returns quietly when all is well.
 * `base` is where the value stands in the request body, e.g. `['transactions', 3]`.
 */
export function check<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  workspace: Workspace,
  base: (string | number)[] = [],
): asserts value is v.InferInput<Schema> {
  const found = checkOf(schema)(value, workspace)
  if (found) throw badRequest(`${written([...base, ...found.path]) || 'body'} ${found.words}`)
}

/** Everything wrong with a value, a line for each field; empty when all is well. The field comes as the API writes it. */
export function listProblems(
  schema: v.GenericSchema,
  value: unknown,
  workspace: Workspace,
): { field: string; message: string }[] {
  return problemsOf(schema, value, workspace).map(({ path, words }) => ({
    field: written(path) || 'body',
    message: words,
  }))
}

function problemsOf(schema: v.GenericSchema, value: unknown, workspace: Workspace): Problem[] {
  if (isOptional(schema)) return value === undefined ? [] : problemsOf(schema.wrapped, value, workspace)
  if (isNullable(schema)) return value === null ? [] : problemsOf(schema.wrapped, value, workspace)
  const first = checkOf(schema)(value, workspace)
  if (!first || first.path.length === 0) return first ? [first] : []
  if (isItems(schema) && Array.isArray(value))
    return value.flatMap((one, at) =>
      problemsOf(schema.pipe[0].item, one, workspace).map((found) => within(at, found)),
    )
  if (!isFields(schema)) return [first]
  const given = new Map(Object.entries(Object(value)))
  const unknown = [...given.keys()].filter((key) => !Object.hasOwn(schema.entries, key))
  return [
    ...unknown.map((key) => within(key, problem('is not a known field'))),
    ...Object.entries(schema.entries).flatMap(([key, entry]) =>
      given.get(key) === undefined && !isOptional(entry)
        ? [within(key, problem('is required'))]
        : problemsOf(entry, given.get(key), workspace).map((found) => within(key, found)),
    ),
  ]
}

function checkOf(schema: v.GenericSchema): Check {
  const known = compiled.get(schema)
  if (known) return known
  const made = compile(schema)
  compiled.set(schema, made)
  return made
}

// The five kinds of schema the contract is written in, as valibot describes itself.
type Wrapped = v.GenericSchema & { wrapped: v.GenericSchema }
type Fields = v.GenericSchema & { entries: Record<string, v.GenericSchema> }
type Items = v.GenericSchema & { pipe: [{ item: v.GenericSchema }, ...unknown[]] }
type Text = v.GenericSchema & { pipe: [{ message: string }, ...Step[]] }
type Step = { type: 'check'; message: string; requirement(text: string): boolean } | { type: 'metadata' }
const isFields = (schema: v.GenericSchema): schema is Fields => schema.type === 'strict_object'
const isOptional = (schema: v.GenericSchema): schema is Wrapped => schema.type === 'optional'
const isNullable = (schema: v.GenericSchema): schema is Wrapped => schema.type === 'nullable'
const isText = (schema: v.GenericSchema): schema is Text => schema.type === 'string' && 'pipe' in schema
const isItems = (schema: v.GenericSchema): schema is Items => schema.type === 'array'

function compile(schema: v.GenericSchema): Check {
  if (isFields(schema)) return checkFields(schema)
  if (isOptional(schema)) return whenPresent(undefined, schema)
  if (isNullable(schema)) return whenPresent(null, schema)
  if (isItems(schema)) return checkItems(schema)
  return checkLeaf(schema)
}

function whenPresent(absent: null | undefined, schema: Wrapped): Check {
  const inner = checkOf(schema.wrapped)
  return (value, workspace) => (value === absent ? undefined : inner(value, workspace))
}

function checkFields(schema: Fields): Check {
  const checks = Object.entries(schema.entries).map(([key, entry]) => ({
    key,
    check: checkOf(entry),
    needed: !isOptional(entry),
  }))
  const known = new Set(Object.keys(schema.entries))
  return (value, workspace) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return problem('must be an object')
    const given = value as Record<string, unknown> // a plain object of unknown fields, as just checked
    for (const key of Object.keys(given)) {
      // In this process a field set to undefined is one left out, as it would be in JSON.
      if (!known.has(key) && given[key] !== undefined) return within(key, problem('is not a known field'))
    }
    for (const { key, check, needed } of checks) {
      const field = Object.hasOwn(given, key) ? given[key] : undefined
      if (field === undefined && needed) return within(key, problem('is required'))
      const found = check(field, workspace)
      if (found) return within(key, found)
    }
    return undefined
  }
}

function checkItems(schema: Items): Check {
  const item = checkOf(schema.pipe[0].item)
  const size = v.safeParser(v.pipe(v.array(v.unknown()), ...(schema.pipe.slice(1) as [])), {
    abortPipeEarly: true,
  })
  const words = (schema.pipe[0] as unknown as { message: string }).message // every array of the contract carries its words
  return (value, workspace) => {
    if (!Array.isArray(value)) return problem(words)
    const sized = size(value)
    if (!sized.success) return problem(sized.issues[0].message)
    for (const [at, one] of value.entries()) {
      const found = item(one, workspace)
      if (found) return within(at, found)
    }
    return undefined
  }
}

function checkLeaf(schema: v.GenericSchema): Check {
  const wordsAgainst = wordsOf(schema)
  const meaning: Meaning = v.getMetadata(schema)
  return (value, workspace) => {
    const wrong = wordsAgainst(value)
    if (wrong !== undefined) return problem(wrong)
    if (meaning.amount && parseAmount(value as string, workspace.decimals) === undefined) {
      return problem(amountWords) // well-formed, but not in this currency: too precise or too long
    }
    if (!meaning.refers) return undefined
    const words = workspace.objection(meaning.refers, value as string) // a reference is text, as its schema just said
    return words ? problem(words) : undefined
  }
}

/** What a leaf has against a value, in the words it carries. */
function wordsOf(schema: v.GenericSchema): (value: unknown) => string | undefined {
  if (isText(schema)) return wordsOfText(schema)
  const parse = v.safeParser(schema, { abortEarly: true, abortPipeEarly: true })
  return (value) => {
    const parsed = parse(value)
    return parsed.success ? undefined : parsed.issues[0].message
  }
}

/** The same for a text. An import asks it four times a row, and valibot would make several objects for each answer. */
function wordsOfText({ pipe: [{ message }, ...steps] }: Text): (value: unknown) => string | undefined {
  const rules = steps.flatMap((step) => {
    if (step.type === 'check') return [step]
    if (step.type === 'metadata') return []
    throw new Error(`No text of a body is described with ${JSON.stringify(step)} so far`)
  })
  return (value) =>
    typeof value === 'string' ? rules.find(({ requirement }) => !requirement(value))?.message : message
}

/** The query parameters a request may carry, by name; text as it came, or values in this process. */
export type QuerySchema = v.GenericSchema & { entries: Record<string, v.GenericSchema> }

/** The values of a query, in the types its description promises; throws the first thing wrong. */ // spec D02
export function readQuery<Schema extends QuerySchema>(
  schema: Schema,
  query: Record<string, unknown>,
): v.InferOutput<Schema> {
  for (const key of Object.keys(query)) {
    // A repeated parameter arrives as an array: which of the two was meant cannot be known.
    if (!Object.hasOwn(schema.entries, key) || Array.isArray(query[key])) {
      throw badRequest(`${key} is not a known query parameter`)
    }
  }
  const values: Record<string, unknown> = {}
  for (const [key, entry] of Object.entries(schema.entries)) {
    const parsed = v.safeParse(entry, query[key], { abortEarly: true, abortPipeEarly: true })
    if (!parsed.success) throw badRequest(`${key} ${parsed.issues[0].message}`)
    if (parsed.output !== undefined) values[key] = parsed.output
  }
  return values
}
