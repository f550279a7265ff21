/** Makes a draft of a typed command instead of running it: `--draft`. */

import { type Command, defineCommand } from '../command/define.ts'
import { getFlagOption, toFlagName } from '../command/option-spec.ts'
import { UserError } from '../contract/errors.ts'
import { draftView } from '../drafts/draft-view.ts'
import { makeDraft } from '../drafts/make-draft.ts'
import type { ParsedArgs } from './parse-args.ts'

/**
 * Asserts that a command writes the budget of one workspace, so that it can be drafted.
 * @throws UserError which says why it cannot
 */
export function assertDraftable(
  { name, scope, mutates, cannotDraft }: Command,
  { rawArguments, rawFlags, globals }: ParsedArgs,
): void {
  const writes = typeof mutates === 'function' ? mutates(rawArguments, rawFlags, false) : mutates === true
  const reason =
    cannotDraft ??
    (scope === 'standalone'
      ? 'it does not write the budget of one workspace'
      : writes
        ? undefined
        : 'it changes nothing')
  if (reason !== undefined) throw new UserError('usage', `"budget ${name}" cannot be drafted: ${reason}`)
  if (globals.dryRun) throw new UserError('usage', 'Use either --draft or --dry-run, not both')
  if (globals.readOnly)
    throw new UserError('forbidden', `"budget ${name}" makes changes, which --read-only forbids`)
}

/** Returns the command that makes a draft of another one, and its arguments. @throws UserError */
export function toDraftCommand(
  command: Command,
  parsed: ParsedArgs,
): { command: Command; parsed: ParsedArgs } {
  assertDraftable(command, parsed)
  if (parsed.missingInputError) throw parsed.missingInputError
  const line = formatLine(command, parsed)
  return {
    command: defineCommand({
      name: command.name,
      summary: command.summary,
      examples: [{ when: '', commandLine: '' }],
      run: (context) => makeDraft(context, { lines: [line], why: null, actor: null }),
      view: draftView,
    }),
    parsed: { ...parsed, rawArguments: [], rawFlags: {}, readInput: async () => ({}) },
  }
}

/** Returns the command line without its global flags, as arguments. */
function formatLine(command: Command, { rawArguments, rawFlags }: ParsedArgs): string[] {
  const flags = Object.entries(rawFlags).flatMap(([name, value]) => {
    const flag = `--${toFlagName(name)}`
    const spec = command.flags?.[name]
    if (!spec || !getFlagOption(spec)) return [flag]
    // Of a flag that was not typed, commander has the default of a global flag such as --no-input.
    return [value].flat().flatMap((one) => {
      if (typeof one !== 'string') return []
      return one.startsWith('-') ? [`${flag}=${one}`] : [flag, one]
    })
  })
  // The arguments of a command line are texts.
  const words = rawArguments.flatMap((value) =>
    typeof value === 'string' ? [value] : (value ?? []),
  ) as string[]
  const rest = words.some((word) => word.startsWith('-')) ? [...flags, '--', ...words] : [...words, ...flags]
  return [...command.name.split(' '), ...rest]
}
