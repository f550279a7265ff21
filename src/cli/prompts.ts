/**
 * Asks questions on a terminal. Only this file imports @clack/prompts, and it is loaded when a question is
 * asked.
 */

import type { Readable } from 'node:stream'
import {
  autocomplete,
  autocompleteMultiselect,
  password,
  select as selectFromAll,
  text,
} from '@clack/prompts'
import type { PromptChoice, SelectOptions } from '../command/context.ts'
import { UserError } from '../contract/errors.ts'
import { toNameKey } from '../contract/normalize-name.ts'

/** True for `y` and `yes`; `yesterday` is no yes. */
export const isYes = (answer: string): boolean => /^\s*y(?:es)?\s*$/i.test(answer)

/** Returns an error message for an answer that is neither yes nor no; an empty answer is a no. */
export const validateYesNo = (answer = ''): string | undefined =>
  isYes(answer) || /^\s*(?:no?)?\s*$/i.test(answer) ? undefined : 'Answer yes or no'

/** The streams of a prompt. @default input: stdin of the process */
interface Terminal {
  input?: Readable
  output: NodeJS.WriteStream
}

/**
 * Asks a question; undefined when the user cancels with Ctrl-C. Clack never answers after Ctrl-D or when the input
 * ends, so that the process would exit as if it had succeeded.
 * @throws UserError `unconfirmed` when the input ends
 */
async function ask<Answer extends string | string[]>(
  { input: typed = process.stdin, output }: Terminal,
  prompt: (terminal: Required<Terminal> & { signal: AbortSignal }) => Promise<Answer | symbol>,
): Promise<Answer | undefined> {
  const ended = new AbortController()
  const end = () => ended.abort()
  const endOnKey = (_text: unknown, key: { ctrl?: boolean; name?: string } | undefined) => {
    if (key?.ctrl && key.name === 'd') end()
  }
  typed.on('keypress', endOnKey).on('end', end).on('close', end)
  try {
    const answer = await prompt({ input: typed, output, signal: ended.signal })
    if (ended.signal.aborted) throw new UserError('unconfirmed', 'Nothing was changed')
    return typeof answer === 'symbol' ? undefined : answer
  } finally {
    typed.off('keypress', endOnKey).off('end', end).off('close', end)
  }
}

/** Asks a yes-or-no question; undefined when the user cancels. */
export async function confirm(question: string, terminal: Terminal): Promise<boolean | undefined> {
  // The confirm prompt of clack accepts the first y that is typed, also in "maybe".
  const answer = await ask<string>(terminal, (streams) =>
    text({ message: `${question} (y/N)`, validate: validateYesNo, ...streams }),
  )
  return answer === undefined ? undefined : isYes(answer)
}

/** Asks for a text, shown as dots when `hidden`; undefined when the user cancels. */
export const input = (
  question: string,
  { hidden, ...terminal }: Terminal & { hidden: boolean },
): Promise<string | undefined> =>
  ask<string>(terminal, (streams) => (hidden ? password : text)({ message: question, ...streams }))

/**
 * True if the label contains the search text. Ids and API terms are not searched, because the user does not
 * see them.
 */
export const matchesSearch = (search: string, { label }: Partial<PromptChoice>): boolean =>
  toNameKey(label ?? '').includes(toNameKey(search))

/** Returns the choices that contain the typed text and, unless it is the label of one, the text itself. */
export function addNewChoice(choices: readonly PromptChoice[], typed: string): PromptChoice[] {
  const text = typed.trim()
  if (text === '') return [...choices]
  const matching = choices.filter((choice) => matchesSearch(text, choice))
  const isKnown = matching.some(({ label }) => toNameKey(label) === toNameKey(text))
  return isKnown ? matching : [...matching, { value: text, label: `New: ${text}` }]
}

/** So few choices are read at once; a search would only add a line. */
const FEW_CHOICES = 4

/**
 * Lets the user select a choice with the arrow keys and, of many choices, by typing a part of it; undefined when
 * the user cancels.
 */
export const select = (
  question: string,
  {
    choices,
    allowsNew = false,
    ...terminal
  }: Terminal & SelectOptions & { choices: readonly PromptChoice[] },
): Promise<string | undefined> =>
  ask<string>(terminal, (streams) => {
    if (!allowsNew && choices.length <= FEW_CHOICES)
      return selectFromAll<string>({ message: question, options: [...choices], ...streams })
    return autocomplete<string>({
      message: question,
      ...(allowsNew
        ? {
            options() {
              return addNewChoice(choices, this.userInput)
            },
          }
        : { options: [...choices], filter: matchesSearch }),
      validate: (chosen) => (chosen === undefined ? 'No match in the list' : undefined),
      maxItems: 10,
      ...streams,
    })
  })

/**
 * Lets the user tick choices, which filter while typing; null when the user goes back with Esc, undefined when the user
 * cancels.
 */
export async function selectMany(
  question: string,
  {
    choices,
    initial,
    ...terminal
  }: Terminal & { choices: readonly PromptChoice[]; initial: readonly string[] },
): Promise<string[] | null | undefined> {
  let isEscaped = false
  const { input: typed = process.stdin } = terminal
  // For clack, Esc and Ctrl-C are one key.
  const noteKey = (_text: unknown, key: { name?: string } | undefined) => {
    isEscaped = key?.name === 'escape'
  }
  typed.on('keypress', noteKey)
  try {
    const answer = await ask<string[]>(terminal, (streams) =>
      autocompleteMultiselect({
        message: question,
        options: [...choices],
        initialValues: [...initial],
        filter: matchesSearch,
        maxItems: 12,
        ...streams,
      }),
    )
    return answer === undefined && isEscaped ? null : answer
  } finally {
    typed.off('keypress', noteKey)
  }
}
