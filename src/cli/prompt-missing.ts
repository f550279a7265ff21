/** What a command needs and the line left out is asked for, in the words of the help. @see docs/cli.md#interactive */

import type { CommandContext, OptionSpec, ParseContext, PromptChoice } from '../command/define.ts'
import type { NameIndex } from '../command/resolve-name.ts'
import type { Runtime } from '../command/runtime.ts'
import { UserError } from '../contract/errors.ts'
import { sanitizeLine } from '../render/sanitize.ts'
import { noColors } from '../render/style.ts'
import type { PromptFor } from './parse-args.ts'
import { formatError } from './report-error.ts'

const MAX_TRIES = 3

/** Asks on the terminal, and again after a slip. */
export function createPrompter(
  { select: choose, stderr }: Pick<Runtime, 'select' | 'stderr'>,
  { input: type }: Pick<CommandContext, 'input'>,
): PromptFor {
  async function answer(entry: OptionSpec<unknown>, choices: readonly PromptChoice[]): Promise<string> {
    const question = sanitizeLine(entry.help)
    const said = choices.length > 0 ? await choose(question, choices) : await type(question)
    if (said !== undefined) return said
    throw new UserError('usage', `Nothing was said to: ${entry.help}`)
  }
  return async (entry, reading) => {
    const choices = await loadChoices(entry, reading)
    for (let tries = 1; ; tries++) {
      const said = await answer(entry, choices)
      try {
        return await entry.parse(requireAnswer(said, entry), reading)
      } catch (error) {
        if (!(error instanceof UserError) || tries === MAX_TRIES) throw error
        stderr.write(formatRetryMessage(error))
      }
    }
  }
}

/** An answer with something in it, unless nothing at all means what is proposed. */
function requireAnswer(said: string, { acceptsEmpty }: OptionSpec<unknown>): string {
  if (acceptsEmpty || said.trim() !== '') return said
  throw new UserError('usage', 'An answer is needed; Ctrl-C leaves')
}

const formatRetryMessage = (error: UserError): string =>
  formatError(error, { structured: false, interrupted: false, debug: false, paint: noColors })

/** All that can be meant, where it is known. */
async function loadChoices(
  { isClosedSet, completion, help, formatChoice = (word) => word }: OptionSpec<unknown>,
  { names }: ParseContext,
): Promise<readonly PromptChoice[]> {
  if (isClosedSet !== true || completion === undefined) return []
  const choices = Array.isArray(completion)
    ? completion.map((word: string) => ({ value: word, label: formatChoice(word) }))
    : ((await choiceLoaders[String(completion)]?.(names)) ?? [])
  if (choices.length === 0) throw new UserError('not_found', `${help}: there is none yet`)
  return choices
}

const toChoice = (thing: { id: string; name: string }, shown = thing.name): PromptChoice => ({
  value: thing.id,
  label: sanitizeLine(shown),
})

const choiceLoaders: Readonly<Partial<Record<string, (names: NameIndex) => Promise<PromptChoice[]>>>> = {
  account: async (names) =>
    (await names.accounts()).filter(({ closed }) => !closed).map((account) => toChoice(account)),
  category: async (names) =>
    (await names.categories())
      .filter(({ archived }) => !archived)
      .map((category) => toChoice(category, `${category.group_name}/${category.name}`)),
  closed_account: async (names) =>
    (await names.accounts()).filter(({ closed }) => closed).map((account) => toChoice(account)),
  archived_category: async (names) =>
    (await names.categories())
      .filter(({ archived }) => archived)
      .map((category) => toChoice(category, `${category.group_name}/${category.name}`)),
  group: async (names) => (await names.groups()).map((group) => toChoice(group)),
  merchant: async (names) => (await names.merchants()).map((merchant) => toChoice(merchant)),
}
