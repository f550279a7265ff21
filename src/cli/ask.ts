/** Questions on a terminal. @clack/prompts' door; loaded only when something is asked. */

import { isCancel, password, select, text } from '@clack/prompts'
import type { Choice } from '../commands/command.ts'

/** Does an answer mean yes? Only the whole word does. */
export const meansYes = (answer: string): boolean => /^\s*y(?:es)?\s*$/i.test(answer)

/** What is said to an answer that is neither yes nor no; nothing at all is a no. */
export const unclear = (answer = ''): string | undefined =>
  meansYes(answer) || /^\s*(?:no?)?\s*$/i.test(answer) ? undefined : 'Answer yes or no'

/** The answer to a yes-or-no question; undefined when the person turned away from it. */
export async function ask(question: string, output: NodeJS.WriteStream): Promise<boolean | undefined> {
  // A prompt that takes the first y it meets would read a yes in "maybe".
  const answer = await text({ message: `${question} (y/N)`, validate: unclear, output })
  return isCancel(answer) ? undefined : meansYes(answer)
}

/** A text that is typed, shown as dots when `hidden`; undefined when the person turned away. */
export async function type(
  question: string,
  { hidden, output }: { hidden: boolean; output: NodeJS.WriteStream },
): Promise<string | undefined> {
  const answer = await (hidden ? password : text)({ message: question, output })
  return isCancel(answer) ? undefined : answer
}

/** One of several answers, picked with the arrows; undefined when the person turned away. */
export async function choose(
  question: string,
  { choices, output }: { choices: readonly Choice[]; output: NodeJS.WriteStream },
): Promise<string | undefined> {
  const answer = await select({ message: question, options: [...choices], maxItems: 10, output })
  return isCancel(answer) ? undefined : answer
}
