/**
 * Asks questions on a terminal. Only this file imports @clack/prompts, and it is loaded when a question is
 * asked.
 */

import type { Readable } from 'node:stream'
import { autocomplete, isCancel, password, text } from '@clack/prompts'
import type { PromptChoice } from '../command/context.ts'
import { toNameKey } from '../contract/normalize-name.ts'

/** True for `y` and `yes`; `yesterday` is no yes. */
export const isYes = (answer: string): boolean => /^\s*y(?:es)?\s*$/i.test(answer)

/** Returns an error message for an answer that is neither yes nor no; an empty answer is a no. */
export const validateYesNo = (answer = ''): string | undefined =>
  isYes(answer) || /^\s*(?:no?)?\s*$/i.test(answer) ? undefined : 'Answer yes or no'

/** Asks a yes-or-no question; undefined when the user cancels. */
export async function confirm(question: string, output: NodeJS.WriteStream): Promise<boolean | undefined> {
  // The confirm prompt of clack accepts the first y that is typed, also in "maybe".
  const answer = await text({ message: `${question} (y/N)`, validate: validateYesNo, output })
  return isCancel(answer) ? undefined : isYes(answer)
}

/** Asks for a text, shown as dots when `hidden`; undefined when the user cancels. */
export async function input(
  question: string,
  { hidden, output }: { hidden: boolean; output: NodeJS.WriteStream },
): Promise<string | undefined> {
  const answer = await (hidden ? password : text)({ message: question, output })
  return isCancel(answer) ? undefined : answer
}

/**
 * True if the label contains the search text. Ids and API terms are not searched, because the user does not
 * see them.
 */
export const matchesSearch = (search: string, { label }: Partial<PromptChoice>): boolean =>
  toNameKey(label ?? '').includes(toNameKey(search))

/** The choices, and the terminal of the prompt. @default input: stdin of the process */
interface SelectPrompt {
  choices: readonly PromptChoice[]
  input?: Readable
  output: NodeJS.WriteStream
}

/**
 * Lets the user select a choice by typing a part of it or with the arrow keys; undefined when the user
 * cancels.
 */
export async function select(
  question: string,
  { choices, ...terminal }: SelectPrompt,
): Promise<string | undefined> {
  const answer = await autocomplete({
    message: question,
    options: [...choices],
    filter: matchesSearch,
    validate: (chosen) => (chosen === undefined ? 'No match in the list' : undefined),
    maxItems: 10,
    ...terminal,
  })
  return isCancel(answer) ? undefined : answer
}
