/** Flags and their values as words of a shell. */

/** The flags of a line and their values, by the names that commands give them. */
export type FlagValues = Readonly<Record<string, string | number | boolean | undefined>>

const quoteShellText = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** A file's name as a shell takes it for one word. */
export function toShellPath(text: string): string {
  const safe = text.startsWith('-') && text !== '-' ? `./${text}` : text
  return /^[\w@%+=:,./-]+$/.test(safe) ? safe : quoteShellText(safe)
}

/** The value of a flag: one that begins with a dash is no file. */
export const toShellValue = (text: string): string =>
  text.startsWith('-') ? quoteShellText(text) : toShellPath(text)

/** `--date-order dmy`: the words of those flags that are given. */
export const toShellFlags = (flags: FlagValues): string[] =>
  Object.entries(flags).flatMap(([name, value]) => {
    if (value === undefined || value === false) return []
    const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    return value === true ? [flag] : [`${flag} ${toShellValue(String(value))}`]
  })
