/** Questions on the terminal. */

import type { Surroundings } from '../command/runtime.ts'

/** Ctrl-C is a key like any other in a question: whoever presses it turns away from the work as well. */
export function openQuestions(work: AbortController): Pick<Surroundings, 'ask' | 'type' | 'choose'> {
  const opened = async () => ({ output: process.stderr, ...(await import('../cli/prompts.ts')) })
  const answered = <Answer>(answer: Answer | undefined): Answer | undefined => {
    if (answer === undefined) work.abort()
    work.signal.throwIfAborted()
    return answer
  }
  return {
    async ask(question) {
      const { ask, output } = await opened()
      return answered(await ask(question, output))
    },
    async type(question, { hidden }) {
      const { type, output } = await opened()
      return answered(await type(question, { hidden, output }))
    },
    async choose(question, choices) {
      const { choose, output } = await opened()
      return answered(await choose(question, { choices, output }))
    },
  }
}
