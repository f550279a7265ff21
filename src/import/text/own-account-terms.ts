/**
 * Header words for the account a row belongs to, `|` between them; each is the whole header.
 * @see docs/import.md#10-rules-found-with-unseen-files
 */

const parseTermList = (terms: string): ReadonlySet<string> => new Set(terms.split('|'))

/** They name the account of the file itself, never the other side's. */
export const ownAccountTerms = parseTermList(
  'account|account name|account id|account label|account nickname|account title|account alias|source account|bank account|own account|my account|this party account|posted account|card name|wallet|' +
    'konto|kontoname|konto name|kontobezeichnung|bezeichnung konto|auftragskonto|iban auftragskonto|bezeichnung auftragskonto|auftraggeberkonto|iban auftraggeberkonto|eigenes konto|eigene iban|iban kontoinhaber|mein konto|' +
    'rekening|rekeningnaam|naam rekening|naam van de rekening|eigen rekening|' +
    'compte|nom du compte|nom compte|libellé du compte|libellé compte|libelle compte|intitulé du compte|compte donneur d ordre|' +
    'cuenta|nombre de la cuenta|nombre cuenta|mi cuenta|conto|nome conto|nome del conto|conto o carta|conta|nome da conta|minha conta|' +
    'kontonamn|kontonavn|egen konto|tili|tilin nimi|rachunek|nazwa rachunku|nazwa konta|moje konto|účet|název účtu|názov účtu|vlastní účet|můj účet|számla|könyvelési számla|számla neve|' +
    'konts|klienta konts|kliendi konto|sąskaita|kliento sąskaita|cont|contul|счет|счёт|мой счет|название счета|рахунок|сметка|hesap|hesap adı|账户|本方账号|我方账号|口座|口座名|계좌|계좌명',
)

/** They number an account: of some banks the file's own, of others the one on the other side. */
export const accountNumberTerms = parseTermList(
  'iban|iban/bban|bban|iban/account number|iban/kontonummer|iban/konto nr|kontonummer/iban|kontonummer|konto nr|konto nummer|kontonr|bsb/account number|' +
    'rekeningnummer|rekening nummer|numéro de compte|numéro compte|n de compte|n compte|número de cuenta|numero de cuenta|nº de cuenta|n de cuenta|numero conto|numero di conto|número da conta|n da conta|' +
    'kontonummer eget|tilinumero|numer rachunku|nr rachunku|numer konta|nr konta|číslo účtu|cislo uctu|számlaszám|számla száma|konta numurs|sąskaitos nr|sąskaitos numeris|număr cont|номер счета|номер счёта|номер рахунку|账号|帐号|口座番号|계좌번호',
)

/** They number the file's own account where every row has one; the other side's is headed by whose it is. */
export const plainNumberTerms = parseTermList(
  'account number|account no|account nr|account num|accountnum|account|acct|acct no|acct number|a/c no',
)

/** They say what kind of account the one beside it is. */
export const accountKindTerms = parseTermList(
  'account type|account kind|account name|account nickname|account label|kontotyp|kontoart|kontoname|kontobezeichnung|naam van de rekening|type de compte|tipo de cuenta|tipo conto|tipo de conta|rodzaj konta|typ účtu|tilin tyyppi',
)

const COUNTERPARTY =
  /counter|other party|\bop\b|payee|partner|recipient|beneficiar|remitter|sender|target|destination|tegen|contrepartie|contraparte|controparte|destinatari|gegen|empf|begünstig|zahlungs|auftraggeber\/|mottag|mottak|modtag|saaja|odbiorc|kontrahent|proti|saņēm|gavėj|kedvezm|получател|контрагент|对方|交易对手|相手|상대/u
const ACCOUNT =
  /iban|account|acct|konto|rekening|compte|cuenta|conto|conta|tili|rachun|účet|účt|uctu|számla|счет|счёт|账|帐|口座|계좌/u

/** Does a header name the account on the other side? */
export const isCounterpartyAccountHeader = (key: string): boolean =>
  COUNTERPARTY.test(key) && ACCOUNT.test(key)
