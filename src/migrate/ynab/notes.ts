/** Writes the memo and the flag of a YNAB transaction as notes. */

/** Returns the memo with the flag behind it as `#red`; null if there is neither. */
export function formatNotes(memo: string, flag: string): string | null {
  const tag = flag === '' ? '' : `#${flag.toLowerCase().replace(/\s+/g, '-')}`
  const text = memo.trim() === '' ? tag : tag === '' ? memo : `${memo} ${tag}`
  return text === '' ? null : text
}
