/**
 * Converts a merchant in capitals to name case, e.g. `ALDI SUED` to `Aldi Sued`; abbreviations stay.
 * @see docs/import.md#merchant-and-notes
 */

/** Short words that stay lower case inside a name. */
const lowerCaseWords = new Set(
  'of the and at in on to for de del des du la le les el los em com por para per las y et en au aux da do dos das di della e und der die das am im zum zur vom von van het op i w na og och på ja a'.split(
    ' ',
  ),
)

/** Three-letter words that no rule would distinguish from abbreviations. */
const shortWords = new Set(
  'INN ICE OIL AIR ART EAT ALL ONE OLD EGG AGE ASH ARM EAR EYE ALT SKY FLY DRY PRO SHE WHO TRY TWO OUT OUR OFF ACE ALE'.split(
    ' ',
  ),
)

const fixedSpellings: Readonly<Record<string, string>> = {
  GMBH: 'GmbH',
  USA: 'USA',
  INC: 'Inc',
  LTD: 'Ltd',
  CO: 'Co',
  ST: 'St',
  DR: 'Dr',
  MR: 'Mr',
  MRS: 'Mrs',
  SHPK: 'Shpk',
}

const VOWELS = 'AEIOUYÀ-ÅÆÈ-ÏÒ-ÖØÙ-ÝĀĂĄĒĖĘĚĪĮİŌŐŒŪŮŰŲАЕЁИІЇОУЎЫЭЮЯЄΑΕΗΙΟΥΩΆΈΉΊΌΎΏ'
const VOWEL = new RegExp(`[${VOWELS}]`)
// ING, UPS and SPA are hard to pronounce; BAR, HOU, ANA and OAK are words.
const CLUSTER = new RegExp(`^(?:[${VOWELS}][^${VOWELS}]{2}|[^${VOWELS}]{2}[${VOWELS}])$`)

/** True if the text has capitals and no lower-case letter. */
export const isAllCaps = (text: string): boolean => text === text.toUpperCase() && text !== text.toLowerCase()

/** True for a lower-case letter. */
export const isLowerCaseLetter = (letter: string): boolean => letter !== letter.toUpperCase()

/** Returns a text in capitals in name case; any other text unchanged. */
export function toNameCase(text: string): string {
  if (!isAllCaps(text)) return text
  let isFirst = true
  return text.replace(/[^\s!-&(-/:-@[-`{-~]+/g, (word, at: number) => {
    const before = isFirst ? '' : text.charAt(at - 1)
    isFirst = false
    return toNameCaseWord(word, before)
  })
}

/** `before` is the preceding character; empty for the first word. */
function toNameCaseWord(word: string, before: string): string {
  if (/\d/.test(word)) return /^\d+(?:ST|ND|RD|TH)$/.test(word) ? toLowerCase(word) : word
  const [, head = '', mark = '', tail = ''] = /^([^'’]+)(['’])(.*)$/.exec(word) ?? []
  // Joe's, but O'Brien and L'Oreal.
  if (mark !== '')
    return toNameCaseWord(head, before) + mark + (tail.length <= 2 ? toLowerCase(tail) : capitalize(tail))
  // Amazon.de
  if (before === '.') return word.length > 1 ? toLowerCase(word) : word
  const fixed = fixedSpellings[word]
  if (fixed !== undefined) return fixed
  if (before === ' ' && lowerCaseWords.has(toLowerCase(word))) return toLowerCase(word)
  return isAbbreviation(word) ? word : capitalize(word)
}

/** True for words without a vowel, two letters, or three that are hard to pronounce. */
function isAbbreviation(word: string): boolean {
  if (!VOWEL.test(word)) return true
  if (word.length > 3) return false
  if (shortWords.has(word) || lowerCaseWords.has(toLowerCase(word))) return false
  return word.length < 3 || CLUSTER.test(word)
}

// The lower case of a dotted capital I contains a combining dot.
const toLowerCase = (word: string): string => word.toLowerCase().replaceAll('\u0307', '')

function capitalize(word: string): string {
  const rest = toLowerCase(word.slice(1))
  return /^MC[^AEIOU].{3}/.test(word)
    ? `Mc${word.charAt(2)}${toLowerCase(word.slice(3))}`
    : word.charAt(0) + rest
}
