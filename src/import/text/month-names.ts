/** The months as banks abbreviate them, in the languages banks write. @see docs/import.md#3-dates-numbers-signs */

const NAMES: readonly string[] = [
  'jan|january|januar|jän|jänner|janv|janvier|ene|enero|gen|gennaio|januari|janeiro|sty|stycznia|led|ledna|tammi|sausio|янв|января|oca|ian|ianuarie|januára|ocak|січ|січня|sausis|janvāris|jaanuar|tammikuu|tammikuuta|januarie|leden|styczeń',
  'feb|february|februar|févr|fevr|fév|février|febrero|febbraio|februari|fev|fevereiro|lut|lutego|úno|února|helmi|vasario|фев|февраля|şub|februarie|februára|şubat|лют|лютого|vasaris|februāris|veebruar|helmikuu|helmikuuta|únor|luty|fevral',
  'mar|march|märz|mär|mrz|mars|marzo|maart|mrt|março|marca|bře|března|maalis|kovo|мар|марта|martie|mart|бер|березня|kovas|marts|märts|maaliskuu|maaliskuuta|březen|marzec|március|márc|maa|març',
  'apr|april|avr|avril|abr|abril|aprile|kwi|kwietnia|dub|dubna|huhti|balandžio|апр|апреля|nis|aprilie|apríla|nisan|квіт|квітня|balandis|aprīlis|aprill|huhtikuu|huhtikuuta|duben|kwiecień|április|ápr',
  'may|mai|mayo|mag|maggio|mei|maj|maio|maja|kvě|května|touko|gegužės|мая|май|mája|mayıs|трав|травня|gegužė|maijs|toukokuu|toukokuuta|květen|mej|május|máj',
  'jun|june|juni|juin|junio|giu|giugno|junho|cze|czerwca|čvn|června|kesä|birželio|июн|июня|haz|iun|iunie|júna|haziran|черв|червня|birželis|jūnijs|juuni|kesäkuu|kesäkuuta|červen|czerwiec|június|jún|junie',
  'jul|july|juli|juil|juillet|julio|lug|luglio|julho|lip|lipca|čvc|července|heinä|liepos|июл|июля|tem|iul|iulie|júla|temmuz|лип|липня|liepa|jūlijs|juuli|heinäkuu|heinäkuuta|červenec|lipiec|július|júl|julie',
  'aug|august|août|aout|ago|agosto|augustus|augusti|sie|sierpnia|srp|srpna|elo|rugpjūčio|авг|августа|ağu|augusta|ağustos|серп|серпня|rugpjūtis|augusts|elokuu|elokuuta|srpen|sierpień|augusztus',
  'sep|sept|september|septembre|septiembre|set|settembre|setembro|wrz|września|zář|září|syys|rugsėjo|сен|сентября|eyl|septembrie|septembra|eylül|вер|вересня|rugsėjis|septembris|syyskuu|syyskuuta|wrzesień|szeptember|szept',
  'oct|october|okt|oktober|octobre|octubre|ott|ottobre|out|outubro|paź|października|říj|října|loka|spalio|окт|октября|eki|octombrie|októbra|ekim|жовт|жовтня|spalis|oktobris|oktoober|lokakuu|lokakuuta|říjen|październik|október',
  'nov|november|novembre|noviembre|novembro|lis|listopada|listopadu|marras|lapkričio|ноя|ноября|kas|noiembrie|novembra|kasım|лист|листопада|lapkritis|novembris|marraskuu|marraskuuta|listopad|noi',
  'dec|december|dez|dezember|déc|décembre|dic|diciembre|dicembre|des|desember|dezembro|gru|grudnia|pro|prosince|joulu|gruodžio|дек|декабря|ara|decembrie|decembra|aralık|груд|грудня|gruodis|decembris|detsember|joulukuu|joulukuuta|prosinec|grudzień',
]

const monthByName = new Map(
  NAMES.flatMap((names, at) => names.split('|').map((name) => [name, at + 1] as const)),
)

/** The number of a month by its name or abbreviation; undefined for any other word. */
export const parseMonthName = (name: string): number | undefined =>
  monthByName.get(name.toLowerCase().replace(/\.$/, ''))
