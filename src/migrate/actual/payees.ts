/** Reads the payees of an Actual file, merged ones included. */

import type { ForeignTables } from '../../contract/ports/foreign-tables.ts'
import { readFlag, readOptionalText, readRows, readText } from './table-rows.ts'

/** A payee. */
export interface Payee {
  name: string | null
  /** The account that it stands for in transfers. */
  transferAccount: string | null
}

/** The payees of a budget. */
export interface ActualPayees {
  /** Returns the payee that took the place of this one, or itself. */
  find(id: string): Payee | undefined
  /** The names of the payees that are not deleted and stand for no account. */
  names: readonly string[]
}

/** Reads the payees. */
export function readPayees(tables: ForeignTables): ActualPayees {
  const columns = { required: ['id', 'name'], optional: ['tombstone', 'transfer_acct'] }
  const payees = new Map<string, Payee>()
  const names: string[] = []
  for (const row of readRows(tables, 'payees', columns)) {
    const payee = {
      name: readOptionalText(row, 'name'),
      transferAccount: readOptionalText(row, 'transfer_acct'),
    }
    payees.set(readText(row, 'id'), payee)
    if (payee.name !== null && payee.transferAccount === null && !readFlag(row, 'tombstone'))
      names.push(payee.name)
  }
  const targets = new Map(
    Array.from(readRows(tables, 'payee_mapping', { required: ['id', 'targetId'] }), (row) => [
      readText(row, 'id'),
      readOptionalText(row, 'targetId'),
    ]),
  )
  return { names, find: (id) => payees.get(targets.get(id) ?? id) }
}
