/** Shows what an undo or a redo takes back: as a question, as a dry run and as a result. */

import type { HistoryEntry, ReadyToAssignChange, UndoPlan, UndoResult } from '../contract/ports/history.ts'
import { describeChanges } from './changes.ts'
import { dryRunView } from './dry-run.ts'
import { groupThousands } from './format-amount.ts'
import { titleEntry } from './history.ts'
import { type PlannedChange, toPlannedChange } from './planned-change.ts'
import { sanitizeLine } from './sanitize.ts'
import { type Column, defineView, textColumn, type View } from './view.ts'

// JSON omits symbol keys: scripts get the entries themselves.
const titleKey: unique symbol = Symbol('what is taken back, in words')

/** How an undo or a redo is worded. */
export interface UndoWording {
  /** `Takes back` or `Redoes`. */
  verb: string
  /** `Took back` or `Redid`. */
  pastVerb: string
}

/** The wording of `budget undo`. */
export const undoWording: UndoWording = { verb: 'Takes back', pastVerb: 'Took back' }
/** The wording of `budget redo`. */
export const redoWording: UndoWording = { verb: 'Redoes', pastVerb: 'Redid' }

/** What an undo or a redo takes back, for its texts. */
export interface UndoSubject {
  wording: UndoWording
  /** The entries in the words of the user: of a redo those that come back, not their undos. */
  entries: readonly HistoryEntry[]
  /** The current month, in which Ready to Assign needs no month. */
  month: string
}

/** A dry run of an undo: the report of every dry run, and what the undo would take back. */
export interface UndoPreview extends Pick<UndoPlan, 'entries' | 'ready_to_assign' | 'lost'> {
  plan: PlannedChange[]
  requests: number
  readonly [titleKey]: UndoSubject
}

/** What an undo took back. */
export interface UndoOutput extends UndoResult {
  readonly [titleKey]: UndoSubject
}

/** Returns the dry run of an undo. */
export const toUndoPreview = (
  { entries, changes, ready_to_assign, requests, lost }: UndoPlan,
  subject: UndoSubject,
): UndoPreview => ({
  plan: changes.map(toPlannedChange),
  requests,
  entries,
  ready_to_assign,
  lost,
  [titleKey]: subject,
})

/** Returns the result of an undo with the texts about it. */
export const toUndoOutput = (result: UndoResult, subject: UndoSubject): UndoOutput => ({
  ...result,
  [titleKey]: subject,
})

/** Formats `Ready to Assign 0.00 → 1,845.00`; empty when it is unknown or does not change. */
function describeReadyToAssign(
  change: ReadyToAssignChange | null,
  { month }: Pick<UndoSubject, 'month'>,
): string[] {
  if (!change || change.before === change.after) return []
  const period = change.month === month ? '' : ` in ${change.month}`
  return [`Ready to Assign${period} ${groupThousands(change.before)} → ${groupThousands(change.after)}`]
}

const describeEntries = (verb: string, entries: readonly HistoryEntry[]): string => {
  const [first] = entries
  return first && entries.length === 1 ? `${verb} ${titleEntry(first)}` : `${verb} ${entries.length} entries`
}

/** Asks whether to take entries back: `Takes back 42, month copy last: 4 assignments. Do it?` */
export const formatUndoQuestion = (plan: UndoPlan, subject: UndoSubject): string =>
  [
    describeEntries(subject.wording.verb, subject.entries),
    ...describeReadyToAssign(plan.ready_to_assign, subject),
    'Do it?',
  ].join('. ')

/** Returns the lines that a user reads before the question: what is lost, what it costs, and several entries. */
export const describeUndoPlan = (
  { lost, requests }: Pick<UndoPlan, 'lost' | 'requests'>,
  { entries }: UndoSubject,
): string[] => [
  ...lost,
  ...(requests === 0 ? [] : [`This requires ${requests === 1 ? '1 request' : `${requests} requests`}`]),
  ...(entries.length > 1 ? entries.map((entry) => `    ${titleEntry(entry)}`) : []),
]

function renderPreview(preview: UndoPreview): string[] {
  const { plan, ready_to_assign, [titleKey]: subject } = preview
  const { verb } = subject.wording
  return [
    [describeEntries(verb, subject.entries), ...describeReadyToAssign(ready_to_assign, subject)].join('. '),
    ...describeUndoPlan(preview, subject),
    ...describeChanges(plan, { tense: 'planned', names: new Map() }),
  ]
}

const renderResult = ({ ready_to_assign, [titleKey]: subject }: UndoOutput): string[] => [
  describeEntries(subject.wording.pastVerb, subject.entries),
  ...describeReadyToAssign(ready_to_assign, subject),
]

const idColumn: Column<HistoryEntry> = { field: 'id', heading: '#', kind: 'count', getValue: ({ id }) => id }

/** What an undo or a redo took back, or would take back in a dry run. */
export const undoResultView: View<UndoPreview | UndoOutput> = defineView<
  UndoPreview | UndoOutput,
  HistoryEntry
>({
  columns: [idColumn, textColumn('at', 'When'), textColumn('command', 'What')],
  rows: ({ entries }) => entries,
  fields: () => [...dryRunView.fields(), 'entries', 'changes', 'ready_to_assign', 'lost', 'recorded'],
  renderText: (output, { colors }) => {
    const isPreview = 'plan' in output
    const lines = (isPreview ? renderPreview(output) : renderResult(output)).map(sanitizeLine)
    return [...lines, ...(isPreview ? [colors.dim('Nothing was changed')] : [])]
      .map((line) => `${line}\n`)
      .join('')
  },
})
