/** One thing asked for is answered with one result, several with a list. */ // cli.md §1: an object for one thing

/** Does something for each thing, one after the other. */
export async function oneOrMany<Thing, Result>(
  things: readonly Thing[],
  act: (thing: Thing) => Promise<Result>,
): Promise<Result | Result[]> {
  const results: Result[] = []
  for (const thing of things) results.push(await act(thing))
  const [only] = results
  return only !== undefined && results.length === 1 ? only : results
}
