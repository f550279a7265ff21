/** Knows the names of months in languages whose banks write dates with numbers: as Unicode has them. */

/** Croatian is not among them: its `lip` and `listopad` are other months than in Polish and Czech. */
const LOCALES = 'ar bg ca el et fr-CA he hu id lt lv ms ro ru sk sl tr uk vi'.split(' ')

const MONTHS = Array.from({ length: 12 }, (_, at) => at + 1)

let numberByName: ReadonlyMap<string, number> | undefined

/** Returns the month (1 to 12) of a text such as `Μαΐου 2026` or `mayo del 2026`, without its year; undefined for any other. */
export function parseUnicodeMonth(text: string): number | undefined {
  numberByName ??= collectNames()
  return numberByName.get(toWords(text))
}

/** Removes the year and signs: only words tell the month, or a number behind one. */
const toWords = (text: string): string =>
  text
    .replace(/\d{4}/, ' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\d]+/gu, ' ')
    .trim()

/** Returns the month of each name that has only one. */
function collectNames(): Map<string, number> {
  const found = new Map<string, Set<number>>()
  for (const locale of LOCALES)
    for (const width of ['short', 'long'] as const)
      for (const year of ['numeric', undefined] as const) {
        const format = new Intl.DateTimeFormat(locale, {
          month: width,
          ...(year && { year }),
          timeZone: 'UTC',
          numberingSystem: 'latn',
        })
        for (const month of MONTHS) {
          const name = toWords(format.format(Date.UTC(2000, month - 1, 15)))
          found.set(name, (found.get(name) ?? new Set<number>()).add(month))
        }
      }
  return new Map(
    [...found].flatMap(([name, months]) => (months.size === 1 ? [[name, [...months][0] ?? 0]] : [])),
  )
}
