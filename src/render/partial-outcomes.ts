/** Shows what became of each of several things when a command stopped in the middle. */

import type { ThingOutcome } from '../contract/errors.ts'
import { oneLine } from './sanitize.ts'
import { type Sheet, sheet, text } from './view.ts'

/** A thing, what became of it, and why where it was not done. */
export type ShownOutcome = ThingOutcome & { error?: { id: string; name: string; detail: string } }

const words: Readonly<Record<ThingOutcome['outcome'], string>> = {
  done: 'done',
  refused: 'refused',
  not_tried: 'not tried',
  unknown: 'outcome unknown',
}

/** A line for each thing: `txn_01: refused: transaction is deleted`. */
export const outcomeList: Sheet<ShownOutcome[]> = sheet<ShownOutcome[], ShownOutcome>({
  columns: [
    text('id', 'Id', { whole: true }),
    { field: 'name', heading: 'Name', kind: 'text', value: ({ name }) => name ?? null },
    text('outcome', 'Outcome'),
    { field: 'error', heading: 'Why', kind: 'text', value: ({ error }) => error?.detail ?? null },
  ],
  say: (things) =>
    things
      .map(({ id, name, outcome, error }) => {
        const why = error === undefined ? '' : `: ${error.detail}`
        return `${oneLine(`${name ?? id}: ${words[outcome]}${why}`)}\n`
      })
      .join(''),
})
