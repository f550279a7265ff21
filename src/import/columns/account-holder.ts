/**
 * Finds the account holder's names, which occur in many rows and are never the merchant.
 * @see docs/import.md#merchant-and-notes
 */

import { toNameKey } from '../../contract/normalize-name.ts'
import type { AmountReader } from '../../tables/columns/amount-evidence.ts'
import { type ColumnProfile, scoreRole, type TableProfile } from '../../tables/columns/column-profile.ts'
import type { TextColumns } from '../../tables/columns/description-columns.ts'
import type { FileRecord } from '../../tables/file-record.ts'
import { detectHeaderRoles } from '../../tables/words/header-terms.ts'

interface HolderEvidence {
  /** The lines above the table. */
  preamble: readonly FileRecord[]
  profile: TableProfile
  texts: Pick<TextColumns, 'payee' | 'payer'>
  money: Pick<AmountReader, 'read'>
}

/** Returns the normalized names of the account holder. */
export function findAccountHolders({ preamble, profile, texts, money }: HolderEvidence): ReadonlySet<string> {
  const holderColumns = profile.columns.filter((column) => scoreRole(column, 'holder') > 0)
  const holders = new Set<string>([
    ...preamble.flatMap(({ cells }) => readLabelledHolders(cells)),
    ...readNames(profile.records[0]?.cells ?? [], holderColumns),
  ])
  const { payee, payer } = texts
  if (payee.length === 0 || payer.length === 0) return holders
  const inAll = findNamesInEveryRow(profile.records, texts)
  if (inAll.length === 1) return holders.add(inAll[0] ?? '')
  // The holder is the payer of outgoing money and the payee of incoming money.
  const paying = new Set<string>()
  const paid = new Set<string>()
  for (const { cells } of profile.records) {
    const amount = money.read(cells)
    if (amount.kind !== 'amount') continue
    const [names, columns] = amount.minor > 0n ? [paid, payee] : [paying, payer]
    for (const name of readNames(cells, columns)) names.add(name)
  }
  for (const name of paying) if (paid.has(name)) holders.add(name)
  return holders
}

/** Returns the names that occur in every row with both a payer and a payee. */
function findNamesInEveryRow(
  records: TableProfile['records'],
  { payee, payer }: Pick<TextColumns, 'payee' | 'payer'>,
): string[] {
  const rows = records
    .map(({ cells }) => [readNames(cells, payee), readNames(cells, payer)])
    .filter((sides) => sides.every((names) => names.length > 0))
    .map((sides) => sides.flat())
  const [first = [], ...others] = rows
  return others.length === 0 ? [] : first.filter((name) => others.every((names) => names.includes(name)))
}

const readNames = (cells: readonly string[], columns: readonly ColumnProfile[]): string[] =>
  columns.flatMap(({ index }) => toNameKey(cells[index] ?? '') || [])

/** Returns the name after a label such as `Account holder`, in the same cell or in the next one. */
function readLabelledHolders(cells: readonly string[]): string[] {
  return cells.flatMap((cell, at) => {
    const [label = '', inside = ''] = cell.split(/:(.*)/s)
    if (label.length > 40 || !detectHeaderRoles(label).has('holder')) return []
    const name = inside.trim() || cells.slice(at + 1).find((next) => next !== '') || ''
    return /\p{L}{2}/u.test(name) ? [toNameKey(name)] : []
  })
}
