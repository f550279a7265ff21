/** Reduces a merchant's name to the words that name the shop, e.g. `AMZN Mktp*2R4` → amzn. */

import { toNameKey } from '../../contract/normalize-name.ts'
import { extractMerchant } from '../../transactions/merchant-names/merchant-name.ts'

/** The words of a name that name the shop, and what was left out. */
export interface ShopTokens {
  tokens: readonly string[]
  /** True if the words name a shop by themselves. */
  isDistinctive: boolean
}

const DOMAIN =
  /(?:www\.)?([\p{L}\p{N}-]{2,})\.(?:com|net|org|co|eu|io|[a-z]{2})(?:\.[a-z]{2})?(?:\/\S*)?(?=$|[\s,*])/gu
const WORD = /[\p{L}\p{M}\p{N}]+/gu
/** What follows a single `*` is a reference, as in `Patreon* Membership`. */
const REFERENCE_MARK = /(?<=\p{L}{2} ?)\*(?!\*)/u
const STORE_NUMBER = /^\p{N}{3,}$/u
/** A reference mixes letters and digits, e.g. `p2k4t17`. */
const REFERENCE = /^(?=.*\p{L})(?=.*\p{N})[\p{L}\p{N}]{4,}$/u
const LETTERS = /\p{L}{3}|[぀-鿿가-힣]{2}/u

/** A longer text is a sentence of the bank, not a name. */
const MAX_WORDS = 7
/** A store number is followed by a town of at most so many words. */
const MAX_PLACE_WORDS = 3

/** Returns the tokens of a name. A name that begins with digits or has no word names no shop. */
export function toShopTokens(name: string): ShopTokens {
  const key = toNameKey(extractMerchant(name) ?? name).replace(/['’´`]/gu, '')
  const text = stripProvider(key).replace(DOMAIN, '$1')
  const words = (text.split(REFERENCE_MARK)[0]?.match(WORD) ?? []).map(expandAbbreviation)
  const [first = ''] = words
  if (commonWords.has(first) || words.length > MAX_WORDS) return { tokens: words, isDistinctive: false }
  const tokens: string[] = []
  const named = cutAtStoreNumber(words)
  for (const word of named) {
    if (tokens.length > 0 && (REFERENCE.test(word) || emptyWords.has(word) || word === tokens.at(-1)))
      continue
    tokens.push(word)
  }
  const joined = tokens.join('')
  return {
    tokens,
    isDistinctive: LETTERS.test(joined) && !/^\p{N}/u.test(first) && !/^(.)\1*$/u.test(joined),
  }
}

/** Returns the words before a store number, unless the number is one of several or more than a place follows. */
function cutAtStoreNumber(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => STORE_NUMBER.test(word))
  const hasMore = words.filter((word) => /^\p{N}+$/u.test(word)).length > 1
  return at < 1 || hasMore || words.length - at - 1 > MAX_PLACE_WORDS ? words : words.slice(0, at)
}

/** Returns what follows `PayPal *`, if anything does. */
function stripProvider(key: string): string {
  const [, provider, rest] = /^(\p{L}+) ?\*+ ?(.*\p{L}{2}.*)$/u.exec(key) ?? []
  return provider !== undefined && rest !== undefined && paymentProviders.has(provider) ? rest : key
}

const abbreviations: Readonly<Record<string, string>> = {
  amzn: 'amazon',
  amznmktplace: 'amazon',
  wholefds: 'wholefoods',
}

const expandAbbreviation = (word: string): string => abbreviations[word] ?? word

const toSet = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** Words that begin the names of many different shops, people and payments: they never decide alone. */
export const commonWords = toSet(
  'the a an le la les el los das der die de du bar cafe caffe café coffee restaurant restaurante ristorante bistro pizzeria pizza hotel shop store supermarket supermarkt supermercado supermercato market markt bakery bäckerei boulangerie padaria pharmacy apotheke pharmacie farmacia drogaria gas station tankstelle parking taxi kiosk ' +
    'transfer transfers trf tfr xfer payment payments pay paid paycheck payroll salary salaire gehalt lohn nomina lön lønn løn plaća wages interest zinsen intereses interets dividend ordinary deposit deposito depósito depot withdrawal withdraw cash atm atmd bankomat betaalautomaat check checks cheque fee fees charge charges commission commissions commissione tax taxes refund returned card cards kort kortköp visa mastercard amex debit credit crédito débito direct bank banking online internet mobile electronic electric electricity water phone bill bills rent miete loyer huur rente husleie loan mortgage insurance assurance versicherung ' +
    'überweisung ueberweisung umbuchung dauerauftrag lastschrift gutschrift abbuchung bezahlung einzug auszahlung einzahlung eingang zahlung entgelt virement vir prelevement echeance frais cotisation bonifico postagiro addebito ricarica pagamento pagto compra compras ted doc pix transferencia transferência traspaso abono recibo tarifa estorno iof przelew betaling overschrijving overschrijvingin incasso kosten trx trn trsf upi neft pos eft ach sepa giro swish ' +
    'employer company client customer payee merchant name person user test account konto contribution service services transaction description operation label text item order invoice purchase sale sold bought employer investment reinvestment received transferred exchanged exchange requested incoming outgoing inflow outflow fund funds money some someone something your my new old random sample another other ' +
    'john jane jan anna ana ann maria max joe james mary david michael peter paul hans karl mark markus martin thomas andrea laura marie jean pierre luc sam sally tom carlos luis jose petr novak friend mrs mr ms dr herr frau ' +
    'finanzamt stadtwerke stadt city general national international auckland london new york ishares vanguard fidelity msci share shares etf food foods software cobrança auftraggeber top topup albert alex alexander anne antonio daniel eva francesco george giuseppe emma henry julia karen kate lisa lucas manuel marco mario martha matteo max miguel mike nicolas oliver olivier pablo paolo patrick pedro philip richard robert rosa sabrina sara sarah sofia stefan steve susan tim ute victor william 用户 测试 paypal sumup square stripe klarna zettle izettle',
)

/** Words after a shop's name that are another product, which people budget for by itself. */
export const productWords = toSet(
  'prime web services aws eats music play cloud pay bank class insurance versicherung energy energie kabel mobile mobil prepay fiber kids direct child benefit drive location cash savings capital finance pension pensions retraite vie vida leben charges charge fee fees interest salary payroll lohn gehalt refund travel flights hotel pharmacy apotheke fuel gas tankstelle baumarkt bistro stock fund etf',
)

/** Words after a shop's name that say nothing: forms of companies, marketplaces, receipts. */
const emptyWords = toSet(
  'gmbh ag kg ohg ug se mbh inc llc llp ltd limited plc corp corporation co company sa sas sarl srl spa snc bv nv oy oyj ab as asa aps ou oü uab sia kft zrt sp zoo doo dd ev ek eg cie the com www net org shop store online mktp mktplace marketplace pmts order retail payments bill',
)

/** Names of payment providers: the shop comes after them. */
export const paymentProviders = toSet(
  'paypal pp sumup sq square izettle zettle klarna stripe tst sp pag mercpago mp',
)
