/** Questions on a terminal. @clack/prompts' door; loaded only when something is asked. */

import type { Readable } from 'node:stream'
import { autocomplete, isCancel, password, text } from '@clack/prompts'
import type { PromptChoice } from '../command/context.ts'
import { toNameKey } from '../contract/normalize-name.ts'

/** Does an answer mean yes? Only the whole word does. */
export const isYes = (answer: string): boolean => /^\s*y(?:es)?\s*$/i.test(answer)

/** What is said to an answer that is neither yes nor no; nothing at all is a no. */
export const validateYesNo = (answer = ''): string | undefined =>
  isYes(answer) || /^\s*(?:no?)?\s*$/i.test(answer) ? undefined : 'Answer yes or no'

/** The answer to a yes-or-no question; undefined when the person turned away from it. */
export async function confirm(question: string, output: NodeJS.WriteStream): Promise<boolean | undefined> {
  // A prompt that takes the first y it meets would read a yes in "maybe".
  const answer = await text({ message: `${question} (y/N)`, validate: validateYesNo, output })
  return isCancel(answer) ? undefined : isYes(answer)
}

/** A text that is typed, shown as dots when `hidden`; undefined when the person turned away. */
export async function input(
  question: string,
  { hidden, output }: { hidden: boolean; output: NodeJS.WriteStream },
): Promise<string | undefined> {
  const answer = await (hidden ? password : text)({ message: question, output })
  return isCancel(answer) ? undefined : answer
}

/** What is looked for in the words a person sees, and nowhere else: ids and the API's terms are not among them. */
export const matchesSearch = (search: string, { label }: Partial<PromptChoice>): boolean =>
  toNameKey(label ?? '').includes(toNameKey(search))

/** The terminal a question stands on; the keyboard is that of the process unless another is given. */
interface SelectPrompt {
  choices: readonly PromptChoice[]
  input?: Readable
  output: NodeJS.WriteStream
}

/** One of several answers: typing narrows the list, the arrows move in it; undefined when the person turned away. */
export async function select(
  question: string,
  { choices, ...terminal }: SelectPrompt,
): Promise<string | undefined> {
  const answer = await autocomplete({
    message: question,
    options: [...choices],
    filter: matchesSearch,
    validate: (chosen) => (chosen === undefined ? 'Nothing in the list has this in it' : undefined),
    maxItems: 10,
    ...terminal,
  })
  return isCancel(answer) ? undefined : answer
}
