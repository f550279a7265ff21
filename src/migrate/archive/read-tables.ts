/** Reads what the tables of an archive say: names, plans, rules, reconciliations and figures. */

import { toNameKey } from '../../contract/normalize-name.ts'
import { accountTypes, isCreditAccountType } from '../../contract/operations/accounts.ts'
import { targetKinds } from '../../contract/ports/workspace-admin.ts'
import type {
  ContentAccount,
  ContentCategory,
  ContentGroup,
  ContentMerchant,
  WorkspaceContent,
} from '../../contract/ports/workspace-content.ts'
import type { StatedCategoryMonth, StatedFigures, StatedMonth } from '../figures.ts'
import {
  type JsonRecord,
  readFlag,
  readInteger,
  readText,
  refuseField,
  refuseRecord,
} from '../json-record.ts'
import { sourceKinds } from '../source-budget.ts'
import { isPackedBudget } from '../update/moved-budget.ts'
import {
  readAmount,
  readDate,
  readInstant,
  readMonth,
  readName,
  readNotes,
  readOrNull,
  readTotal,
  readWord,
} from './archive-lines.ts'
import { type ArchiveTables, createTableIds, type TableIds } from './archive-tables.ts'

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

/** What the tables are read with. */
interface PlanContext {
  ids: ArchiveIds
  decimals: number
  salt: string | undefined
}

type Plans = Pick<
  WorkspaceContent,
  'assignments' | 'targets' | 'snoozes' | 'rules' | 'categorizations' | 'reconciliations'
>

/** Returns everything of an archive that has neither a name nor a date in a register. */
export function readPlans(tables: ArchiveTables, context: PlanContext): Plans {
  const { ids, decimals, salt } = context
  const { accounts, categories, merchants } = ids
  return {
    assignments: tables.assignments.map((line) => ({
      month: readMonth(line, 'month'),
      category: categories.find(line, 'category_id'),
      assigned: readTotal(line, 'assigned', decimals),
    })),
    targets: tables.targets.map((line) => ({
      category: categories.find(line, 'category_id'),
      kind: readWord(line, 'kind', targetKinds),
      amount: readAmount(line, 'amount', decimals),
      weekday: readOrNull(line, 'weekday', readInteger),
      by_date: readOrNull(line, 'by', readDate),
      repeat_months: readOrNull(line, 'repeat_months', readInteger),
      start_month: readOrNull(line, 'start_month', readMonth),
    })),
    snoozes: tables.snoozes.map((line) => ({
      month: readMonth(line, 'month'),
      category: categories.find(line, 'category_id'),
    })),
    rules: readRules(tables.rules, ids, salt),
    categorizations: tables.categorizations.map((line) => ({
      merchant: merchants.find(line, 'merchant_id'),
      category: readOrNull(line, 'category_id', categories.find),
      ready_to_assign: readFlag(line, 'ready_to_assign'),
    })),
    reconciliations: tables.reconciliations.map((line) => ({
      account: accounts.find(line, 'account_id'),
      date: readDate(line, 'date'),
      balance: readTotal(line, 'balance', decimals),
      at: readInstant(line, 'reconciled_at'),
    })),
  }
}

/** Returns what a workspace moved in from, which has the numbers of the archived workspace. */
export function readMove({ moves: [line] }: ArchiveTables): Pick<WorkspaceContent, 'move'> {
  if (!line) return {}
  const said = Buffer.from(readText(line, 'said'), 'base64')
  if (!isPackedBudget(said)) return refuseField(line, 'said', 'what budget export all wrote there')
  const [source, answers] = [readWord(line, 'source', sourceKinds), readText(line, 'answers')]
  return { move: { at: readInstant(line, 'at'), source, answers, said } }
}

function readRules(
  lines: readonly JsonRecord[],
  { accounts, categories, merchants }: ArchiveIds,
  salt: string | undefined,
): Plans['rules'] {
  const rules = createTableIds('rule', salt)
  return lines.map((line) => ({
    seq: rules.add(line),
    position: readInteger(line, 'position'),
    merchant: readOrNull(line, 'merchant_id', merchants.find),
    merchant_contains: readOrNull(line, 'merchant_contains', (...place) => toNameKey(readName(...place))),
    account: readOrNull(line, 'account_id', accounts.find),
    direction: readOrNull(line, 'direction', (_, field) => readWord(line, field, ['outflow', 'inflow'])),
    category: readOrNull(line, 'category_id', categories.find),
    ready_to_assign: readFlag(line, 'ready_to_assign'),
  }))
}

/** Returns the figures that the workspace showed when it was archived. */
export function readFigures(tables: ArchiveTables, { ids, decimals }: PlanContext): StatedFigures<number> {
  const balances = tables.balances.map((line) => ({
    account: ids.accounts.find(line, 'account_id'),
    balance: readTotal(line, 'cleared_balance', decimals) + readTotal(line, 'pending_balance', decimals),
  }))
  const months: StatedMonth[] = []
  const categoryMonths: StatedCategoryMonth<number>[] = []
  for (const line of tables.figures) {
    const month = readMonth(line, 'month')
    const category = readOrNull(line, 'category_id', ids.categories.find)
    if (category === null) months.push({ month, readyToAssign: readTotal(line, 'ready_to_assign', decimals) })
    else
      categoryMonths.push({
        month,
        category,
        assigned: readTotal(line, 'assigned', decimals),
        activity: readTotal(line, 'activity', decimals),
        available: readTotal(line, 'available', decimals),
      })
  }
  return { balances, categoryMonths, months }
}
