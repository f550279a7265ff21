/** Decides what the signs of a table's amounts mean: whether spending is above or below zero. */

import type { UserError } from '../../contract/errors.ts'
import type { MoneyFormat } from '../money-cells.ts'
import type { ReadSourceOptions } from '../source-budget.ts'
import { createPlaceError, createSourceQuestion } from '../source-question.ts'
import type { CsvFile } from './csv-cells.ts'
import type { CsvReading } from './csv-row.ts'
import {
  collectSignEvidence,
  type EvidenceKind,
  fewestVotes,
  type SignEvidence,
  type SpendingSign,
  type Votes,
} from './csv-sign-evidence.ts'
import type { KnownTable } from './known-tables.ts'

/** What decides besides the rows. */
interface SignOptions extends Pick<ReadSourceOptions, 'spending'> {
  /** True for the currency of the workspace, and for an empty cell. */
  isTaken(currency: string): boolean
}

/**
 * Returns how the amounts of a file are signed.
 * @throws UserError if the file does not show it, or shows both
 */
export function decideSign(
  file: CsvFile,
  money: MoneyFormat,
  { spending, isTaken }: SignOptions,
): CsvReading['sign'] {
  const { columns, known } = file.table
  if (!columns.has('amount')) return 'columns'
  if (known?.hasPostings) return 'signed'
  const evidence = collectSignEvidence(file, money, isTaken)
  if (evidence.rows === 0) return 'signed'
  if (areTyped(evidence)) return assertDirected(evidence)
  if (known?.spending) evidence.votes.header[known.spending] = 1
  const kinds = Object.keys(fewestVotes) as EvidenceKind[] // The keys are the kinds.
  const signs = new Set(
    kinds.flatMap((kind) => decideKind(evidence.votes[kind], getFewest(kind, known)) ?? []),
  )
  if (areTypesMixed(evidence)) signs.add('positive')
  const [found, other] = [...signs]
  const sign = (known?.spending ? undefined : spending) ?? (other === undefined ? found : spending)
  if (sign !== undefined) return sign === 'positive' ? invert(evidence) : 'signed'
  if (other === undefined && evidence.positive === 0) return 'signed'
  throw createSignError(file.file, evidence, other !== undefined)
}

/** Returns how many rows a kind takes: a few odd ones do not outweigh what a program does in each of its files. */
function getFewest(kind: EvidenceKind, known: KnownTable | undefined): number {
  if (!known?.spending || kind === 'header') return fewestVotes[kind]
  return kind === 'cardPayment' ? Number.POSITIVE_INFINITY : Math.max(3, fewestVotes[kind])
}

/** True if each row has a type, and the amounts are above zero for money out as well as for money in. */
function areTyped({ untyped, negative, out, in: received, undirected }: SignEvidence): boolean {
  if (untyped > 0 || out.positive + out.negative + received.positive + received.negative === 0) return false
  if (negative === 0) return true
  const areAbove = out.positive > out.negative && received.positive > received.negative
  return areAbove && undirected === undefined
}

/** True if too many amounts of a type such as `expense` are above zero for refunds, beside income above zero. */
const areTypesMixed = ({ untyped, out, in: received }: SignEvidence): boolean =>
  untyped === 0 &&
  received.positive > received.negative &&
  out.positive > 0 &&
  out.positive * 3 > out.negative

/** Amounts of spending above zero are turned, those of income only if they are below zero. */
const invert = ({ untyped, in: received }: SignEvidence): 'type' | 'inverted' =>
  untyped === 0 && received.positive > received.negative ? 'type' : 'inverted'

function assertDirected({ undirected, negative }: SignEvidence): 'type' {
  if (undirected === undefined || negative > 0) return 'type'
  throw createPlaceError(
    undirected.origin,
    `nothing says whether the transfer of "${undirected.cell}" came in or went out`,
    'Make the amounts of money out negative, or name both accounts in the columns From Account and To Account',
  )
}

/** Returns the sign that three quarters of the votes have; undefined for too few votes. */
function decideKind({ positive, negative }: Votes, fewest: number): SpendingSign | undefined {
  if (Math.max(positive, negative) < fewest) return undefined
  if (positive >= 3 * negative) return 'positive'
  return negative >= 3 * positive ? 'negative' : undefined
}

const SPENDING_HINT = '--spending positive if purchases are above zero, --spending negative if they are below'

function createSignError(
  file: string,
  { negative, example }: SignEvidence,
  isContradictory: boolean,
): UserError {
  if (isContradictory && negative === 0)
    return createPlaceError(
      file,
      'all amounts are positive, and no column says which of them were spent',
      'Make the amounts of spending negative, or add a column Type with debit and credit',
    )
  const reason = isContradictory
    ? 'Types and categories in the file contradict one another'
    : 'Nothing in the file shows it'
  const question = `${example?.origin ?? file}: was "${example?.cell ?? ''}" spent or received? ${reason}`
  return createSourceQuestion('spending', question, `Say which: ${SPENDING_HINT}`)
}
