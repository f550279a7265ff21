/** Decides what the signs of a table's amounts mean, and asks what it leaves open. */

import type { UserError } from '../../contract/errors.ts'
import type { MinorUnits } from '../../money/minor-units.ts'
import type { AmountFormat } from '../../tables/cells/amount-format.ts'
import {
  createPlaceError,
  createSourceQuestion,
  describeOtherPlace,
  type ReadSourceOptions,
} from '../../tables/source-file.ts'
import type { CsvCells, CsvFile } from './csv-cells.ts'
import type { CsvReading, SignRule } from './csv-row.ts'
import {
  type AmountExample,
  collectSignEvidence,
  type EvidenceKind,
  fewestVotes,
  findDirection,
  type SignEvidence,
  type SpendingSign,
  toTypeKey,
  type Votes,
} from './csv-sign-evidence.ts'
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
  money: AmountFormat,
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

const SPENDING_HINT =
  '--spending positive if purchases are above zero, or --spending negative if they are below'

/** Asks whether spending is above or below zero, or refuses a table for which no answer is right. */
function createSignQuestion(
  { file }: CsvFile,
  { negative, example, open }: SignEvidence,
  isContradictory: boolean,
): UserError {
  const typed = [...open.values()].find(({ type }) => type !== '')
  if (isContradictory && negative === 0 && typed)
    return createPlaceError(
      typed.origin,
      `all amounts are positive, and the type "${typed.type}" does not say whether "${typed.cell}" was spent`,
      'Make spending negative, or write debit or credit in the type column',
    )
  if (isContradictory && negative === 0)
    return createPlaceError(
      file,
      'all amounts are positive, and no column says which of them were spent',
      'Make spending negative, or add a Type column with debit and credit',
    )
  const reason = isContradictory
    ? 'Types and categories in the file contradict each other'
    : 'Nothing in the file shows which'
  const question = `${example?.origin ?? file}: was "${example?.cell ?? ''}" spent or received? ${reason}`
  return createSourceQuestion('spending', question, {
    hint: `Use ${SPENDING_HINT}`,
    answers: [
      { value: 'positive', label: `"${example?.cell ?? ''}" was spent: purchases are above zero` },
      { value: 'negative', label: `"${example?.cell ?? ''}" was received: purchases are below zero` },
    ],
  })
}

/** Asks what the amounts of one type are, or refuses several types, because they may differ. */
function createOpenTypesError({ file }: CsvFile, examples: readonly AmountExample[]): UserError {
  const [first, other] = examples
  const name = first?.type ? `the "${first.type}" of ${first.cell}` : `"${first?.cell ?? ''}" without a type`
  const question = `is ${name} spent or received?`
  if (other === undefined)
    return createSourceQuestion('spending', `${first?.origin ?? file}: ${question}`, {
      hint: 'Use --spending positive if it is spent, or --spending negative if it is received',
      answers: [
        { value: 'positive', label: 'spent' },
        { value: 'negative', label: 'received' },
      ],
    })
  const otherName = other.type === '' ? `"${other.cell}" without a type` : `"${other.type}"`
  return createPlaceError(
    first?.origin ?? file,
    `${question} The same question applies to ${otherName} in ${describeOtherPlace(other.origin, first?.origin ?? '')}`,
    'Write expense or income in the type column, or make spending negative',
  )
}

/** Asks on which side of zero the rows are that no type decides. */
const createOtherRowsQuestion = ({ origin, cell }: AmountExample): UserError =>
  createSourceQuestion('spending', `${origin}: did "${cell}" come in or go out?`, {
    hint: 'Use --spending positive if it came in, or --spending negative if it went out',
    answers: [
      { value: 'negative', label: 'it went out' },
      { value: 'positive', label: 'it came in' },
    ],
  })

/** Refuses amounts of income below zero beside amounts of spending below zero. */
const createContradictionError = ({ received }: SignEvidence): UserError =>
  createPlaceError(
    received?.origin ?? '',
    `"${received?.cell ?? ''}" has the type "${received?.type ?? ''}" but is below zero, like the spending`,
    'Make money in positive',
  )
