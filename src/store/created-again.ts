/** Reads from the log which things an undo or a redo created again, because they have new ids since. */

import type { InvertedWrite } from '../contract/ports/write-log.ts'
import type { Database } from './database.ts'
import { decodeChanges } from './logged-changes.ts'

/** Returns a function that lists the ids of things that were created again, with the next id of each. */
export function queryCreatedAgain({ prepare }: Database, workspace: string) {
  const creations = prepare<{ inverts: string; changes: string }>(
    `SELECT inverts, changes FROM writes
     WHERE workspace = ? AND state = 'done' AND inverts IS NOT NULL
       AND operation IN ('createAccount', 'createCategory', 'createMerchant') ORDER BY number`,
  )
  return (): Map<string, string> => {
    const ids = new Map<string, string>()
    for (const { inverts, changes } of creations.all(workspace)) {
      const [before] = (JSON.parse(inverts) as InvertedWrite).ids // only the log writes it
      const [created] = decodeChanges(changes)
      if (before !== undefined && created && created.id !== before) ids.set(before, created.id)
    }
    return ids
  }
}
