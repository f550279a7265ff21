/**
 * Builds the errors that ask which columns hold the amounts, each with an example row of the file.
 * @see docs/import.md#questions
 */

import { AmbiguityError, type AnswerOption } from '../ambiguity-error.ts'
import { isEmptyAmount, truncateCell } from '../cells/amount-cell.ts'
import { isNumberCell } from '../cells/amount-parts.ts'
import type { FileRecord } from '../file-record.ts'
import type {
  AmountColumns,
  AmountEvidence,
  AmountReader,
  InferredAmountColumns,
  UnlikelyAmounts,
} from './amount-evidence.ts'
import { spentLabels } from './amount-sign.ts'
import { formatColumnMap } from './column-map.ts'
import type { ColumnProfile } from './column-profile.ts'
import type { DebitCreditColumn } from './debit-credit-column.ts'
import { inferTextColumns } from './description-columns.ts'

interface AmountQuestionContext extends Pick<AmountEvidence, 'profile' | 'date'> {
  debitCreditColumn: DebitCreditColumn | undefined
  createReader(found: InferredAmountColumns): AmountReader
}

/** Returns the error that asks which of several columns is the amount. Every answer is a complete mapping. */
export function createAmountColumnError(
  columns: readonly ColumnProfile[],
  context: AmountQuestionContext,
): AmbiguityError {
  const { records } = context.profile
  const differ = ({ cells }: FileRecord) => new Set(columns.map(({ index }) => cells[index] ?? '')).size > 1
  const row = records.find(differ) ?? records[0]
  const answers = columns.flatMap((amount) => {
    const cell = truncateCell(row?.cells[amount.index] ?? '') || 'Nothing'
    return buildAnswers({ amount }, `${cell}, from ${describeColumn(amount)}`, context)
  })
  return new AmbiguityError(`How much was ${describeRowWithLine(row, context)}?`, '', { answers })
}

/** Returns the error about amounts that cannot be meant; the answers are other columns, and the amounts as they are. */
export function createOtherAmountError(
  { message, hint, asTheyAre }: UnlikelyAmounts,
  columns: readonly ColumnProfile[],
  context: AmountQuestionContext,
): AmbiguityError {
  const { records } = context.profile
  const isRead = ({ cells }: FileRecord, { index }: ColumnProfile) => isNumberCell(cells[index] ?? '')
  const answers = columns.flatMap((amount) => {
    const row = records.find((record) => isRead(record, amount))
    const cell = truncateCell(row?.cells[amount.index] ?? '')
    return buildAnswers({ amount }, `Take ${cell} from ${describeColumn(amount)} instead`, context)
  })
  const kept = asTheyAre ? buildAnswers(asTheyAre, 'Import them as they are', context) : []
  return new AmbiguityError(message, hint, { answers: [...answers, ...kept], isContradicted: true })
}

/** Returns the error that asks which of two columns holds outgoing money. */
export function createDebitCreditError(
  left: ColumnProfile,
  right: ColumnProfile,
  { balance, ...context }: AmountQuestionContext & { balance: ColumnProfile | undefined },
): AmbiguityError {
  const balanceColumn = balance && { balance }
  const isFilled = ({ cells }: FileRecord) => !isEmptyAmount(cells[left.index])
  const row = context.profile.records.find(isFilled)
  const cell = truncateCell(row?.cells[left.index] ?? '')
  return new AmbiguityError(
    `Is ${cell} in ${describeColumn(left)} for ${describeRowWithLine(row, context)} money you spent?`,
    '',
    {
      answers: [
        ...buildAnswers({ out: left, in: right, ...balanceColumn }, 'Yes, I spent it', context),
        ...buildAnswers({ out: right, in: left, ...balanceColumn }, 'No, it came in', context),
      ],
    },
  )
}

/** Returns the error that asks whether the amounts already include the fee. */
export function createFeeError(
  { columns, proof }: InferredAmountColumns,
  fee: ColumnProfile,
  context: AmountQuestionContext,
): AmbiguityError {
  const row = context.profile.records.find(({ cells }) => /[1-9]/.test(cells[fee.index] ?? ''))
  const cell = truncateCell(row?.cells[fee.index] ?? '')
  return new AmbiguityError(
    `Did ${cell} in ${describeColumn(fee)} for ${describeRowWithLine(row, context)} come on top of the amount?`,
    '',
    {
      answers: [
        ...buildAnswers({ ...columns, fee }, 'Yes, subtract it too', { ...context, proof }),
        ...buildAnswers(columns, 'No, the amount includes it', { ...context, proof }),
      ],
    },
  )
}

const describeColumn = ({ name, index }: ColumnProfile): string =>
  name === '' ? `column ${index + 1}` : `"${name}"`

function describeRowWithLine(row: FileRecord | undefined, { profile }: AmountQuestionContext): string {
  const [payee] = inferTextColumns(profile, new Set()).payee
  const payeeText = payee ? truncateCell(row?.cells[payee.index] ?? '') : ''
  return payeeText === '' ? `line ${row?.line}` : `"${payeeText}" (line ${row?.line})`
}

/** Returns the answer with these columns; several if they leave the sign open. */
function buildAnswers(
  columns: AmountColumns,
  label: string,
  { proof, ...context }: AmountQuestionContext & { proof?: InferredAmountColumns['proof'] },
): AnswerOption[] {
  const { profile, date, debitCreditColumn, createReader } = context
  const usedColumns = new Set(
    [date, debitCreditColumn?.column, ...Object.values(columns)].filter((column) => column !== undefined),
  )
  const texts = inferTextColumns(profile, usedColumns)
  const map = formatColumnMap({ date, money: columns, debitCreditColumn, texts, currency: undefined })
  try {
    const { rule } = createReader({ columns, proof })
    return [{ label, options: { map, ...(rule === 'inverted' && { invert: true }) } }]
  } catch (error) {
    if (!(error instanceof AmbiguityError) || error.answers.length === 0) return [{ label, options: { map } }]
    return error.answers.map((answer) => {
      const { continuation = answer.label } = spentLabels.find((one) => one.label === answer.label) ?? {}
      return { label: `${label}, ${continuation}`, options: { map, ...answer.options } }
    })
  }
}
