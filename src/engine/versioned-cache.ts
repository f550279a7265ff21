/**
 * What was asked before is answered from memory, as long as `version` says that nothing has changed: a server asks for the same
 * key and the same workspace at every request. What is not there is asked for anew, so that nobody can fill the memory.
 */
export function memoizeByVersion<Answer>(
  version: () => number,
  ask: (question: string) => Answer | undefined,
) {
  const answers = new Map<string, Answer>()
  let asOf: number | undefined
  return (question: string): Answer | undefined => {
    const current = version()
    if (current !== asOf) answers.clear()
    asOf = current
    const known = answers.get(question)
    if (known !== undefined) return known
    const answer = ask(question)
    if (answer !== undefined) answers.set(question, answer)
    return answer
  }
}
