/** Asks for missing arguments and flags on a terminal. @see docs/cli.md#interactive */

import type { CommandContext, PromptChoice } from '../command/context.ts'
import type { NameIndex } from '../command/names/resolve-name.ts'
import type { OptionSpec, ParseContext } from '../command/option-spec.ts'
import type { Runtime } from '../command/runtime.ts'
import { UserError } from '../contract/errors.ts'
import { sanitizeLine } from '../output/sanitize.ts'
import { noColors } from '../output/style.ts'
import type { PromptFor } from './parse-args.ts'
import { formatError } from './report-error.ts'

const MAX_TRIES = 3

/** Returns a function that asks for the value of an option, up to three times when the answer is invalid. */
export function createPrompter(
  { select, stderr }: Pick<Runtime, 'select' | 'stderr'>,
  { user: { input } }: Pick<CommandContext, 'user'>,
): PromptFor {
  async function readAnswer(option: OptionSpec<unknown>, choices: readonly PromptChoice[]): Promise<string> {
    const question = sanitizeLine(option.help)
    const selectOptions = { allowsNew: option.acceptsNewWords === true }
    const answer = choices.length > 0 ? await select(question, choices, selectOptions) : await input(question)
    if (answer !== undefined) return answer
    throw new UserError('usage', `No answer to: ${option.help}`)
  }
  return async (option, parseContext) => {
    const choices = await loadChoices(option, parseContext)
    for (let tries = 1; ; tries++) {
      const answer = await readAnswer(option, choices)
      try {
        return await option.parse(requireAnswer(answer, option), parseContext)
      } catch (error) {
        if (!(error instanceof UserError) || tries === MAX_TRIES) throw error
        stderr.write(formatRetryMessage(error))
      }
    }
  }
}

/** Returns the answer. @throws UserError for an empty one, unless the option accepts that. */
function requireAnswer(answer: string, { acceptsEmpty }: OptionSpec<unknown>): string {
  if (acceptsEmpty || answer.trim() !== '') return answer
  throw new UserError('usage', 'An answer is required; Ctrl-C cancels')
}

const formatRetryMessage = (error: UserError): string =>
  formatError(error, { isJson: false, showsStack: false, colors: noColors })

/** Returns all valid answers where they are known; empty where the user has to type. */
async function loadChoices(
  { completion, help, formatChoice = (word) => word, extraChoices = {}, ...option }: OptionSpec<unknown>,
  { names }: ParseContext,
): Promise<readonly PromptChoice[]> {
  if ((!option.isClosedSet && !option.acceptsNewWords) || completion === undefined) return []
  const choices = Array.isArray(completion)
    ? completion.map((word: string) => ({ value: word, label: formatChoice(word) }))
    : ((await choiceLoaders[String(completion)]?.(names)) ?? [])
  if (choices.length === 0 && option.acceptsNewWords) return []
  const extra = Object.entries(extraChoices).map(([value, label]) => ({ value, label }))
  if (choices.length + extra.length === 0) throw new UserError('not_found', `${help}: none exist yet`)
  return [...extra, ...choices]
}

const toChoice = (entity: { id: string; name: string }, label = entity.name): PromptChoice => ({
  value: entity.id,
  label: sanitizeLine(label),
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
