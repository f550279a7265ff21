/** Says what becomes of the decisions of a review, in numbers that add up. */

import { type Decisions, hasEffect, isWaiting, type ReviewSetting, type ReviewState } from './review-state.ts'

const count = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`

/** Returns `8 decisions and 1 rule`. */
export function countWhatIsSent({ rows, rules }: Decisions): string {
  const decided = [...rows.values()].filter(hasEffect).length
  return [
    ...(decided > 0 ? [count(decided, 'decision')] : []),
    ...(rules.length > 0 ? [count(rules.length, 'rule')] : []),
  ].join(' and ')
}

/** Returns the last question of a review. */
export function formatConfirmation(state: ReviewState, setting: ReviewSetting): string {
  if (setting.kind === 'import') return formatImport(state)
  const sent = countWhatIsSent(state.decisions)
  if (sent === '') return 'Nothing is decided yet; q quits'
  const requests = setting.countRequests(state.decisions)
  const price = requests === undefined ? '' : `, ${count(requests, 'request')}`
  return `Send ${sent}${price}? Enter sends, Esc goes back`
}

function formatImport(state: ReviewState): string {
  const { rows } = state.decisions
  const isLeftOut = ({ id }: { id: string }): boolean => rows.get(id)?.outcome === 'skipped'
  const leftOut = state.rows.filter(isLeftOut).length
  const waiting = state.rows.filter((row) => isWaiting(state, row)).length
  const imported = state.rows.length - leftOut
  const rest = leftOut === 0 ? '' : `, leave out ${leftOut}`
  if (imported === 0) return `Import nothing${rest}? Enter confirms, Esc goes back`
  const parts =
    waiting === 0
      ? ''
      : ` (${imported - waiting} reviewed, ${waiting} as ${waiting === 1 ? 'it is' : 'they are'})`
  return `Import ${count(imported, 'row')}${parts}${rest}? Enter imports`
}
