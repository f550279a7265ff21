/** Keeps a history in memory, with undo and redo as the port describes them, but without a budget behind it. */

import { notFound, UserError } from '../../src/contract/errors.ts'
import type {
  Change,
  History,
  HistoryEntry,
  HistoryEntryDetails,
  HistoryFilter,
  UndoPlan,
  UndoRequest,
} from '../../src/contract/ports/history.ts'

/** A history, its entries, and the filters and requests that it got. */
export interface FakeHistory extends History {
  entries: HistoryEntryDetails[]
  filters: HistoryFilter[]
}

/** Creates an entry; what is not given is as of a command that assigned to one category. */
export const createEntry = (id: number, entry: Partial<HistoryEntryDetails> = {}): HistoryEntryDetails => ({
  id,
  at: '2026-11-20T11:58:00.000Z',
  command: 'month copy last',
  actor: null,
  counts: { assignment: 1 },
  undoes: null,
  undone_by: null,
  not_undoable: null,
  changes: [
    {
      type: 'assignment',
      id: '2026-11/cat_1',
      before: { name: 'Groceries', assigned: '0.00' },
      after: { name: 'Groceries', assigned: '400.00' },
    },
  ],
  ...entry,
})

const invert = ({ before, after, ...change }: Change): Change => ({ ...change, before: after, after: before })

/**
 * Creates a history. `plan` adds to the plan of each undo. Later entries in effect are in the way of an undo, unless
 * it takes them back as well.
 */
export function createFakeHistory(entries: HistoryEntryDetails[], plan: Partial<UndoPlan> = {}): FakeHistory {
  const filters: HistoryFilter[] = []
  const find = (id: number): HistoryEntryDetails => {
    const entry = entries.find((candidate) => candidate.id === id)
    if (!entry) throw notFound('entry')
    return entry
  }
  const listLater = (id: number) =>
    entries.filter((entry) => entry.id > id && entry.undone_by === null && entry.undoes === null)
  const select = ({ id, with_later }: UndoRequest): HistoryEntryDetails[] => {
    const [later] = listLater(id)
    if (with_later) return [...listLater(id).toReversed(), find(id)]
    if (later && find(id).undoes === null)
      throw new UserError('conflict', `Groceries has been changed since by ${later.id}; nothing was changed`)
    return [find(id)]
  }
  const buildPlan = (request: UndoRequest): UndoPlan => {
    const selected = select(request)
    return {
      entries: selected.map(toEntry),
      changes: selected.flatMap(({ changes }) => changes.map(invert)),
      ready_to_assign: null,
      requests: 0,
      lost: [],
      ...plan,
    }
  }
  return {
    entries,
    filters,
    async list(filter) {
      filters.push(filter)
      const { since = '', limit = entries.length } = filter
      return entries
        .filter(({ at }) => at >= since)
        .map(toEntry)
        .toReversed()
        .slice(0, limit)
    },
    get: async (id) => find(id),
    findDraft: async () => undefined,
    listCreated: async (id) =>
      find(id)
        .changes.filter(({ type, before }) => type === 'transaction' && before === null)
        .map((change) => change.id),
    listImports: async () => [],
    planUndo: async (request) => buildPlan(request),
    async undo(request) {
      const taken = buildPlan(request)
      const recorded = taken.entries.map(({ id }) => {
        const target = find(id)
        const undo = createEntry(entries.length + 1, {
          command: 'undo',
          undoes: id,
          counts: target.counts,
          changes: target.changes.map(invert),
        })
        target.undone_by = undo.id
        // Taking an undo back brings the change of that undo into effect.
        if (target.undoes !== null) find(target.undoes).undone_by = null
        entries.push(undo)
        return toEntry(undo)
      })
      return { ...taken, recorded }
    },
  }
}

const toEntry = ({ changes: _, ...entry }: HistoryEntryDetails): HistoryEntry => entry
