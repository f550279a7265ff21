/** Caches the results of a lookup for as long as a version does not change. */

/**
 * Returns a lookup that remembers its results while `version` returns the same number: a server looks up the same
 * key and workspace at every request. Missing results are not remembered, so that no client can fill the memory.
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
