/**
 * Builds the fingerprints of a file's rows and counts how many of them the account already has.
 * @see docs/import.md#5-duplicates
 */

import { ROW_KEY_BYTES } from '../../contract/ports/import-journal.ts'
import {
  buildDuplicateKey,
  buildNotesKey,
  type DuplicateKeyFields,
} from '../../transactions/duplicate-key.ts'
import { buildNotes, joinAllTexts } from '../../transactions/merchant-names/merchant-and-notes.ts'
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
} from './digest-set.ts'
import { buildBankTextKey, truncateTexts } from './row-drafts.ts'

/** The fingerprints of all rows of a file and how often each one exists. Row 1 has index 0 in every array. */
export interface RowFingerprints {
  /**
   * The digests of all keys of all rows: as the bank writes them, as they may have been imported, and as
   * overridden.
   */
  digests: DigestSet
  /** The 1-based group of each digest. Rows in one group are equal. */
  groups: Uint32Array
  /** The 1-based group of each row; 0 for a row that cannot be imported. */
  groupOfRow: Uint32Array
  /** How often each group occurs in the file. */
  countInFile: Uint32Array
  /** How often each group exists in the account, at most as often as in the file. */
  countInAccount: Uint32Array
  /** The bank's references, one row each; undefined if the file has no references that identify rows. */
  references: { digests: DigestSet; rows: Uint32Array } | undefined
  /** 1 for each row that exists by its reference. */
  matchedByReference: Uint8Array
  /** 1 for each group with a row that the bank has not booked yet. */
  isWaiting: Uint8Array
  /** The amounts of all rows. */
  amounts: ReadonlySet<string>
}

/** The maximum number of keys of one row. */
const MAX_KEYS_PER_ROW = 5

/** Returns the fingerprints of the importable rows; `size` is the number of rows in the file. */
export function buildFingerprints(
  bookable: Iterable<StatementRow>,
  size: number,
  overrideFor?: OverrideLookup,
): RowFingerprints {
  const digests = createDigestSet(size + 1)
  const groups = new Uint32Array(MAX_KEYS_PER_ROW * size)
  const ofRow = new Uint32Array(size)
  const wanted = new Uint32Array(size)
  const isWaiting = new Uint8Array(size)
  const amounts = new Set<string>()
  const references = { digests: createDigestSet(), rows: new Uint32Array(size) }
  let groupCount = 0
  let repeated = false
  for (const row of bookable) {
    const numbers = listRowKeys(row, overrideFor?.(row)).map((key) => addDigest(digests, computeDigest(key)))
    const group =
      numbers.map((number) => groups[number]).find((groupNumber) => groupNumber !== 0) ?? ++groupCount
    for (const number of numbers) groups[number] ||= group
    ofRow[row.row - 1] = group
    wanted[group - 1] = (wanted[group - 1] ?? 0) + 1
    if (row.disposition === 'pending') isWaiting[group - 1] = 1
    amounts.add(row.amount)
    if (row.ref === '') continue
    const reference = addDigest(references.digests, computeDigest(row.ref))
    repeated ||= references.rows[reference] !== 0
    references.rows[reference] = row.row
  }
  const isTelling = references.digests.size > 0 && !repeated
  const found = new Uint32Array(size)
  const matchedByReference = new Uint8Array(size)
  return {
    digests,
    groups,
    groupOfRow: ofRow,
    countInFile: wanted,
    countInAccount: found,
    references: isTelling ? references : undefined,
    matchedByReference,
    isWaiting,
    amounts,
  }
}

/**
 * Returns every key under which the journal or the service may know a row: the bank's text; the same with all
 * details in the notes; the notes alone if they hold the whole text; and the overridden texts.
 */
function listRowKeys(row: StatementRow, decision: RowOverride | undefined): string[] {
  const { date, amount, raw_payee, details } = row
  const keys = [buildBankTextKey(row)]
  const ignoredIds = buildNotes(row)
  const buildKey = (texts: Parameters<typeof truncateTexts>[0], override?: RowOverride) =>
    buildDuplicateKey({ date, amount, ...truncateTexts(texts, override) })
  if (details !== '') keys.push(buildKey({ payee: raw_payee, notes: ignoredIds }))
  const whole = truncateTexts({ payee: '', notes: joinAllTexts(row) }).notes
  if (whole !== '') keys.push(buildNotesKey({ date, amount, notes: whole }))
  if (decision)
    keys.push(buildKey(row, decision), buildKey({ payee: raw_payee, notes: ignoredIds }, decision))
  return keys
}

const digestBankText = (row: StatementRow): Digest => computeDigest(buildBankTextKey(row))

/** Returns the keys of rows in the format of the journal. */
export function packFingerprints(rows: readonly StatementRow[]): Uint8Array {
  const packed = new Uint32Array((rows.length * ROW_KEY_BYTES) / 4)
  const write = (at: number, [first, second, third]: Digest): void => {
    packed[at] = first
    packed[at + 1] = second
    packed[at + 2] = third
  }
  for (const [index, row] of rows.entries()) {
    write(index * 6, digestBankText(row))
    if (row.ref !== '') write(index * 6 + 3, computeDigest(row.ref))
  }
  return new Uint8Array(packed.buffer)
}

/** True if the file contains this key. */
export const hasFingerprint = ({ digests }: RowFingerprints, digest: Digest): boolean =>
  indexOfDigest(digests, digest) !== undefined

/** Returns the digest of a transaction's key that the file contains; undefined if it contains none. */
export function findFingerprint(
  fingerprints: RowFingerprints,
  transaction: DuplicateKeyFields,
): Digest | undefined {
  const digest = computeDigest(buildDuplicateKey(transaction))
  if (hasFingerprint(fingerprints, digest)) return digest
  const notesDigest = transaction.notes === '' ? undefined : computeDigest(buildNotesKey(transaction))
  return notesDigest && hasFingerprint(fingerprints, notesDigest) ? notesDigest : undefined
}

/** True if the bank has booked all rows with this key. */
export function isBooked({ digests, groups, isWaiting }: RowFingerprints, digest: Digest): boolean {
  const group = groups[indexOfDigest(digests, digest) ?? -1] ?? 0
  return group > 0 && isWaiting[group - 1] === 0
}

/**
 * Counts one more existing transaction with this key; returns false if the file has no further row with it.
 */
export function claimFingerprint(fingerprints: RowFingerprints, digest: Digest): boolean {
  const number = indexOfDigest(fingerprints.digests, digest)
  const group = number === undefined ? 0 : (fingerprints.groups[number] ?? 0)
  if (
    group === 0 ||
    (fingerprints.countInAccount[group - 1] ?? 0) >= (fingerprints.countInFile[group - 1] ?? 0)
  )
    return false
  fingerprints.countInAccount[group - 1] = (fingerprints.countInAccount[group - 1] ?? 0) + 1
  return true
}

/** True if the file contains the reference of this journal key. */
export function hasReference({ references }: RowFingerprints, key: Uint8Array, at: number): boolean {
  const reference = readDigest(key, at + ROW_KEY_BYTES / 2)
  return references !== undefined && indexOfDigest(references.digests, reference) !== undefined
}

/**
 * How far the references of an earlier import can be trusted: they are permanent, they may change with each
 * export, or they are of another kind.
 */
export type ReferenceTrust = 'stable' | 'unverified' | 'none'

/**
 * Relates a row of an earlier import to this file by its journal key: `there` is a row of the file, `other`
 * is none, `renewed` may be one under a new reference. If both files have the same kind of reference and
 * share some, only the reference counts: two equal coffees have two references, and a row keeps its reference
 * when the bank changes its text. If they share none, the bank may issue new references with each export.
 */
export function claimImportedRow(
  keys: RowFingerprints,
  key: Uint8Array,
  { at, trust }: { at: number; trust: ReferenceTrust },
): 'there' | 'other' | 'renewed' | undefined {
  const reference = readDigest(key, at + ROW_KEY_BYTES / 2)
  const isBare = reference.every((word) => word === 0)
  if (isBare || trust === 'none' || !keys.references)
    return claimFingerprint(keys, readDigest(key, at)) ? 'there' : undefined
  const number = indexOfDigest(keys.references.digests, reference)
  const row = number === undefined ? 0 : (keys.references.rows[number] ?? 0)
  if (row === 0 || keys.matchedByReference[row - 1] === 1) return trust === 'stable' ? 'other' : 'renewed'
  const group = (keys.groupOfRow[row - 1] ?? 1) - 1
  keys.matchedByReference[row - 1] = 1
  keys.countInFile[group] = (keys.countInFile[group] ?? 1) - 1
  return 'there'
}

/** Yields the 0-based indexes of the rows that exist; of equal rows the first ones. */
export function* listExistingRows({
  groupOfRow: ofRow,
  countInAccount: found,
  matchedByReference,
}: RowFingerprints): Generator<number> {
  const unclaimed = found.slice()
  for (const [at, group] of ofRow.entries()) {
    if (group === 0) continue
    if (matchedByReference[at] === 0) {
      if ((unclaimed[group - 1] ?? 0) === 0) continue
      unclaimed[group - 1] = (unclaimed[group - 1] ?? 0) - 1
    }
    yield at
  }
}
