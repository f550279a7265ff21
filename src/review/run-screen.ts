/** Runs the screen of a review: draws it, reads keys, and saves each decision as it is made. */

import type { Screen, ScreenEvent } from '../command/screen.ts'
import type { Colors } from '../output/style.ts'
import type { ScreenStyle } from '../screens/frame.ts'
import { createTextInput } from '../screens/text-input.ts'
import { withMessage } from './decide.ts'
import { renderReviewQuestion, renderReviewScreen } from './draw-screen.ts'
import { explainCreation, listChoices } from './list-choices.ts'
import { reduceKey } from './reduce-key.ts'
import type { ReviewSetting, ReviewState } from './review-state.ts'
import { toReviewScreen } from './to-screen.ts'

/** What the screen needs beside the state. */
export interface ReviewSession {
  setting: ReviewSetting
  /** What becomes of the decisions. */
  remark: string
  /** A figure beside the title. */
  figures: string
  /** Saves decisions; undefined if they are not kept. */
  save?: (before: ReviewState, after: ReviewState) => void
}

/** Returns the state in which the user ended the review. */
export async function runReviewScreen(
  { screen, colors }: { screen: Screen; colors: Colors },
  first: ReviewState,
  session: ReviewSession,
): Promise<ReviewState> {
  let state = first
  while (state.ended === undefined) {
    const view = toReviewScreen(state, session.setting, session)
    const style: ScreenStyle = { columns: screen.columns, rows: screen.rows, colors }
    screen.draw(screen.isLineBased ? renderReviewQuestion(view, style) : renderReviewScreen(view, style))
    const next = reduceEvent(state, await screen.readEvent(), session.setting)
    if (next.decisions !== state.decisions) session.save?.(state, next)
    state = next
  }
  return state
}

function reduceEvent(state: ReviewState, event: ScreenEvent, setting: ReviewSetting): ReviewState {
  if (event.name === 'resize' || event.name === 'idle') return state
  if (event.name === 'input-end') return { ...state, ended: 'leave' }
  return event.name === 'line' ? reduceLine(state, event.text, setting) : reduceKey(state, event, setting)
}

/** Returns from a question on a terminal without keys. */
const BACK = '.'

/** Turns a line into keys: an empty one is Enter, a letter is a command, and what follows it answers its question. */
function reduceLine(state: ReviewState, line: string, setting: ReviewSetting): ReviewState {
  const text = line.trim()
  if (state.mode.kind === 'pick' || state.mode.kind === 'text') return answerQuestion(state, text, setting)
  if (text === '') return reduceKey(state, { name: 'enter' }, setting)
  const [command = '', ...rest] = Array.from(text)
  const next = reduceKey(state, { name: 'text', text: command }, setting)
  const answer = rest.join('').trim()
  if (answer === '' || next.ended) return next
  if (next.mode.kind === 'pick' || next.mode.kind === 'text') return answerQuestion(next, answer, setting)
  return withMessage(state, `"${text}" is not a command; type one letter, or ? for the keys`)
}

/** Answers the question that is asked; a search with several matches lists them instead. */
function answerQuestion(state: ReviewState, text: string, setting: ReviewSetting): ReviewState {
  const { mode } = state
  if (mode.kind !== 'pick' && mode.kind !== 'text') return state
  if (text === BACK) return reduceKey(state, { name: 'escape' }, setting)
  const typed: ReviewState = text === '' ? state : { ...state, mode: { ...mode, ...createTextInput(text) } }
  const choices = listChoices(typed, setting)
  const isNew = mode.kind === 'pick' && text !== '' && text !== mode.text
  if (isNew && choices[0]?.is_creation) return { ...typed, message: explainCreation(choices) }
  if (isNew && choices.length > 1)
    return { ...typed, message: 'Press Enter for the first one, or type more of the name' }
  return reduceKey(typed, { name: 'enter' }, setting)
}
