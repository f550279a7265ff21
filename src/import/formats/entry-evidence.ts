/**
 * Scans all entries of an account: the meaning of their signs, and whether references are unique.
 * @see docs/import.md#3-dates-numbers-signs
 */

import { createAmbiguityError, signAnswers } from '../../tables/ambiguity-error.ts'
import { parseNumberParts } from '../../tables/cells/amount-parts.ts'
import type { SignConvention } from '../../tables/file-record.ts'
import { type ReadOptions } from '../../tables/read-options.ts'
import { isBankReference } from '../../tables/words/bank-reference.ts'
import { addDigest, computeDigest, createDigestSet } from '../matching/digest-set.ts'
import type { StatementEntry, StatementFormat } from './statement-format.ts'

/** What all entries of one account show together. */
export interface EntryEvidence {
  sign: SignConvention
  /** True if nearly every entry has a reference that no other entry has. */
  hasIdentities: boolean
}

interface SignCounts {
  agree: number
  contradict: number
  negative: number
  in: number
  out: number
}

/**
 * Scans all entries once.
 * @throws AmbiguityError if most amounts contradict their transaction types
 */
export function collectEntryEvidence(
  format: StatementFormat,
  entries: Iterable<StatementEntry>,
  options: ReadOptions,
): EntryEvidence {
  const counts: SignCounts = { agree: 0, contradict: 0, negative: 0, in: 0, out: 0 }
  const refs = createDigestSet()
  let rows = 0
  let referenced = 0
  for (const entry of entries) {
    rows += 1
    if (isBankReference(entry.ref)) {
      referenced += 1
      addDigest(refs, computeDigest(entry.ref))
    }
    countEntrySign(counts, entry)
  }
  // A reference identifies an entry only if nearly every entry has one and no two share it.
  const hasIdentities = rows > 0 && referenced >= rows * 0.95 && refs.size === referenced
  return { sign: inferEntrySign(format, counts, options), hasIdentities }
}

function countEntrySign(counts: SignCounts, { amount, direction }: StatementEntry): void {
  const number = parseNumberParts(amount)
  if (!number || !/[1-9]/.test(number.digits)) return
  if (number.isNegative) counts.negative += 1
  if (!direction) return
  counts[direction] += 1
  if (number.isNegative === (direction === 'out')) counts.agree += 1
  else counts.contradict += 1
}

function inferEntrySign(
  { sign }: StatementFormat,
  counts: SignCounts,
  { invert }: ReadOptions,
): SignConvention {
  if (invert !== undefined) return { rule: invert ? 'inverted' : 'as_is', proof: 'choice' }
  if (sign === 'direction') return { rule: 'flagged', proof: 'flag' }
  const { agree, contradict, negative } = counts
  if (contradict <= agree) return { rule: 'as_is', proof: 'signs' }
  // If no amount has a sign and both directions occur, the direction is the sign.
  if (negative === 0 && counts.in > 0 && counts.out > 0) return { rule: 'flagged', proof: 'flag' }
  throw createAmbiguityError(
    `${contradict} of ${agree + contradict} amounts contradict their type (DEBIT or CREDIT)`,
    '--invert (positive amounts are outgoing) or --no-invert (they are incoming)',
    signAnswers,
  )
}
