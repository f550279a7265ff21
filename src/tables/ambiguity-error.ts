/**
 * Defines AmbiguityError: a question about a bank file that only the user can answer, with its answers.
 * @see docs/import.md#questions
 */

import { UserError } from '../contract/errors.ts'
import { toShellFlags } from '../output/shell-words.ts'
import { type ReadOptions, toFlags } from './read-options.ts'

/** One answer to a question about a file. */
export interface AnswerOption {
  label: string
  options: ReadOptions
}

/** The maximum number of answers in a hint; a file may hold the transactions of a hundred accounts. */
const MAX_LISTED_ANSWERS = 8

/** Returns the lines of a hint: each answer with the flags that give it. */
export function formatAnswers(
  answers: readonly AnswerOption[],
  write: (options: ReadOptions) => string,
): string[] {
  const lines = answers
    .slice(0, MAX_LISTED_ANSWERS)
    .map(({ label, options }) => `${label}: ${write(options)}`)
  const omitted = answers.length - lines.length
  return [...lines, ...(omitted > 0 ? [`and ${omitted} more`] : [])]
}

/**
 * Returns the hint line for importing each account of the file into its own account; empty if there is only
 * one.
 */
export const formatPerAccountAnswer = (
  answer: AnswerOption | undefined,
  write: (options: ReadOptions) => string,
): string[] => (answer ? [`${answer.label}: ${write(answer.options)}`] : [])

/** A currency of the file that the workspace does not have, and what to import into a workspace in it. */
export interface OtherCurrency {
  currency: string
  options: ReadOptions
}

/** Returns the hint about workspaces in other currencies where no command can be printed. */
export function describeOtherWorkspaces(others: readonly OtherCurrency[]): string {
  const rows = others.some(({ options }) => options.currency !== undefined) ? 'the other rows' : 'the file'
  const codes = others.map(({ currency }) => currency).join(' or ')
  return `Import ${rows} into a workspace in ${codes}: budget workspaces create --help`
}

const formatFlagsOnly = (options: ReadOptions): string => toShellFlags(toFlags(options)).join(' ')

interface AmbiguityDetails {
  /** The answers to choose from; empty if the user must type one. */
  answers: readonly AnswerOption[]
  /**
   * The question the answers belong to. The message may also contain follow-up questions.
   * @default the message
   */
  prompt?: string
  /**
   * The answers combined with those of the follow-up question.
   * @default answers
   */
  combinedAnswers?: readonly AnswerOption[]
  /** The lines of the hint after the answers. */
  hintLines?: readonly string[]
  /** The answer that assigns each account of the file, so that `--account` is omitted. */
  perAccountAnswer?: AnswerOption
  /** The currencies for which another workspace is the answer. */
  otherCurrencies?: readonly OtherCurrency[]
  /** True if the file speaks against every answer, so that a terminal offers to import nothing first. */
  isContradicted?: boolean
}

/**
 * An open question about a file. The message asks it; the hint lists the flags of each answer or says what to
 * type.
 * @see docs/import.md#3-dates-numbers-signs
 */
export class AmbiguityError extends UserError {
  readonly answers: readonly AnswerOption[]
  readonly prompt: string
  readonly combinedAnswers: readonly AnswerOption[]
  readonly hintLines: readonly string[]
  readonly perAccountAnswer: AnswerOption | undefined
  readonly otherCurrencies: readonly OtherCurrency[]
  readonly isContradicted: boolean

  constructor(
    message: string,
    hint: string,
    {
      answers,
      prompt = message,
      combinedAnswers = answers,
      hintLines = [],
      perAccountAnswer,
      otherCurrencies = [],
      isContradicted = false,
    }: AmbiguityDetails,
  ) {
    const lines = [
      ...formatAnswers(combinedAnswers, formatFlagsOnly),
      ...formatPerAccountAnswer(perAccountAnswer, formatFlagsOnly),
      ...hintLines,
      ...(otherCurrencies.length > 0 ? [describeOtherWorkspaces(otherCurrencies)] : []),
    ]
    const hasLines = combinedAnswers.length > 0 || otherCurrencies.length > 0
    super('usage', message, { hint: hasLines ? lines.join('\n') : hint })
    this.answers = answers
    this.prompt = prompt
    this.combinedAnswers = combinedAnswers
    this.hintLines = hintLines
    this.perAccountAnswer = perAccountAnswer
    this.otherCurrencies = otherCurrencies
    this.isContradicted = isContradicted
  }

  /**
   * Returns the error with the follow-up questions of its answers, so that the command line can answer all at
   * once.
   */
  withFollowUps(next: (options: ReadOptions) => AmbiguityError | undefined): AmbiguityError {
    const { hint = '', answers, prompt, hintLines, perAccountAnswer, otherCurrencies, isContradicted } = this
    const listed = answers
      .slice(0, MAX_LISTED_ANSWERS)
      .map((answer) => ({ answer, followUp: next(answer.options) }))
    const withAnswers = listed.find(({ followUp }) => followUp && followUp.combinedAnswers.length > 0)
    const isAlwaysOpen = listed.every(({ followUp }) => followUp)
    const first = (withAnswers ?? (isAlwaysOpen ? listed[0] : undefined))?.followUp
    if (!first) return this
    const combined = listed.flatMap(({ answer, followUp }) =>
      combineAnswers(answer, followUp?.combinedAnswers ?? []),
    )
    const end = this.message.endsWith('?') ? '' : '.'
    return new AmbiguityError(`${this.message}${end} ${first.message}`, hint, {
      answers,
      prompt,
      combinedAnswers: [...combined, ...answers.slice(MAX_LISTED_ANSWERS)],
      hintLines: first.combinedAnswers.length > 0 ? hintLines : [...hintLines, first.hint ?? ''],
      ...(perAccountAnswer && { perAccountAnswer }),
      otherCurrencies,
      isContradicted,
    })
  }
}

/** Returns the answer combined with each answer to the follow-up question. */
function combineAnswers(answer: AnswerOption, others: readonly AnswerOption[]): AnswerOption[] {
  if (others.length === 0) return [answer]
  return others.map(({ label, options }) => ({
    label: `${answer.label}, ${label.charAt(0).toLowerCase()}${label.slice(1)}`,
    options: { ...answer.options, ...options },
  }))
}

/** Returns the error for an open question. The hint is used only if there are no answers. */
export const createAmbiguityError = (
  message: string,
  hint: string,
  answers: readonly AnswerOption[] = [],
): AmbiguityError => new AmbiguityError(message, hint, { answers })

/** The answers to what a positive amount means. */
export const signAnswers: readonly AnswerOption[] = [
  { label: 'They come in', options: { invert: false } },
  { label: 'They go out, as on a card', options: { invert: true } },
]
