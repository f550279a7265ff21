/** Reads the tables of an archive that are kept in memory, its summary, and the numbers of its ids. */

import { UserError } from '../../contract/errors.ts'
import { createIdCodec, type IdCodec, parseSalt } from '../../contract/ids.ts'
import { getCurrencyDecimals, isCurrencyCode } from '../../money/currency.ts'
import { type JsonRecord, readInteger, readText, refuseField, refuseRecord } from '../json-record.ts'
import { type ArchiveFiles, iterateLines, readOrNull } from './archive-lines.ts'

/** The version of the format. @see docs/export.md#archive */
const ARCHIVE_VERSION = 1

/** A table that is read whole. */
export type ArchiveTableName =
  | 'accounts'
  | 'groups'
  | 'categories'
  | 'merchants'
  | 'assignments'
  | 'targets'
  | 'snoozes'
  | 'rules'
  | 'categorizations'
  | 'reconciliations'
  | 'schedules'
  | 'moves'
  | 'balances'
  | 'figures'

/** Tables that every archive has, also one of a service. */
const requiredTables: readonly ArchiveTableName[] = [
  'accounts',
  'groups',
  'categories',
  'merchants',
  'assignments',
]

/** Tables that follow from the others, or that only a workspace has which moved in or has schedules. */
const optionalTables: readonly ArchiveTableName[] = ['balances', 'figures', 'moves', 'schedules']

/** The summary of an archive. */
export interface ArchiveSummary {
  name: string | undefined
  currency: string
  decimals: number
  /** What the service did not tell; empty for an archive of a local workspace. */
  lacks: readonly string[]
}

/** The lines of each table. */
export type ArchiveTables = Readonly<Record<ArchiveTableName, readonly JsonRecord[]>>

/** Returns the summary of an archive. @throws UserError when it is of a newer version, or of another program */
export function readSummary(files: ArchiveFiles): ArchiveSummary {
  const file = files.get('budget.json')
  const [line] = file ? [...iterateLines(file)] : []
  if (!line) throw missingFileError('budget.json')
  if (readText(line, 'format') !== 'budget archive') return refuseField(line, 'format', '"budget archive"')
  const version = readInteger(line, 'version')
  if (version > ARCHIVE_VERSION)
    throw new UserError(
      'invalid',
      `The archive has version ${version}; this budget reads version ${ARCHIVE_VERSION}`,
      {
        hint: 'Update budget',
      },
    )
  if (version < 1) return refuseField(line, 'version', 'a version')
  const currency = readText(line, 'currency')
  if (!isCurrencyCode(currency)) return refuseField(line, 'currency', 'three capital letters')
  const name = readOrNull(line, 'workspace_name', readText) ?? undefined
  return { name, currency, decimals: getCurrencyDecimals(currency), lacks: readLacks(line) }
}

function readLacks(line: JsonRecord): string[] {
  const lacks = line.fields['lacks']
  if (!Array.isArray(lacks)) return refuseField(line, 'lacks', 'a list')
  return lacks.map((one: unknown) =>
    typeof one === 'string' ? one : refuseRecord(line, '"lacks" is not a list of strings'),
  )
}

/** Returns the lines of the tables. @throws UserError for a missing file, or a line that is not JSON */
export function readTables(files: ArchiveFiles, { lacks }: ArchiveSummary): ArchiveTables {
  const isComplete = lacks.length === 0
  const read = (name: ArchiveTableName): readonly JsonRecord[] => {
    const file = files.get(`${name}.ndjson`)
    if (file) return [...iterateLines(file)]
    const isRequired = requiredTables.includes(name) || (isComplete && !optionalTables.includes(name))
    if (isRequired) throw missingFileError(`${name}.ndjson`)
    return []
  }
  return {
    accounts: read('accounts'),
    groups: read('groups'),
    categories: read('categories'),
    merchants: read('merchants'),
    assignments: read('assignments'),
    targets: read('targets'),
    snoozes: read('snoozes'),
    rules: read('rules'),
    categorizations: read('categorizations'),
    reconciliations: read('reconciliations'),
    schedules: read('schedules'),
    moves: read('moves'),
    balances: read('balances'),
    figures: read('figures'),
  }
}

const missingFileError = (name: string): UserError =>
  new UserError('invalid', `The archive is not complete: ${name} is missing`, {
    hint: 'Create it again with budget export all',
  })

/** The kinds of rows with an id in an archive. */
export type ArchivedIdKind =
  | 'account'
  | 'category_group'
  | 'category'
  | 'merchant'
  | 'rule'
  | 'schedule'
  | 'transaction'

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
  schedule: 'schedule',
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
