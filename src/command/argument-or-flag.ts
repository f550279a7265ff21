/** Resolves a value that may be typed as an argument or as the flag that means the same. */

import { UserError } from '../contract/errors.ts'
import type { WorkspaceContext } from './context.ts'
import type { OptionSpec } from './option-spec.ts'

/**
 * Returns the value of the argument or of the flag.
 * @param name the name of the flag; the placeholder of the argument is the same in capitals.
 * @throws UserError when both were given.
 */
export function resolveArgumentOrFlag<Value>(
  name: string,
  argument: Value | undefined,
  flag: Value | undefined,
): Value | undefined {
  if (argument !== undefined && flag !== undefined)
    throw new UserError('usage', `Use either ${name.toUpperCase()} or --${name}, not both`)
  return argument ?? flag
}

/**
 * Returns the value of the argument or of the flag, and asks for it when neither was given.
 * @throws UserError when both were given, or neither and there is no terminal.
 */
export async function requireArgumentOrFlag<Value>(
  { user: { isInteractive, promptFor } }: Pick<WorkspaceContext, 'user'>,
  name: string,
  {
    argument,
    flag,
    option,
  }: { argument: Value | undefined; flag: Value | undefined; option: OptionSpec<Value> },
): Promise<Value> {
  const value = resolveArgumentOrFlag(name, argument, flag)
  if (value !== undefined) return value
  if (isInteractive()) return promptFor(option)
  throw new UserError('usage', `${name.toUpperCase()} or --${name} is required`)
}
