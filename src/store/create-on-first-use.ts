/** Creates the parts of an object when they are first used, so that a command starts only the parts it needs. */

type Makers = Readonly<Record<string, () => unknown>>

/** An object with what each function returns. */
export type Parts<Of extends Makers> = { readonly [Name in keyof Of]: ReturnType<Of[Name]> }

/**
 * Returns an object whose properties are created at their first use. A spread of it would create them all.
 * @see docs/performance.md#what-reaches-them
 */
export function createOnFirstUse<Given extends Makers>(makers: Given): Parts<Given> {
  const parts = {}
  for (const [name, make] of Object.entries(makers)) {
    const get = (): unknown => {
      const value = make()
      Object.defineProperty(parts, name, { value, enumerable: true })
      return value
    }
    Object.defineProperty(parts, name, { get, enumerable: true, configurable: true })
  }
  return parts as Parts<Given> // each property is what its function returns
}
