/**
 * The keys of a file's rows: what two rows of an account must share to be the same transaction.
 * @see docs/import.md#5-duplicates
 */

import { ROW_KEY_BYTES } from '../../contract/ports/import-journal.ts'
import type { OverrideLookup, RowOverride } from '../model/row-decisions.ts'
import type { StatementRow } from '../model/statement.ts'
import {
  addDigest,
  computeDigest,
  createDigestSet,
  type Digest,
  type DigestSet,
  indexOfDigest,
  readDigest,
} from '../text/digest-set.ts'
import { buildNotes, joinAllTexts } from '../text/merchant-and-notes.ts'
import { buildBankTextKey, buildDuplicateKey, buildNotesKey, truncateTexts } from './drafts.ts'

export interface RowFingerprints {
  /** The rows' words: as the bank has them, as they may have been booked and, where something was decided, as they will be. */
  digests: DigestSet
  /** The group each digest belongs to, plus 1. Rows of one group are equal. */
  groups: Uint32Array
  /** The group of each row, plus 1; 0 for a row that cannot be booked. Row 1 stands at 0. */
  ofRow: Uint32Array
  /** How often the file holds each group. */
  wanted: Uint32Array
  /** How often the account holds it, at most as often as the file. */
  found: Uint32Array
  /** The bank's references, each of them of one row; undefined when the file has none that tell rows apart. */
  references: { digests: DigestSet; rows: Uint32Array } | undefined
  /** The rows that are in the account by their reference. Row 1 stands at 0. */
  settled: Uint8Array
  /** The amounts of the rows. */
  amounts: ReadonlySet<string>
}

const NO_REFERENCE: Digest = [0, 0, 0]
/** A row has no more keys. */
const MAX_KEYS_PER_ROW = 5

/** Takes the keys of the rows that can be booked; `size`: how many rows the file has. */
export function buildFingerprints(
  bookable: Iterable<StatementRow>,
  size: number,
  overrideFor?: OverrideLookup,
): RowFingerprints {
  const digests = createDigestSet(size + 1)
  const groups = new Uint32Array(MAX_KEYS_PER_ROW * size)
  const ofRow = new Uint32Array(size)
  const wanted = new Uint32Array(size)
  const amounts = new Set<string>()
  const references = { digests: createDigestSet(), rows: new Uint32Array(size) }
  let known = 0
  let repeated = false
  for (const row of bookable) {
    const numbers = listRowKeys(row, overrideFor?.(row)).map((key) => addDigest(digests, computeDigest(key)))
    const group = numbers.map((number) => groups[number]).find((one) => one !== 0) ?? ++known
    for (const number of numbers) groups[number] ||= group
    ofRow[row.row - 1] = group
    wanted[group - 1] = (wanted[group - 1] ?? 0) + 1
    amounts.add(row.amount)
    if (row.ref === '') continue
    const reference = addDigest(references.digests, computeDigest(row.ref))
    repeated ||= references.rows[reference] !== 0
    references.rows[reference] = row.row
  }
  const isTelling = references.digests.size > 0 && !repeated
  const found = new Uint32Array(size)
  const settled = new Uint8Array(size)
  return {
    digests,
    groups,
    ofRow,
    wanted,
    found,
    references: isTelling ? references : undefined,
    settled,
    amounts,
  }
}

/**
 * Every key under which the journal or the service may have a row: the bank's words; these with all details in the notes; the
 * notes alone where they hold the whole text beside another merchant; what was decided.
 */
function listRowKeys(row: StatementRow, decision: RowOverride | undefined): string[] {
  const { date, amount, raw_payee, details } = row
  const keys = [buildBankTextKey(row)]
  const ignoredIds = buildNotes(row)
  const booked = (texts: Parameters<typeof truncateTexts>[0], decided?: RowOverride) =>
    buildDuplicateKey({ date, amount, ...truncateTexts(texts, decided) })
  if (details !== '') keys.push(booked({ payee: raw_payee, notes: ignoredIds }))
  const whole = truncateTexts({ payee: '', notes: joinAllTexts(row) }).notes
  if (whole !== '') keys.push(buildNotesKey({ date, amount, notes: whole }))
  if (decision) keys.push(booked(row, decision), booked({ payee: raw_payee, notes: ignoredIds }, decision))
  return keys
}

const digestBankText = (row: StatementRow): Digest => computeDigest(buildBankTextKey(row))

/** The keys of rows as the journal keeps them. */
export function packFingerprints(rows: readonly StatementRow[]): Uint8Array {
  const packed = new Uint32Array((rows.length * ROW_KEY_BYTES) / 4)
  rows.forEach((row, index) => {
    packed.set(digestBankText(row), index * 6)
    packed.set(row.ref === '' ? NO_REFERENCE : computeDigest(row.ref), index * 6 + 3)
  })
  return new Uint8Array(packed.buffer)
}

/** Does the file hold these words at all? */
export const hasFingerprint = ({ digests }: RowFingerprints, words: Digest): boolean =>
  indexOfDigest(digests, words) !== undefined

/** The words of a transaction of the service that the file holds; undefined when it holds none of them. */
export function findFingerprint(
  keys: RowFingerprints,
  of: Parameters<typeof buildDuplicateKey>[0],
): Digest | undefined {
  const words = computeDigest(buildDuplicateKey(of))
  if (hasFingerprint(keys, words)) return words
  const whole = of.notes === '' ? undefined : computeDigest(buildNotesKey(of))
  return whole && hasFingerprint(keys, whole) ? whole : undefined
}

/** Notes that the account holds these words once more; false when the file does not hold them so often. */
export function claimFingerprint(keys: RowFingerprints, words: Digest): boolean {
  const number = indexOfDigest(keys.digests, words)
  const group = number === undefined ? 0 : (keys.groups[number] ?? 0)
  if (group === 0 || (keys.found[group - 1] ?? 0) >= (keys.wanted[group - 1] ?? 0)) return false
  keys.found[group - 1] = (keys.found[group - 1] ?? 0) + 1
  return true
}

/** Does the file hold this row's reference? */
export function hasReference({ references }: RowFingerprints, key: Uint8Array, at: number): boolean {
  const reference = readDigest(key, at + ROW_KEY_BYTES / 2)
  return references !== undefined && indexOfDigest(references.digests, reference) !== undefined
}

/** What the references of an earlier import are worth here: those of another kind nothing. */
export type ReferenceTrust = 'lasting' | 'unproven' | 'nothing'

/**
 * What an earlier import's row is to this file, by its key in the journal: `there`: a row of the file; `other`: surely none;
 * `renewed`: perhaps one, under another reference. Where both files give the same kind of reference, and share some, that
 * alone decides: two equal coffees have two references, and a row the bank words anew keeps its own. Where they share none,
 * the bank may give new ones with each export.
 */
export function claimImportedRow(
  keys: RowFingerprints,
  key: Uint8Array,
  { at, worth }: { at: number; worth: ReferenceTrust },
): 'there' | 'other' | 'renewed' | undefined {
  const reference = readDigest(key, at + ROW_KEY_BYTES / 2)
  const isBare = reference.every((word) => word === 0)
  if (isBare || worth === 'nothing' || !keys.references)
    return claimFingerprint(keys, readDigest(key, at)) ? 'there' : undefined
  const number = indexOfDigest(keys.references.digests, reference)
  const row = number === undefined ? 0 : (keys.references.rows[number] ?? 0)
  if (row === 0 || keys.settled[row - 1] === 1) return worth === 'lasting' ? 'other' : 'renewed'
  const group = (keys.ofRow[row - 1] ?? 1) - 1
  keys.settled[row - 1] = 1
  keys.wanted[group] = (keys.wanted[group] ?? 1) - 1
  return 'there'
}

/** The rows that are there, row 1 as 0: of equal rows the first ones. */
export function* listExistingRows({ ofRow, found, settled }: RowFingerprints): Generator<number> {
  const left = found.slice()
  for (const [at, group] of ofRow.entries()) {
    if (group === 0) continue
    if (settled[at] === 0) {
      if ((left[group - 1] ?? 0) === 0) continue
      left[group - 1] = (left[group - 1] ?? 0) - 1
    }
    yield at
  }
}
