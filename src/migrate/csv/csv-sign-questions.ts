/** Asks or refuses what a table leaves open about the signs of its amounts. */

import type { UserError } from '../../contract/errors.ts'
import { createPlaceError, createSourceQuestion, describeOtherPlace } from '../../tables/source-file.ts'
import type { CsvFile } from './csv-cells.ts'
import type { AmountExample, SignEvidence } from './csv-sign-evidence.ts'

const SPENDING_HINT =
  '--spending positive if purchases are above zero, or --spending negative if they are below'

/** Asks whether spending is above or below zero, or refuses a table for which no answer is right. */
export function createSignQuestion(
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
export function createOpenTypesError({ file }: CsvFile, examples: readonly AmountExample[]): UserError {
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
export const createOtherRowsQuestion = ({ origin, cell }: AmountExample): UserError =>
  createSourceQuestion('spending', `${origin}: did "${cell}" come in or go out?`, {
    hint: 'Use --spending positive if it came in, or --spending negative if it went out',
    answers: [
      { value: 'negative', label: 'it went out' },
      { value: 'positive', label: 'it came in' },
    ],
  })

/** Refuses amounts of income below zero beside amounts of spending below zero. */
export const createContradictionError = ({ received }: SignEvidence): UserError =>
  createPlaceError(
    received?.origin ?? '',
    `"${received?.cell ?? ''}" has the type "${received?.type ?? ''}" but is below zero, like the spending`,
    'Make money in positive',
  )
