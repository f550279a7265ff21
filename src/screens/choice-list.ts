/** A list of choices that filters while the user types. */

import { toNameKey } from '../contract/normalize-name.ts'

/** One choice. */
export interface Choice {
  value: string
  label: string
  /** The name without its group. */
  short_name?: string
}

/** Returns the name of a choice without its group. */
export const toShortName = ({ short_name, label }: Choice): string => short_name ?? label

/** Returns the choices that contain what is typed; what begins with it comes first, because it is meant more often. */
export function filterChoices<One extends Choice>(choices: readonly One[], typed: string): One[] {
  const key = toNameKey(typed)
  if (key === '') return [...choices]
  const matching = choices.filter(({ label }) => toNameKey(label).includes(key))
  const begins = (choice: One): boolean => toNameKey(toShortName(choice)).startsWith(key)
  return [...matching.filter(begins), ...matching.filter((choice) => !begins(choice))]
}
