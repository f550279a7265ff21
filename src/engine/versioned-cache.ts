/** Caches the results of a lookup for as long as a version does not change. */

/**
 * Returns a lookup that remembers its results while `version` returns the same number: a server looks up the same
 * key and workspace at every request. Missing results are not remembered, so that no client can fill the memory.
 */
export function memoizeByVersion<Result>(
  readVersion: () => number,
  lookUp: (key: string) => Result | undefined,
) {
  const results = new Map<string, Result>()
  let cachedVersion: number | undefined
  return (key: string): Result | undefined => {
    const current = readVersion()
    if (current !== cachedVersion) results.clear()
    cachedVersion = current
    const cached = results.get(key)
    if (cached !== undefined) return cached
    const result = lookUp(key)
    if (result !== undefined) results.set(key, result)
    return result
  }
}
