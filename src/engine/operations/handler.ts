import type { OperationName, Operations } from '../../contract/api.ts'
import type { OperationReply, OperationRequest } from '../../contract/operation.ts'
import type { RequestContext } from '../budget/request-context.ts'

/** The rule of an operation: its request was checked against the contract, and runs inside one transaction of the store. */
export type Handler<Name extends OperationName> = (
  context: RequestContext,
  request: OperationRequest<Operations[Name]>,
) => OperationReply<Operations[Name]>

/** The rules of some operations, by name. */
export type HandlersFor<Name extends OperationName> = { [One in Name]: Handler<One> }
