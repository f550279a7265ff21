/** Flags and their values as words of a shell. */

/** The flags of a line and their values, by the names that commands give them. */
export type TypedFlags = Readonly<Record<string, string | number | boolean | undefined>>

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** A file's name as a shell takes it for one word. */
export function shellWord(text: string): string {
  const safe = text.startsWith('-') && text !== '-' ? `./${text}` : text
  return /^[\w@%+=:,./-]+$/.test(safe) ? safe : quoted(safe)
}

/** The value of a flag: one that begins with a dash is no file. */
export const valueWord = (text: string): string => (text.startsWith('-') ? quoted(text) : shellWord(text))

/** `--date-order dmy`: the words of those flags that are given. */
export const flagWords = (flags: TypedFlags): string[] =>
  Object.entries(flags).flatMap(([name, value]) => {
    if (value === undefined || value === false) return []
    const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    return value === true ? [flag] : [`${flag} ${valueWord(String(value))}`]
  })
