/** Shows what an undo or a redo takes back: as a question, as a dry run and as a result. */

import {
  type HistoryEntry,
  type PlannedChange,
  type ReadyToAssignChange,
  toPlannedChange,
  type UndoPlan,
  type UndoResult,
} from '../contract/ports/history.ts'
import { groupThousands } from '../output/format-amount.ts'
import { pluralize } from '../output/pluralize.ts'
import { sanitizeLine } from '../output/sanitize.ts'
import { type Column, defineView, textColumn, type View } from '../output/view.ts'
import { describePlan } from './changes.ts'
import { dryRunView } from './dry-run-view.ts'
import { titleEntry } from './history-view.ts'

// JSON omits symbol keys: scripts get the entries themselves.
const titleKey: unique symbol = Symbol('what is taken back, in words')

const undoKey: unique symbol = Symbol('what the undo would do, as far as a user reads it')

/** An entry that is taken back, in the words of the user. */
export interface UndoneEntry {
  /** The change that ceases to be in effect or, of a redo, the one that comes back. */
  original: HistoryEntry
  /** True when the entry is an undo, so that its change comes back. */
  isRedo: boolean
}

/** What an undo or a redo takes back, for its texts. */
export interface UndoSubject {
  /** The newest first. */
  entries: readonly UndoneEntry[]
  /** The current month, in which Ready to Assign needs no month. */
  month: string
}

/** A dry run of an undo: the report of every dry run, and what the undo would take back. */
export interface UndoPreview extends Pick<UndoPlan, 'entries' | 'ready_to_assign' | 'lost'> {
  readonly plan: PlannedChange[]
  requests: number
  readonly [titleKey]: UndoSubject
  readonly [undoKey]: UndoPlan
}

/** What an undo took back. */
export interface UndoOutput extends UndoResult {
  readonly [titleKey]: UndoSubject
}

/** Returns the dry run of an undo, whose changes are described when they are asked for. */
export const toUndoPreview = (undo: UndoPlan, subject: UndoSubject): UndoPreview => ({
  get plan() {
    return undo.changes.map(toPlannedChange)
  },
  requests: undo.requests,
  entries: undo.entries,
  ready_to_assign: undo.ready_to_assign,
  lost: undo.lost,
  [titleKey]: subject,
  [undoKey]: undo,
})

/** Adds the texts about it to the result of an undo; a copy would describe every change, which takes long. */
export const toUndoOutput = (result: UndoResult, subject: UndoSubject): UndoOutput =>
  Object.assign(result, { [titleKey]: subject })

/** Formats `Ready to Assign 0.00 → 1,845.00`; empty when it is unknown or does not change. */
function describeReadyToAssign(
  change: ReadyToAssignChange | null,
  { month }: Pick<UndoSubject, 'month'>,
): string[] {
  if (!change || change.before === change.after) return []
  const period = change.month === month ? '' : ` in ${change.month}`
  return [`Ready to Assign${period} ${groupThousands(change.before)} → ${groupThousands(change.after)}`]
}

/** The verbs for what is undone and for what is redone. */
const verbs = {
  present: ['undoes', 'redoes'],
  past: ['undid', 'redid'],
} as const

const getVerb = (tense: keyof typeof verbs, { isRedo }: Pick<UndoneEntry, 'isRedo'>): string =>
  capitalize(verbs[tense][isRedo ? 1 : 0])

const capitalize = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

/** Counts what is undone and what is redone: `undoes 2 changes and redoes 1 change`. */
function countEntries(tense: keyof typeof verbs, entries: readonly UndoneEntry[]): string {
  const redone = entries.filter(({ isRedo }) => isRedo).length
  return [entries.length - redone, redone]
    .flatMap((count, at) => (count === 0 ? [] : [`${verbs[tense][at]} ${pluralize(count, 'change')}`]))
    .join(' and ')
}

const describeEntries = (tense: keyof typeof verbs, { entries }: UndoSubject): string => {
  const [first] = entries
  return first && entries.length === 1
    ? `${getVerb(tense, first)} ${titleEntry(first.original)}`
    : capitalize(countEntries(tense, entries))
}

/** Lists several entries, each in its own direction. */
const listEntries = ({ entries }: UndoSubject): string[] =>
  entries.length > 1
    ? entries.map((entry) => `    ${getVerb('present', entry)} ${titleEntry(entry.original)}`)
    : []

/** Asks whether to take entries back: `Undoes 42, month copy last: 4 assignments. Continue?` */
export const formatUndoQuestion = (plan: UndoPlan, subject: UndoSubject): string =>
  [
    describeEntries('present', subject),
    ...describeReadyToAssign(plan.ready_to_assign, subject),
    'Continue?',
  ].join('. ')

/** Returns the lines that a user reads before the question: what is lost, what it costs, and several entries. */
export const describeUndoPlan = (
  plan: Pick<UndoPlan, 'lost' | 'requests'>,
  subject: UndoSubject,
): string[] => [
  ...describeCost(plan),
  ...(subject.entries.length > 1 ? [formatHeading(subject), ...listEntries(subject)] : []),
]

const formatHeading = ({ entries }: UndoSubject): string =>
  `This ${countEntries('present', entries)}, newest first:`

const describeCost = ({ lost, requests }: Pick<UndoPlan, 'lost' | 'requests'>): string[] => [
  ...lost,
  ...(requests === 0 ? [] : [`This requires ${pluralize(requests, 'request')}`]),
]

function renderPreview(preview: UndoPreview): string[] {
  const { ready_to_assign, [titleKey]: subject, [undoKey]: undo } = preview
  const title = subject.entries.length > 1 ? [] : [describeEntries('present', subject)]
  const figures = describeReadyToAssign(ready_to_assign, subject)
  return [
    ...(title.length > 0 ? [[...title, ...figures].join('. ')] : []),
    ...describeUndoPlan(preview, subject),
    ...(title.length > 0 ? [] : figures),
    ...describePlan(undo, new Map()),
  ]
}

/** Returns the lines about what an undo or a redo took back. */
export const describeUndoResult = ({ ready_to_assign, [titleKey]: subject }: UndoOutput): string[] => [
  describeEntries('past', subject),
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
    const lines = (isPreview ? renderPreview(output) : describeUndoResult(output)).map(sanitizeLine)
    return [...lines, ...(isPreview ? [colors.dim('Nothing was changed')] : [])]
      .map((line) => `${line}\n`)
      .join('')
  },
})

/** Returns the view of an undo or a redo; a dry run is in words in a pipe as well. */
export const createUndoView = (output: UndoPreview | UndoOutput): typeof undoResultView =>
  'plan' in output ? { ...undoResultView, isPlainText: true } : undoResultView
