/**
 * Capitals become a name as a person would write it; abbreviations stay.
 * @see docs/import.md#10-rules-found-with-unseen-files
 */

/** Short words that are small inside a name. */
const lowerCaseWords = new Set(
  'of the and at in on to for de del des du la le les el los em com por para per las y et en au aux da do dos das di della e und der die das am im zum zur vom von van het op i w na og och på ja a'.split(
    ' ',
  ),
)

/** Three letters that no rule would tell from an abbreviation. */
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
// ING, UPS and SPA are hard to say; BAR, HOU, ANA and OAK are words.
const CLUSTER = new RegExp(`^(?:[${VOWELS}][^${VOWELS}]{2}|[^${VOWELS}]{2}[${VOWELS}])$`)

/** Is there a capital in this text and no small letter? */
export const isAllCaps = (text: string): boolean => text === text.toUpperCase() && text !== text.toLowerCase()

/** Is this a small letter? */
export const isLowerCaseLetter = (letter: string): boolean => letter !== letter.toUpperCase()

/** A text without small letters in the way names are written; any other text as it stands. */
export function toNameCase(text: string): string {
  if (!isAllCaps(text)) return text
  let isFirst = true
  return text.replace(/[^\s!-&(-/:-@[-`{-~]+/g, (word, at: number) => {
    const before = isFirst ? '' : text.charAt(at - 1)
    isFirst = false
    return toNameCaseWord(word, before)
  })
}

/** `before`: the sign in front of it; empty for the first word of a text. */
function toNameCaseWord(word: string, before: string): string {
  if (/\d/.test(word)) return /^\d+(?:ST|ND|RD|TH)$/.test(word) ? toLowerCase(word) : word
  const [, head = '', mark = '', tail = ''] = /^([^'’]+)(['’])(.*)$/.exec(word) ?? []
  // Joe's, but O'Brien and L'Oreal.
  if (mark !== '')
    return toNameCaseWord(head, before) + mark + (tail.length <= 2 ? toLowerCase(tail) : capitalize(tail))
  // Amazon.de
  if (before === '.') return word.length > 1 ? toLowerCase(word) : word
  const known = fixedSpellings[word]
  if (known !== undefined) return known
  if (before === ' ' && lowerCaseWords.has(toLowerCase(word))) return toLowerCase(word)
  return isAbbreviation(word) ? word : capitalize(word)
}

/** Letters nobody can say, two letters, and three that are hard to say. */
function isAbbreviation(word: string): boolean {
  if (!VOWEL.test(word)) return true
  if (word.length > 3) return false
  if (shortWords.has(word) || lowerCaseWords.has(toLowerCase(word))) return false
  return word.length < 3 || CLUSTER.test(word)
}

// A capital dotted I leaves its dot behind as a sign of its own.
const toLowerCase = (word: string): string => word.toLowerCase().replaceAll('\u0307', '')

function capitalize(word: string): string {
  const rest = toLowerCase(word.slice(1))
  return /^MC[^AEIOU].{3}/.test(word)
    ? `Mc${word.charAt(2)}${toLowerCase(word.slice(3))}`
    : word.charAt(0) + rest
}
