/** Questions on a terminal. @clack/prompts' door; loaded only when something is asked. */

import { confirm, isCancel, password, text } from '@clack/prompts'

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
