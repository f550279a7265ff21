/** Numbers the ids of an archive: ours keep the order that they encode, others get the order of the archive. */

import { UserError } from '../../contract/errors.ts'
import { createIdCodec, type IdCodec, parseSalt } from '../../contract/ids.ts'
import { type JsonRecord, readText, refuseField, refuseRecord } from '../json-record.ts'

/** The kinds of rows with an id in an archive. */
export type ArchivedIdKind = 'account' | 'category_group' | 'category' | 'merchant' | 'rule' | 'transaction'

/** The ids of one table. */
export interface TableIds {
  /** Numbers the id of a row. @throws UserError when another row has it */
  add(line: JsonRecord): number
  /** Returns the number of a row that another refers to. @throws UserError when there is none */
  find(line: JsonRecord, field: string): number
  /** Returns the next free number. */
  next(): number
}

/** Returns the salt of the ids of these lines; undefined when they are not all of one workspace of budget. */
export function findSalt(
  tables: readonly (readonly [ArchivedIdKind, readonly JsonRecord[]])[],
): string | undefined {
  let salt: string | undefined
  for (const [kind, lines] of tables)
    for (const { fields } of lines) {
      const own = parseSalt(kind, String(fields['id']))
      salt ??= own
      if (own === undefined || own !== salt) return undefined
    }
  return salt
}

/** Returns the error for ids that cannot be kept. */
export const foreignIdsError = (): UserError =>
  new UserError(
    'usage',
    'The ids in this archive cannot be kept: they are not from a single budget workspace',
    {
      hint: 'Leave out --keep-ids: everything gets new ids',
    },
  )

const labels: Readonly<Record<ArchivedIdKind, string>> = {
  account: 'account',
  category_group: 'category group',
  category: 'category',
  merchant: 'merchant',
  rule: 'rule',
  transaction: 'transaction',
}

/** Returns the numbers of the ids of a table. @param salt of our own ids */
export function createTableIds(kind: ArchivedIdKind, salt: string | undefined): TableIds {
  const codec = salt === undefined ? undefined : createIdCodec(salt)
  const numbers = new Map<string, number>()
  let highest = 0
  return {
    add(line) {
      const id = readText(line, 'id')
      if (numbers.has(id)) return refuseRecord(line, `there are two of ${kind} ${id}`)
      const number = codec ? decodeId(line, 'id', codec, kind) : highest + 1
      numbers.set(id, number)
      highest = Math.max(highest, number)
      return number
    },
    find: (line, field) =>
      numbers.get(readText(line, field)) ??
      refuseRecord(line, `"${field}" is ${String(line.fields[field])}, but there is no such ${labels[kind]}`),
    next: () => ++highest,
  }
}

/** Returns the number that one of our ids encodes. */
export function decodeId(line: JsonRecord, field: string, codec: IdCodec, kind: ArchivedIdKind): number {
  const seq = codec.toSeq(kind, readText(line, field))
  return seq === undefined || seq < 1
    ? refuseField(line, field, `the id of a ${labels[kind]} of this workspace`)
    : seq
}
