/** Selects the entry that an undo or a redo takes back. */

import { UserError } from '../contract/errors.ts'
import type { History, HistoryEntry } from '../contract/ports/history.ts'

/** How many entries are read before all of them are. */
const FIRST_LIMIT = 100

/** Returns the newest entry that matches. */
async function findEntry(
  history: History,
  matches: (entry: HistoryEntry) => boolean,
): Promise<HistoryEntry | undefined> {
  const newest = await history.list({ limit: FIRST_LIMIT })
  const found = newest.find(matches)
  return found || newest.length < FIRST_LIMIT ? found : (await history.list({})).find(matches)
}

/**
 * Returns the entry with a number.
 * @throws UserError when there is none.
 */
export async function getEntry(history: History, id: number): Promise<HistoryEntry> {
  const entry = await findEntry(history, (candidate) => candidate.id === id)
  if (entry) return entry
  throw new UserError('not_found', `The history has no entry ${id}`, {
    hint: 'budget history lists the entries',
  })
}

/** Follows undos to the change that they are about; `isUndone` is true when the last undo took it back. */
export async function findOriginal(
  history: History,
  entry: HistoryEntry,
): Promise<{ original: HistoryEntry; isUndo: boolean }> {
  let [original, isUndo] = [entry, false]
  while (original.undoes !== null) {
    original = await getEntry(history, original.undoes)
    isUndo = !isUndo
  }
  return { original, isUndo }
}

const isInEffect = ({ undone_by }: HistoryEntry): boolean => undone_by === null

/** True of an undo whose original db compact removed: it is no change that a user made. */
const isCutOff = ({ not_undoable, command }: HistoryEntry): boolean =>
  not_undoable !== null && /^(undo|redo) \d/.test(command)

/** True of an import of a file with nothing new: only the journal changed. A catch-up and a draft have an effect. */
export const isEmptyImport = ({ counts, command }: HistoryEntry): boolean =>
  Object.keys(counts).join() === 'import' &&
  !command.endsWith(CATCHUP_LABEL) &&
  !command.startsWith(APPLY_LABEL)

/** What the label of an import that only records the rows as known ends with. */
export const CATCHUP_LABEL = ' --catchup'

/** What the label of a draft that was applied begins with. */
export const APPLY_LABEL = 'drafts apply '

/** Returns the newest change in effect, which `budget undo` takes back; undefined when there is none. */
export const findNewestChange = (history: History): Promise<HistoryEntry | undefined> =>
  findEntry(
    history,
    (entry) => entry.undoes === null && isInEffect(entry) && !isCutOff(entry) && !isEmptyImport(entry),
  )

/** Returns the newest undo in effect, which `budget redo` takes back; undefined when there is none. */
export async function findNewestUndo(history: History): Promise<HistoryEntry | undefined> {
  const entries = await history.list({})
  // The undo of an undo is a redo.
  const changes = new Set(entries.flatMap(({ id, undoes }) => (undoes === null ? [id] : [])))
  return entries.find((entry) => entry.undoes !== null && changes.has(entry.undoes) && isInEffect(entry))
}

/**
 * Returns the entry that `budget undo` takes back: the one with this number, or the newest change in effect.
 * @throws UserError when there is none, when it is undone already, or when it cannot be undone.
 */
export async function findUndoTarget(history: History, id: number | undefined): Promise<HistoryEntry> {
  const entry = id === undefined ? await findNewestChange(history) : await getEntry(history, id)
  if (!entry)
    throw new UserError('not_found', 'There is nothing to undo', {
      hint: 'budget history lists the changes',
    })
  if (entry.undone_by !== null)
    throw new UserError('conflict', `${entry.id} was already undone by ${entry.undone_by}`, {
      hint: `To redo it: budget redo ${entry.id}`,
    })
  return assertUndoable(entry)
}

/**
 * Returns the undo that `budget redo` takes back: the one with this number, the one of the change with this number, or
 * the newest undo in effect.
 * @throws UserError when there is none, or when it cannot be undone.
 */
export async function findRedoTarget(history: History, id: number | undefined): Promise<HistoryEntry> {
  const entry = id === undefined ? await findNewestUndo(history) : await findUndoAbout(history, id)
  if (entry) return assertUndoable(entry)
  throw new UserError('not_found', 'There is nothing to redo', {
    hint: 'budget redo brings back a change that budget undo undid',
  })
}

async function findUndoAbout(history: History, id: number): Promise<HistoryEntry> {
  const entry = await getEntry(history, id)
  if (entry.undone_by !== null && entry.undoes === null) return getEntry(history, entry.undone_by)
  const { isUndo } = await findOriginal(history, entry)
  if (isUndo && entry.undone_by === null) return entry
  throw new UserError(
    'conflict',
    isUndo
      ? `The undo ${id} was already undone by ${entry.undone_by}`
      : `${id} is in effect, so there is nothing to redo`,
  )
}

function assertUndoable(entry: HistoryEntry): HistoryEntry {
  if (entry.not_undoable === null) return entry
  throw new UserError('conflict', `${entry.id} cannot be undone: ${entry.not_undoable}`, {
    hint: `budget history show ${entry.id} shows what it changed`,
  })
}
