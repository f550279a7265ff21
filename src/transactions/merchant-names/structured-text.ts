/**
 * Finds the counterparty in texts that payment schemes write in a fixed order.
 * @see docs/import.md#merchant-and-notes
 */

/** The name in fields such as `/IBAN/NL00BANK0123456789/NAME/J. JANSEN/REMI/rent`. */
const NAME_FIELD = /\/NAME\/+([^/]+)/

/** A text without a match has no fixed order. */
const STRUCTURED =
  /^(?:trsf e-banking|by debit card|bulk posting|bea|gea|ecom|giro|(?:(?:to|by) transfer\s?-\s?)?(?:mmt\/)?(?:upi|imps|neft|rtgs)|vir\w*)(?![a-z])|^(?:eref|kref|mref|cred|debt|svwz|abwa|abwe)\+/i

const finders = [findDutchName, findIndianName, findIndonesianName, findGermanName, findFrenchName]

/** Returns the part of the text that names the counterparty; undefined for a text without a fixed order. */
export function findStructuredName(text: string): string | undefined {
  const [, field] = text.includes('/NAME/') ? (NAME_FIELD.exec(text) ?? []) : []
  if (field !== undefined) return field
  if (BOOKING_CODE.test(text)) return findAustrianName(text)
  if (!STRUCTURED.test(text)) return undefined
  for (const find of finders) {
    const name = find(text)?.trim()
    if (name !== undefined && name !== '') return name
  }
  return undefined
}

const DUTCH_CARD =
  /^(?:bea|gea|ecom)[,\s]+(?:(?:(?:google|apple) pay|betaalpas)\s+)?(?!\s*nr:)([^,]+),\s?pas\d/i
/** The name before the terminal, not behind it. */
const DUTCH_WALLET = /^(?:bea|gea|ecom)[,\s]+(?:(?:google|apple) pay|betaalpas)\s+(?!nr:)([^,]+?)\s+nr:/i
const DUTCH_TERMINAL = /\snr:\w+,?\s+\d\d[./]\d\d[./]\d\d[/.\s]\d\d[:.]\d\d\s+([^,]+)/i
const DUTCH_GIRO = /^giro\s+\d{4,}\s+(.+?)(?:\s{2,}|\s+betalingskenm|$)/i

/** `BEA, NR:12AB34, 24.11.26/12:31 SHOP TOWN,PAS123`, `BEA, Google Pay SHOP,PAS123 NR:…`, `GIRO 123456 NAME`. */
function findDutchName(text: string): string | undefined {
  const [, name] =
    DUTCH_CARD.exec(text) ??
    DUTCH_WALLET.exec(text) ??
    DUTCH_TERMINAL.exec(text) ??
    DUTCH_GIRO.exec(text) ??
    []
  return name
}

const INDIAN_SCHEME =
  /^(?:(?:to|by) transfer\s?-\s?)?(?:mmt\/)?(?:upi|imps|neft|rtgs)(?:\s(?:cr|dr))?\s?([/*-])/i
const INDIAN_CARD = /^(?:by debit card|bulk posting)-[a-z\s]*(?:\d{5,}\s+)+([^\d]{3,}?)-?$/i
const BRANCH_CODE = /^[a-z]{4}0[a-z\d]{6}$/i
/** The direction and kind of the payment, the reference, and what people write as its purpose. */
const NO_NAME =
  /^(?:cr|dr|p2[amv]|upi|imps|neft|rtgs|(?:payment|paid|pay|sent|collect|transfer)\b.*|\S*\d{4,}\S*)$/i

/** `UPI/DR/412345678901/NAME/BANK/name@bank/purpose`, `NEFT CR-HDFC0000240-NAME-…`, `IMPS-reference-NAME-BANK-…`. */
function findIndianName(text: string): string | undefined {
  const scheme = INDIAN_SCHEME.exec(text)
  if (!scheme) return INDIAN_CARD.exec(text)?.[1]
  const parts = text
    .slice(scheme[0].length)
    .split(scheme[1] ?? '/')
    .map((part) => part.trim())
  const isName = (part = '') => /[a-z]{2}/i.test(part) && !part.includes('@') && !NO_NAME.test(part)
  // The name may follow its purpose, but then precedes its bank's branch.
  const beforeBranch = parts[parts.findIndex((part) => BRANCH_CODE.test(part)) - 1]
  if (isName(beforeBranch)) return beforeBranch
  const [, address] = /(?:^|[/-])([a-z]{3,})@/i.exec(text) ?? []
  return parts.find(isName) ?? address
}

const GERMAN_OTHER_PARTY = /\bABW[AE]\+(.+?)(?=\s?[A-Z]{4}\+|$)/
const GERMAN_PURPOSE = /\bSVWZ\+(.+?)(?=\s?[A-Z]{4}\+|$)/

/** `EREF+… SVWZ+purpose ABWA+other party`. */
function findGermanName(text: string): string | undefined {
  const [, name] = GERMAN_OTHER_PARTY.exec(text) ?? GERMAN_PURPOSE.exec(text) ?? []
  return name
}

/** `VIR SEPA RECU /DE NAME /MOTIF purpose /REF reference`. */
function findFrenchName(text: string): string | undefined {
  const [, name] = /\s\/(?:de|ben|dest)\s+([^/]+)/i.exec(text) ?? []
  return name
}

/** `TRSF E-BANKING DB 1206/FTSCY     25000.00coffee   NAME`, `TRSF E-BANKING DB 1206/FTFVA/SHOP   0812345678`. */
function findIndonesianName(text: string): string | undefined {
  const [, sum, rest = ''] = /^trsf e-banking (?:db|cr)\s+\d{4}\/\w+[\s/]*(\d+\.\d\d)?(.*)$/i.exec(text) ?? []
  const fields = rest.split(/\s{3,}/).filter((field) => /[a-z]{2}/i.test(field))
  return sum === undefined ? fields[0]?.replace(/\d{8,}$/, '') : fields.at(-1)
}

const BOOKING_CODE = /\s[A-Z]{2}\/\d{9}(?!\S)/

/** `purpose     FE/000000003 BIC IBAN NAME`, or only the purpose before the code. */
function findAustrianName(text: string): string | undefined {
  const [purpose = '', behind = ''] = text.split(BOOKING_CODE)
  const [, name = ''] =
    /^\s*(?:[A-Z\d]{8,11}\s+)?(?:[A-Z]{2}\d{2}[A-Z\d]{11,30}\s+)?(.*?)\s*$/.exec(behind) ?? []
  return /\p{L}{2}/u.test(name) ? name.split(/\s{3,}/)[0] : purpose.split(/\s{3,}/)[0]
}
