/** Checks the accounts, categories and merchants that a new workspace is filled with. */

import { InvalidContentError } from '../../contract/errors.ts'
import { SALT_PATTERN } from '../../contract/ids.ts'
import { normalizeName, toNameKey } from '../../contract/normalize-name.ts'
import { accountTypes, isCreditAccountType } from '../../contract/operations/accounts.ts'
import type {
  ContentCategory,
  ContentGroup,
  ContentMerchant,
  WorkspaceContent,
} from '../../contract/ports/workspace-content.ts'
import { isCurrencyCode } from '../../money/currency.ts'
import {
  checkInstants,
  checkName,
  checkNotes,
  createRowCheck,
  isSeq,
  type KnownRows,
} from './content-checks.ts'

/** What has a name, as it is stored. */
export interface NamedRows {
  known: KnownRows
  groups: readonly (ContentGroup & { key: string })[]
  categories: readonly (ContentCategory & { key: string })[]
  merchants: readonly (ContentMerchant & { key: string })[]
  /** The payment category of each credit account. */
  payments: ReadonlyMap<number, ContentCategory>
}

/**
 * Returns the accounts, groups, categories and merchants with names as the API stores them.
 * @throws InvalidContentError for the first row that breaks a rule
 */
export function checkNames(content: WorkspaceContent): NamedRows {
  if (!isCurrencyCode(content.currency))
    throw new InvalidContentError('workspace', 1, `${content.currency} is not a currency code`)
  if (content.id_salt !== undefined && !SALT_PATTERN.test(content.id_salt))
    throw new InvalidContentError('workspace', 1, 'its ids are not from budget')
  const accounts = content.accounts.map((row) => ({ ...row, name: row.name.trim() }))
  const groups = content.groups.map((row) => ({ ...row, name: row.name.trim(), key: toNameKey(row.name) }))
  const categories = content.categories.map((row) => ({
    ...row,
    name: row.name.trim(),
    key: toNameKey(row.name),
  }))
  const merchants = content.merchants.map((row) => {
    const name = normalizeName(row.name)
    return { ...row, name, key: toNameKey(name) }
  })
  const known: KnownRows = {
    accounts: indexBySeq('account', accounts),
    groups: indexBySeq('category group', groups),
    categories: indexBySeq('category', categories),
    merchants: indexBySeq('merchant', merchants),
  }
  checkAccounts(known)
  checkMerchants(merchants)
  const keyedGroups = checkGroups(groups)
  checkCategories(known, categories)
  return { known, groups: keyedGroups, categories, merchants, payments: findPayments(known) }
}

function indexBySeq<Row extends { seq: number; name: string }>(
  table: string,
  rows: readonly Row[],
): ReadonlyMap<number, Row> {
  const bySeq = new Map<number, Row>()
  for (const row of rows) {
    const check = createRowCheck(table, row.seq)
    check(isSeq(row.seq), 'its number is not a positive integer, or is too large')
    check(!bySeq.has(row.seq), 'there are two with this number')
    checkName(check, row.name)
    bySeq.set(row.seq, row)
  }
  return bySeq
}

function checkAccounts({ accounts }: KnownRows): void {
  const types: readonly string[] = accountTypes
  for (const row of accounts.values()) {
    const check = createRowCheck('account', row.seq)
    check(types.includes(row.type), `${row.type} is not an account type`)
    checkNotes(check, row.notes)
    checkInstants(check, [row.last_reconciled_at, row.created_at, row.updated_at])
  }
}

function checkMerchants(merchants: readonly (ContentMerchant & { key: string })[]): void {
  const taken = new Map<string, number>()
  for (const { seq, key, deleted, created_at, updated_at } of merchants) {
    const check = createRowCheck('merchant', seq)
    checkInstants(check, [created_at, updated_at])
    if (deleted) continue
    check(!taken.has(key), `merchant ${taken.get(key)} has the same name`)
    taken.set(key, seq)
  }
}

type KeyedGroup = ContentGroup & { key: string }

/** Returns the groups; where the user named a group like the system group, the system group gets another key. */
function checkGroups(groups: readonly KeyedGroup[]): KeyedGroup[] {
  const taken = new Map<string, number>()
  for (const { seq, key, system } of groups) {
    const check = createRowCheck('category group', seq)
    const other = groups.find((group) => group.system && group.seq !== seq)
    check(!system || other === undefined, `category group ${other?.seq} is also a system group`)
    if (system) continue
    check(!taken.has(key), `category group ${taken.get(key)} has the same name`)
    taken.set(key, seq)
  }
  return groups.map((group) =>
    group.system && taken.has(group.key) ? { ...group, key: `${group.key} \u0000system` } : group,
  )
}

function checkCategories(known: KnownRows, categories: readonly (ContentCategory & { key: string })[]): void {
  const taken = new Map<string, number>()
  for (const { seq, key, group, card, deleted, archived } of categories) {
    const check = createRowCheck('category', seq)
    const parent = known.groups.get(group)
    check(parent !== undefined, `there is no category group ${group}`)
    check(parent?.system === (card !== null), 'only payment categories belong in the system group')
    check(card === null || !archived, 'a payment category cannot be archived')
    const account = card === null ? undefined : known.accounts.get(card)
    const isCard = account !== undefined && isCreditAccountType(account.type)
    check(card === null || isCard, `account ${card} is not a credit account`)
    if (deleted || card !== null) continue
    const name = `${group} ${key}`
    check(!taken.has(name), `category ${taken.get(name)} of the group has the same name`)
    taken.set(name, seq)
  }
}

/** Returns the payment categories: each credit account has one, which is deleted with it. @see docs/spec.md#c1 */
function findPayments({ accounts, categories }: KnownRows): Map<number, ContentCategory> {
  const payments = new Map<number, ContentCategory>()
  for (const category of categories.values()) {
    const { seq, card, deleted } = category
    if (card === null || deleted) continue
    const check = createRowCheck('category', seq)
    check(!payments.has(card), `category ${payments.get(card)?.seq} also pays account ${card}`)
    check(accounts.get(card)?.deleted === false, `account ${card} is deleted`)
    payments.set(card, category)
  }
  for (const { seq, type, deleted } of accounts.values())
    if (isCreditAccountType(type) && !deleted)
      createRowCheck('account', seq)(payments.has(seq), 'it has no payment category')
  return payments
}
