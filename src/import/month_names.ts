/** The months as banks abbreviate them, in the languages banks write. */ // import.md §3

const NAMES: readonly string[] = [
  'jan|january|januar|jän|jänner|janv|janvier|ene|enero|gen|gennaio|januari|janeiro|sty|stycznia|led|ledna|tammi|sausio|янв|января|oca',
  'feb|february|februar|févr|fevr|fév|février|febrero|febbraio|februari|fev|fevereiro|lut|lutego|úno|února|helmi|vasario|фев|февраля|şub',
  'mar|march|märz|mär|mrz|mars|marzo|maart|mrt|março|marca|bře|března|maalis|kovo|мар|марта',
  'apr|april|avr|avril|abr|abril|aprile|kwi|kwietnia|dub|dubna|huhti|balandžio|апр|апреля|nis',
  'may|mai|mayo|mag|maggio|mei|maj|maio|maja|kvě|května|touko|gegužės|мая|май',
  'jun|june|juni|juin|junio|giu|giugno|junho|cze|czerwca|čvn|června|kesä|birželio|июн|июня|haz',
  'jul|july|juli|juil|juillet|julio|lug|luglio|julho|lip|lipca|čvc|července|heinä|liepos|июл|июля|tem',
  'aug|august|août|aout|ago|agosto|augustus|augusti|sie|sierpnia|srp|srpna|elo|rugpjūčio|авг|августа|ağu',
  'sep|sept|september|septembre|septiembre|set|settembre|setembro|wrz|września|zář|září|syys|rugsėjo|сен|сентября|eyl',
  'oct|october|okt|oktober|octobre|octubre|ott|ottobre|out|outubro|paź|października|říj|října|loka|spalio|окт|октября|eki',
  'nov|november|novembre|noviembre|novembro|lis|listopada|listopadu|marras|lapkričio|ноя|ноября|kas',
  'dec|december|dez|dezember|déc|décembre|dic|diciembre|dicembre|des|desember|dezembro|gru|grudnia|pro|prosince|joulu|gruodžio|дек|декабря|ara',
]

const numbers = new Map(NAMES.flatMap((names, at) => names.split('|').map((name) => [name, at + 1] as const)))

/** The number of a month by its name or abbreviation; undefined for any other word. */
export const monthNumber = (name: string): number | undefined =>
  numbers.get(name.toLowerCase().replace(/\.$/, ''))
