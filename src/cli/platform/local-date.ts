/** Returns the date in the local time zone, not in UTC, YYYY-MM-DD. */
export const toLocalDate = (now: Date): string =>
  `${now.getFullYear()}-${padTwoDigits(now.getMonth() + 1)}-${padTwoDigits(now.getDate())}`

const padTwoDigits = (number: number): string => String(number).padStart(2, '0')
