/** Capitals become a name as a person would write it; abbreviations stay. */ // import.md §10

/** Short words that are small inside a name. */
const small = new Set(
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

const written: Readonly<Record<string, string>> = {
  GMBH: 'GmbH',
  INC: 'Inc',
  LTD: 'Ltd',
  CO: 'Co',
  ST: 'St',
  DR: 'Dr',
  MR: 'Mr',
  MRS: 'Mrs',
  SHPK: 'Shpk',
}

const VOWEL = /[AEIOUYÀ-ÅÆÈ-ÏÒ-ÖØÙ-ÝĀĂĄĒĖĘĚĪĮİŌŐŒŪŮŰŲАЕЁИІЇОУЎЫЭЮЯЄΑΕΗΙΟΥΩΆΈΉΊΌΎΏ]/u
// A consonant and a vowel: BAR, HOU and ZOO can be said as words, AXA, ESB and SPA may be abbreviations.
const SYLLABLE = /^[^AEIOUÄÖÜÅÉÓØ][AEIOUYÄÖÜÅÉÓØ]\p{L}$/u

/** A text without small letters in the way names are written; any other text as it stands. */
export function writeAsName(text: string): string {
  if (/\p{Ll}/u.test(text) || !/\p{Lu}/u.test(text)) return text
  let isFirst = true
  return text.replace(/[\p{L}\p{M}\p{N}'’]+/gu, (word, at: number) => {
    const before = isFirst ? '' : text.charAt(at - 1)
    isFirst = false
    return writeWord(word, before)
  })
}

/** `before`: the sign in front of it; empty for the first word of a text. */
function writeWord(word: string, before: string): string {
  if (/\p{N}/u.test(word)) return word
  const [, head = '', mark = '', tail = ''] = /^(\p{L}+)(['’])(.*)$/u.exec(word) ?? []
  // Joe's, but O'Brien and L'Oreal.
  if (mark !== '') return writeWord(head, before) + mark + (tail.length <= 2 ? lower(tail) : capital(tail))
  // Amazon.de
  if (before === '.') return word.length > 1 ? lower(word) : word
  const known = written[word]
  if (known !== undefined) return known
  if (before === ' ' && small.has(lower(word))) return lower(word)
  return isAbbreviation(word) ? word : capital(word)
}

/** Letters nobody can say, and those of up to three that are no syllable. */
function isAbbreviation(word: string): boolean {
  if (!VOWEL.test(word)) return true
  if (word.length > 3) return false
  return !SYLLABLE.test(word) && !shortWords.has(word) && !small.has(lower(word))
}

// A capital dotted I leaves its dot behind as a sign of its own.
const lower = (word: string): string => word.toLowerCase().replaceAll('\u0307', '')

function capital(word: string): string {
  const rest = lower(word.slice(1))
  return /^MC[^AEIOU]?\p{L}{3}/u.test(word) && !/^MC[AEIOU]/u.test(word)
    ? `Mc${word.charAt(2)}${lower(word.slice(3))}`
    : word.charAt(0) + rest
}
