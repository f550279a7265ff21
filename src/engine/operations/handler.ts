import type { OperationName, Operations } from '../../contract/api.ts'
import type { ReplyOf, RequestOf } from '../../contract/operation.ts'
import type { Context } from '../budget/request-context.ts'

/** The rule of an operation: its request was checked against the contract, and runs inside one transaction of the store. */
export type Rule<Name extends OperationName> = (
  context: Context,
  request: RequestOf<Operations[Name]>,
) => ReplyOf<Operations[Name]>

/** The rules of some operations, by name. */
export type RulesFor<Name extends OperationName> = { [One in Name]: Rule<One> }
