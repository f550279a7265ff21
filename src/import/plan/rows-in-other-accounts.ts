/** Rows of a file that another account of the workspace has already: the file may be meant for that one. */

import { type Journal, keyBytes } from '../../contract/ports/import-journal.ts'
import { keysOf, noteFound } from '../matching/row-fingerprints.ts'
import type { Decide } from '../model/row-decisions.ts'
import { type Statement, wordsOnly } from '../model/statement.ts'
import { digestAt } from '../text/digest-set.ts'
import { rowsIn } from './classify-rows.ts'
import type { ImportPlan } from './import-plan.ts'

/** So many of the rows to book are in another account. */
export interface Elsewhere {
  account_id: string
  rows: number
  of: number
}

interface Planned {
  account_id: string
  statement: Statement
  plan: ImportPlan
  decide: Decide | undefined
}

/** Two rows are soon alike. */
const FEWEST = 3

/**
 * The other account that has most of the rows to book, by date, amount and words, at least half of them. The journal tells;
 * the service is not asked.
 */
export function findElsewhere(
  imports: Journal,
  { account_id, statement, plan, decide }: Planned,
): Elsewhere | undefined {
  const { span, counts } = plan
  const records = imports.imports().filter((one) => one.account_id !== account_id)
  const others = new Set(records.map((one) => one.account_id))
  if (!span || counts.create < FEWEST || others.size === 0) return undefined
  const unread = decide ? undefined : wordsOnly
  const planned = rowsIn('create', statement, { bins: plan.bins, unread })
  const keys = keysOf(planned, plan.bins.length, decide)
  let most: Elsewhere | undefined
  for (const other of others) {
    keys.found.fill(0)
    let rows = 0
    for (const batch of imports.booked(other, { since: span.first, until: span.last }))
      for (let at = 0; at < batch.keys.length; at += keyBytes)
        if (noteFound(keys, digestAt(batch.keys, at))) rows += 1
    if (rows > (most?.rows ?? 0)) most = { account_id: other, rows, of: counts.create }
  }
  return most && most.rows >= FEWEST && most.rows * 2 >= most.of ? most : undefined
}
