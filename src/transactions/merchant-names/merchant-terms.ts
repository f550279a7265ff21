/**
 * Lists the terms banks write around a merchant: payment terms, labels, closing phrases.
 * @see docs/import.md#merchant-and-notes
 */

/** The user's own accounts after `transfer to`; these are names. */
const ownAccount =
  ' (?:my |your )?(?:savings?|checking|current|chequing|account|acct|a/c|card|credit|loan|mortgage|pot|vault|pocket)(?![a-z])'

/**
 * Payment terms at the beginning of a text, as case-insensitive patterns. Each line is one language; a blank
 * matches blanks or hyphens.
 */
const paymentTerms = [
  // English
  'pos(?: (?:debit|purchases?|payment|w/d|withdrawal|transaction|pin|sale|refund|merchandise))?',
  '(?:visa|mastercard|maestro|amex|debit|credit|bank)(?: card)? (?:debit|purchases?|payment|transaction|sale)(?: (?:visa|mastercard))?',
  '(?:debit|check|bank) ?card(?: (?:purchases?|payment|debit|refund))?',
  '(?:contactless |recurring |online |mobile |in app |international |intl |foreign |domestic |e commerce )?(?:card |zelle )?(?:purchases?|payment) (?:authorized|to|at|from|by card|via)(?!OWN)',
  '(?:contactless|recurring|international|intl) (?:card )?(?:purchases?|payment|transaction)',
  '(?:recurring )?card (?:payment|purchases?|transaction|refund|sale)(?: with pin)?',
  'recurring (?:debit|card)|purchase authorized|ach (?:debit|credit|payment|d|c)|electronic payment to|point of sale(?: (?:purchases?|debit|payment))?',
  'bill ?pay(?:ment)? to|direct debit(?: to| payment to)?|direct credit(?: from)?|standing order(?: to)?|faster payments?(?: to| from| receipt| received from)?|bank giro credit',
  'eftpos(?: (?:wdl|purchase|debit|payment))?|check ?card|dd|external deposit|preauthorized (?:debit|credit)|pre authori[sz]ed payment',
  '(?:bank |zelle )?transfer (?:to|from)(?!OWN)',
  '(?:cash |atm )?withdrawal at|(?:internet|online|mobile) banking (?:bill )?(?:payment|transfer)(?: to)?',
  'upi|imps|neft(?: cr| dr)?|rtgs|(?:funds |payment )?received from|customer (?:payment|transfer) (?:from|to)(?: [\\dx*]{6,})?|pay ?bill (?:online )?to(?: \\d{4,})?|(?:nip/ ?)?trf (?:from|to)(?!OWN)|nets (?:pay|qr)(?: \\d{4})?|paynow(?: (?:transfer|from|to))+|(?:salary )?giro (?:credit|debit|payment)(?: from| to)?|(?:send money|customer withdrawal)(?: [a-z]+)*? (?:api to|till \\d{4,}) - ',
  'electronic (?:deposit|withdrawal)(?: (?:from|to))?|(?:deposit|withdrawal) from|online payment(?: \\d{6,})? to',
  '(?:debit|credit) (?:twint|ebill|e bill|salary|transfer|card|account|mobile banking|standing order)(?= ?:)?',
  // German
  '(?:ec |giro|debit|kredit|maestro |visa |mastercard )?karten? ?(?:zahlung|umsatz|einsatz|kauf|verfügung)(?:en)?(?:/ ?abrechnung)?(?: (?:girocard|debit|kontaktlos|inland|ausland|visa|mastercard))?',
  'girocard(?: zahlung)?|ec (?:cash|karte|kartenzahlung)|elv|elektronisches lastschriftverfahren|point of sale|bezahlung (?:maestro|karte|debit)|debitkarte',
  '(?:sepa )?(?:erst|folge|basis|einmal|firmen)? ?lastschrift(?: ?einzug| ?einlösung| dd)?|(?:sepa )?(?:echtzeit|online|dauer|termin|eilt|auslands)? ?überweisung(?: (?:an|von))?|(?:sepa )?ueberweisung(?: (?:an|von))?|dauerauftrag(?:sbelastung)?(?: an)?',
  '(?:sepa |echtzeit |online |dauerauftrags? ?)?gutschrift(?: (?:von|überweisung|überw|uberw))?|sepa credit transfer|belastung|zahlung an|online ?zahlung|online ?kauf|zahlungseingang(?: von)?|zahlungsausgang(?: an)?',
  'einkauf|kauf/dienstleistung|kauf(?=  ?vom)|kauf/onlineshopping|twint (?:zahlung|belastung|gutschrift|geld (?:gesendet|erhalten))|visa umsatz|umsatz vom',
  // French
  '(?:paiements?|achat|facture|retrait|remboursement|avoir|operation)(?: par)? (?:carte|cb|psc|internet)(?: bancaire| du)?|paiement (?:internet|sans contact|mobile)|carte(?= ?(?:x|\\d|n[o°]))|cb(?=[ *])',
  'pr[ée]l[eè]vements?(?: (?:sepa|europ[ée]en|de|recurrent|recu))*|prlv(?: sepa)?(?: (?:recur|rcur|frst|de))?|vir(?:ement)?(?: (?:sepa|inst|instantan[ée]|recu|re[çc]u|emis|[ée]mis|permanent|en faveur de|de|faveur|vers|web|internet|postal))+|vir(?=[ .])|virement interac(?: [àa])?|ordre e ?banking|achat(?: en ligne)?(?: chez)?',
  // Spanish
  '(?:pago|compra|cargo|abono|devoluci[oó]n|operaci[oó]n)(?: (?:de|por|con))?(?: la| su)? (?:tarjeta|tarj\\.?|tpv|bizum|m[oó]vil)(?: (?:en|de))?|tarj(?:eta)?\\.?(?= ?(?:\\d|[x*]))',
  '(?:transferencia|transf\\.?|bizum|traspaso)(?: (?:inmediata|recibida|emitida|enviada|realizada|nacional|sepa))*(?: (?:de|a|a favor de|para))|(?:adeudo|recibo|domiciliaci[oó]n)(?: (?:de|sepa|recibido|domiciliado))*|n[oó]mina de|compra en|spei(?: (?:recibido|enviado))(?: de| a)?',
  // Portuguese
  'compras?(?: (?:no|com|a|em|c\\.?)? ?(?:d[ée]bito|cr[ée]dito|cart[ãa]o|deb\\.?|cred\\.?|estabelecimento|maestro|visa|elo|mb ?way))*(?: em)?|pagamento (?:com|de|a|para|efetuado|no|em)(?: (?:cart[ãa]o|boleto|conta|servi[çc]os?))?|pag(?:to|\\.)',
  '(?:pix|ted|doc|transfer[eê]ncia|transf\\.?|trf)(?: (?:enviad[ao]|recebid[ao]|pelo|via|pix|qr|qrs|code|p/|de|para|ted|doc|imediata|mb ?way))+|pix|d[ée]bito (?:direto|autom[aá]tico)|deb (?:autom|direto)|trf\\.?',
  '(?:pago|compra)(?: (?:en|internet|online|comercio|a))?',
  // Italian
  '(?:pagamento|acquisto|addebito|operazione|pagam\\.?|transazione|storno)(?: (?:pos|tramite|con|su|presso|mediante|carta|effettuat[ao]|di|debito|credito|bancomat|pagobancomat|internet|e ?commerce|contactless|mastercard|visa|maestro|nexi))+|acquisto(?:/tancomat)?(?= )|e banking ordine(?: (?:a|\\(fattura elettronica\\)))?|(?:sistema di )?addebitamento diretto|pago ?bancomat|addebito (?:sdd|diretto|rid)(?: sepa)?|pos (?=carta)',
  '(?:disposizione di )?bonifico a favore di|bon\\. ?(?:da|a)|(?:bonifico|bon\\.?|giroconto)(?: (?:sepa|istantaneo|a|in|favore|vostro|di|da|ricevuto|disposto|per|ordinario|europeo|estero|a vostro))+',
  // Dutch
  '(?:bea|gea|ecom)(?=,|$)|betaalpas|betaalautomaat|(?:apple|google) pay(?= )|pin(?:betaling|transactie)|betaling(?: (?:met|via|aan|bankcontact|bancontact|bankkaart|debit|kaart|debitkaart|mastercard))+|ideal(?: betaling)?(?: aan)?|aankoop(?: (?:bancontact|maestro|contactloos|met|debit|mastercard))*',
  '(?:sepa )?(?:incasso|overboeking|overschrijving)(?: (?:algemeen|doorlopend|eenmalig|bedrijven|europese|sepa|naar|van|aan))*|europese domiciliëring(?: van)?|domiciliëring|acceptgiro|periodieke overb\\.?',
  // Swedish, Norwegian, Danish, Finnish
  'innbetaling(?: fra)?(?= [a-zæøå])|kort(?:köp|betalning|kjøp|betaling|køb|transaktion|maksu)(?: utland| sek| nok)?|köp|varekjøp|varekøb|visa varekjøp|vare ?kjøp|visa ?kjøp|visa ?køb|(?:visa/)?dankort(?: ?[ -]?(?:nota|køb))?|visa/dankort|dk nota|autogiro|avtalegiro|efaktura|betalingsservice|e faktura',
  '(?:swish|vipps|mobilepay)(?: (?:betalning|inbetalning|till|från|til|fra|köp|betaling|mottagen|skickad))+|betalning(?: (?:till|bg|pg))|betaling til|overføring (?:til|fra)|överföring (?:till|från)|giro(?: til| fra)|nettgiro(?: til| fra)?|bgmax|straksoverførsel|kortosto|korttiosto|osto(?= )|tilisiirto|verkkomaksu|itsepalvelu|maksupalvelu|pankkikorttiosto|e lasku',
  // Polish, Czech, Slovak, Hungarian
  '(?:płatność|platnosc|transakcja|zakup|operacja|zwrot|obciążenie)(?: (?:przy|użyciu|uzyciu|kartą|karta|karty|kart[ay]|płatniczą|płatniczej|debetową|blik|bezgotówkow[ay]|internet|web|mobilna|kod|zbliżeniowa|w sklepie|w internecie|krajowa|zagraniczna|visa|mastercard))+|zakup|blik(?: zakup| płatność)?(?: e ?commerce| internet)?|dop\\. (?:mc|visa)(?: \\d+)?',
  '(?:przelew|polecenie zapłaty)(?: (?:na telefon|wychodzący|przychodzący|zewnętrzny|wewnętrzny|ekspresowy|krajowy|internetowy|natychmiastowy|środków|do|od|na rzecz|własny|blik))*',
  'plat(?:ba|by|obn[áa] transakcia)(?: (?:kartou|platobnou|debetn[íi]|kreditn[íi]|u obchodn[íi]ka|na internetu|pos|mobilem|p[řr]es internet|za))+|n[áa]kup(?: (?:dne|pos|kartou|na internetu|u))*|inkaso|trval[ýy] (?:p[řr][íi]kaz|pr[íi]kaz)(?: ve prosp[eě]ch)?|[úu]hrada(?: (?:kartou|od|pro))|p[řr][íi]choz[íi] (?:platba|[úu]hrada)(?: od)?|odchoz[íi] (?:platba|[úu]hrada)(?: pro)?',
  '(?:bank)?k[áa]rty[áa]s (?:v[áa]s[áa]rl[áa]s|fizet[ée]s)|v[áa]s[áa]rl[áa]s(?: (?:belf[öo]ldi|k[üu]lf[öo]ldi|partnern[ée]l|k[áa]rty[áa]val|pos))*|[áa]tutal[áa]s(?: [a-z]+)?(?= )|csoportos beszed[ée]s',
  // Romanian, Turkish, Baltic, Croatian and Serbian, Slovene
  '(?:cump[ăa]r[ăa]tur[ăa]|cumparare|plat[ăa]|tranzac[tț]ie)(?: (?:la|pos|cu|cardul?|comerciant|online|internet|ecommerce|non brd|prin))+|pos al[ıi][şs]veri[şs]i?|al[ıi][şs]veri[şs]|kredi kart[ıi] (?:öde|ode)mesi|harcama',
  'pirkinys|pirkums|pirkimas|kaardimakse|kaarditehing|ost(?= \\()|maksājums|atsiskaitymas kortele|plaćanje karticom|kupovina(?: na pos)?|pos kupovina|kupnja|nakup(?: na pos)?|plačilo s kartico|pla[čc]anje',
  // Russian, Ukrainian, Bulgarian, Greek
  '(?:sbol|сбол) перевод|оплата(?: (?:товаров|и|услуг|в|по|картой|через|покупки|сбп))*|покупка(?: (?:товара|в|по|картой|на))*|списание(?: (?:в пользу|за))?|платеж(?: (?:в|по|за))?|перевод(?: (?:от|для|по|сбп|клиенту|на имя))*|купівля|оплата карткою|покупка на пос|плащане на пос|плащане|αγορα(?: με| απο)?(?: καρτα)?',
  // Indonesian
  '(?:kartu debit|byr via e banking|switching (?:db|cr)(?: (?:transfer|biaya txn))?|(?:ke|dr) \\d{3})(?= )',
  // Chinese, Japanese, Korean
  '(?:支付宝|财付通|微信支付|微信|银联|云闪付|美团支付|京东支付|抖音支付|快捷支付|网上支付|消费|退货|扫码付款|二维码付款|跨行转账|金融卡消費|金融卡扣款|信用卡消費|自動扣款|刷卡消費|行動支付)[ \\-－—:：,，]+',
  '(?:[カユドイ]|シャ|ザイ)\\)|(?:ｖ ?デビット|vデビット|デビット|ジェーシービー|ｶｰﾄﾞ|カード利用|スマホ決済|口座振替|振込)[ 　\\d０-９]*|(?:체크카드|신용카드|카드결제|체크|간편결제|온라인결제|자동이체)[ :/-]+',
  // Prefixes of payment providers before the shop
  '(?:sq|tst|sp|pp|zlr|sumup|iz|zettle_?|izettle|paypal|pypl|ztl|gglpay|google|cko|dlo|mp|mercpago|mercadopago|pag|ebw|wpy|lsp|bb|py|fs|ppa|crv|cke|nyx|payu|p24|klarna|stripe|viva|worldline|satispay)(?: ?\\*|_\\*?)(?=.*\\p{L})',
]

/** Words between a payment term and the shop. */
const links =
  'to|at|from|bei|von|vom|chez|presso|bij|aan|hos|till|til|fra|in favore di|a favor de|en faveur de|na rzecz|ve prospěch|v|в|karten? ?nr\\.?|card(?: no\\.?| number| ending(?: in)?)|carte n[o°]|nr\\.? karty|č\\.|nr\\.?|no\\.|n°'

/** Labels before the counterparty's name. */
const partyLabels =
  'auftraggeber(?:in)?|empfänger(?:in)?|empfaenger|zahlungsempfänger|zahlungspflichtiger?|begünstigter?|beguenstigter?|absender|name|naam(?: tegenpartij)?|payee|payer|beneficiary(?: name)?|shop|recipient|sender|remitter|merchant(?: name)?|ordering party|originator|counterparty|b[ée]n[ée]ficiaire|b[ée]n[ée]f|donneur d.ordre|[ée]metteur|titulaire|commer[çc]ant|nom|beneficiario|ordenante|comercio|establecimiento|remitente|destinatario|ordinante|esercente|mittente|benef|favorecido|remetente|estabelecimento|tegenrekeninghouder|begunstigde|opdrachtgever|mottagare|avsändare|mottaker|avsender|modtager|afsender|saaja|maksaja|odbiorca|nadawca|lokalizacja ?:(?: ?kraj ?:[^:]+miasto ?:[^:]+?)? ?adres|nazwa nadawcy|nazwa odbiorcy|nazwa(?: i adres)?(?: odbiorcy| nadawcy)?|zleceniodawca|kontrahent|sklep|příjemce|prijemca|plátce|platiteľ|obchodník|obchodnik|místo|název protiúčtu|kedvezményezett|partner(?: neve)?|megbízó|alıcı|gönderen|işyeri|получатель|плательщик|отправитель|контрагент|одержувач|платник|beneficiar|ordonator|comerciant|primatelj|prejemnik|maksavėjas|gavėjas|saņēmējs|收款人|付款人|收款方|商户|商户名称|对方户名|店名'

/** Labels before anything else; they end a name. */
const otherLabels =
  'issuer|buchungstext|verwendungszweck|vwz|zahlungsgrund|zahlungsreferenz|mitteilung|mitteilungen|kundenreferenz|kto(?:\\.|/iban)?|konto(?:nummer)?|blz(?:/bic)?|iban|bic|swift|ref(?:\\.|erenz|erence)?|réf(?:érence)?|end to end|mandat(?:sreferenz|e|sref)?|mref|eref|gläubiger id|glaeubiger id|creditor id|incassant(?: id)?|machtiging(?: id)?|kenmerk|omschrijving|mededeling|betalingskenmerk|kurs|datum(?:/tijd)?|transactie|valutadatum|pasvolgnr|terminal|term|tid|auth(?: code)?|aut|memo|details?|description|message|purpose|reference|payment reference|account|acct|amount|currency|date|time|value date|card(?: no| number)?|location|city|country|motif|motifs|objet|communication|libell[ée]|concepto|referencia|motivo|observaciones|causale|descrizione|data|ora|carta|importo|divisa|impte|finalidade|descri[çc][ãa]o|meddelande|ocr|melding|kid|besked|viesti|viite|viitenumero|tytuł(?:em)?|tytul|tyt\\.?|adres|ul\\.|lokalizacja|miasto|kraj|nr karty|numer karty|nr rachunku|rachunek(?: nadawcy| odbiorcy)?|adres (?:nadawcy|odbiorcy)|kwota|data transakcji|data wykonania|oryginalna kwota|zpráva(?: pro příjemce)?|poznámka|vs|ks|ss|variabilní symbol|částka|datum transakce|číslo karty|karta|közlemény|megjegyzés|kártyaszám|açıklama|tarih|tutar|назначение(?: платежа)?|карта|дата|сумма|место|detalii|(?:in|din) contul|banca|referinta|nr\\. card|mokėjimo paskirtis|paskirtis|附言|备注|摘要|用途|交易地点|时间|日期|金额|卡号'

/** Closing phrases after a shop's name, such as thanks; they end the name. */
const farewells =
  'sagt (?:vielen )?dank[e]?|sagt:? danke|dankt(?: ihnen| für ihren einkauf)?|vielen dank|bedankt(?: voor)?|dank u wel|vous remercie|le agradece|ringrazia|tackar(?: för)?|takker(?: for)?|kiittää|dziękuje(?:my)?|děkuje(?:me)?|köszöni'

const payments = paymentTerms.map((term) => term.replace('OWN', ownAccount))

/** The terms by their position in a bank's text. */
export const merchantTerms = { payments, links, partyLabels, otherLabels, farewells }
