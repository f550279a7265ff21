/**
 * Validates a value against its schema and reports the first error with its path.
 * Unknown fields of an object come first, then its fields in the order of the API document.
 * @see docs/spec.md#d01
 */

import * as v from 'valibot'
import { parseAmount } from '../money/minor-units.ts'
import { badRequest } from './errors.ts'
import { amountMessage, type ReferenceKind, type SchemaMetadata } from './fields.ts'

/**
 * What validation asks the workspace: the decimals of its currency, and why an id is invalid (undefined:
 * valid).
 */
export interface ValidationContext {
  decimals: number
  findReferenceError(referent: ReferenceKind, id: string): string | undefined
}

/** A validation error: its path, and the message that follows the path. */
interface Problem {
  path: (string | number)[]
  message: string
}

type Validator = (value: unknown, workspace: ValidationContext) => Problem | undefined

const createProblem = (words: string): Problem => ({ path: [], message: words })
const prefixPath = (step: string | number, found: Problem): Problem => ({
  ...found,
  path: [step, ...found.path],
})

/** Formats a path as the API does, e.g. `transactions[3].splits[1].amount`. @see docs/spec.md#d04 */
const formatPath = (path: (string | number)[]): string =>
  path.map((step, at) => (typeof step === 'number' ? `[${step}]` : at === 0 ? step : `.${step}`)).join('')

const validatorBySchema = new WeakMap<v.GenericSchema, Validator>()

/**
 * Asserts that a value matches its schema.
 * @param base the path of the value in the request body, e.g. `['transactions', 3]`
 * @throws ApiError bad_request for the first error
 */
export function assertValid<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  workspace: ValidationContext,
  base: (string | number)[] = [],
): asserts value is v.InferInput<Schema> {
  const found = getValidator(schema)(value, workspace)
  if (found) throw badRequest(`${formatPath([...base, ...found.path]) || 'body'} ${found.message}`)
}

/** Lists every error of a value, one per field; empty when it is valid. Field paths have the API's format. */
export function listProblems(
  schema: v.GenericSchema,
  value: unknown,
  workspace: ValidationContext,
): { field: string; message: string }[] {
  return findProblems(schema, value, workspace).map(({ path, message }) => ({
    field: formatPath(path) || 'body',
    message,
  }))
}

function findProblems(schema: v.GenericSchema, value: unknown, workspace: ValidationContext): Problem[] {
  if (isOptionalSchema(schema))
    return value === undefined ? [] : findProblems(schema.wrapped, value, workspace)
  if (isNullableSchema(schema)) return value === null ? [] : findProblems(schema.wrapped, value, workspace)
  const first = getValidator(schema)(value, workspace)
  if (!first || first.path.length === 0) return first ? [first] : []
  if (isArraySchema(schema) && Array.isArray(value))
    return value.flatMap((one, at) =>
      findProblems(schema.pipe[0].item, one, workspace).map((found) => prefixPath(at, found)),
    )
  if (!isObjectSchema(schema)) return [first]
  const given = new Map(Object.entries(Object(value)))
  const unknown = [...given.keys()].filter((key) => !Object.hasOwn(schema.entries, key))
  return [
    ...unknown.map((key) => prefixPath(key, createProblem('is not a known field'))),
    ...Object.entries(schema.entries).flatMap(([key, entry]) =>
      given.get(key) === undefined && !isOptionalSchema(entry)
        ? [prefixPath(key, createProblem('is required'))]
        : findProblems(entry, given.get(key), workspace).map((found) => prefixPath(key, found)),
    ),
  ]
}

function getValidator(schema: v.GenericSchema): Validator {
  const known = validatorBySchema.get(schema)
  if (known) return known
  const made = compileValidator(schema)
  validatorBySchema.set(schema, made)
  return made
}

// The kinds of valibot schemas that the contract uses.
type WrappedSchema = v.GenericSchema & { wrapped: v.GenericSchema }
type ObjectSchema = v.GenericSchema & { entries: Record<string, v.GenericSchema> }
type ArraySchema = v.GenericSchema & { pipe: [{ item: v.GenericSchema }, ...unknown[]] }
type TextSchema = v.GenericSchema & { pipe: [{ message: string }, ...TextPipeStep[]] }
type TextPipeStep =
  | { type: 'check'; message: string; requirement(text: string): boolean }
  | { type: 'metadata' }
const isObjectSchema = (schema: v.GenericSchema): schema is ObjectSchema => schema.type === 'strict_object'
const isOptionalSchema = (schema: v.GenericSchema): schema is WrappedSchema => schema.type === 'optional'
const isNullableSchema = (schema: v.GenericSchema): schema is WrappedSchema => schema.type === 'nullable'
const isTextSchema = (schema: v.GenericSchema): schema is TextSchema =>
  schema.type === 'string' && 'pipe' in schema
const isArraySchema = (schema: v.GenericSchema): schema is ArraySchema => schema.type === 'array'

function compileValidator(schema: v.GenericSchema): Validator {
  if (isObjectSchema(schema)) return compileObject(schema)
  if (isOptionalSchema(schema)) return compileWrapped(undefined, schema)
  if (isNullableSchema(schema)) return compileWrapped(null, schema)
  if (isArraySchema(schema)) return compileArray(schema)
  return compileLeaf(schema)
}

function compileWrapped(absent: null | undefined, schema: WrappedSchema): Validator {
  const inner = getValidator(schema.wrapped)
  return (value, workspace) => (value === absent ? undefined : inner(value, workspace))
}

function compileObject(schema: ObjectSchema): Validator {
  const checks = Object.entries(schema.entries).map(([key, entry]) => ({
    key,
    check: getValidator(entry),
    needed: !isOptionalSchema(entry),
  }))
  const known = new Set(Object.keys(schema.entries))
  return (value, workspace) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return createProblem('must be an object')
    const given = value as Record<string, unknown> // checked just above
    for (const key of Object.keys(given)) {
      // A field set to undefined counts as missing, as it would in JSON.
      if (!known.has(key) && given[key] !== undefined)
        return prefixPath(key, createProblem('is not a known field'))
    }
    for (const { key, check, needed } of checks) {
      const field = Object.hasOwn(given, key) ? given[key] : undefined
      if (field === undefined && needed) return prefixPath(key, createProblem('is required'))
      const found = check(field, workspace)
      if (found) return prefixPath(key, found)
    }
    return undefined
  }
}

function compileArray(schema: ArraySchema): Validator {
  const item = getValidator(schema.pipe[0].item)
  const size = v.safeParser(v.pipe(v.array(v.unknown()), ...(schema.pipe.slice(1) as [])), {
    abortPipeEarly: true,
  })
  const words = (schema.pipe[0] as unknown as { message: string }).message // every array of the contract has a message
  return (value, workspace) => {
    if (!Array.isArray(value)) return createProblem(words)
    const sized = size(value)
    if (!sized.success) return createProblem(sized.issues[0].message)
    for (const [at, one] of value.entries()) {
      const found = item(one, workspace)
      if (found) return prefixPath(at, found)
    }
    return undefined
  }
}

function compileLeaf(schema: v.GenericSchema): Validator {
  const wordsAgainst = compileLeafMessage(schema)
  const meaning: SchemaMetadata = v.getMetadata(schema)
  return (value, workspace) => {
    const wrong = wordsAgainst(value)
    if (wrong !== undefined) return createProblem(wrong)
    if (meaning.amount && parseAmount(value as string, workspace.decimals) === undefined) {
      return createProblem(amountMessage) // well-formed, but with too many decimals or digits for this currency
    }
    if (!meaning.refers) return undefined
    const words = workspace.findReferenceError(meaning.refers, value as string) // the schema just checked that it is text
    return words ? createProblem(words) : undefined
  }
}

/** Returns a function from a value to its error message; undefined for a valid value. */
function compileLeafMessage(schema: v.GenericSchema): (value: unknown) => string | undefined {
  if (isTextSchema(schema)) return compileTextMessage(schema)
  const parse = v.safeParser(schema, { abortEarly: true, abortPipeEarly: true })
  return (value) => {
    const parsed = parse(value)
    return parsed.success ? undefined : parsed.issues[0].message
  }
}

/**
 * Does the same for text: an import calls it four times a row, and valibot would allocate several objects each
 * time.
 */
function compileTextMessage({
  pipe: [{ message }, ...steps],
}: TextSchema): (value: unknown) => string | undefined {
  const rules = steps.flatMap((step) => {
    if (step.type === 'check') return [step]
    if (step.type === 'metadata') return []
    throw new Error(`No text of a body is described with ${JSON.stringify(step)} so far`)
  })
  return (value) =>
    typeof value === 'string' ? rules.find(({ requirement }) => !requirement(value))?.message : message
}

/** The schema of an operation's query parameters. */
export type QuerySchema = v.GenericSchema & { entries: Record<string, v.GenericSchema> }

/**
 * Parses a query into the types of its schema.
 * @throws ApiError bad_request for the first error
 * @see docs/spec.md#d02
 */
export function parseQuery<Schema extends QuerySchema>(
  schema: Schema,
  query: Record<string, unknown>,
): v.InferOutput<Schema> {
  for (const key of Object.keys(query)) {
    // A repeated parameter arrives as an array; either value could be meant.
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
