/** Decides what the signs of a table's amounts mean: whether spending is above or below zero. */

import type { UserError } from '../../contract/errors.ts'
import type { MoneyFormat } from '../money-cells.ts'
import type { ReadSourceOptions } from '../source-budget.ts'
import { createPlaceError, createSourceQuestion } from '../source-question.ts'
import { hasCardName } from '../suggest-account-type.ts'
import {
  type CsvCells,
  type CsvFile,
  type CsvReading,
  isOutType,
  isTransferRow,
  listCells,
} from './csv-rows.ts'

type SpendingSign = NonNullable<ReadSourceOptions['spending']>

/** What tells the sign of spending. A refund is a spending row with the other sign, so one such row proves little. */
const fewestVotes = {
  header: 1,
  incomeType: 1,
  incomeCategory: 1,
  cardPayment: 1,
  spendingType: 3,
  spendingCategory: 3,
}
type EvidenceKind = keyof typeof fewestVotes
const kinds = Object.keys(fewestVotes) as EvidenceKind[] // The keys are those above.

/** The rows of a file that say that spending is above or below zero. */
type Votes = Record<SpendingSign, number>

/** What the rows of a file show. */
interface SignEvidence {
  rows: number
  positive: number
  negative: number
  /** Rows whose type says `debit` or `credit`, and among them those above zero. */
  typed: number
  outAbove: number
  inAbove: number
  votes: Record<EvidenceKind, Votes>
  /** The first row above zero. */
  example: { origin: string; cell: string } | undefined
}

const IN_TYPE = /^(?:credit|cr|deposit|income|in|inflow)$/i
const SPENDING_TYPE = /^(?:debit|dr|withdrawal|expense|out|outflow|purchase|sale|regular|spending)$/i
const INCOME_NAME =
  /^(?:[\p{L}& ]+ )?(?:income|salary|wages?|pay ?checks?|payroll|einkommen|gehalt|lohn|salaire|revenus?|salario|sueldo|nómina|ingresos|stipendio|salário|loon|inkomen|salaris|lön|inkomst|wynagrodzenie)$/iu
const SPENDING_NAME =
  /^(?:groceries|rent|restaurants?|dining(?: out)?|food(?: ?& ?(?:dining|drinks?))?|utilities|gas|fuel|shopping|clothing|entertainment|coffee(?: shops)?|lebensmittel|miete|supermarché|courses|loyer|supermercado|comida|alquiler|spesa|affitto|boodschappen|huur|mat|hyra|zakupy|czynsz)$/iu

/** Programs that write spending above zero, by columns that only their tables have. */
const POSITIVE_SPENDING_HEADERS = [['parent category', 'excluded', 'account mask', 'recurring']]

/**
 * Returns how the amounts of a file are signed.
 * @throws UserError if the file does not show it, or shows both
 */
export function decideSign(
  file: CsvFile,
  money: MoneyFormat,
  { spending }: Pick<ReadSourceOptions, 'spending'>,
): CsvReading['sign'] {
  const { columns, headings } = file.table
  if (!columns.has('amount')) return 'columns'
  const evidence = collectEvidence(file, money)
  // The amounts of rows with two accounts have no sign.
  if (evidence.rows === 0 || areTyped(evidence)) return evidence.rows === 0 ? 'signed' : 'type'
  const isKnown = POSITIVE_SPENDING_HEADERS.some((names) => names.every((name) => headings.includes(name)))
  if (isKnown) evidence.votes.header.positive = 1
  const signs = new Set(kinds.flatMap((kind) => decideKind(evidence.votes[kind], fewestVotes[kind]) ?? []))
  const [found, other] = [...signs]
  const sign = (isKnown ? undefined : spending) ?? (other === undefined ? found : spending)
  if (sign !== undefined) return sign === 'positive' ? 'inverted' : 'signed'
  if (other === undefined && evidence.positive === 0) return 'signed'
  throw createSignError(file.file, evidence, other !== undefined)
}

/** True if each row has a type, and the amounts are above zero for money out as well as for money in. */
const areTyped = ({ rows, typed, outAbove, inAbove, negative }: SignEvidence): boolean =>
  typed === rows && (negative === 0 || (outAbove > 0 && inAbove > 0 && (outAbove + inAbove) * 4 >= rows * 3))

/** Returns the sign that three quarters of the votes have; undefined for too few votes. */
function decideKind({ positive, negative }: Votes, fewest: number): SpendingSign | undefined {
  if (Math.max(positive, negative) < fewest) return undefined
  if (positive >= 3 * negative) return 'positive'
  return negative >= 3 * positive ? 'negative' : undefined
}

function collectEvidence(file: CsvFile, money: MoneyFormat): SignEvidence {
  const noVotes = (): Votes => ({ positive: 0, negative: 0 })
  const votes = {
    header: noVotes(),
    incomeType: noVotes(),
    incomeCategory: noVotes(),
    cardPayment: noVotes(),
    spendingType: noVotes(),
    spendingCategory: noVotes(),
  }
  const found: SignEvidence = {
    rows: 0,
    positive: 0,
    negative: 0,
    typed: 0,
    outAbove: 0,
    inAbove: 0,
    votes,
    example: undefined,
  }
  for (const row of listCells(file)) {
    if (row.cell('source') !== '' && row.cell('destination') !== '') continue
    const [cell, type] = [row.cell('amount'), row.cell('type')]
    const amount = money.parse(cell, row)
    const [isOut, isIn, isAbove] = [isOutType(type), IN_TYPE.test(type), amount > 0n]
    found.rows += 1
    if (isOut || isIn) found.typed += 1
    if (isOut && isAbove) found.outAbove += 1
    if (isIn && isAbove) found.inAbove += 1
    if (amount === 0n) continue
    found[isAbove ? 'positive' : 'negative'] += 1
    if (isAbove) found.example ??= { origin: row.origin, cell }
    for (const [kind, isReceived] of listMeanings(row))
      votes[kind][isAbove === isReceived ? 'negative' : 'positive'] += 1
  }
  return found
}

/** Returns what says that the money of a row was received or spent. */
function listMeanings(row: CsvCells): [kind: EvidenceKind, isReceived: boolean][] {
  // The side of a transfer that is known: money goes to a card, and hardly ever away from it.
  if (isTransferRow(row)) return hasCardName(row.cell('account')) ? [['cardPayment', true]] : []
  const type = row.cell('type')
  const names = [row.cell('group'), ...row.cell('category').split(/[:>/]/)].map((name) => name.trim())
  const meanings: [EvidenceKind, boolean][] = []
  if (IN_TYPE.test(type)) meanings.push(['incomeType', true])
  if (SPENDING_TYPE.test(type)) meanings.push(['spendingType', false])
  if (names.some((name) => INCOME_NAME.test(name))) meanings.push(['incomeCategory', true])
  else if (names.some((name) => SPENDING_NAME.test(name))) meanings.push(['spendingCategory', false])
  return meanings
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
