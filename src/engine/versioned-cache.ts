/** Caches the results of a lookup for as long as a version does not change. */
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
