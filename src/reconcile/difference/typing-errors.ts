/** Tells which slip of typing turns one amount into another: digits swapped, a point moved, a digit too many or few. */

import { absolute, type MinorUnits } from '../../money/minor-units.ts'
import type { FindingKind } from './register.ts'

/** The kinds of wrong amounts. */
export type TypingErrorKind = Extract<
  FindingKind,
  'sign_turned' | 'digits_swapped' | 'decimal_point' | 'extra_digit' | 'missing_digit'
>

/** A slip of typing, and how likely a typist makes exactly this one. */
export interface TypingError {
  kind: TypingErrorKind
  likelihood: number
}

// Of the ways to mistype an amount of some five digits, these are the shares of exactly this one.
const SWAP_LIKELIHOOD = 0.3
const POINT_LIKELIHOOD = 0.3
const FAR_POINT_LIKELIHOOD = 0.05
const REPEATED_DIGIT_LIKELIHOOD = 0.15
const FOREIGN_DIGIT_LIKELIHOOD = 0.025
const LOST_DIGIT_LIKELIHOOD = 0.2

/** Returns the slip that makes `typed` of `meant`; undefined if there is none. */
export function findTypingError(typed: MinorUnits, meant: MinorUnits): TypingError | undefined {
  if (typed === 0n || meant === 0n || typed === meant) return undefined
  if (typed === -meant) return { kind: 'sign_turned', likelihood: 1 }
  if (typed < 0n !== meant < 0n) return undefined
  const wrong = absolute(typed)
  const right = absolute(meant)
  // Most pairs of amounts are no slip, and a remainder is found sooner than a text is compared.
  if ((wrong - right) % 9n === 0n) {
    const point = findMovedPoint(wrong, right)
    if (point !== undefined) return { kind: 'decimal_point', likelihood: point }
    if (isSwapped(String(wrong), String(right)))
      return { kind: 'digits_swapped', likelihood: SWAP_LIKELIHOOD }
  }
  if (isDigitMore(wrong, right)) return findExtraDigit(String(wrong), String(right))
  if (isDigitMore(right, wrong) && removeDigit(String(right), String(wrong)) !== undefined)
    return { kind: 'missing_digit', likelihood: LOST_DIGIT_LIKELIHOOD }
  return undefined
}

/** False where no digit more can make one number of the other: it at least doubles it. */
const isDigitMore = (more: MinorUnits, less: MinorUnits): boolean => more > less * 2n && more < less * 100n

function findMovedPoint(wrong: MinorUnits, right: MinorUnits): number | undefined {
  const [more, less] = wrong > right ? [wrong, right] : [right, wrong]
  if (more === less * 10n || more === less * 100n) return POINT_LIKELIHOOD
  return more === less * 1000n ? FAR_POINT_LIKELIHOOD : undefined
}

/** True if two neighbouring digits changed places. A leading zero may be one of them: 1.05 and 10.5 are a point. */
function isSwapped(wrong: string, right: string): boolean {
  const size = Math.max(wrong.length, right.length, 3)
  const typed = wrong.padStart(size, '0')
  const meant = right.padStart(size, '0')
  const first = Array.from(typed).findIndex((digit, at) => digit !== meant[at])
  return (
    typed[first] === meant[first + 1] &&
    typed[first + 1] === meant[first] &&
    typed.slice(first + 2) === meant.slice(first + 2)
  )
}

function findExtraDigit(typed: string, meant: string): TypingError | undefined {
  const at = removeDigit(typed, meant)
  if (at === undefined) return undefined
  const isRepeated = typed[at] === typed[at - 1] || typed[at] === typed[at + 1]
  return {
    kind: 'extra_digit',
    likelihood: isRepeated ? REPEATED_DIGIT_LIKELIHOOD : FOREIGN_DIGIT_LIKELIHOOD,
  }
}

/** Returns the position of the digit without which the longer number is the shorter one. */
function removeDigit(longer: string, shorter: string): number | undefined {
  const meant = shorter.padStart(longer.length - 1, '0')
  if (longer.length !== meant.length + 1) return undefined
  for (let at = 0; at < longer.length; at++)
    if (longer.slice(0, at) + longer.slice(at + 1) === meant) return at
  return undefined
}
