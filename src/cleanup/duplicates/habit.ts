/** Decides by the other equal rows whether two equal rows are a habit, such as a coffee a day, and no duplicate. */

/** What happens on at least this share of the days is usual. */
const USUAL_SHARE = 0.12
/** What is bought at least so often, in days, may be bought twice on any day. */
const DAILY = 2
/** Fewer distances do not tell whether a shop is paid at regular times. */
const FEW = 3

/** The other rows of the amount and shop of a pair. */
export interface EqualRows {
  /** Their days, as numbers in any order. */
  days: readonly number[]
  /** True if the shop was also paid other amounts: it is no regular bill. */
  isShopOfManyAmounts: boolean
}

const isUsual = (count: number, total: number): boolean => total > 0 && count / total >= USUAL_SHARE

/**
 * True if rows of this amount and shop usually are as near as the two of a pair: a monthly bill that appears twice in
 * a week is no habit, a coffee a day is one.
 */
export function isHabit(others: EqualRows, [early, late]: readonly [number, number]): boolean {
  const days = [...new Set([...others.days, early])].toSorted((a, b) => a - b)
  const gaps = days.slice(1).map((day, at) => day - (days[at] ?? day))
  if (late > early) return isUsualDistance(gaps, late - early, others)
  if (gaps.filter((gap) => gap <= DAILY).length * 2 > gaps.length) return true
  const countOn = (day: number): number => others.days.filter((other) => other === day).length
  const otherDays = days.filter((day) => day !== early)
  const equalDays = otherDays.filter((day) => countOn(day) >= countOn(early) + 2).length
  return equalDays > 1 && isUsual(equalDays, otherDays.length)
}

/** What is paid at regular times is paid once at a time; what is bought at any time may be bought again soon. */
function isUsualDistance(
  gaps: readonly number[],
  distance: number,
  { isShopOfManyAmounts }: EqualRows,
): boolean {
  if (isUsual(gaps.filter((gap) => gap <= distance * 1.2).length, gaps.length)) return true
  if (gaps.length < FEW) return gaps.length > 0 && isShopOfManyAmounts
  const median = gaps.toSorted((a, b) => a - b)[gaps.length >> 1] ?? 0
  return isUsual(gaps.filter((gap) => gap * 2 < median).length, gaps.length)
}
