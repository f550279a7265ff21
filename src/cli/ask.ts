/** Questions on a terminal. @clack/prompts' door; loaded only when something is asked. */

import { confirm, isCancel } from '@clack/prompts'

/** The answer to a yes-or-no question; undefined when the person turned away from it. */
export async function ask(question: string, output: NodeJS.WriteStream): Promise<boolean | undefined> {
  const answer = await confirm({ message: question, initialValue: false, output })
  return isCancel(answer) ? undefined : answer
}
