/** Writes the memo, the number of the check and the flag of a YNAB transaction as notes. */

/** Returns the memo with the check and the flag behind it as `check 101 #red`; null if there is nothing. */
export function formatNotes(memo: string, flag: string, checkNumber = ''): string | null {
  const color = flag === '' ? '' : `#${flag.toLowerCase().replace(/\s+/g, '-')}`
  const check = checkNumber === '' ? '' : `check ${checkNumber}`
  const tag = check === '' || color === '' ? check + color : `${check} ${color}`
  const text = memo.trim() === '' ? tag : tag === '' ? memo : `${memo} ${tag}`
  return text === '' ? null : text
}
