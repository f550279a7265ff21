/** Describes errors to an assistant: in fixed sentences, with what the command said as data. */

import { ApiError, NetworkError, StorageError, UserError, type UserErrorKind } from '../contract/errors.ts'
import { cleanText } from './clean-answer.ts'
import type { Answer } from './tool.ts'
import { withoutPaths } from './without-paths.ts'

/** An error that a tool finds itself; `message` holds no text of a bank or a user. */
export class ToolError extends Error {
  override readonly name = 'ToolError'
  readonly error: string
  readonly field: string | undefined
  readonly more: Answer

  constructor(error: string, message: string, { field, ...more }: { field?: string } & Answer = {}) {
    super(message)
    this.error = error
    this.field = field
    this.more = more
  }
}

const messages: Readonly<Record<UserErrorKind, string>> = {
  usage: 'These fields do not go together',
  invalid: 'A value is not accepted',
  not_found: 'Nothing, or more than one thing, has this name or reference',
  conflict: 'The budget has changed, or the name is taken',
  forbidden: 'This is not allowed here',
  no_key: 'The remote service has no key on this computer',
  unconfirmed: 'A person has to decide this in the terminal',
}

/** Returns the fields of an error. `detail` is what the command said, which may quote names. */
export function describeToolError(error: unknown): Answer {
  if (error instanceof ToolError)
    return { error: error.error, ...field(error.field), message: error.message, ...error.more }
  if (error instanceof UserError)
    return { error: error.kind, ...field(error.field), message: messages[error.kind], ...detail(error) }
  if (error instanceof ApiError)
    return { error: error.name, message: 'The budget refuses this', ...detail({ message: error.detail }) }
  if (error instanceof NetworkError)
    return {
      error: 'unreachable',
      message: error.mayHaveApplied
        ? 'No answer came: it may or may not have happened; read again'
        : 'The remote service cannot be reached',
    }
  if (error instanceof StorageError)
    return { error: 'storage', message: 'A file of the budget cannot be read or written' }
  return { error: 'internal', message: 'This failed inside the program; nothing was changed by it' }
}

const field = (name: string | undefined) => (name === undefined ? {} : { field: cleanText(name) })

// A hint can hold a path of this computer only where the user typed one, and command lines are for the terminal.
const detail = ({ message, hint }: { message: string; hint?: string | undefined }) => ({
  detail: cleanText(
    withoutPaths(hint === undefined || hint.startsWith('budget ') ? message : `${message}. ${hint}`),
    200,
  ),
})
