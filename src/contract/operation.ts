/** What one operation of the service is: the row of the API document, as a value. */

import type * as v from 'valibot'
import type { QuerySchema } from './validate.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** The names in a path such as `/months/{month}/categories/{category_id}`. */
type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never

export interface Operation {
  /** One line for the generated documents. */
  readonly summary: string
  readonly method: Method
  /** Relative to `/v1/workspaces/{workspace_id}`, with `{names}` in braces. */
  readonly path: string
  /** 201 where something is created. @see docs/spec.md#s2 */
  readonly status: 200 | 201
  readonly query?: QuerySchema
  /** It takes `if_match`, the entity tag of the thing as it was read: when that is another now, nothing is written. */
  readonly conditional?: true
  readonly body?: v.GenericSchema
  /**
   * The rule checks the body itself, row by row, because row 1's references come before row 2's form.
   * @see docs/spec.md#d20
   */
  readonly bodyValidatedByHandler?: true
  /** What stands under `data` in the answer. */
  readonly reply: v.GenericSchema
}

/** Returns the operation itself, with its exact type; a property that Operation does not have does not compile. */
export const defineOperation = <const Made extends Operation>(
  made: Made & { [Name in Exclude<keyof Made, keyof Operation>]: never },
): Made => made

/** The request of an operation: its path's names beside `query` and `body`, where it has them. */
export type OperationRequest<Made extends Operation> = {
  [Name in PathNames<Made['path']>]: string
} & (Made extends {
  query: infer Query extends QuerySchema
}
  ? { query?: v.InferOutput<Query> }
  : unknown) &
  (Made extends { body: infer Body extends v.GenericSchema } ? { body: v.InferInput<Body> } : unknown) &
  (Made extends { conditional: true } ? { if_match?: string } : unknown) &
  (Made extends { method: 'POST' } ? Pick<RawRequest, 'if_none_added_since'> : unknown)

export type OperationReply<Made extends Operation> = v.InferOutput<Made['reply']>

/** A request as it comes from outside: nothing in it was looked at yet. */
export interface RawRequest {
  /**
   * Sent along, a write that was answered already is answered the same again, without a second effect.
   * @see docs/import.md#7-exactly-once-without-an-idempotency-key
   */
  idempotency_key?: string
  /** The entity tag the thing must still have. */
  if_match?: string
  /** New transactions are refused when their account got others on their days since this moment; see `as_of.ts`. */
  if_none_added_since?: string | undefined
  query?: Record<string, unknown>
  body?: unknown
  [pathName: string]: unknown
}

/**
 * Stands for a request body that could not even be read; the engine refuses it with these words when its turn comes.
 * @see docs/spec.md#d01
 * @see docs/spec.md#d14
 */
export class InvalidBody {
  readonly detail: string
  constructor(detail: string) {
    this.detail = detail
  }
}
