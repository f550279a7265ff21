/** The dictionary of header words, `|` between them: `is` must be the whole header, `has` may stand among other words. */ // import.md §3

export const terms = {
  date: {
    is: 'buchung|started|created|completed|when|tag|dag|bokført|bogført|booked|posted|f operación|kuupäev|data',
    has: 'date|datum|buchungstag|buchungsdatum|fecha|data operacji|data operazione|data contabile|data księgowania|dato|bokföringsdag|transaktionsdatum|bokföringsdatum|päivä|kirjauspäivä|maksupäivä|päivämäärä|dátum|dátuma|jour|dia|利用日|日期|交易时间|时间|取引日|日付|年月日|거래일|거래일시|날짜|дата|tarih|timestamp|date time|datetime|booking date|data lançamento|data transakcji|data transazione|data registrazione|data movimento|data mov|data da transação|data do movimento',
  },
  value_date: {
    is: 'valuta|wert',
    has: 'value date|value dt|date val|valutadatum|valuta datum|valutadato|valutadag|wertstellung|wertstellungstag|wertstellungsdatum|date de valeur|date valeur|fecha valor|f valor|data valuta|data valor|data waluty|rentedatum|rentedato|räntedag|arvopäivä|értéknap|completed date|settlement date|settle date|due date|起息日|дата валютирования',
  },
  amount: {
    is: 'amt|net|objem|wert eur|value|sum|valor|kwota|cash amount|net amount|bedrag|rahamäärä|сумма операции|total|netto|nett|neto|net betrag|netto betrag',
    has: 'amount|amt|valor|umsatz|betrag|buchungsbetrag|umsatzbetrag|montant|importe|importo|bedrag|belopp|beløp|beløb|määrä|summa|summe|kwota|częstka|částka|castka|összeg|quantia|金额|金額|발생액|금액|거래금액|сумма|сума|suma|tutar',
  },
  out: {
    is: 'out|ut|uit|soll|debe|dare|uscite|charges|charge|spent|dr|expense|expenses|cargo|cargos|adeudos|payments|debet|rozchód|outflow',
    has: 'debit|debits|débit|débits|debet|withdrawal|withdrawals|paid out|money out|ausgang|ausgaben|belastung|belastungen|lastschrift|dépense|dépenses|addebiti|addebito|uscita|ut fra konto|ut av konto|uttag|uitgaven|wydatki|obciążenia|obciążenie|výdaje|výdej|terhelés|débito|débitos|saída|saídas|支出|借方|出金|お支払金額|출금|찾으신금액|расход|разход|списание|списано|дебит|витрата|витрати|nosūtīts|利用金額|支払金額|支払い金額',
  },
  in: {
    is: 'in|inn|haben|haber|avere|entrate|cr|income|abono|abonos|ingreso|ingresos|przychód|receipts|inflow',
    has: 'credit|credits|crédit|crédits|kredit|deposit|deposits|paid in|money in|eingang|einnahmen|gutschrift|gutschriften|recette|recettes|accrediti|accredito|entrata|inn på konto|insättning|insättningar|inkomsten|uznania|uznanie|wpływy|příjmy|příjem|jóváírás|crédito|créditos|entrada|entradas|收入|贷方|存入|入金|お預り金額|입금|맡기신금액|приход|поступление|зачисление|кредит|надходження|預かり金額',
  },
  balance: {
    is: 'bal|sold|стан',
    has: 'balance|saldo|solde|kontostand|running bal|stan konta|zůstatek|egyenleg|余额|餘額|残高|差引残高|잔액|остаток|баланс|bakiye|saldo po|disponibel saldo|jääk',
  },
  foreign: {
    is: 'original|gross|fx|price|qty|quantity|units|shares|rate|kurs|koers|vat|tax|limit|brutto|bruto|brut|lordo',
    has: 'original amount|original currency|originalbetrag|originalwährung|originalbelopp|ursprungsbetrag|fremdwährung|foreign|local amount|local currency|refunded|původní|oryginalna|wechselkurs|exchange|exchange rate|taux|uitgavenstaat|koers|kurs|cours|tipo de cambio|importo originale|importe original|converted|fee|fees|gebühr|gebühren|poplatek|frais|kosten|commission|cashback|tax|vat|loan|check|cheque|checknumber|card no|account|汇率|手续费',
  },
  fee: {
    is: 'fee|fees|gebühr|poplatek|frais|commission|commissione|comisión|avgift|gebyr|opłata|手续费|комиссия',
    has: '',
  },
  flag: {
    is: 'd/k|s/h|d/c|c/d|dr/cr|cr/dr|d k|af/bij|af bij|bij/af|soll/haben|sens|kierunek|direction|收/支|借贷标志|借贷|debit/credit|credit/debit|debit or credit|credit or debit|transaction type|type|umsatztyp|debet/credit|credit/debet|debe/haber|dare/avere|wn/ma|sign|signe|vorzeichen|teken|znak|+/-',
    has: 'soll/haben|af/bij|收/支|借贷标志|debit/credit|credit/debit',
  },
  payee: {
    is: 'payee|merchant|beneficiary|recipient|counterparty|counter party|empfänger|auftraggeber/empfänger|begünstigter|tegenpartij|mottagare|mottaker|modtager|saaja|saaja/maksaja|odbiorca|kontrahent|handelaar|получатель|контрагент|商户|户名|取引先|거래처|to|saajamaksaja|supplier found|gavėjas|mokėtojas/gavėjas|saajan nimi|maksunsaaja|利用店名|ご利用店名',
    has: 'payee|merchant|merchant name|partner name|partnername|name tegenpartij|naam tegenpartij|naam / omschrijving|counterparty name|beguenstigter|begünstigter|begünstigter/zahlungspflichtiger|beguenstigter/zahlungspflichtiger|zahlungsempfänger|empfänger|beneficiary|bénéficiaire|beneficiario|ordenante|beneficiário|destinataire|název protiúčtu|název protistrany|kedvezményezett|partner neve|交易对方|对手信息|对方户名|对方账户名|对手户名|交易对手|保有者|거래상대|контрагент',
  },
  // Often the holder of the account itself, so asked last.
  name: {
    is: 'name|naam|namn|navn|nom|nombre|nome|nazwa|jméno|név|nimi',
    has: '',
  },
  payer: {
    is: 'auftraggeber|zahlungspflichtiger|payer|sender|avsändare|maksaja|nadawca|плательщик|originator|zahlungspflichtige r',
    has: 'zahlungspflichtige|zahlungspflichtiger',
  },
  text: {
    is: 'desc|details|detail|text|tekst|memo|notes|note|subject|particulars|transaction|transactions|rubrik|texte|selite|viesti|opis|tytuł|popis|beschreibung|verwendungszweck|buchungstext|omschrijving|concepto|causale|libellé|libelle|商品|附言|备注|摘要|お取引内容|内容|적요|내용|메모|what|reference text|histórico|nature|mededeling|mededelingen|referenz|otsikko|selitys|label|title|título|remarks|beskrivelse|paskirtis|mokėjimo paskirtis',
    has: 'description|remarks|narration|narrative|booking text|payment reference|payment purpose|verwendungszweck|buchungstext|buchungsdetails|transaktionsbeschreibung|libellé|libelle|communication|mededeling|omschrijving|concepto|descripción|observaciones|descrizione|causale|forklaring|meddelande|beskrivning|tytuł operacji|opis operacji|zpráva|poznámka|zpráva pro příjemce|közlemény|megjegyzés|toelichting|交易说明|交易摘要|交易附言|摘要|附言|备注|商品|備考|назначение|описание|descrição|détail de|popis transakce|original description|memo',
  },
  ref: {
    is: 'id|ref|reference|check|check number|checknumber|cheque number|fitid|txid',
    has: 'transaction id|record id|reference number|reference no|ref no|transaction reference|id transakce|buchungsreferenz|n° de transaction|n de transaction|číslo transakce|流水号|交易单号|交易流水号|arkivref|arkistointitunnus',
  },
  status: {
    is: 'status|info|state|stato|état|estado|tila|stav|stan|статус|状态|当前状态|状態|상태',
    has: 'transaction status|booking status|交易状态|当前状态',
  },
  currency: {
    is: 'currency|waehrung|währung|devise|moneda|divisa|munt|muntsoort|valuta|valutakod|waluta|měna|měna účtu|pénznem|deviza|curr|monn|ccy|币种|币别|通貨|통화|валюта|para birimi|buchungswährung|valyutası|记账币种',
    has: 'billing currency|account currency|transaction currency|kontowährung|währung|měna účtu',
  },
} as const
