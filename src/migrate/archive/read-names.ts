/** Reads the accounts, groups, categories and merchants of an archive. */

import { accountTypes, isCreditAccountType } from '../../contract/operations/accounts.ts'
import type {
  ContentAccount,
  ContentCategory,
  ContentGroup,
  ContentMerchant,
} from '../../contract/ports/workspace-content.ts'
import { type JsonRecord, readFlag, readInteger, refuseRecord } from '../json-record.ts'
import { createTableIds, type TableIds } from './archive-ids.ts'
import { readInstant, readName, readNotes, readOrNull, readWord } from './archive-lines.ts'
import type { ArchiveTables } from './archive-tables.ts'

/** The numbers of the ids of an archive. */
export interface ArchiveIds {
  accounts: TableIds
  groups: TableIds
  categories: TableIds
  merchants: TableIds
}

/** What of an archive has a name. */
export interface ArchivedNames {
  ids: ArchiveIds
  accounts: ContentAccount[]
  groups: ContentGroup[]
  categories: ContentCategory[]
  merchants: ContentMerchant[]
}

/** Returns what has a name, with a payment category for every card. @param salt of our own ids */
export function readNames(tables: ArchiveTables, salt: string | undefined): ArchivedNames {
  const ids: ArchiveIds = {
    accounts: createTableIds('account', salt),
    groups: createTableIds('category_group', salt),
    categories: createTableIds('category', salt),
    merchants: createTableIds('merchant', salt),
  }
  const accounts = tables.accounts.map((line) => readAccount(line, ids.accounts.add(line)))
  const groups = tables.groups.map((line) => readGroup(line, ids.groups.add(line)))
  const categories = tables.categories.map((line) => readCategory(line, ids))
  const merchants = tables.merchants.map((line) => readMerchant(line, ids.merchants.add(line)))
  const names = { ids, accounts, groups, categories, merchants }
  matchPayments(names, tables.categories)
  return names
}

const readAccount = (line: JsonRecord, seq: number): ContentAccount => ({
  seq,
  name: readName(line, 'name'),
  type: readWord(line, 'type', accountTypes),
  notes: readNotes(line, 'notes'),
  closed: readFlag(line, 'closed'),
  linked: readFlag(line, 'linked'),
  deleted: readFlag(line, 'deleted'),
  last_reconciled_at: readOrNull(line, 'last_reconciled_at', readInstant),
  created_at: readInstant(line, 'created_at'),
  updated_at: readInstant(line, 'updated_at'),
})

const readGroup = (line: JsonRecord, seq: number): ContentGroup => ({
  seq,
  name: readName(line, 'name'),
  system: readFlag(line, 'system'),
  position: readInteger(line, 'position'),
})

const readCategory = (line: JsonRecord, { accounts, groups, categories }: ArchiveIds): ContentCategory => ({
  seq: categories.add(line),
  name: readName(line, 'name'),
  group: groups.find(line, 'group_id'),
  card: readOrNull(line, 'card_account_id', accounts.find),
  archived: readFlag(line, 'archived'),
  deleted: readFlag(line, 'deleted'),
  position: readInteger(line, 'position'),
})

const readMerchant = (line: JsonRecord, seq: number): ContentMerchant => ({
  seq,
  name: readName(line, 'name'),
  deleted: readFlag(line, 'deleted'),
  created_at: readInstant(line, 'created_at'),
  updated_at: readInstant(line, 'updated_at'),
})

const SYSTEM_GROUP = 'Credit Card Payments'

/**
 * Gives every card its payment category. A service tells neither which card one pays, nor that there is one: then the
 * names decide, and missing ones are added.
 */
function matchPayments(
  { ids, accounts, groups, categories }: ArchivedNames,
  lines: readonly JsonRecord[],
): void {
  const systemGroups = new Set(groups.filter(({ system }) => system).map(({ seq }) => seq))
  const cards = accounts.filter(({ type, deleted }) => isCreditAccountType(type) && !deleted)
  const unpaid = new Map(cards.map((account) => [account.seq, account]))
  const isOpen = ({ group, card, deleted }: ContentCategory): boolean =>
    !deleted && systemGroups.has(group) && !(card !== null && unpaid.delete(card))
  for (const category of categories.filter(isOpen)) {
    const account = [...unpaid.values()].find(({ name }) => name === category.name)
    const line = lines[categories.indexOf(category)]
    if (!account && line) refuseRecord(line, `nothing says which card the category "${category.name}" pays`)
    category.card = account?.seq ?? null
    unpaid.delete(account?.seq ?? 0)
  }
  for (const { seq, name } of unpaid.values()) {
    const group = groups.find(({ system }) => system) ?? addSystemGroup(ids, groups)
    const own = { archived: false, deleted: false, position: categories.length }
    categories.push({ seq: ids.categories.next(), name, group: group.seq, card: seq, ...own })
  }
}

function addSystemGroup({ groups: ids }: ArchiveIds, groups: ContentGroup[]): ContentGroup {
  const group = { seq: ids.next(), name: SYSTEM_GROUP, system: true, position: groups.length }
  groups.push(group)
  return group
}
