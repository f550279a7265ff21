/** Finds out what the columns of another program's table mean, by their headings. */

import { detectHeaderRoles, type HeaderRole, normalizeHeader } from '../../import/text/header-terms.ts'
import { type CsvRecord, readCsvRecords } from '../csv-records.ts'

/** What a column holds. `source` and `destination` are the two accounts of a row of a double-entry program. */
export type CsvField =
  | 'date'
  | 'account'
  | 'payee'
  | 'original'
  | 'notes'
  | 'category'
  | 'group'
  | 'tags'
  | 'amount'
  | 'outflow'
  | 'inflow'
  | 'fee'
  | 'type'
  | 'status'
  | 'reconciled'
  | 'currency'
  | 'source'
  | 'sourceType'
  | 'destination'
  | 'destinationType'

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
}

/** Whole headings, the best first. */
const headings: Readonly<Record<CsvField, string>> = {
  date: 'date|transaction date|datum|fecha|data|dato|booking date|posted date',
  account: 'account|account name|konto|kontoname|compte|cuenta|conto|rekening|conta|wallet',
  payee: 'merchant|payee|merchant name|name|description',
  original: 'original statement|original description|statement|bank description',
  notes: 'notes|note|memo|comment|comments|notiz|notizen',
  category:
    'category|category name|kategorie|catégorie|categoría|categoria|kategoria|kategori|categorie|kategória',
  group: 'parent category|category group|group|master category|parent',
  tags: 'tags|labels|tag|label',
  amount: 'amount|betrag|montant|importe|importo|bedrag|belopp|beløb|beløp|kwota|valor',
  outflow: 'outflow|debit|withdrawal|expense|spent',
  inflow: 'inflow|credit|deposit|income|received',
  fee: 'fee|fees|fee amount|transaction fee|gebühr|gebühren|frais|comisión|commissione',
  type: 'transaction type|type',
  status: 'status|state|cleared',
  reconciled: 'reconciled',
  currency: 'currency code|currency|account currency|währung|devise|moneda|valuta|waluta',
  source: 'source name',
  sourceType: 'source type',
  destination: 'destination name',
  destinationType: 'destination type',
}

/** The roles of bank files, in many languages, for fields whose heading is not among the above. */
const rolesByField: Readonly<Partial<Record<CsvField, readonly HeaderRole[]>>> = {
  date: ['date'],
  payee: ['payee', 'name', 'text'],
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
      const columns = findColumns(record)
      const headings = listCells(record).map(normalizeHeader)
      const hasAmount = columns.has('amount') || (columns.has('outflow') && columns.has('inflow'))
      if (columns.has('date') && hasAmount)
        return { delimiter, headerRow: record.row, width: record.width, headings, columns }
    }
  return undefined
}

function* readFirstRecords(text: string, dialect: { file: string; delimiter: string }): Generator<CsvRecord> {
  for (const record of readCsvRecords(text, dialect)) {
    if (record.row > MAX_HEADER_ROWS) return
    yield record
  }
}

const listCells = (record: CsvRecord): string[] =>
  Array.from({ length: record.width }, (_, index) => record.cell(index))

function findColumns(record: CsvRecord): CsvColumns {
  const cells = listCells(record)
  const names = cells.map(normalizeHeader)
  const columns = new Map<CsvField, number>()
  for (const [field, terms] of Object.entries(headings)) {
    const index = terms
      .split('|')
      .map((term) => names.indexOf(term))
      .find((at) => at >= 0)
    if (index !== undefined) columns.set(field as CsvField, index) // The keys of the headings are the fields.
  }
  const used = new Set(columns.values())
  for (const [field, roles] of Object.entries(rolesByField)) {
    const index = columns.has(field as CsvField) ? -1 : findByRoles(cells, { roles, used })
    if (index < 0) continue
    columns.set(field as CsvField, index)
    used.add(index)
  }
  return columns
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
