/** Shows the entries of the history: as a list, and one with everything it changed. */

import type { Change, HistoryEntry, HistoryEntryDetails } from '../contract/ports/history.ts'
import { formatLocalTime, formatRelativeTime } from '../output/relative-time.ts'
import { sanitizeLine } from '../output/sanitize.ts'
import { countColumn, defineView, textColumn, type View } from '../output/view.ts'
import type { NamesById } from './change-fields.ts'
import { describeChanges, formatCounts, formatRawChanges } from './changes.ts'

// JSON omits symbol keys: only the text for users has relative times and names.
const nowKey: unique symbol = Symbol('now, in milliseconds since 1970')
const aboutKey: unique symbol = Symbol('the change that an undo is about')
const namesKey: unique symbol = Symbol('names by id')

/** An entry in the list, with the time at which it is listed. */
export type ListedEntry = HistoryEntry & {
  readonly [nowKey]?: number
  readonly [aboutKey]?: EntrySubject | undefined
}

/** The change that an undo or a redo is about. */
export interface EntrySubject {
  original: HistoryEntry
  /** True for an undo, false for a redo. */
  isUndo: boolean
}

/** An entry with its changes, and the names that were loaded anyway. */
export type ShownEntry = HistoryEntryDetails & {
  readonly [nowKey]?: number
  readonly [namesKey]?: NamesById
}

/** Returns entries for the list view; `now` is in milliseconds since 1970, and subjects are by the ids of undos. */
export const toListedEntries = (
  entries: readonly HistoryEntry[],
  { now, subjects }: { now: number; subjects: ReadonlyMap<number, EntrySubject> },
): ListedEntry[] => entries.map((entry) => ({ ...entry, [nowKey]: now, [aboutKey]: subjects.get(entry.id) }))

/** Returns an entry for the view of one. */
export const toShownEntry = (
  entry: HistoryEntryDetails,
  { now, names }: { now: number; names: NamesById },
): ShownEntry => ({ ...entry, [nowKey]: now, [namesKey]: names })

/** Returns what an entry did: the command, the request of a key, or which entry it undid. */
export function describeEntry({ command, actor, undoes }: HistoryEntry): string {
  if (actor !== null) return `${actor.startsWith('assistant ') ? '' : 'key '}${actor}: ${command}`
  const [word] = command.split(' ', 1)
  return undoes !== null && (word === 'undo' || word === 'redo') ? `${word} ${undoes}` : command
}

/** Returns what an entry did, of an undo or a redo with the command that it is about. */
function describeListedEntry(entry: ListedEntry): string {
  const { [aboutKey]: about, actor, command } = entry
  if (!about || actor !== null || !/^(?:undo|redo)\b/.test(command)) return describeEntry(entry)
  return `${about.isUndo ? 'undo' : 'redo'} ${about.original.id}: ${describeEntry(about.original)}`
}

/** Returns the entry as a sentence starts with it: `42, month copy last: 4 assignments`. */
export const titleEntry = (entry: HistoryEntry): string =>
  `${entry.id}, ${describeEntry(entry)}: ${formatCounts(entry.counts)}`

const formatWhen = ({ at, [nowKey]: now }: ListedEntry): string =>
  now === undefined ? at : formatRelativeTime(at, now)

/** Tells whether an entry was undone, or that it cannot be. */
const describeState = ({ undone_by, not_undoable }: HistoryEntry): string[] => {
  if (undone_by !== null) return [`undone by ${undone_by}`]
  return not_undoable === null ? [] : ['cannot be undone']
}

const entryFields = ['id', 'at', 'command', 'actor', 'counts', 'undoes', 'undone_by', 'not_undoable'] as const

/** A list of entries, newest first. */
export const historyListView: View<ListedEntry[]> = defineView<ListedEntry[], ListedEntry>({
  columns: [
    countColumn('id', '#'),
    { ...textColumn('at', 'When', { neverTruncate: true, dropPriority: 1 }), formatForTerminal: formatWhen },
    { ...textColumn('command', 'What', { minWidth: 20 }), formatForTerminal: describeListedEntry },
    {
      field: 'counts',
      heading: 'Changed',
      kind: 'text',
      minWidth: 14,
      getValue: ({ counts }) => formatCounts(counts),
      formatForTerminal: (entry) => [...describeState(entry), formatCounts(entry.counts)].join(': '),
    },
    textColumn('actor', 'Key', { hiddenOnTerminal: true }),
    textColumn('undoes', 'Undoes', { hiddenOnTerminal: true }),
    textColumn('undone_by', 'Undone by', { hiddenOnTerminal: true }),
    textColumn('not_undoable', 'Not undoable', { hiddenOnTerminal: true }),
  ],
  fields: () => entryFields,
})

/** One entry with every changed field, before → after. */
export const historyEntryView: View<ShownEntry> = defineView<ShownEntry, Change>({
  columns: [
    textColumn('type', 'Type'),
    textColumn('id', 'Id'),
    { field: 'changes', heading: 'Changes', kind: 'text', getValue: formatRawChanges },
  ],
  rows: ({ changes }) => changes,
  fields: () => [...entryFields, 'changes', 'changes.type', 'changes.id', 'changes.before', 'changes.after'],
  renderText(entry, { colors }) {
    const { id, at, changes, not_undoable, [namesKey]: names = new Map() } = entry
    const state = not_undoable === null ? describeState(entry) : [`cannot be undone: ${not_undoable}`]
    const lines = [
      sanitizeLine(`${id}  ${describeEntry(entry)}`),
      colors.dim(sanitizeLine([formatLocalTime(at), formatWhen(entry), ...state].join(', '))),
      '',
      ...describeChanges(changes, { tense: 'done', names, isComplete: true }),
    ]
    return lines.map((line) => `${line}\n`).join('')
  },
})
