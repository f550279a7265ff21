/**
 * Maps column headers of banks in many languages to their roles, such as date, amount or payee.
 * @see docs/import.md#3-dates-numbers-signs
 */

/**
 * The header terms by role, separated by `|`. A term in `is` must be the whole header; a term in `has` may be
 * a part of it.
 */
export const headerTerms = {
  date: {
    is: 'buchung|started|created|completed|when|tag|dag|bokført|bogført|booked|posted|f operación|kuupäev|data',
    has: 'date|datum|buchungstag|buchungsdatum|fecha|data operacji|data operazione|data contabile|data księgowania|dato|bokföringsdag|transaktionsdatum|bokföringsdatum|päivä|kirjauspäivä|maksupäivä|päivämäärä|dátum|dátuma|jour|dia|利用日|日期|交易时间|时间|取引日|日付|年月日|거래일|거래일시|날짜|дата|tarih|timestamp|date time|datetime|booking date|data lançamento|data transakcji|data transazione|data registrazione|data movimento|data mov|data da transação|data do movimento',
  },
  value_date: {
    is: 'valuta|wert',
    has: 'value date|value dt|date val|valutadatum|valuta datum|valutadato|valutadag|wertstellung|wertstellungstag|wertstellungsdatum|date de valeur|date valeur|fecha valor|f valor|data valuta|data valor|data waluty|rentedatum|rentedato|räntedag|arvopäivä|értéknap|completed date|settlement date|settle date|due date|起息日|дата валютирования',
  },
  amount: {
    is: 'amt|net|objem|wert eur|value|sum|valor|kwota|cash amount|net amount|bedrag|rahamäärä|сумма операции|total|netto|nett|neto|net betrag|netto betrag|cash flow',
    has: 'amount|amt|valor|umsatz|betrag|buchungsbetrag|umsatzbetrag|montant|importe|importo|bedrag|belopp|beløp|beløb|määrä|summa|summe|kwota|częstka|částka|castka|összeg|quantia|金额|金額|발생액|금액|거래금액|сумма|сума|suma|tutar|iznos|износ|znesek|sumă|čiastka|čiastka|valoare|ποσό|işlem tutarı|miktar|סכום|المبلغ|مبلغ|số tiền|จำนวนเงิน|jumlah|nominal|mutasi|amaun|euroa|upphæð|import|monto|cantidad|montante|сомасы|发生额|清算金额|bedrag eur|koopbedrag|入出金|出入金|입출금',
  },
  out: {
    is: 'out|ut|uit|soll|debe|dare|uscite|spent|dr|expense|expenses|cargo|cargos|adeudos|payments|debet|rozchód|outflow|uitgaand|wn|winien|nợ|chi|ma dať|má dáti|tartozik|otto|keluar|v breme|breme|дебет|mindert|dr amount|paid|ud|hævet|hævninger|udbetaling',
    has: 'debit|debits|débit|débits|debet|withdrawal|withdrawals|withdrawn|paid out|money out|ausgang|ausgaben|belastung|belastungen|lastschrift|dépense|dépenses|addebiti|addebito|uscita|ut fra konto|ut av konto|uttag|uitgaven|wydatki|obciążenia|obciążenie|výdaje|výdej|terhelés|débito|débitos|saída|saídas|支出|借方|出金|お支払金額|출금|찾으신금액|расход|разход|списание|списано|дебит|витрата|витрати|nosūtīts|利用金額|支払金額|支払い金額|isplata|isplate|terećenje|duguje|dugovno|بدهکار|zaduženje|исплата|задужење|v breme|odliv|odlivi|izdatki|izplačilo|výdaj|výdavok|výdavky|na ťarchu|na vrub|plăți|plati|retragere|retrageri|cheltuieli|изходящ|списания|дебет|снято|списання|видаток|видатки|χρέωση|χρεώσεις|ανάληψη|borç|çıkan|gider|çekilen|ödenen|חובה|בחובה|مدين|سحب|خصم|ghi nợ|rút ra|ถอน|เดบิต|รายจ่าย|keluar|debetas|išlaidos|nurašyta|debets|izdevumi|deebet|väljaminek|väljaminekud|veloitus|úttekt|kiadás|wypłata|wypłaty|wydatek|levantamento|levantamentos|egreso|egresos|retiro|retiros|salida|salidas|retrait|retraits|sortie|sorties|bedrag af|càrrec|出金額|お引出し|引出|借方金额|借方发生额|转出|提出|支取|출금액|지급금액|사용금액|出入金|출입금',
  },
  in: {
    is: 'in|inn|haben|haber|avere|entrate|cr|income|abono|abonos|ingreso|ingresos|przychód|receipts|inflow|inkomend|ma|có|thu|dal|követel|pano|masuk|v dobro|dobro|cr amount|received|ind|indsat|indbetaling',
    has: 'credit|credits|crédit|crédits|kredit|deposit|deposits|paid in|money in|eingang|einnahmen|gutschrift|gutschriften|recette|recettes|accrediti|accredito|entrata|inn på konto|insättning|insättningar|inkomsten|uznania|uznanie|wpływy|příjmy|příjem|jóváírás|crédito|créditos|entrada|entradas|收入|贷方|存入|入金|お預り金額|입금|맡기신금액|приход|поступление|зачисление|кредит|надходження|預かり金額|uplata|uplate|odobrenje|potražuje|potrazuje|بستانکار|potražno|уплата|одобрење|потражује|v dobro|priliv|prilivi|prejemki|príjem|v prospech|încasări|incasari|depunere|depuneri|venituri|входящ|зачисления|поступления|внесено|зарахування|πίστωση|πιστώσεις|κατάθεση|alacak|giren|gelir|yatan|זכות|בזכות|دائن|إيداع|ghi có|gửi vào|ฝาก|เครดิต|รายรับ|masuk|kreditas|įplaukos|įskaityta|kredīts|ieņēmumi|kreedit|laekumine|laekumised|sissetulek|hyvitys|talletus|innlegg|bevétel|wpłata|wpłaty|wpływ|depósito|depósitos|versement|versements|entrée|entrées|bedrag bij|abonament|入金額|お預入れ|預入|贷方金额|贷方发生额|转入|存款|입금액|입금금액|入出金|출입금|입출금',
  },
  balance: {
    is: 'bal|guthaben|sold|стан|stanje|baki|likutis|saldo eur',
    has: 'balance|saldo|boeksaldo|kontosaldo|buchungssaldo|endsaldo|eindsaldo|solde|kontostand|running bal|stan konta|zůstatek|egyenleg|余额|餘額|残高|差引残高|잔액|остаток|баланс|bakiye|saldo po|disponibel saldo|jääk|stanje|stanje računa|υπόλοιπο|יתרה|الرصيد|رصيد|số dư|คงเหลือ|sisa saldo|balansas|likutis|atlikums|staða|залишок|салдо|наличност|sold final|zostatok|outstanding|本次余额|账户余额|残額|お預り残高|거래후잔액',
  },
  foreign: {
    is: 'original|gross|fx|price|qty|quantity|units|shares|rate|kurs|koers|vat|tax|limit|brutto|bruto|brut|lordo',
    has: 'original amount|original currency|originalbetrag|originalwährung|originalbelopp|ursprungsbetrag|fremdwährung|foreign|local amount|local currency|refunded|původní|oryginalna|wechselkurs|exchange|exchange rate|taux|uitgavenstaat|koers|kurs|cours|tipo de cambio|importo originale|importe original|converted|number of shares|asset price|asset currency|fee|fees|gebühr|gebühren|poplatek|frais|kosten|commission|cashback|tax|vat|loan|check|cheque|checknumber|card no|account|汇率|手续费',
  },
  fee: {
    is: 'fee|fees|gebühr|poplatek|frais|commission|commissione|comisión|avgift|gebyr|opłata|手续费|комиссия|naknada|provizija|komisyon|masraf|comisiones|taxa|tarifa|עמלה|phí|fee amount|total fees|transaction fee|bank fee|kosten|provize|díj|комісія',
    has: '',
  },
  flag: {
    is: 'd/k|s/h|d/c|c/d|dr/cr|cr/dr|d k|af/bij|af bij|bij/af|soll/haben|sens|kierunek|direction|收/支|借贷标志|借贷|debit/credit|credit/debit|debit or credit|credit or debit|transaction type|type|umsatztyp|debet/credit|credit/debet|debe/haber|dare/avere|wn/ma|sign|signe|vorzeichen|teken|znak|+/-|art|typ|tipo|soort|rodzaj|type of transaction|種別|種類|区分|取引種別|取引区分|お取引区分|交易类型|交易類別|交易類型|类型|類型|유형|거래구분|거래유형|구분|тип операции|вид операции',
    has: 'soll/haben|af/bij|收/支|借贷标志|debit/credit|credit/debit',
  },
  payee: {
    is: 'payee|teilnehmer|merchant|beneficiary|recipient|receiver|counterparty|counter party|empfänger|auftraggeber/empfänger|begünstigter|tegenpartij|mottagare|mottaker|modtager|saaja|saaja/maksaja|odbiorca|kontrahent|handelaar|получатель|контрагент|商户|户名|取引先|거래처|to|saajamaksaja|supplier found|gavėjas|mokėtojas/gavėjas|saajan nimi|maksunsaaja|利用店名|ご利用店名|partner|vendor|retailer|shop|company|empfaenger|zahlungsempfaenger|händler|haendler|gegenpartei|naam tegenpartij|contrepartie|tiers|commerçant|destinatario|controparte|contraparte|esercente|negozio|comercio|comerciante|establecimiento|fornecedor|estabelecimento|favorecido|motpart|modpart|betalningsmottagare|vastapuoli|příjemce|prijímateľ|obchodník|odběratel|partner név|kereskedő|alıcı|işyeri|beneficiar|comerciant|saaja nimi|makse saaja|saņēmējs|primatelj|prejemnik|δικαιούχος|одержувач|торговец|продавець|对方|收款人|收款方|商户名称|对方名称|付款方|收付款方|店名|加盟店|加盟店名|利用先|ご利用先|お支払先|가맹점|가맹점명|이용가맹점|받는분|보낸분|거래처명|other party|paid to|paid by|who|наредител|кореспондент|сума получател|obchodní místo|miesto|לטובת|בית עסק|שם בית העסק|שם בית עסק|nakupodajalec|prodajalec|기재내용|магазин|мерчант',
    has: 'payee|merchant|merchant name|partner name|partnername|name tegenpartij|naam tegenpartij|naam / omschrijving|counterparty name|beguenstigter|begünstigter|begünstigter/zahlungspflichtiger|beguenstigter/zahlungspflichtiger|zahlungsempfänger|empfänger|beneficiary|bénéficiaire|beneficiario|ordenante|beneficiário|destinataire|název protiúčtu|název protistrany|kedvezményezett|partner neve|交易对方|对手信息|对方户名|对方账户名|对手户名|交易对手|保有者|거래상대|контрагент|zahlungsbeteiligter|zahlungsbeteiligte|zahlungsempfaenger|empfaenger|kontoinhaber gegenkonto|name gegenkonto|gegenkonto name|counterparty|counter party|other party|recipient|receiver|beneficiary name|tegenrekeninghouder|tegenpartij naam|naam tegenrekening|tegenpartij|begunstigde|nom de la contrepartie|contrepartie|nom du tiers|commerçant|destinatario|controparte|contraparte|favorecido|mottagare|mottaker|modtager|saaja|saajan nimi|odbiorca|odbiorcy|kontrahenta|kontrahent|dane kontrahenta|nadawca odbiorca|názov protistrany|názov protiúčtu|protistrana|partner név|gavėjas|gavėjo|saņēmējs|saaja nimi|primatelj|prejemnik|beneficiar|alıcı|lehdar|получатель|одержувач|контрагента|торговая точка|交易场所|收款人|收款方|对方名称|商户名称|交易商户|利用先|支払先|加盟店|店名|가맹점|받는분|보낸분|empfängername|empfaengername|auftraggebername|name des empfängers|наредител|кореспондент|obchodní místo|partner elnevezése|partner megnevezése|kedvezményezett neve|ellenoldali név|name of sender|sender receiver|sender recipient|nombre del comercio|naam van de tegenpartij|торгова точка|בית עסק|בית העסק|αντισυμβαλλόμενου|αντισυμβαλλόμενος',
  },
  // Often the account holder, so it has the lowest priority.
  name: {
    is: 'name|naam|namn|navn|nom|nombre|nome|nazwa|jméno|név|nimi|naziv|nume|vārds|nimetus|pavadinimas|назва|имя|名称|氏名',
    has: '',
  },
  payer: {
    is: 'auftraggeber|zahlungspflichtiger|payer|sender|avsändare|maksaja|nadawca|плательщик|originator|zahlungspflichtige r|from|remitter|sender name|payer name|ordering party|source name|ordinante|ordenante|pagador|emisor|émetteur|donneur d ordre|opdrachtgever|betaler|avsender|afsender|plátce|platitel|platca|mokėtojas|maksātājs|maksja|platitelj|plačnik|plătitor|gönderen|отправитель|платник|付款人|付款方|付款方户名|振込人|의뢰인',
    has: 'zahlungspflichtige|zahlungspflichtiger|auftraggeber|payer|sender|ordering party|remitter|donneur d ordre|opdrachtgever|avsändare|avsender|afsender|nadawca|nadawcy|плательщик|отправитель|付款人|auftraggebername|zahlungspflichtigername',
  },
  text: {
    is: 'tittel|referens|referens/ocr|desc|details|detail|text|tekst|memo|notes|note|subject|particulars|transaction|transactions|rubrik|texte|selite|viesti|opis|tytuł|popis|beschreibung|verwendungszweck|buchungstext|omschrijving|concepto|causale|libellé|libelle|商品|附言|备注|摘要|お取引内容|内容|적요|내용|메모|what|reference text|histórico|nature|mededeling|mededelingen|referenz|otsikko|selitys|label|title|título|remarks|beskrivelse|paskirtis|mokėjimo paskirtis|purpose|comment|comments|narration|wording|information|reason|motif|détails|detalle|detalles|glosa|movimiento|movimento|movimenti|dettagli|dettaglio|detaily|podrobnosti|szczegóły|leírás|megjegyzés|açıklama|açıklamalar|işlem açıklaması|detalii|explicatii|explicații|selgitus|detalizācija|svrha|namen|αιτιολογία|περιγραφή|примечание|комментарий|коментар|призначення|用途|交易描述|取引内容|거래내용|거래기록사항|meddelelse|melding|kommentar|besked|buchungsinformation|zahlungsgrund|avisierungstext|buchungsinformationen|umsatzinformation|umsatztext|text1|omschrijvingen|tekst1|опис|опис операції|операція|деталі|תיאור|פרטים|הפעולה|תיאור הפעולה|עבור|action',
    has: 'description|remarks|narration|narrative|booking text|payment reference|payment purpose|verwendungszweck|buchungstext|buchungsdetails|transaktionsbeschreibung|libellé|libelle|communication|mededeling|omschrijving|concepto|descripción|observaciones|descrizione|causale|forklaring|meddelande|beskrivning|tytuł operacji|opis operacji|zpráva|poznámka|zpráva pro příjemce|közlemény|megjegyzés|toelichting|交易说明|交易摘要|交易附言|摘要|附言|备注|商品|備考|назначение|описание|descrição|détail de|popis transakce|original description|memo|purpose|payment details|transaction details|details of payment|merchant details|comment|comments|message|zahlungszweck|zahlungsgrund|avisierungstext|bewegungstext|umsatztext|mitteilung|objet|motif|wording|détail|detalle|glosa|observação|observações|finalidade|dettagli|note|notes|meddelelse|melding|viesti|selite|szczegóły|popis|správa|leírás|açıklama|açıklaması|detalii|explicatii|selgitus|mērķis|paskirtis|svrha|opis|назначение платежа|примечание|комментарий|призначення|用途|取引内容|お取引内容|거래내용|описание операции|опис операції|деталі операції',
  },
  // The longer of two descriptions, as the bank received it.
  original: {
    is: 'details|dettagli|détails|detalles|szczegóły|podrobnosti|observaciones',
    has: 'original description|original text|original statement|original name|bank description|bank text|bank memo|full description|full details|raw description|raw text|extended details|extended description|long description|statement description|appears on your statement as|complete description|détail de l|libellé complet|libellé opération|libellé long|descrição completa|descripción completa|descrizione estesa|descrizione completa|dettagli|vollständiger text|volledige omschrijving|pełny opis',
  },
  // The holder of the account.
  holder: {
    is: 'inhaber|kontoinhaber|titular|titulaire|intestatario|rekeninghouder|kontohavare|kontohaver|właściciel|majitel|cardmember|cardholder|kaarthouder|持卡人',
    has: 'account holder|account owner|card holder|cardholder|card member|cardmember|karteninhaber|kontoinhaber|kreditkarteninhaber|account name|name of account|titular de la cuenta|titulaire du compte|intestatario|rekeninghouder|kontohavare|kontohaver|posiadacz|majitel účtu|umsatz getätigt von|owner|持卡人|户主',
  },
  // It describes a party, kind or place by something other than a name.
  code: {
    is: 'type|typ|tipo|typ transakcji|art|soort|slag|code|kind|id|ref|bank|country|city|ort|land|place|location|mcc|email|url|image|icon|logo|currency|category|kategorie|kategori|categoria|categoría|catégorie|kategoria|cat|class|subcategory|group|tags|labels|method|channel|reference|referenz|referencia|référence|status|state|type de transaction|mutatiesoort|mutationscode|渠道|类型|분류|категория|категорія|картка|карта|категорія операції|κατηγορία συναλλαγής|είδος εργασίας|identificador|identifier|identifiant|identyfikator|identifikator',
    has: 'counterparty status|iban|bic|swift|blz|bankleitzahl|kontonummer|konto nr|kontonr|account no|account number|account nr|account|sort code|rekeningnummer|rekening|tegenrekening|compte|numéro|número|cuenta|conto|konto|auftraggeberkonto|gegenkonto|číslo|číslo účtu|číslo protiúčtu|protiúčet|účet|számlaszám|számla|tilinumero|tili|kontonummer|numer|rachunek|rachunku|hesap|счет|счета|рахунок|e mail|email|mail|phone|address|adresse|adres|adresa|dirección|indirizzo|endereço|osoite|reference|reference number|referenz|mandatsreferenz|kundenreferenz|gläubiger|mandat|mandate|creditor id|type|typ|tipo|umsatzart|umsatztyp|transaktionstyp|buchungsart|transactietype|category|kategorie|kategória|catégorie|categoría|categoria|card number|card no|merchant category|country|city|zip|postcode|bank name|账号|卡号|开户行|账户|行号|类型|类别|口座番号|계좌번호|계좌|은행|partner számla',
  },
  ref: {
    is: 'id|identificador|identifier|identifiant|identyfikator|identifikator|ref|reference|check|check number|checknumber|cheque number|fitid|txid',
    has: 'transaction id|record id|reference number|reference no|ref no|transaction reference|id transakce|buchungsreferenz|n° de transaction|n de transaction|číslo transakce|流水号|交易单号|交易流水号|arkivref|arkistointitunnus',
  },
  status: {
    is: 'status|info|state|stato|état|estado|tila|stav|stan|статус|状态|当前状态|状態|상태',
    has: 'transaction status|booking status|交易状态|当前状态',
  },
  currency: {
    is: 'currency|cur|waehrung|währung|devise|moneda|divisa|munt|muntsoort|valuta|valutakod|waluta|měna|měna účtu|pénznem|deviza|curr|monn|ccy|币种|币别|通貨|통화|валюта|para birimi|buchungswährung|valyutası|记账币种',
    has: 'billing currency|account currency|transaction currency|kontowährung|währung|měna účtu|מטבע|döviz cinsi|loại tiền|สกุลเงิน|mata uang|νόμισμα|العملة|mena|valută|valiuta|valūta|moneda|munteenheid',
  },
} as const

/** The role of a column. `foreign` and `value_date` exist only to be ignored. */
export type HeaderRole = keyof typeof headerTerms

const CURRENCY_WORDS =
  /\b(?:eur|usd|gbp|chf|cad|aud|nzd|sek|nok|dkk|pln|czk|huf|hkd|sgd|jpy|cny|inr|zar|brl|mxn|try|ron)\b|[€$£¥₹]/g

/**
 * Returns a header in comparable form: `AccountName` as two words, lower case, no punctuation, single blanks.
 */
export const normalizeHeader = (cell: string): string =>
  cell
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}€$£¥₹/]+/gu, ' ')
    .trim()

/**
 * A shorter word without its accents may be a word of another language: "nợ" is a debit, "no" counts rows.
 */
const MIN_UNACCENTED_LENGTH = 3

/** Returns a term and its spelling without accents, which some banks omit. */
const listSpellings = (term: string): string[] => {
  const plain = term.normalize('NFD').replace(/[\u0300-\u036f]/g, '')
  const isSame = plain === term || plain.length < MIN_UNACCENTED_LENGTH || /[^\x00-\x7f]/.test(plain)
  return isSame ? [term] : [term, plain]
}

const termsByRole = Object.entries(headerTerms).map(([role, { is, has }]) => ({
  role: role as HeaderRole, // The keys of the terms are the roles.
  is: new Set(is.split('|').filter(Boolean).flatMap(listSpellings)),
  // Terms match whole words, except in scripts without blanks.
  has: has
    .split('|')
    .flatMap(listSpellings)
    .flatMap((term) => (term > '\u2e80' ? term : term && ` ${term} `) || []),
}))

/**
 * The roles that may be named by one part of `Payee/Payer` or `Name - Counterparty`; amounts and dates must
 * not be.
 * @see docs/import.md#merchant-and-notes
 */
const rolesFoundInParts: ReadonlySet<HeaderRole> = new Set([
  'payee',
  'name',
  'payer',
  'text',
  'original',
  'holder',
  'code',
])

/** Returns the roles a header names with their strength: 3 for the exact term, 2 for a part of the header. */
export function detectHeaderRoles(cell: string): Map<HeaderRole, number> {
  const roles = matchHeaderRoles(cell)
  const parts = cell.split(/[/／|]|\s[-–]\s|(?<=\p{L}{3})-(?=\p{L}{3})/u)
  if (parts.length === 1 || parts.length > 4) return roles
  for (const part of parts)
    for (const [role, sureness] of matchHeaderRoles(part))
      if (rolesFoundInParts.has(role)) roles.set(role, Math.max(roles.get(role) ?? 0, Math.min(2, sureness)))
  return roles
}

function matchHeaderRoles(cell: string): Map<HeaderRole, number> {
  const key = normalizeHeader(cell).slice(0, 120)
  const bare = key.replace(CURRENCY_WORDS, ' ').replace(/\s+/g, ' ').trim()
  const roles = new Map<HeaderRole, number>()
  if (bare === '') return roles
  const spaced = ` ${bare} `
  for (const { role, is, has } of termsByRole) {
    if (is.has(bare) || is.has(key)) roles.set(role, 3)
    else if (has.some((term) => spaced.includes(term))) roles.set(role, 2)
  }
  return roles
}

/** True if the cells name a date and an amount, as the header of a transaction table does. */
export function isTableHeader(cells: readonly string[]): boolean {
  const roles = new Set(cells.flatMap((cell): HeaderRole[] => [...detectHeaderRoles(cell).keys()]))
  const named = roles.has('date') || roles.has('value_date')
  return named && (roles.has('amount') || roles.has('in') || roles.has('out'))
}

const nonAsciiTerms = new Set(
  termsByRole
    .flatMap(({ is, has }) => [...is, ...has.map((term) => term.trim())])
    .filter((term) => /[^\x00-\x7f]/.test(term)),
)

/** Returns how many different non-ASCII header terms a text contains; it tells encodings apart. */
export function countHeaderTerms(text: string): number {
  const lower = text.toLowerCase()
  let hits = 0
  for (const term of nonAsciiTerms) if (lower.includes(term)) hits += 1
  return hits
}

const parseTermList = (terms: string): ReadonlySet<string> => new Set(terms.split('|'))

/**
 * Headers of the file's own account, separated by `|`; each is a whole header.
 * @see docs/import.md#several-own-accounts-in-one-file
 */
export const ownAccountTerms = parseTermList(
  'account|account name|account id|account label|account nickname|account title|account alias|source account|bank account|own account|my account|this party account|posted account|card name|wallet|wallet name|own iban|my iban|own account number|' +
    'sub account|subaccount|sub account name|pot|pot name|pocket|pocket name|space|space name|vault|vault name|jar|purse|unterkonto|subkonto|sous compte|cagnotte|subcuenta|bolsillo|apartado|sottoconto|salvadanaio|subconta|subrekening|potje|spaarpot|spaarpotje|underkonto|alatili|podúčet|alszámla|subcont|podkonto|subkonto|субсчет|子账户|サブ口座|' +
    'konto|kontoname|konto name|kontobezeichnung|bezeichnung konto|auftragskonto|iban auftragskonto|bezeichnung auftragskonto|auftraggeberkonto|iban auftraggeberkonto|eigenes konto|eigene iban|iban kontoinhaber|mein konto|' +
    'rekening|rekeningnaam|naam rekening|naam van de rekening|eigen rekening|' +
    'compte|nom du compte|nom compte|libellé du compte|libellé compte|libelle compte|intitulé du compte|compte donneur d ordre|' +
    'cuenta|nombre de la cuenta|nombre cuenta|mi cuenta|conto|nome conto|nome del conto|conto o carta|conta|nome da conta|minha conta|' +
    'kontonamn|kontonavn|egen konto|tili|tilin nimi|rachunek|nazwa rachunku|nazwa konta|moje konto|účet|název účtu|názov účtu|vlastní účet|můj účet|számla|könyvelési számla|számla neve|' +
    'konts|klienta konts|kliendi konto|sąskaita|kliento sąskaita|cont|contul|счет|счёт|мой счет|название счета|рахунок|сметка|hesap|hesap adı|账户|本方账号|我方账号|口座|口座名|계좌|계좌명',
)

/**
 * Headers of kinds of accounts, or of cards, which may share one balance.
 * @see docs/import.md#several-own-accounts-in-one-file
 */
export const productTerms = parseTermList(
  'product|product name|product type|produkt|produktname|produktbezeichnung|produit|producto|prodotto|produto|account type|kontoart|kontotyp|type de compte|tipo de cuenta|tipo conto|tipo de conta|rodzaj konta|产品|商品種類',
)

/** Headers of the card of a row. */
export const cardTerms = parseTermList(
  'card|card no|card number|card num|card nr|card ending|card last 4|card last four|last 4 digits|karte|kartennummer|karten nr|karten nummer|carte|numéro de carte|n carte|n de carte|tarjeta|número de tarjeta|n tarjeta|carta|numero carta|numero di carta|cartão|número do cartão|kaart|kaartnummer|kort|kortnummer|kortti|kortin numero|karta|numer karty|nr karty|číslo karty|kártyaszám|карта|номер карты|картка|номер картки|卡号|卡末四位|卡号后四位|卡號末四碼|卡號/行動末四碼|カード番号|카드번호|4 ספרות אחרונות|4 ספרות אחרונות של כרטיס האשראי|מספר כרטיס',
)

/** Headers of an account number: the file's own at some banks, the counterparty's at others. */
export const accountNumberTerms = parseTermList(
  'iban|iban/bban|bban|iban/account number|iban/kontonummer|iban/konto nr|kontonummer/iban|kontonummer|konto nr|konto nummer|kontonr|bsb/account number|' +
    'rekeningnummer|rekening nummer|numéro de compte|numéro compte|n de compte|n compte|número de cuenta|numero de cuenta|nº de cuenta|n de cuenta|numero conto|numero di conto|número da conta|n da conta|' +
    'kontonummer eget|tilinumero|numer rachunku|nr rachunku|numer konta|nr konta|číslo účtu|cislo uctu|számlaszám|számla száma|konta numurs|sąskaitos nr|sąskaitos numeris|număr cont|номер счета|номер счёта|номер рахунку|账号|帐号|口座番号|계좌번호',
)

/**
 * Headers of the file's own account number if every row has one; a counterparty's header says whose number it
 * is.
 */
export const plainNumberTerms = parseTermList(
  'account number|account no|account nr|account num|accountnum|account|acct|acct no|acct number|a/c no',
)

/** Headers that describe the account in the adjacent column. */
export const accountKindTerms = parseTermList(
  'account type|account kind|account name|account nickname|account label|kontotyp|kontoart|kontoname|kontobezeichnung|naam van de rekening|type de compte|tipo de cuenta|tipo conto|tipo de conta|rodzaj konta|typ účtu|tilin tyyppi',
)

const COUNTERPARTY =
  /counter|other party|\bop\b|payee|partner|recipient|beneficiar|remitter|sender|target|destination|tegen|contrepartie|contraparte|controparte|destinatari|gegen|empf|begünstig|zahlungs|auftraggeber\/|mottag|mottak|modtag|saaja|odbiorc|kontrahent|proti|saņēm|gavėj|kedvezm|ellenoldal|получател|контрагент|对方|交易对手|相手|상대/u
const ACCOUNT =
  /iban|account|acct|konto|rekening|compte|cuenta|conto|conta|tili|rachun|účet|účt|uctu|számla|счет|счёт|账|帐|口座|계좌/u

/** True if the header names the counterparty's account. */
export const isCounterpartyAccountHeader = (key: string): boolean =>
  COUNTERPARTY.test(key) && ACCOUNT.test(key)

/** True if a label in comparable form names an account or a card, e.g. `account` or `kontonummer`. */
export const namesOwnAccount = (key: string): boolean =>
  !isCounterpartyAccountHeader(key) &&
  (ACCOUNT.test(key) || [...cardTerms].some((term) => key === term || key.startsWith(`${term} `)))
