/**
 * Generates bank files with random columns, signs, dates, separators and languages.
 * @see docs/import.md#bars
 */

/** Returns a deterministic source of random choices. */
function chances(seed: number) {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    below,
    one: <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value, // Never empty.
    isTrue: (share: number): boolean => next() < share,
  }
}
type Chances = ReturnType<typeof chances>

/** A row with its amount in cents and the balance after it. */
interface Row {
  day: string
  payee: string
  cents: number
  fee: number
  balance: number
  bank: number
}

/** A generated file and its expected result. */
export interface GeneratedFile {
  text: string
  currency: string
  /** `date amount` of the rows that move money, sorted. */
  expected: string[]
  hasBalance: boolean
  /** True if outflows are written without a minus and inflows with one. */
  isTurned: boolean
  /** True if a balance was changed or a row removed, which must be reported. */
  isBroken: boolean
  /** How the file was generated. */
  trait: string
}

const PAYEES = [
  [
    'Tavola Nord',
    'Kwik Wash',
    'Ophelia Voss',
    'Brae Timber',
    'Lumen Grid',
    'Hof Hansen',
    'Pixel Forge',
    'Mara Quint',
  ],
  [
    'Kaplan Optik',
    'Studio Velo',
    'Noor Textiles',
    'Ferry 12',
    'Dr Abel',
    'Garden Row',
    'Ilse Brandt',
    'Toll Bridge',
  ],
]

const HEADERS = [
  {
    date: 'Date',
    payee: 'Description',
    amount: 'Amount',
    in: 'Money in',
    out: 'Money out',
    balance: 'Balance',
    fee: 'Fee',
    flag: 'Debit/Credit',
    currency: 'Currency',
    other: 'Original amount',
    otherCurrency: 'Original currency',
  },
  {
    date: 'Buchungstag',
    payee: 'Empfänger',
    amount: 'Betrag',
    in: 'Haben',
    out: 'Soll',
    balance: 'Saldo',
    fee: 'Gebühr',
    flag: 'Soll/Haben',
    currency: 'Währung',
    other: 'Originalbetrag',
    otherCurrency: 'Originalwährung',
  },
  {
    date: 'Fecha',
    payee: 'Concepto',
    amount: 'Importe',
    in: 'Abono',
    out: 'Cargo',
    balance: 'Saldo',
    fee: 'Comisión',
    flag: 'Debe/Haber',
    currency: 'Divisa',
    other: 'Importe original',
    otherCurrency: 'Divisa original',
  },
  {
    date: 'Data',
    payee: 'Descrizione',
    amount: 'Importo',
    in: 'Entrate',
    out: 'Uscite',
    balance: 'Saldo',
    fee: 'Commissione',
    flag: 'Dare/Avere',
    currency: 'Divisa',
    other: 'Importo originale',
    otherCurrency: 'Valuta originale',
  },
  {
    date: 'Dato',
    payee: 'Tekst',
    amount: 'Beløb',
    in: 'Ind',
    out: 'Ud',
    balance: 'Saldo',
    fee: 'Gebyr',
    flag: 'Debet/Kredit',
    currency: 'Valuta',
    other: 'Original beløb',
    otherCurrency: 'Original valuta',
  },
] as const
type Header = (typeof HEADERS)[number]

const SIGNS = ['signed', 'turned', 'pair', 'flag', 'unsigned'] as const
const DATES = ['iso', 'dots', 'slashes', 'american', 'compact'] as const
const MARKS = [
  { decimal: '.', thousand: '' },
  { decimal: ',', thousand: '' },
  { decimal: '.', thousand: ',' },
  { decimal: ',', thousand: '.' },
] as const
const BREAKS = ['none', 'none', 'none', 'cent', 'missing'] as const

/** Returns a file by its number; the same number returns the same file. */
export function generateFile(seed: number): GeneratedFile {
  const chance = chances(seed)
  const style = {
    sign: chance.one(SIGNS),
    dates: chance.one(DATES),
    mark: chance.one(MARKS),
    broken: chance.one(BREAKS),
    delimiter: chance.one([',', ';', '\t']),
    header: chance.one(HEADERS),
    hasBalance: chance.isTrue(0.8),
    hasFee: chance.isTrue(0.25),
    hasForeign: chance.isTrue(0.25),
    isNewestFirst: chance.isTrue(0.5),
    isShuffled: chance.isTrue(0.3),
    isSwapped: chance.isTrue(0.5),
  }
  // A card statement lists spending; unsigned amounts in both directions would be ambiguous.
  const rows = makeRows(chance, style.hasFee, style.sign === 'unsigned')
  const kept = breakRows(rows, style.broken, chance)
  const listed = style.isNewestFirst ? kept.toReversed() : kept
  const ordered = style.isShuffled ? shuffleDays(listed, chance) : listed
  const columns = columnsFor(style, chance)
  const lines = [
    columns.map(({ name }) => name),
    ...ordered.map((row) => columns.map(({ cell }) => cell(row))),
  ]
  const moved = kept.map(
    ({ day, cents, fee }) => `${day} ${formatAmount(style.hasBalance ? cents - fee : cents, '.')}`,
  )
  return {
    text: `${lines.map((cells) => cells.map((cell) => quote(cell, style.delimiter)).join(style.delimiter)).join('\n')}\n`,
    currency: 'EUR',
    expected: moved.toSorted(),
    hasBalance: style.hasBalance,
    isTurned: style.sign === 'turned',
    isBroken: style.hasBalance && style.broken !== 'none',
    trait: `${seed} ${style.sign} ${style.dates} ${style.broken}${style.hasFee ? ' fee' : ''}${style.hasForeign ? ' foreign' : ''}${style.hasBalance ? '' : ' no balance'}${style.isShuffled ? ' shuffled' : ''}`,
  }
}

function makeRows(chance: Chances, hasFee: boolean, isCard: boolean): Row[] {
  const payees = chance.one(PAYEES)
  let balance = 100_000 + chance.below(900_000)
  let day = Date.UTC(2026, chance.below(8), 1 + chance.below(28))
  return Array.from({ length: 6 + chance.below(30) }, () => {
    day += chance.below(4) * 86_400_000
    const isIn = !isCard && chance.isTrue(0.25)
    const cents = (1 + chance.below(isIn ? 250_000 : 30_000)) * (isIn ? 1 : -1)
    const fee = hasFee && chance.isTrue(0.4) ? 10 + chance.below(500) : 0
    balance += cents - fee
    const iso = new Date(day).toISOString().slice(0, 10)
    return { day: iso, payee: chance.one(payees), cents, fee, balance, bank: balance }
  })
}

function breakRows(rows: readonly Row[], how: (typeof BREAKS)[number], chance: Chances): Row[] {
  const at = 2 + chance.below(rows.length - 4)
  if (how === 'missing') return rows.filter((_, index) => index !== at)
  if (how === 'none') return [...rows]
  return rows.map((row, index) => (index === at ? { ...row, bank: row.bank + 1 } : row))
}

/** Returns the rows with each day shuffled, as banks sort them. */
function shuffleDays(rows: readonly Row[], chance: Chances): Row[] {
  const days = new Map<string, Row[]>()
  for (const row of rows) days.set(row.day, [...(days.get(row.day) ?? []), row])
  return [...days.values()].flatMap((day) => (chance.isTrue(0.5) ? day.toReversed() : day))
}

interface Style {
  sign: (typeof SIGNS)[number]
  dates: (typeof DATES)[number]
  mark: (typeof MARKS)[number]
  header: Header
  hasBalance: boolean
  hasFee: boolean
  hasForeign: boolean
  isSwapped: boolean
}

interface Field {
  name: string
  cell(row: Row): string
}

function columnsFor({ sign, dates, mark, header, ...style }: Style, chance: Chances): Field[] {
  const money = (cents: number): string => formatAmount(cents, mark.decimal, mark.thousand)
  const size = (cents: number): string => money(Math.abs(cents))
  const rate = 1 + (1 + chance.below(40)) / 100
  const amounts: Record<Style['sign'], Field[]> = {
    signed: [{ name: header.amount, cell: ({ cents }) => money(cents) }],
    turned: [{ name: header.amount, cell: ({ cents }) => money(-cents) }],
    unsigned: [{ name: header.amount, cell: ({ cents }) => size(cents) }],
    pair: [
      { name: header.out, cell: ({ cents }) => (cents < 0 ? size(cents) : '') },
      { name: header.in, cell: ({ cents }) => (cents > 0 ? size(cents) : '') },
    ],
    flag: [
      { name: header.amount, cell: ({ cents }) => size(cents) },
      { name: header.flag, cell: ({ cents }) => header.flag.split('/')[cents < 0 ? 0 : 1] ?? '' },
    ],
  }
  const fields: Field[] = [
    { name: header.date, cell: ({ day }) => writtenDay(day, dates) },
    { name: header.payee, cell: ({ payee }) => payee },
    ...(style.isSwapped ? amounts[sign].toReversed() : amounts[sign]),
    ...(style.hasFee ? [{ name: header.fee, cell: ({ fee }: Row) => money(fee) }] : []),
    ...(style.hasForeign
      ? [
          { name: header.currency, cell: () => 'EUR' },
          { name: header.other, cell: ({ cents }: Row) => money(Math.round(cents * rate)) },
          { name: header.otherCurrency, cell: () => 'USD' },
        ]
      : []),
    ...(style.hasBalance ? [{ name: header.balance, cell: ({ bank }: Row) => money(bank) }] : []),
  ]
  const start = chance.below(fields.length)
  // A currency code belongs to the adjacent amount, so foreign columns keep their places.
  return style.hasForeign ? fields : [...fields.slice(start), ...fields.slice(0, start)]
}

function formatAmount(cents: number, decimal: string, thousand = ''): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  const whole = digits.slice(0, -2).replace(/\B(?=(?:\d{3})+$)/g, thousand)
  return `${cents < 0 ? '-' : ''}${whole}${decimal}${digits.slice(-2)}`
}

function writtenDay(iso: string, form: Style['dates']): string {
  const [year = '', month = '', day = ''] = iso.split('-')
  const forms = {
    iso,
    dots: `${day}.${month}.${year}`,
    slashes: `${day}/${month}/${year}`,
    american: `${month}/${day}/${year}`,
    compact: `${year}${month}${day}`,
  }
  return forms[form]
}

const quote = (cell: string, delimiter: string): string => (cell.includes(delimiter) ? `"${cell}"` : cell)
