/**
 * Reads the texts of a CSV row: the bank's own wording and the cells that may name the merchant.
 * @see docs/import.md#3-dates-numbers-signs
 * @see docs/import.md#merchant-and-notes
 */

import { toNameKey } from '../../contract/normalize-name.ts'
import type { MinorUnits } from '../../money/minor-units.ts'
import { collapseWhitespace } from '../../tables/cells/vocabulary.ts'
import type { ColumnProfile } from '../../tables/columns/column-profile.ts'
import type { FileRecord } from '../../tables/file-record.ts'
import { type BankTexts, joinTexts } from '../../transactions/merchant-names/merchant-and-notes.ts'
import { hasPartyLabel } from '../../transactions/merchant-names/merchant-name.ts'
import type { TableLayout } from '../columns/table-layout.ts'

interface TextCellContext {
  layout: TableLayout
  minor: MinorUnits | undefined
}

/** Returns the bank's wording of a row, before any merchant is extracted. */
export function readBankTexts(
  { cells, continuation }: FileRecord,
  { layout, minor }: TextCellContext,
): BankTexts {
  const { payee, notes, details, merchantSources: sources } = layout.texts
  const [only] = payee
  const [other] = notes
  // Most tables have one or two text columns; this path builds no arrays, which matters in a large file.
  if (only && hasSimpleTexts(layout) && continuation === undefined && (!other || cells[only.index] !== ''))
    return {
      raw_payee: collapseWhitespace(cells[only.index] ?? ''),
      raw_notes: other ? collapseWhitespace(cells[other.index] ?? '') : '',
      details: '',
    }
  const cell = ({ index }: ColumnProfile): string => collapseWhitespace(cells[index] ?? '')
  const isFilled = ({ index }: ColumnProfile): boolean => (cells[index] ?? '') !== ''
  const parties = selectCounterpartyColumns(layout, minor)
  const filledNotes = notes.filter(isFilled)
  const column = parties.find(isFilled) ?? filledNotes[0] ?? sources.find(isFilled) ?? details.find(isFilled)
  const noteTexts = filledNotes.filter((one) => one !== column).map(cell)
  const bank = {
    raw_payee: column ? cell(column) : '',
    raw_notes: noteTexts.length > 1 ? [...new Set(noteTexts)].join(' ') : (noteTexts[0] ?? ''),
    details: '',
  }
  const partyColumns = selectPartyColumns(layout, parties)
  if (details.length > 0 || partyColumns.length > 1 || continuation !== undefined) {
    const others = [...excludeAccountHolders(partyColumns, cells, layout), ...details]
    const detailTexts = others.filter((one) => one !== column && isFilled(one)).map(cell)
    const isNew = (text: string) =>
      /[\p{L}\p{N}]/u.test(text) && !bank.raw_payee.includes(text) && !bank.raw_notes.includes(text)
    bank.details = joinTexts([...detailTexts, continuation ?? ''].filter(isNew))
  }
  return bank
}

/** Returns the cells in which the merchant may be named, the most likely first. */
export function selectMerchantCells(
  { cells, continuation }: FileRecord,
  { layout, minor }: TextCellContext,
): readonly string[] {
  const { notes, merchantSources: sources, isNamed } = layout.texts
  const parties = selectCounterpartyColumns(layout, minor)
  const isOnlyText = hasSimpleTexts(layout) && notes.length === 0 && continuation === undefined
  // If the account holder is unknown, the side that did not send the money may be the holder.
  const columns =
    layout.holders.size === 0 || isOnlyText
      ? parties
      : excludeAccountHolders(selectPartyColumns(layout, parties), cells, layout)
  const found = [...columns, ...sources].map(({ index }) => cells[index] ?? '')
  if (continuation !== undefined) found.push(continuation)
  return isNamed ? found : sortLabelledFirst(found)
}

/** True if one column names the counterparty and at most one more describes the transaction. */
const hasSimpleTexts = ({ texts: { payee, payer, notes, details } }: TableLayout): boolean =>
  payee.length === 1 && notes.length <= 1 && payer.length + details.length === 0

/** Returns the columns of the side that sent or received the money, the most likely first. */
const selectCounterpartyColumns = (
  { texts: { payee, payer } }: TableLayout,
  minor: MinorUnits | undefined,
): readonly ColumnProfile[] =>
  payer.length > 0 && minor !== undefined && minor > 0n ? [...payer, ...payee] : payee

/** Returns the columns of both sides. */
const selectPartyColumns = (
  { texts: { payee, payer } }: TableLayout,
  parties: readonly ColumnProfile[],
): readonly ColumnProfile[] =>
  parties.length > 1 || payer.length > 0 ? [...new Set([...parties, ...payer, ...payee])] : parties

const excludeAccountHolders = (
  columns: readonly ColumnProfile[],
  cells: readonly string[],
  { holders }: TableLayout,
): readonly ColumnProfile[] =>
  holders.size === 0
    ? columns
    : columns.filter(({ index }) => !holders.has(toNameKey(collapseWhitespace(cells[index] ?? ''))))

// If no header names the counterparty, a label within the text may.
function sortLabelledFirst(texts: readonly string[]): readonly string[] {
  if (!texts.some((text) => text.includes(':'))) return texts
  return texts.toSorted((left, right) => Number(hasPartyLabel(right)) - Number(hasPartyLabel(left)))
}
