/** Finds out what the columns of another program's table mean, by their headings. */

import { UserError } from '../../contract/errors.ts'
import { type CsvRecord, readCsvRecords } from '../../tables/records/csv-records.ts'
import { detectHeaderRoles, type HeaderRole, normalizeHeader } from '../../tables/words/header-terms.ts'
import { findKnownTable, type KnownTable } from './known-tables.ts'

/** The index of each column that was found. */
export type CsvColumns = ReadonlyMap<CsvField, number>

/** A table of transactions. */
export interface CsvTable {
  delimiter: string
  /** The row of the header. */
  headerRow: number
  /** The number of its cells. */
  width: number
  /** The headings, in lower case. */
  headings: readonly string[]
  columns: CsvColumns
  known: KnownTable | undefined
}

/** Whole headings of each field, the best first. */
const headings = {
  date: 'date|transaction date|datum|fecha|data|dato|booking date|posted date|postedon|posted on|date utc|period|time',
  account:
    'account|account name|accounts|name referenzkonto|konto|kontoname|compte|cuenta|conto|conta|rekening|wallet|from account',
  payee: 'merchant|payee|merchant name|payee/security|name|title|description|payee/payer',
  original:
    'original statement|original description|original name|full description|statement|bank description',
  notes: 'notes|note|memo|memo/notes|comment|comments|notiz|notizen',
  category:
    'category|category name|envelope|kategorie|analyse hauptkategorie|catégorie|categoría|categoria|kategoria|kategori|categorie|kategória|otheraccounts',
  group: 'parent category|parent categories|category group|group|master category|parent',
  tags: 'tags|labels|tag|label|transaction tags',
  amount:
    'amount|amount 1|betrag|montant|importe|importo|bedrag|belopp|beløb|beløp|kwota|valor|change|amount num',
  outflow: 'outflow|debit|withdrawal|expense amount|expense|spent',
  inflow: 'inflow|credit|deposit|income amount|income|received',
  fee: 'fee|fees|fee amount|transaction fee|commission|gebühr|gebühren|frais|comisión|commissione',
  type: 'transaction type|type|income/expense|typ|art|buchungstyp|buchungsart|tipo|tipo de transacción|type de transaction|type transaction|soort|rodzaj|тип',
  status: 'status|state|cleared|reconcile',
  reconciled: 'reconciled',
  currency:
    'currency code|currency|currency 1|account currency|commodity/currency|commodity|währung|waehrung|devise|moneda|valuta|waluta',
  source: 'source name|from account|expense transfer out',
  sourceOrCategory: 'from account / from category',
  sourceType: 'source type',
  destination: 'destination name|to account / to category|to account|account2|income transfer in',
  destinationType: 'destination type',
  subcategory:
    'subcategory|sub category|subcategory name|subcategoria|subcategoría|unterkategorie|analyse unterkategorie|to subcategory',
  accountNumber: 'account number|account mask|referenzkonto',
  accountType: 'account type',
  institution: 'institution name|institution',
  otherAccount: 'transfers|transfer account',
  isTransfer: 'transfer|is transfer|analyse umbuchung',
  foreignAmount: 'foreign amount|amount 2|account2 amount|receive amount',
  foreignCurrency: 'foreign currency code|currency 2|account2 currency|receive currency',
  splitAmount: 'split amount',
  balance: 'balance|running balance|closing balance|running bal|kontostand|saldo|solde',
  customPayee: 'custom name',
  transactionId: 'transaction id|txnidx',
  value: 'value num',
  symbolAmount: 'amount with sym',
  details: 'details',
  statedAccount: 'name',
  statedBalance: 'current balance',
  description: 'description',
} as const

/** What a column holds. `source` and `destination` are the two accounts of a row of a double-entry program. */
export type CsvField = keyof typeof headings

/** The roles of bank files, in many languages, for fields whose heading is not among the above. */
const rolesByField: Readonly<Partial<Record<CsvField, readonly HeaderRole[]>>> = {
  date: ['date'],
  payee: ['payee', 'name', 'text'],
  type: ['flag'],
  amount: ['amount'],
  outflow: ['out'],
  inflow: ['in'],
}

const DELIMITERS = [',', ';', '\t', '|'] as const
const MAX_HEADER_ROWS = 10

/** Returns the table of a text; undefined if no row is a header with a date and an amount. */
export function findCsvTable(text: string, file: string): CsvTable | undefined {
  for (const delimiter of DELIMITERS)
    for (const record of readFirstRecords(text, { file, delimiter })) {
      const cells = listCells(record)
      const names = cells.map(normalizeHeading)
      const known = findKnownTable(names)
      const columns = findColumns(cells, names, known)
      if (columns.has('date') && hasAmount(columns))
        return { delimiter, headerRow: record.row, width: record.width, headings: names, columns, known }
    }
  return undefined
}

const hasAmount = (columns: CsvColumns): boolean =>
  columns.has('amount') || (columns.has('outflow') && columns.has('inflow'))

const normalizeHeading = (cell: string): string => normalizeHeader(cell.replace('#', ' number '))

function* readFirstRecords(text: string, dialect: { file: string; delimiter: string }): Generator<CsvRecord> {
  try {
    for (const record of readCsvRecords(text, dialect)) {
      if (record.row > MAX_HEADER_ROWS) return
      yield record
    }
  } catch (error) {
    // With a delimiter that is not the file's, quotes seem to be never closed.
    if (!(error instanceof UserError)) throw error
  }
}

const listCells = (record: CsvRecord): string[] =>
  Array.from({ length: record.width }, (_, index) => record.cell(index))

function findColumns(
  cells: readonly string[],
  names: readonly string[],
  known: KnownTable | undefined,
): CsvColumns {
  const columns = new Map<CsvField, number>()
  for (const [field, terms] of Object.entries(headings)) {
    const index = terms
      .split('|')
      .map((term) => names.indexOf(term))
      .find((at) => at >= 0)
    if (index !== undefined) columns.set(field as CsvField, index) // The keys of the headings are the fields.
  }
  for (const field of ['amount', 'account', 'category'] as const)
    if (known?.[field] !== undefined) columns.set(field, names.indexOf(known[field]))
  addByRoles(columns, cells)
  // Beside an amount, such columns repeat it or say something else.
  if (columns.has('amount')) for (const field of ['outflow', 'inflow'] as const) columns.delete(field)
  if (known?.amount !== undefined) columns.delete('fee')
  return columns
}

function addByRoles(columns: Map<CsvField, number>, cells: readonly string[]): void {
  const isComplete = hasAmount(columns)
  const used = new Set(columns.values())
  for (const [name, roles] of Object.entries(rolesByField)) {
    const field = name as CsvField // The keys of the roles are fields.
    if (columns.has(field) || (isComplete && ['amount', 'outflow', 'inflow'].includes(field))) continue
    const index = findByRoles(cells, { roles, used })
    if (index < 0) continue
    columns.set(field, index)
    used.add(index)
  }
}

/** Returns the column with the surest heading of the first role that any column has; -1 for none. */
function findByRoles(
  cells: readonly string[],
  { roles, used }: { roles: readonly HeaderRole[]; used: ReadonlySet<number> },
): number {
  for (const role of roles) {
    const sureness = cells.map((cell, at) => (used.has(at) ? 0 : (detectHeaderRoles(cell).get(role) ?? 0)))
    const best = Math.max(0, ...sureness)
    if (best > 0) return sureness.indexOf(best)
  }
  return -1
}
