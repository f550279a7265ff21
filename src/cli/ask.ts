/** Questions on a terminal. @clack/prompts' door; loaded only when something is asked. */

import { confirm, isCancel, password, select, text } from '@clack/prompts'
import type { Choice } from '../commands/command.ts'

/** The answer to a yes-or-no question; undefined when the person turned away from it. */
export async function ask(question: string, output: NodeJS.WriteStream): Promise<boolean | undefined> {
  const answer = await confirm({ message: question, initialValue: false, output })
  return isCancel(answer) ? undefined : answer
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
