/**
 * Strips the location from a merchant: town and state in the USA, a country code in other countries.
 * @see docs/import.md#merchant-and-notes
 */

const STATE_CODES =
  'AL|AK|AZ|AR|CA|CO|CT|DE|FL|GA|HI|ID|IL|IN|IA|KS|KY|LA|ME|MD|MA|MI|MN|MS|MO|MT|NE|NV|NH|NJ|NM|NY|NC|ND|OH|OK|OR|PA|RI|SC|SD|TN|TX|UT|VT|VA|WA|WV|WI|WY|DC'
const STATE_SUFFIX = new RegExp(`^(.+?)[\\s,]+(${STATE_CODES})(?:[\\s,]+(?:US|USA|\\d{5}))?$`)
// First words of two-word town names.
const FIRST_OF_TOWN =
  /^(?:san|santa|los|las|new|salt|fort|ft|st|saint|port|mount|mt|el|la|le|palo|long|west|east|north|south|upper|lower|grand|corpus|colorado|baton|des|kansas|oklahoma|jersey|virginia|cedar|green|little|lake|king|panama|boca|fond|coral|daly|mountain|redwood|half|college|council|rapid|sioux|idaho|overland|ann|bowling|white|black|big|cape|chapel|high|rocky|newport|huntington|garden|beverly|culver|union|twin|wichita|myrtle|silver|falls|beach)$/i
const LAST_OF_TOWN =
  /^(?:city|beach|falls|springs|heights|park|valley|hills|grove|creek|lake|island|bay|rapids|rock|view|station|haven|village|junction|point|forge|rouge|moines|worth|angeles|vegas|francisco|diego|jose|antonio|york|orleans|louis|paul)$/i
/** Words of a trade: a name may end with them, a town does not. */
const TRADE =
  /^(?:pizza|pizzeria|cafe|coffee|market|mart|store|stores|foods?|gas|fuel|bar|grill|restaurant|shop|deli|bakery|pharmacy|drugs?|hotel|inn|motel|parking|liquors?|wines?|club|gym|salon|auto|garage|tires?|books?|bank|school|church|dental|clinic|hospital|airlines?|air|supply|depot|outlet|express|kitchen|diner|house|burgers?|tacos?|sushi|bbq|donuts?|cleaners|laundry|electric|energy|water|power|insurance|services?|inc|llc|corp|company|toys|shoes|motors?|com)$/i

const COUNTRY_CODES = new Set(
  'AUT BEL CHE CZE DEU DNK ESP FRA GBR GRC HRV HUN IRL ITA LTU LVA NLD NOR NZL POL PRT ROU SVK SVN SWE TUR USA AUS JPN DE FR ES PT NL LU GB US SE DK PL CZ SK HU RO FI IE EE LV LT NZ AU'.split(
    ' ',
  ),
)
// After these words, the letters are part of the name.
const BEFORE_WORD = /(?:^|\s)(?:de|la|le|du|des|of|and|&|the|y|e|et|amazon|marketplace)$/i

/** Returns the name without its location, if that is certain. */
export function stripLocation(name: string): string {
  const [, code] = /[\s,/]([A-Z]{2,3}|\d{5})$/.exec(name) ?? []
  if (code === undefined) return name
  const [, rest, state] = STATE_SUFFIX.exec(name) ?? []
  if (rest !== undefined && state !== undefined && isInState(rest, state)) return stripTown(rest)
  const before = name.slice(0, -code.length).replace(/[\s,/]+$/, '')
  // A name and a town must precede the code; otherwise it is part of the name.
  return COUNTRY_CODES.has(code) && /[^\s\d.,-]{2}\s\S/.test(before) && !BEFORE_WORD.test(before)
    ? before
    : name
}

// CO may be a company, and IN, OR or ME a word, if no town precedes them.
const isInState = (rest: string, state: string): boolean => {
  const words = rest.split(' ')
  const last = words.at(-1) ?? ''
  if (words.length < 2 || /^[a-zà-ÿ]/.test(last) || BEFORE_WORD.test(rest)) return false
  return !/^(?:CO|IN|OR|ME|OK|HI|LA|DE|AL|ID)$/.test(state) || words.length > 2
}

/** Removes the town if a name is left. */
function stripTown(rest: string): string {
  const words = rest.replace(/,$/, '').split(' ')
  const last = words.at(-1) ?? ''
  if (TRADE.test(last) || /^(?:&|AND)$/i.test(words.at(-2) ?? '')) return rest
  const before = words.at(-2) ?? ''
  const isLong = LAST_OF_TOWN.test(last) || FIRST_OF_TOWN.test(before)
  const size = isLong && words.length > 2 && !TRADE.test(before) ? 2 : 1
  return words.slice(0, -size).join(' ') || rest
}
