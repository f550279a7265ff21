/** Reads the words that stand for a day: `today`, `tomorrow`, `-3d`, `mon`. @see docs/cli.md#months-and-dates */

import { addDays, getWeekday } from '../money/calendar.ts'

const DAY_OFFSETS: Readonly<Record<string, number>> = { today: 0, yesterday: -1, tomorrow: 1 }
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/** The date a word stands for; of a weekday the last one, today included. undefined when it stands for none. */
export function parseRelativeDay(text: string, today: string): string | undefined {
  const word = text.toLowerCase()
  const steps = DAY_OFFSETS[word] ?? /^([+-]\d{1,4})d$/.exec(word)?.[1]
  if (steps !== undefined) return addDays(today, Number(steps))
  const day = word.length < 3 ? -1 : WEEKDAYS.findIndex((name) => name.startsWith(word))
  return day < 0 ? undefined : addDays(today, -((getWeekday(today) - day + 7) % 7))
}
