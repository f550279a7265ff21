/** Defines the type of the functions that handle operations. */

import type { OperationName, Operations } from '../../contract/api.ts'
import type { OperationReply, OperationRequest } from '../../contract/operation.ts'
import type { RequestContext } from '../budget/request-context.ts'

/** Handles an operation. The request is validated; the handler runs in one transaction of the store. */
export type Handler<Name extends OperationName> = (
  context: RequestContext,
  request: OperationRequest<Operations[Name]>,
) => OperationReply<Operations[Name]>

/** The handlers of some operations, by name. */
export type HandlersFor<Name extends OperationName> = { [One in Name]: Handler<One> }
