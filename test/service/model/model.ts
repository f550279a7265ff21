/** Models the whole service a second time: slow, plain, and written from its document alone. */

import type { OperationName, Operations } from '../../../src/contract/api.ts'
import type { OperationRequest } from '../../../src/contract/operation.ts'
import { accountCalls, merchantCalls } from './accounts.ts'
import { adminCalls, categoryCalls } from './categories.ts'
import { changeCalls } from './change.ts'
import { createCalls } from './create.ts'
import { type Book, createEmptyBook } from './ledger.ts'

/** An operation with its request; ids are the model's own (`acc#1`). */
export type Call = {
  [Name in OperationName]: { name: Name; request: OperationRequest<Operations[Name]> }
}[OperationName]

/** A setting outside the API. */
export type Setting = {
  [Name in keyof ReturnType<typeof adminCalls>]: {
    name: Name
    request: Parameters<ReturnType<typeof adminCalls>[Name]>[0]
  }
}[keyof ReturnType<typeof adminCalls>]

export interface Model {
  book: Book
  /** Answers a call made at an instant; throws ApiError as the service does. */
  answer(call: Call | Setting, now: string): unknown
}

/** Returns the model of an empty workspace in USD. */
export function openModel(): Model {
  const book = createEmptyBook()
  const calls = {
    ...accountCalls(book),
    ...merchantCalls(book),
    ...categoryCalls(book),
    ...createCalls(book),
    ...changeCalls(book),
    ...adminCalls(book),
  }
  return {
    book,
    answer({ name, request }, now) {
      book.now = now
      const known: Record<string, unknown> = calls
      const call = known[name]
      if (typeof call !== 'function') throw new Error(`the model does not know ${name}`)
      return call(request)
    },
  }
}
