/** Formats flags and file names as shell words, for commands printed in hints. */

/** Flags and their values, by camel-case flag name. */
export type FlagValues = Readonly<Record<string, string | number | boolean | undefined>>

const quoteShellText = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Returns a file name quoted as one shell word. */
export function toShellPath(text: string): string {
  const safe = text.startsWith('-') && text !== '-' ? `./${text}` : text
  return /^[\w@%+=:,./-]+$/.test(safe) ? safe : quoteShellText(safe)
}

/** Returns a flag's value quoted as one shell word. Unlike a file name, it gets no `./` before a dash. */
export const toShellValue = (text: string): string =>
  text.startsWith('-') ? quoteShellText(text) : toShellPath(text)

/** Returns the words of all flags that are set, e.g. `--date-order dmy`. */
export const toShellFlags = (flags: FlagValues): string[] =>
  Object.entries(flags).flatMap(([name, value]) => {
    if (value === undefined || value === false) return []
    const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    return value === true ? [flag] : [`${flag} ${toShellValue(String(value))}`]
  })
