/**
 * Words by which a row speaks of money that was spent, whatever the sign of its amount.
 * @see docs/import.md#10-rules-found-with-unseen-files
 */

const SHOP_NAMES =
  /\b(?:mcdonald'?s|burger king|kfc|subway|wendy'?s|starbucks|dunkin|domino'?s|pizza hut|chipotle|tim hortons|costa coffee|greggs|pret a manger|aldi|lidl|rewe|edeka|netto|penny|kaufland|tesco|sainsbury'?s?|asda|morrisons|waitrose|carrefour|auchan|intermarch[eé]|leclerc|mercadona|albert heijn|jumbo|delhaize|colruyt|migros|denner|billa|biedronka|żabka|coles|woolworths|walmart|wal-mart|safeway|kroger|trader joe'?s|whole foods|publix|7-eleven|ikea|decathlon|h&m|zara|primark|amazon|amzn|ebay|aliexpress|netflix|spotify|disney ?\+|uber|lyft|bolt\.eu|ryanair|easyjet|lufthansa|airbnb|booking\.com|shell|exxon|chevron|texaco|totalenergies|esso|repsol|walgreens|cvs|boots|rossmann|mediamarkt|best buy|home depot|leroy merlin)\b/i
const PURCHASE_TEXTS =
  /^(?:(?:pos|card|debit card|visa|contactless|online) (?:purchase|payment|transaction|debit)|kartenzahlung|kaartbetaling|betaalautomaat|carte? (?:\d|x)|paiement (?:par )?carte|pago con tarjeta|compra (?:con )?tarjeta|pagamento pos|kortköp|kortkøb|varekjøp|korttiosto|płatność kartą|platba kartou|kártyás vásárlás)/i
const SPENDING_CATEGORIES =
  /^(?:purchase|sale|groceries|grocery|supermarkets?|restaurants?|coffee(?: shops?)?|dining|utilities|pharmacy|food & drink|food and drink|fast food|gas(?:oline)?(?:\/automotive)?|fuel|merchandise|shopping|entertainment|automotive|lebensmittel|drogerie|tanken|essen(?: & trinken)?|restaurant|boodschappen|horeca|courses|restauration|alimentation|alimentación|alimentação|ristorant[ei]|supermercato|supermercados?|restaurantes?|assinaturas?|farm[áa]cias?|mercados?|zakupy|restauracje|żywność|餐饮(?:美食)?|购物|超市)$/i

/** Does this text speak of a purchase: a shop everybody knows, a card that paid, a kind of spending? */
export const mentionsSpending = (text: string): boolean =>
  text.length > 2 && (SHOP_NAMES.test(text) || PURCHASE_TEXTS.test(text) || SPENDING_CATEGORIES.test(text))
