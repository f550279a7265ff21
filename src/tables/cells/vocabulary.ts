/**
 * Recognizes terms in cells: debit or credit, pending, declined, balances, totals, income, spending.
 * @see docs/import.md#3-dates-numbers-signs
 * @see docs/import.md#debit-and-credit-columns-pending-rows
 */

import { parseCurrency } from '../words/currency-terms.ts'
import { parseMonthName } from './month-names.ts'

const parseTermList = (words: string): ReadonlySet<string> => new Set(words.split('|'))

/** Returns a cell in comparable form: lower case, without outer blanks and a final point. */
export const normalizeCell = (cell: string): string =>
  cell.normalize('NFKC').trim().toLowerCase().replace(/\.$/, '')

const outTerms = parseTermList(
  'o|d|dr|db|dbt|dbit|debit|debet|débit|debe|débito|s|soll|af|out|outflow|outgoing|-|dare|uit|ausgang|ausgabe|lastschrift|belastung|withdrawal|expense|cargo|gasto|dépense|addebito|uscita|uttag|obciążenie|výdaj|terhelés|支出|借|借方|出|付|출금|расход|debits|money out|purchase|card purchase|pos purchase|card payment|cash withdrawal|atm withdrawal|zahlung|kartenzahlung|zakup|compra|achat|acquisto|aankoop|köp|køb|kjøp|nákup|vásárlás|消费|消費|扣款|支付|付款|提现|提現|取款|取现|转出|轉出|付款码支付|扫二维码付款|商户消费|利用|ご利用|支払|支払い|お支払い|出金|引出|引落|引き落とし|決済|物販|결제|지급|이용|사용|승인|출금이체|покупка|списание|снятие|витрата|saída|despesa|spesa|uitgave|utgift|wydatek|kiadás|gider|지출|برداشت',
)
const inTerms = parseTermList(
  'i|c|cr|crdt|credit|kredit|crédit|k|h|haben|haber|bij|in|inflow|incoming|+|avere|eingang|einnahme|gutschrift|deposit|income|abono|ingreso|recette|accredito|entrata|crédito|insättning|uznanie|příjem|jóváírás|收入|贷|贷方|入|收|입금|приход|credits|money in|top-up|top up|topup|refund|cashback|received|aufladung|rückerstattung|erstattung|doładowanie|zwrot|recarga|devolución|devolução|rechargement|remboursement|ricarica|rimborso|opwaardering|terugbetaling|påfyllning|återbetalning|tilbagebetaling|opfyldning|dobití|vrácení|feltöltés|visszatérítés|充值|充電|加值|储值|儲值|退款|退货|退貨|存入|存款|转入|轉入|收款|入账|入帳|チャージ|現金チャージ|入金|返金|払戻|払い戻し|충전|환불|결제취소|승인취소|취소|입금이체|пополнение|возврат|зачисление|доход|надходження|receita|revenu|inkomsten|inkomst|wpływ|bevétel|gelir|収入|수입|واریز',
)
// Money that moves within the bank: the file itself says it is neither in nor out.
const neutralTerms = parseTermList('/|neutral|中性|不计收支|中性交易')

/** The direction of money: out of the account, into it, or neither. */
export type Direction = 'out' | 'in' | 'neutral'

const MAX_TERM_LENGTH = 20

/** Returns the direction a debit/credit cell names; undefined for any other cell. */
export function parseDirection(cell: string): Direction | undefined {
  if (cell.length > MAX_TERM_LENGTH) return undefined
  const key = normalizeCell(cell)
  return lookUpDirection(key) ?? parseAgreedDirection(key)
}

function lookUpDirection(key: string): Direction | undefined {
  if (outTerms.has(key)) return 'out'
  if (inTerms.has(key)) return 'in'
  return neutralTerms.has(key) ? 'neutral' : undefined
}

const WORD_SEPARATORS = /[\s()（）[\]/:.,-]+/

/** Returns the direction of several words that all agree, e.g. `H (Haben)`. */
function parseAgreedDirection(key: string): Direction | undefined {
  if (!WORD_SEPARATORS.test(key)) return undefined
  const words = key.split(WORD_SEPARATORS).filter((word) => word !== '')
  if (words.length < 2) return undefined
  const [first, ...others] = words.map(lookUpDirection)
  return others.every((direction) => direction === first) ? first : undefined
}

// This is called for every row, and most cells are empty or a date.
const canBeWord = (cell: string): boolean => cell !== '' && !startsWithDigit(cell)

const startsWithDigit = (cell: string): boolean => {
  const code = cell.charCodeAt(0)
  return code >= 0x30 && code <= 0x39
}

const pendingTerms = parseTermList(
  'pending|vorgemerkt|umsatz vorgemerkt|offen|vorgemerkte umsätze|pendiente|en attente|in attesa|in behandeling|reserverat|reserveret|reservert|reservation|reservierung|afventer|väntar|oczekująca|blokada|nerozpracováno|čeká na zpracování|függőben|authorised|authorized|authorisation|authorization|hold|processing|unbooked|not booked|未入账|待入账|处理中|保留|ожидание|в обработке|uncleared|pdng|not posted|authorised only|autorizzato|autorizzata|autorizado|autorizada|autorisé|autorisée|autorisiert|varattu|reserviert|w toku|nevyřízená|nevyřízeno|čeká|bokföres|reserverad|reservert|väntar på bokföring|rezervācija|rezervuota|broneeritud|u obradi|v obdelavi|onaylanmadı|bekliyor|autoryzowana|ausstehend|in bearbeitung|nicht gebucht|venter|afventende|under behandling|väntande|preliminär|ej bokförd|gereserveerd|nog niet verwerkt|à venir|en cours|en cours de traitement|retenido|en proceso|in sospeso|non contabilizzato|in corso|pendente|em processamento|oczekujące|w realizacji|blokace|čekající|zárolás|odottaa|katevaraus|provizyon|beklemede|未確定|승인대기|в обробці',
)
/** True if the cell says that the bank has not booked the row yet. */
export const isPendingText = (cell: string): boolean =>
  canBeWord(cell) && pendingTerms.has(normalizeCell(cell))

const holdTerms = parseTermList(
  'pending|vorgemerkt|umsatz vorgemerkt|vorgemerkte umsätze|hold|on hold|authorized|authorised|authorized only|authorised only|not booked|unbooked|not posted|nicht gebucht|pendiente|pendente|en attente|in attesa|in behandeling|reserverat|reserveret|reservert|ej bokförd|gereserveerd|à venir|retenido|autorizzato|oczekujące|nerozpracováno|függőben|odottaa|provizyon|beklemede|未入账|待入账|未確定|승인대기|ожидание|в обработке|в обробці',
)
const MAX_HOLD_LENGTH = 24
/** The same for a cell without a status header: only words that mean nothing else. */
export const isHoldText = (cell: string): boolean =>
  cell.length <= MAX_HOLD_LENGTH && canBeWord(cell) && holdTerms.has(normalizeCell(cell))

const voidTerms = parseTermList(
  'declined|not approved|denied|void|voided|expired|failed|reverted|rejected|cancelled|canceled|abgelehnt|storniert|fehlgeschlagen|rechazada|refusé|refusée|rifiutata|geweigerd|avvisad|afvist|odrzucona|zamítnuto|交易关闭|交易失败|отклонено',
)
/** True if the status says that no money moved after all. */
export const isVoidText = (cell: string): boolean => canBeWord(cell) && voidTerms.has(normalizeCell(cell))

const BALANCE_ROW =
  /^(?:(?:opening|closing|beginning|ending|starting|previous|statement|current|available)[ -]balance|balance (?:brought|carried) forward|turnover$|anfangssaldo|endsaldo|alter saldo|neuer saldo|alter kontostand|neuer kontostand|kontostand am|saldovortrag|saldo (?:anterior|do dia|inicial|iniziale|finale|final|początkowe|końcowe)|ancien solde|nouveau solde|solde (?:initial|final|précédent|au )|(?:begin|eind)saldo|(?:ingående|utgående|inngående) saldo|(?:primo|ultimo)saldo|počáteční zůstatek|konečný zůstatek|nyitó egyenleg|záró egyenleg|期初余额|期末余额|承前|входящий остаток|исходящий остаток|вхідний залишок|вихідний залишок|начално салдо|крайно салдо|likutis (?:pradžiai|pabaigai)|(?:pradinis|galutinis) likutis|apyvarta$|algsaldo|lõppsaldo|käive$|(?:sākuma|beigu|konta) atlikums|apgrozījums$|konta atlikums|sold (?:ini[țţt]ial|final)|rulaj|(?:početno|prethodno|novo|završno|končno|začetno) stanje|alkusaldo|loppusaldo|açılış bakiyesi|kapanış bakiyesi|devir bakiyesi|前月繰越|繰越残高|이월 ?잔액|saldo$|(?:primo|ultimo) saldo|totaal$|итого$|всего$|合计$|合計$|celkem$|toplam$|suma$|summe$|somme$|yhteensä$|összesen$|razem$|salden? der umsätze|devreden bakiye|total (?:credits|debits|turnover)$)/i
// What may follow besides numbers, months and currencies; anything else is the name of a counterparty.
const balanceFillerTerms = parseTermList(
  'as|of|at|on|st|nd|rd|th|er|from|for|to|per|the|last|previous|statement|page|period|date|dated|account|acct|cr|dr|am|vom|zum|konto|nr|au|du|le|compte|al|del|el|il|cuenta|conto|em|de|conta|op|van|rekening|til|pr|den|på|kontot|na|dzień|dnia|ke|dni|ki|kuni|на|за|по|счет|счёт|残高|余额|円|元',
)

// Some programs mark such rows with bars or stars.
const BALANCE_MARKS = /^[|*#=<>[(]+\s*/

const HYPHEN = 0x2d
const SPACED_LETTERS = /^\p{L}(?: \p{L}){3,}$/u

/** True if the cell names a balance or turnover of the statement. */
export function isBalanceText(cell: string): boolean {
  if (cell === '' || cell.charCodeAt(0) === HYPHEN || startsWithDigit(cell)) return false
  const marked = BALANCE_MARKS.test(cell) ? cell.replace(BALANCE_MARKS, '') : cell
  const isSpaced = marked.includes(' ') && SPACED_LETTERS.test(marked)
  const bare = isSpaced ? marked.replaceAll(' ', '') : marked
  const [phrase] = bare >= 'A' ? (BALANCE_ROW.exec(bare) ?? []) : []
  if (phrase === undefined) return false
  const words = bare.slice(phrase.length).match(/\p{L}+/gu) ?? []
  return words.every(
    (word) =>
      balanceFillerTerms.has(word.toLowerCase()) ||
      parseMonthName(word) !== undefined ||
      parseCurrency(word) !== undefined,
  )
}

const TOTAL_ROW =
  /^(?:sub|grand )?tota(?:l|ls|le|al|lt)\b|^summe|^suma\b|^somme\b|合计|总计|总额|總額|合計|합계|итого/
/**
 * True if the cell names a total. It applies only to rows without a date, because TOTAL is also a fuel brand.
 */
export const isTotalText = (cell: string): boolean => TOTAL_ROW.test(normalizeCell(cell))

const INCOME =
  /^income$|\b(?:bank int(?:erest)?|interest (?:earned|credit(?:ed)?|applied|income)|special div|qualified div|contribution|salary|payroll|paycheck|direct deposit|interest paid|dividend|refund|gehalt|lohn|gutschrift|habenzinsen|rückerstattung|salaire|remboursement|nómina|nomina|stipendio|salaris|lön|løn|lønn|salario|ordenado|sueldo|pensja|wynagrodzenie|zwrot|mzda|palkka|estorno|reversal|devolución|devolução|devolucion|chargeback|återbetalning|tilbagebetaling|tilbakebetaling|rimborso|reembolso|terugbetaling)\b|salário|maaş|výplata|зарплата|возврат|工资|退款|结息|給料|給与|返金|급여/i
/** True if the text names money that comes in to any account. */
export const mentionsIncome = (text: string): boolean => INCOME.test(text)

const CARD_PAYMENT =
  /\b(?:payment (?:- )?received|payment[ -]+thank you|(?:auto|online |internet |mobile )?pay(?:ment)? (?:pymt|received)|zahlung erhalten|paiement reçu|pago recibido|pagamento (?:recebido|ricevuto)|betaling (?:ontvangen|modtaget|mottatt)|betalning mottagen|maksusuoritus|spłata karty)\b|ご入金|还款|погашение/i
/** True if the text names a payment received on a card account. */
export const mentionsCardPayment = (text: string): boolean => CARD_PAYMENT.test(text)

const PAYMENT_ALONE =
  /^(?:(?:auto|automatic|online|internet|mobile|card)[ -]*)?(?:payments?|pagamentos?|pagos?|pagament[oi]|paiements?|zahlung(?:en)?|betaling(?:en)?|betalning|indbetaling|innbetaling|maksu|platba|spłata|płatność|fizetés|befizetés|ödeme|оплата|платеж|платёж|поповнення|пополнение|入金|お?支払い?|납부|결제대금)(?:[ -]+(?:on[ -]?line|internet|mobile|app|web|pix|eft|boleto|auto(?:matic|mático)?|debit|débito|efetuad[oa]|efectuad[oa]|thank you|merci|danke|obrigado|gracias|en línea|de fatura|da fatura|fatura|-))*$/iu
/** True if the text names a payment and no one who was paid: on a card, money that came in. */
export const mentionsPaymentAlone = (text: string): boolean => PAYMENT_ALONE.test(text)

const OUT_PREFIX =
  /^(?:(?:pos |card |online )?purchase|(?:atm |cash )?withdrawal|direct debit|interest charged|消费|取现|支出|转出)/i
const IN_PREFIX =
  /^(?:refund|deposit|direct credit|payment received|interest paid|退货|退款|信用卡还款|存入|转入|收入)/i
/** Returns the direction that the first words of a text name; undefined if they name none. */
export function parseTextDirection(text: string): Direction | undefined {
  if (OUT_PREFIX.test(text)) return 'out'
  return IN_PREFIX.test(text) ? 'in' : undefined
}

/** Returns the reason appended to a rejected or held record, e.g. `Line 7: the date is empty`. */
export const formatReason = (line: number, why: string): string => `Line ${line}: ${why}`

/** True if the cell is such a reason, i.e. if the file was returned to the user and corrected. */
export const isFormattedReason = (cell: string): boolean => /^Line \d+: /.test(cell)

/**
 * Returns a text on one line, without control characters. They could move the cursor of the terminal.
 * @see docs/spec.md#d12
 */
export const collapseWhitespace = (text: string): string =>
  // Nearly every text is plain ASCII with single blanks and is returned unchanged.
  /[^ -~]|  /.test(text) ? text.replace(/[\s\u0000-\u001f\u007f-\u009f]+/gu, ' ').trim() : text

const SHOP_NAMES =
  /\b(?:mcdonald'?s|burger king|kfc|subway|wendy'?s|starbucks|dunkin|domino'?s|pizza hut|chipotle|tim hortons|costa coffee|greggs|pret a manger|aldi|lidl|rewe|edeka|netto|penny|kaufland|tesco|sainsbury'?s?|asda|morrisons|waitrose|carrefour|auchan|intermarch[eé]|leclerc|mercadona|albert heijn|jumbo|delhaize|colruyt|migros|denner|billa|biedronka|żabka|coles|woolworths|walmart|wal-mart|safeway|kroger|trader joe'?s|whole foods|publix|7-eleven|ikea|decathlon|h&m|zara|primark|amazon|amzn|ebay|aliexpress|netflix|spotify|disney ?\+|uber|lyft|bolt\.eu|ryanair|easyjet|lufthansa|airbnb|booking\.com|shell|exxon|chevron|texaco|totalenergies|esso|repsol|walgreens|cvs|boots|rossmann|mediamarkt|best buy|home depot|leroy merlin)\b/i
const PURCHASE_TEXTS =
  /^(?:(?:pos|card|debit card|visa|contactless|online) (?:purchase|payment|transaction|debit)|kartenzahlung|kaartbetaling|betaalautomaat|carte? (?:\d|x)|paiement (?:par )?carte|pago con tarjeta|compra (?:con )?tarjeta|pagamento pos|kortköp|kortkøb|varekjøp|korttiosto|płatność kartą|platba kartou|kártyás vásárlás)/i
const SPENDING_CATEGORIES =
  /^(?:purchase|sale|groceries|grocery|supermarkets?|restaurants?|coffee(?: shops?)?|dining|utilities|pharmacy|food & drink|food and drink|fast food|gas(?:oline)?(?:\/automotive)?|fuel|merchandise|shopping|entertainment|automotive|lebensmittel|drogerie|tanken|essen(?: & trinken)?|restaurant|boodschappen|horeca|courses|restauration|alimentation|alimentación|alimentação|ristorant[ei]|supermercato|supermercados?|restaurantes?|assinaturas?|farm[áa]cias?|mercados?|zakupy|restauracje|żywność|餐饮(?:美食)?|购物|超市)$/i

/**
 * True if the text names a purchase: a well-known shop, a card payment or a kind of spending.
 * @see docs/import.md#questions
 */
export const mentionsSpending = (text: string): boolean =>
  text.length > 2 && (SHOP_NAMES.test(text) || PURCHASE_TEXTS.test(text) || SPENDING_CATEGORIES.test(text))
