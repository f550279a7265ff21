/** Merges what a thing is in a newer file with what it is here, by what it was at the last move. */

/** A field of a thing: text, an amount, a number or a list of lines. */
export type FieldValue = unknown

/** The fields of a thing. */
export type Fields = Readonly<Record<string, FieldValue>>

/** Where a field changed since the last move; `unknown` where nothing says what it was. */
export type ChangedSide = 'there' | 'here' | 'both' | 'unknown'

/** A field that is not the same in the file and here. */
export interface FieldDifference {
  field: string
  before: FieldValue
  there: FieldValue
  here: FieldValue
  side: ChangedSide
  /** True if the user decides: nothing says which of them is meant. */
  isConflict: boolean
  /** True if that of the file is taken without a question. */
  isTaken: boolean
}

/** What became of a thing. `new` and `gone` are about the time since the last move. */
export type Verdict = 'same' | 'differs' | 'new there' | 'new here' | 'gone there' | 'gone here'

/** A thing in the file, at the last move, and here. */
export interface ThreeSides {
  base: Fields | undefined
  theirs: Fields | undefined
  ours: Fields | undefined
}

/** What differs between the file and the workspace. */
export interface Comparison {
  verdict: Verdict
  /** Of a thing that is gone on one side and changed on the other, and of fields that both changed. */
  isConflict: boolean
  differences: readonly FieldDifference[]
}

const toComparable = (value: FieldValue): string =>
  JSON.stringify(value ?? null, (_, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part))

const isEqual = (one: FieldValue, other: FieldValue): boolean =>
  one === other ||
  (typeof one === 'object' && typeof other === 'object' && toComparable(one) === toComparable(other))

const listChanged = (one: Fields, other: Fields): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (field) => !isEqual(one[field], other[field]),
  )

/** What may differ without a question, and is not told: no figure follows from it, and here it stays as it is. */
export const quietFields = new Set(['status', 'to_status', 'review', 'to_review'])

/** How a thing is compared. */
interface CompareOptions {
  /** Fields that only make sense together, such as an amount and the lines that add up to it. */
  parts?: readonly string[]
  /** Further fields that may differ without a question. */
  quiet?: ReadonlySet<string>
}

/** Compares a thing. */
export function compareThing(
  { base, theirs, ours }: ThreeSides,
  { parts = [], quiet = quietFields }: CompareOptions = {},
): Comparison {
  if (!theirs || !ours) {
    const left = theirs ?? ours
    if (!left) return { verdict: 'same', isConflict: false, differences: [] }
    if (!base) return { verdict: theirs ? 'new there' : 'new here', isConflict: false, differences: [] }
    const isConflict = listChanged(base, left).length > 0
    return { verdict: theirs ? 'gone here' : 'gone there', isConflict, differences: [] }
  }
  const changed = listChanged(theirs, ours).map((field): FieldDifference => {
    const [before, there, here] = [base?.[field], theirs[field], ours[field]]
    const isQuiet = quiet.has(field) || quietFields.has(field)
    const side = !base
      ? 'unknown'
      : isEqual(before, here)
        ? 'there'
        : isEqual(before, there)
          ? 'here'
          : 'both'
    // Where nothing is known, what is empty here was not decided here.
    const isEmpty = here === null || here === 0n
    const isConflict = !isQuiet && (side === 'both' || (side === 'unknown' && !isEmpty))
    const isTaken = side === 'there' || (side === 'unknown' && isEmpty && !isQuiet)
    return { field, before, there, here, side, isConflict, isTaken }
  })
  const differences = joinParts(changed, parts)
  return {
    verdict: differences.length === 0 ? 'same' : 'differs',
    isConflict: differences.some(({ isConflict }) => isConflict),
    differences,
  }
}

/** Two fields that belong together and changed on different sides are a conflict. */
function joinParts(differences: readonly FieldDifference[], parts: readonly string[]): FieldDifference[] {
  const own = differences.filter(({ field }) => parts.includes(field))
  const isMixed = new Set(own.map(({ side }) => side)).size > 1
  return differences.map((difference) =>
    isMixed && parts.includes(difference.field) ? { ...difference, isConflict: true } : difference,
  )
}

/** Who is right where both changed something. */
export type Decision = 'here' | 'there'

/** Returns the fields of a thing after the decision about its conflicts; undefined if it is not to be here. */
export function mergeThing(
  { theirs, ours, ...compared }: Comparison & ThreeSides,
  decision: Decision,
): Fields | undefined {
  const { verdict, isConflict, differences } = compared
  if (verdict === 'new there') return theirs
  if (verdict === 'gone here') return isConflict && decision === 'there' ? theirs : undefined
  if (verdict === 'gone there') return isConflict && decision === 'here' ? ours : undefined
  const taken = differences.filter((one) => (one.isConflict ? decision === 'there' : one.isTaken))
  if (taken.length === 0) return ours
  return { ...ours, ...Object.fromEntries(taken.map(({ field, there }) => [field, there])) }
}
