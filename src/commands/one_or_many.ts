/** One thing asked for is answered with one result, several with a list. */ // cli.md §1: an object for one thing

import type { World } from './command.ts'

/** Does something that takes a request for each thing, one after the other. */
export async function oneOrMany<Thing, Result>(
  { price }: Pick<World, 'price'>,
  things: readonly Thing[],
  act: (thing: Thing) => Promise<Result>,
): Promise<Result | Result[]> {
  price(things.length)
  const results: Result[] = []
  for (const thing of things) results.push(await act(thing))
  const [only] = results
  return only !== undefined && results.length === 1 ? only : results
}
