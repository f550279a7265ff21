/** Makes names that a format can hold, and keeps them distinct by numbers. */

/** A function from a name to what a format can hold. It returns the same text for the same name. */
export type NameRule = (name: string) => string

/** Gives out names of one kind, e.g. of the categories of a group: no name twice. */
export interface DistinctNames {
  /** Returns the safe name of an id, the same at each call. The first of equal names has no number. */
  assign(id: string, name: string): string
}

/** Returns names that follow a rule; `reserved` ones are never given out. */
export function createDistinctNames(
  toSafeName: NameRule,
  { reserved = [], separator = ' ' }: { reserved?: readonly string[]; separator?: string } = {},
): DistinctNames {
  const taken = new Set(reserved)
  const byId = new Map<string, string>()
  return {
    assign(id, name) {
      const known = byId.get(id)
      if (known !== undefined) return known
      const plain = toSafeName(name)
      let safe = plain
      for (let number = 2; taken.has(safe); number++) safe = `${plain}${separator}${number}`
      taken.add(safe)
      byId.set(id, safe)
      return safe
    },
  }
}
