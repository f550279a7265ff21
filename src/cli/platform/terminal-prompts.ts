/** Asks questions on the terminal. */

import type { Runtime } from '../../command/runtime.ts'

/** Returns the prompts of a terminal. Ctrl-C is an ordinary key in a prompt, so it aborts the work here. */
export function createPrompts(
  work: AbortController,
): Pick<Runtime, 'confirm' | 'input' | 'select' | 'selectMany'> {
  const loadPrompts = async () => ({ output: process.stderr, ...(await import('../prompts.ts')) })
  const abortUnlessAnswered = <Answer>(answer: Answer | undefined): Answer | undefined => {
    if (answer === undefined) work.abort()
    work.signal.throwIfAborted()
    return answer
  }
  return {
    async confirm(question) {
      const { confirm: ask, output } = await loadPrompts()
      return abortUnlessAnswered(await ask(question, { output }))
    },
    async input(question, { hidden }) {
      const { input: type, output } = await loadPrompts()
      return abortUnlessAnswered(await type(question, { hidden, output }))
    },
    async select(question, choices, options) {
      const { select: choose, output } = await loadPrompts()
      return abortUnlessAnswered(await choose(question, { choices, ...options, output }))
    },
    async selectMany(question, selection) {
      const { selectMany: choose, output } = await loadPrompts()
      const answer = await choose(question, { ...selection, output })
      return answer === null ? undefined : abortUnlessAnswered(answer)
    },
  }
}
