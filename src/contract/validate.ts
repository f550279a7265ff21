/**
 * Validates a value against its schema and reports the first error with its path.
 * Unknown fields of an object come first, then its fields in the order of the API document.
 * @see docs/spec.md#d01
 */

import * as v from 'valibot'
import { type MinorUnits, parseAmount } from '../money/minor-units.ts'
import { badRequest } from './errors.ts'
import { amountMessage, type ReferenceKind, type SchemaMetadata } from './fields.ts'

/**
 * What validation needs from the workspace. The caller keeps what `parseAmount` returned, so that the amounts of a
 * request are parsed once.
 */
export interface ValidationContext {
  /** Returns the minor units of an amount in the workspace's currency; undefined if it has too many decimals or digits. */
  parseAmount(amount: string): MinorUnits | undefined
  /** Returns why an id is invalid; undefined for a valid one. */
  findReferenceError(referent: ReferenceKind, id: string): string | undefined
}

/** Returns a context without a workspace: it knows the decimals of the currency, and takes every id for valid. */
export const createOfflineValidation = (decimals: number): ValidationContext => ({
  parseAmount: (amount) => parseAmount(amount, decimals),
  findReferenceError: () => undefined,
})

/** A validation error: its path, and the message that follows the path. */
interface Problem {
  path: (string | number)[]
  message: string
}

type Validator = (value: unknown, workspace: ValidationContext) => Problem | undefined

const createProblem = (message: string): Problem => ({ path: [], message: message })
const prefixPath = (step: string | number, problem: Problem): Problem => ({
  ...problem,
  path: [step, ...problem.path],
})

/** Formats a path as the API does, e.g. `transactions[3].splits[1].amount`. @see docs/spec.md#d04 */
const formatPath = (path: (string | number)[]): string =>
  path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`))
    .join('')

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
  const problem = getValidator(schema)(value, workspace)
  if (problem) throw badRequest(`${formatPath([...base, ...problem.path]) || 'body'} ${problem.message}`)
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
    return value.flatMap((item, index) =>
      findProblems(schema.pipe[0].item, item, workspace).map((problem) => prefixPath(index, problem)),
    )
  if (!isObjectSchema(schema)) return [first]
  const fields = new Map(Object.entries(Object(value)))
  const unknown = [...fields.keys()].filter((key) => !Object.hasOwn(schema.entries, key))
  return [
    ...unknown.map((key) => prefixPath(key, createProblem('is not a known field'))),
    ...Object.entries(schema.entries).flatMap(([key, entry]) =>
      fields.get(key) === undefined && !isOptionalSchema(entry)
        ? [prefixPath(key, createProblem('is required'))]
        : findProblems(entry, fields.get(key), workspace).map((problem) => prefixPath(key, problem)),
    ),
  ]
}

function getValidator(schema: v.GenericSchema): Validator {
  const validator = validatorBySchema.get(schema)
  if (validator) return validator
  const newValidator = compileValidator(schema)
  validatorBySchema.set(schema, newValidator)
  return newValidator
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

function compileWrapped(absentValue: null | undefined, schema: WrappedSchema): Validator {
  const inner = getValidator(schema.wrapped)
  return (value, workspace) => (value === absentValue ? undefined : inner(value, workspace))
}

function compileObject(schema: ObjectSchema): Validator {
  const checks = Object.entries(schema.entries).map(([key, entry]) => ({
    key,
    check: getValidator(entry),
    isRequired: !isOptionalSchema(entry),
  }))
  const knownKeys = new Set(Object.keys(schema.entries))
  return (value, workspace) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return createProblem('must be an object')
    const fields = value as Record<string, unknown> // checked just above
    for (const key of Object.keys(fields)) {
      // A field set to undefined counts as missing, as it would in JSON.
      if (!knownKeys.has(key) && fields[key] !== undefined)
        return prefixPath(key, createProblem('is not a known field'))
    }
    for (const { key, check, isRequired } of checks) {
      const field = fields[key]
      if (field === undefined && isRequired) return prefixPath(key, createProblem('is required'))
      const problem = field === undefined ? undefined : check(field, workspace)
      if (problem) return prefixPath(key, problem)
    }
    return undefined
  }
}

function compileArray(schema: ArraySchema): Validator {
  const item = getValidator(schema.pipe[0].item)
  const size = v.safeParser(v.pipe(v.array(v.unknown()), ...(schema.pipe.slice(1) as [])), {
    abortPipeEarly: true,
  })
  const message = (schema.pipe[0] as unknown as { message: string }).message // every array of the contract has a message
  return (value, workspace) => {
    if (!Array.isArray(value)) return createProblem(message)
    const sized = size(value)
    if (!sized.success) return createProblem(sized.issues[0].message)
    for (const [index, element] of value.entries()) {
      const problem = item(element, workspace)
      if (problem) return prefixPath(index, problem)
    }
    return undefined
  }
}

function compileLeaf(schema: v.GenericSchema): Validator {
  const getMessage = compileLeafMessage(schema)
  const metadata: SchemaMetadata = v.getMetadata(schema)
  return (value, workspace) => {
    const message = getMessage(value)
    if (message !== undefined) return createProblem(message)
    if (metadata.amount && workspace.parseAmount(value as string) === undefined) {
      return createProblem(amountMessage) // well-formed, but with too many decimals or digits for this currency
    }
    if (!metadata.refers) return undefined
    const referenceError = workspace.findReferenceError(metadata.refers, value as string) // the schema just checked that it is text
    return referenceError ? createProblem(referenceError) : undefined
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
  return (value) => {
    if (typeof value !== 'string') return message
    for (const rule of rules) if (!rule.requirement(value)) return rule.message
    return undefined
  }
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
