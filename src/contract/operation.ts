/** Defines what describes one operation of the service, and derives the types of its request and reply. */

import type * as v from 'valibot'
import type { QuerySchema } from './validate.ts'

/** The HTTP method of an operation. */
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** The parameter names in a path such as `/months/{month}/categories/{category_id}`. */
type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never

/** One operation of the service: a row of the API document. */
export interface Operation {
  /** One line for the generated documents. */
  readonly summary: string
  readonly method: Method
  /** The path below `/v1/workspaces/{workspace_id}`, with parameters in braces. */
  readonly path: string
  /** 201 for a creation, else 200. @see docs/spec.md#s2 */
  readonly status: 200 | 201
  readonly query?: QuerySchema
  /** True if it accepts `if_match`, an entity tag: with another tag nothing is written. */
  readonly conditional?: true
  readonly body?: v.GenericSchema
  /**
   * True if the handler validates the body, row by row: the references of row 1 are checked before the form of
   * row 2.
   * @see docs/spec.md#d20
   */
  readonly bodyValidatedByHandler?: true
  /** The schema of what the response holds under `data`. */
  readonly reply: v.GenericSchema
}

/** Returns the operation with its exact type; a property that Operation does not have does not compile. */
export const defineOperation = <const Op extends Operation>(
  operation: Op & { [Name in Exclude<keyof Op, keyof Operation>]: never },
): Op => operation

/** The request of an operation: its path parameters, and `query` and `body` if it has them. */
export type OperationRequest<Op extends Operation> = {
  [Name in PathNames<Op['path']>]: string
} & (Op extends {
  query: infer Query extends QuerySchema
}
  ? { query?: v.InferOutput<Query> }
  : unknown) &
  (Op extends { body: infer Body extends v.GenericSchema } ? { body: v.InferInput<Body> } : unknown) &
  (Op extends { conditional: true } ? { if_match?: string } : unknown) &
  (Op extends { method: 'POST' } ? Pick<RawRequest, 'if_none_added_since'> : unknown)

/** The reply of an operation. */
export type OperationReply<Op extends Operation> = v.InferOutput<Op['reply']>

/** A request before validation. */
export interface RawRequest {
  /**
   * A write repeated with the same key gets its first answer again and has no second effect.
   * @see docs/import.md#7-exactly-once-without-an-idempotency-key
   */
  idempotency_key?: string
  /** The entity tag that the resource must still have. */
  if_match?: string
  /**
   * New transactions are refused if their account got others on the same dates since this moment.
   * @see src/contract/http-response.ts
   */
  if_none_added_since?: string | undefined
  /** The name of the API key that makes the request, for the history. */
  actor?: string
  query?: Record<string, unknown>
  body?: unknown
  [pathName: string]: unknown
}

/**
 * Stands for a request body that could not be read; the engine refuses it with this message at its step of
 * validation.
 * @see docs/spec.md#d01
 * @see docs/spec.md#d14
 */
export class InvalidBody {
  readonly detail: string
  constructor(detail: string) {
    this.detail = detail
  }
}
