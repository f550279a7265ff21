/** Decides what the signs of a table's amounts mean: whether spending is above or below zero. */

import type { MinorUnits } from '../../money/minor-units.ts'
import type { MoneyFormat } from '../../tables/cells/money-cells.ts'
import { createPlaceError, type ReadSourceOptions } from '../../tables/source-file.ts'
import type { CsvCells, CsvFile } from './csv-cells.ts'
import type { CsvReading, SignRule } from './csv-row.ts'
import {
  collectSignEvidence,
  type EvidenceKind,
  fewestVotes,
  findDirection,
  type SignEvidence,
  type SpendingSign,
  toTypeKey,
  type Votes,
} from './csv-sign-evidence.ts'
import {
  createContradictionError,
  createOpenTypesError,
  createOtherRowsQuestion,
  createSignQuestion,
} from './csv-sign-questions.ts'
import type { KnownTable } from './known-tables.ts'

/** What decides besides the rows. */
interface SignOptions extends Pick<ReadSourceOptions, 'spending'> {
  /** True for a row in the currency of the workspace. */
  isTaken(row: CsvCells): boolean
}

/** Amounts are taken as they are. */
const signed: SignRule = { turned: { out: false, in: false, other: false }, spentTypes: new Set() }
/** Each amount is turned. */
const inverted: SignRule = { turned: { out: true, in: true, other: true }, spentTypes: new Set() }

/** Returns an amount of a table as money out below zero and money in above it. */
export const applySign = (
  { turned, spentTypes }: SignRule,
  row: CsvCells,
  amount: MinorUnits,
): MinorUnits => {
  const direction = findDirection(row) ?? 'other'
  const isSpent = direction === 'other' && spentTypes.has(toTypeKey(row))
  return turned[direction] || isSpent ? -amount : amount
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
  if (known?.hasPostings) return signed
  const evidence = collectSignEvidence(file, money, isTaken)
  if (evidence.rows === 0) return signed
  if (money.hasWords) return decideByWords(evidence)
  const byTypes = decideByTypes(file, evidence, spending)
  if (byTypes) return byTypes
  if (known?.spending) evidence.votes.header[known.spending] = 1
  const signs = collectSigns(evidence, known)
  if (!known?.spending && areTypesMixed(evidence)) signs.add('positive').add('negative')
  const [found, other] = [...signs]
  const sign = (known?.spending ? undefined : spending) ?? (other === undefined ? found : spending)
  if (sign === 'negative') return signed
  if (sign === 'positive') return known?.spending ? inverted : invert(evidence)
  if (other === undefined && evidence.positive === 0) return signed
  throw createSignQuestion(file, evidence, other !== undefined)
}

/** Returns the signs that some kind of evidence shows. */
function collectSigns(evidence: SignEvidence, known: KnownTable | undefined): Set<SpendingSign> {
  const kinds = Object.keys(fewestVotes) as EvidenceKind[] // The keys are the kinds.
  const signs = kinds.flatMap((kind) => decideKind(evidence.votes[kind], getFewest(kind, known)) ?? [])
  return new Set(signs)
}

/** Returns how many rows a kind takes: a few odd ones do not outweigh what a program does in each of its files. */
function getFewest(kind: EvidenceKind, known: KnownTable | undefined): number {
  if (!known?.spending || kind === 'header') return fewestVotes[kind]
  return kind === 'cardPayment' ? Number.POSITIVE_INFINITY : Math.max(3, fewestVotes[kind])
}

/** Amounts with words such as `DR` are signed by them; the others need a sign of their own. */
function decideByWords({ unsigned }: SignEvidence): SignRule {
  if (unsigned === undefined) return signed
  throw createPlaceError(
    unsigned.origin,
    `"${unsigned.cell}" has neither a sign nor a word such as CR or DR, as other amounts have`,
    'Give the amount a minus sign for money out, or a plus sign for money in',
  )
}

/** Where most amounts of a direction are; a few on the other side are refunds. */
type Side = 'above' | 'below' | 'mixed' | 'none'

function findSide({ positive, negative }: Votes): Side {
  if (positive + negative === 0) return 'none'
  if (positive > negative) return 'above'
  return positive * 3 <= negative ? 'below' : 'mixed'
}

/** True if a type such as `expense` has amounts above and below zero: too many for refunds. */
const areTypesMixed = ({ out, in: received }: SignEvidence): boolean =>
  findSide(out) === 'mixed' || findSide(received) === 'mixed'

/** Returns how types such as `expense` and `income` sign the amounts; undefined if they leave it open. */
function decideByTypes(
  file: CsvFile,
  evidence: SignEvidence,
  spending: SpendingSign | undefined,
): SignRule | undefined {
  const { negative, out, payments, in: received, open } = evidence
  const [spent, income] = [findSide(out), findSide(received)]
  const outSide = spent === 'none' ? findSide(payments) : spent
  const isDoubtful = outSide === 'none' || income === 'none' || open.size > 0
  // What a program does in each of its files outweighs a few types.
  if (file.table.known?.spending && isDoubtful && negative > 0) return undefined
  if (outSide === 'below' && income === 'below') throw createContradictionError(evidence)
  if (outSide === 'below' && (income === 'above' || open.size === 0)) return signed
  if (outSide === 'above' && income === 'below') return inverted
  const arePlain = outSide === 'above' && income !== 'mixed'
  if (arePlain || (outSide === 'none' && income === 'above' && negative === 0))
    return completeRule(file, evidence, spending)
  return undefined
}

/** Returns the rule of amounts without signs, where the types say which are spent, and decides the other rows. */
function completeRule(
  file: CsvFile,
  evidence: SignEvidence,
  spending: SpendingSign | undefined,
): SignRule | undefined {
  const { in: received, transfers, transfer, open, signed: example } = evidence
  if (transfer && transfers.negative === 0)
    throw createPlaceError(
      transfer.origin,
      `nothing shows whether the transfer of "${transfer.cell}" came in or went out`,
      'Make money out negative, or name both accounts in the columns From Account and To Account',
    )
  // Without income, amounts below zero may be money in.
  const isOpen = example && findSide(received) === 'none' && findSide(evidence.income) !== 'above'
  const sign = isOpen ? (decideOthers(evidence, file.table.known) ?? spending) : 'negative'
  if (isOpen && sign === undefined) throw createOtherRowsQuestion(example)
  const rule: SignRule = {
    turned: { out: true, in: false, other: sign === 'positive' },
    spentTypes: new Set(),
  }
  if (isOpen) return rule
  if (open.size === 0 || spending === 'negative') return rule
  if (spending === 'positive') return { ...rule, spentTypes: new Set(open.keys()) }
  throw createOpenTypesError(file, [...open.values()])
}

/** Returns what else than the types shows the sign of the rows that no type decides; undefined for nothing. */
function decideOthers(evidence: SignEvidence, known: KnownTable | undefined): SpendingSign | undefined {
  const none: Votes = { positive: 0, negative: 0 }
  const votes = { ...evidence.votes, spendingType: none, spendingCategory: none }
  const signs = collectSigns({ ...evidence, votes }, known)
  const [sign, other] = [...signs]
  return other === undefined ? sign : undefined
}

/** Amounts of spending above zero are turned; those of income only if they are below zero. */
const invert = ({ out, in: received, income }: SignEvidence): SignRule => ({
  turned: {
    out: findSide(out) !== 'below',
    in: received.positive + income.positive <= received.negative + income.negative,
    other: true,
  },
  spentTypes: new Set(),
})

/** Returns the sign that three quarters of the votes have; undefined for too few votes. */
function decideKind({ positive, negative }: Votes, fewest: number): SpendingSign | undefined {
  if (Math.max(positive, negative) < fewest) return undefined
  if (positive >= 3 * negative) return 'positive'
  return negative >= 3 * positive ? 'negative' : undefined
}
