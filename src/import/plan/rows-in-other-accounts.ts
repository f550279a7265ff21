/**
 * Finds rows that another account already has, because the file may belong to that account.
 * @see docs/import.md#several-own-accounts-in-one-file
 */

import { type ImportJournal, ROW_KEY_BYTES } from '../../contract/ports/import-journal.ts'
import { readDigest } from '../matching/digest-set.ts'
import { buildFingerprints, claimFingerprint } from '../matching/row-fingerprints.ts'
import type { OverrideLookup } from '../model/row-decisions.ts'
import { bankTextOnly, type Statement } from '../model/statement.ts'
import { readRowsByDisposition } from './classify-rows.ts'
import type { ImportPlan } from './import-plan.ts'

/** How many of the rows to create exist in another account. */
export interface OtherAccountMatch {
  account_id: string
  rows: number
  of: number
}

interface PlannedImport {
  account_id: string
  statement: Statement
  plan: ImportPlan
  overrideFor: OverrideLookup | undefined
}

/** Two equal rows may be a coincidence. */
const MIN_MATCHING_ROWS = 3

/**
 * Returns the account that already has most of the rows to create, at least half of them; undefined if there
 * is none. Only the journal is searched, without any request.
 */
export function findRowsInOtherAccount(
  imports: ImportJournal,
  { account_id, statement, plan, overrideFor }: PlannedImport,
): OtherAccountMatch | undefined {
  const { span, counts } = plan
  const records = imports.listImports().filter((record) => record.account_id !== account_id)
  const others = new Set(records.map((record) => record.account_id))
  if (!span || counts.create < MIN_MATCHING_ROWS || others.size === 0) return undefined
  const omitted = overrideFor ? undefined : bankTextOnly
  const planned = readRowsByDisposition('create', statement, {
    dispositionCodes: plan.dispositionCodes,
    omitted,
  })
  const keys = buildFingerprints(planned, plan.dispositionCodes.length, overrideFor)
  let best: OtherAccountMatch | undefined
  for (const other of others) {
    keys.countInAccount.fill(0)
    let rows = 0
    for (const batch of imports.findImportedBatches(other, { since: span.first, until: span.last }))
      for (let at = 0; at < batch.keys.length; at += ROW_KEY_BYTES)
        if (claimFingerprint(keys, readDigest(batch.keys, at))) rows += 1
    if (rows > (best?.rows ?? 0)) best = { account_id: other, rows, of: counts.create }
  }
  return best && best.rows >= MIN_MATCHING_ROWS && best.rows * 2 >= best.of ? best : undefined
}
