/**
 * Finds the transaction that a text means: an id, the end of an id, or `last`.
 * @see docs/cli.md#names-for-ids
 */

import { UserError } from '../../contract/errors.ts'
import type { KeepMeaning } from '../../contract/ports/drafts.ts'
import type { History, HistoryEntry } from '../../contract/ports/history.ts'
import type { TransactionReferences } from '../../contract/ports/references.ts'

/** What a transaction is found with. */
export interface TransactionLookup {
  references: TransactionReferences
  history(): Pick<History, 'list' | 'get'>
  /** Keeps which one a text means; undefined where no command line is drafted. */
  keepMeaning?: KeepMeaning | undefined
}

const LAST = 'last'

/**
 * Returns the id of the transaction that a text means. A text that can be no reference is returned as it is: the
 * service knows whether it is an id.
 * @throws UserError when no transaction has this reference, or several have.
 */
export async function findTransactionId(lookup: TransactionLookup, text: string): Promise<string> {
  const find = () => findId(lookup, text)
  return lookup.keepMeaning ? lookup.keepMeaning(`transaction ${text}`, find) : find()
}

async function findId({ references, history }: TransactionLookup, text: string): Promise<string> {
  if (text === LAST) return findLastChanged(history())
  const ids = await references.find(text)
  if (!ids) return text
  const [single] = ids
  if (single === undefined)
    throw new UserError('not_found', `No transaction has the reference or id "${text}"`, {
      hint: 'budget tx list shows the references in its first column',
    })
  if (ids.length === 1) return single
  const longer = [...references.shorten(ids).values()].slice(0, MAX_SUGGESTIONS)
  const count = ids.length > MAX_SUGGESTIONS ? `more than ${MAX_SUGGESTIONS}` : ids.length
  throw new UserError('not_found', `"${text}" matches ${count} transactions: ${longer.join(', ')}`, {
    hint: 'Type more of the id; budget tx list shows the references in its first column',
  })
}

const MAX_SUGGESTIONS = 8
/** How many entries are read before all of them are. */
const FIRST_LIMIT = 50
/** A transfer has two sides, which change together. */
const TRANSFER_SIDES = 2

/** Returns the id of the transaction that a command on this computer changed last, an undo included. */
async function findLastChanged(history: Pick<History, 'list' | 'get'>): Promise<string> {
  const newest = await history.list({ limit: FIRST_LIMIT })
  const found = await findFirstChange(history, newest)
  const id =
    found ??
    (newest.length < FIRST_LIMIT ? undefined : await findFirstChange(history, await history.list({})))
  if (id !== undefined) return id
  throw new UserError('not_found', 'No command has changed a transaction yet', listHint)
}

const listHint = { hint: 'budget tx list shows the references of transactions in its first column' }

/** Returns the transaction of the first entry that left one. */
async function findFirstChange(
  history: Pick<History, 'get'>,
  entries: readonly HistoryEntry[],
): Promise<string | undefined> {
  for (const entry of entries.filter(isOwnChange)) {
    const count = entry.counts.transaction ?? 0
    if (count > TRANSFER_SIDES)
      throw new UserError('not_found', `The last change was to ${count} transactions`, listHint)
    const { changes } = await history.get(entry.id)
    // What an undo removed for good cannot be meant.
    const change = changes.find(({ type, after }) => type === 'transaction' && after !== null)
    if (change) return change.id
  }
  return undefined
}

const isOwnChange = ({ actor, undone_by, counts }: HistoryEntry): boolean =>
  actor === null && undone_by === null && (counts.transaction ?? 0) > 0
