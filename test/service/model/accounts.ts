/**
 * Models accounts and merchants.
 * @see docs/spec.md#a-accounts
 * @see docs/spec.md#c1
 * @see docs/spec.md#m-merchants
 */

import type { OperationName, Operations } from '../../../src/contract/api.ts'
import { badRequest, conflict, notFound } from '../../../src/contract/errors.ts'
import { normalizeName, toNameKey } from '../../../src/contract/normalize-name.ts'
import type { OperationRequest } from '../../../src/contract/operation.ts'
import { isCreditAccountType, isOnBudgetAccountType } from '../../../src/contract/operations/accounts.ts'
import type { MinorUnits } from '../../../src/money/minor-units.ts'
import { minor, toApiAccount } from './api-view.ts'
import { type AccountEntry, type Book, type GroupEntry, getEntry, type MerchantEntry } from './ledger.ts'

export type Request<Name extends OperationName> = OperationRequest<Operations[Name]>

/** Returns the entry with the id of a path. @see docs/spec.md#d03 */
export function getByPathId<Entry extends { id: string; deleted?: boolean }>(
  what: string,
  entries: Entry[],
  id: string,
): Entry {
  const found = entries.find((one) => one.id === id && one.deleted !== true)
  if (!found) throw notFound(what)
  return found
}

export const isLive = (entries: { id: string; deleted: boolean }[], id: string): boolean =>
  entries.some((one) => one.id === id && !one.deleted)

function systemGroup(book: Book): GroupEntry {
  const known = book.groups.find((group) => group.system)
  if (known) return known
  const made = { id: `grp#${book.groups.length + 1}`, name: 'Credit Card Payments', system: true }
  book.groups.push(made)
  return made
}

/** Adds a card's payment category at the top of the system group. @see docs/spec.md#c1 */
function addPaymentCategory(book: Book, { id: card, name }: AccountEntry): void {
  const id = `cat#${++book.categoriesMade}`
  const group = systemGroup(book).id
  book.categories.unshift({ id, name, group, card, archived: false, deleted: false })
}

/** Creates the transaction of an initial balance. @see docs/spec.md#b80 */
function createInitialBalance(
  book: Book,
  account: AccountEntry,
  amount: MinorUnits,
  date: string | undefined,
): void {
  book.rows.push({
    id: `txn#${book.rows.length + 1}`,
    date: date ?? book.now.slice(0, 10),
    amount,
    account: account.id,
    merchant: null,
    category: null,
    ready_to_assign: isOnBudgetAccountType(account.type),
    notes: 'Starting balance',
    status: 'cleared',
    review_status: 'reviewed',
    auto: false,
    splits: null,
    pair: null,
    deleted: false,
    created_at: book.now,
    updated_at: book.now,
  })
}

export const accountCalls = (book: Book) => ({
  listAccounts: ({ query }: Request<'listAccounts'>) => ({
    accounts: book.accounts
      .filter((one) => !one.deleted && (query?.include_closed || !one.closed))
      .map((one) => toApiAccount(book, one)),
  }),

  createAccount({ body }: Request<'createAccount'>) {
    const account: AccountEntry = {
      id: `acc#${book.accounts.length + 1}`,
      name: body.name,
      type: body.type,
      notes: null,
      closed: false,
      deleted: false,
      last_reconciled_at: null,
      created_at: book.now,
      updated_at: book.now,
    }
    book.accounts.push(account)
    if (isCreditAccountType(body.type)) addPaymentCategory(book, account)
    const balance = minor(body.initial_balance ?? '0')
    if (balance !== 0n) createInitialBalance(book, account, balance, body.initial_balance_date)
    return { account: toApiAccount(book, account) }
  },

  updateAccount({ account_id, body }: Request<'updateAccount'>) {
    const account = getByPathId('account', book.accounts, account_id)
    const changed = (['name', 'notes', 'closed'] as const).some(
      (field) => body[field] !== undefined && body[field] !== account[field],
    )
    if (body.closed === true && !account.closed) {
      account.last_reconciled_at = book.now // docs/spec.md#a20
      for (const row of book.rows) {
        if (row.account !== account.id || row.deleted || row.status !== 'cleared') continue
        Object.assign(row, { status: 'reconciled', updated_at: book.now })
      }
    }
    if (changed) Object.assign(account, body, { updated_at: book.now })
    const payment = book.categories.find((one) => one.card === account.id)
    if (payment) payment.name = account.name // docs/spec.md#c1
    return { account: toApiAccount(book, account) }
  },

  deleteAccount({ account_id }: Request<'deleteAccount'>) {
    const account = getByPathId('account', book.accounts, account_id)
    if (book.rows.some((row) => row.account === account.id && !row.deleted)) {
      throw badRequest('account has active transactions; close it instead') // docs/spec.md#a30
    }
    account.deleted = true
    const payment = book.categories.find((one) => one.card === account.id)
    if (payment) {
      payment.deleted = true // docs/spec.md#c10
      book.assigned = book.assigned.filter((one) => one.category !== payment.id)
    }
    return { deleted: true, id: account_id }
  },
})

/** Returns the active merchant with a name, or a new one. @see docs/spec.md#m2 */
export function findOrCreateMerchant(book: Book, name: string): MerchantEntry {
  return (
    book.merchants.find((one) => !one.deleted && toNameKey(one.name) === toNameKey(name)) ??
    newMerchant(book, name)
  )
}

function newMerchant(book: Book, name: string): MerchantEntry {
  const made = {
    id: `mer#${book.merchants.length + 1}`,
    name: normalizeName(name),
    deleted: false,
    learned: null,
    created_at: book.now,
    updated_at: book.now,
  }
  book.merchants.push(made)
  return made
}

const shownMerchant = ({ id, name, created_at, updated_at }: MerchantEntry) => ({
  id,
  name,
  created_at,
  updated_at,
})

/** Refuses a name that another active merchant has. @see docs/spec.md#m4 */
function assertNameFree(book: Book, name: string, self?: MerchantEntry): void {
  const taken = book.merchants.some(
    (one) => !one.deleted && one !== self && toNameKey(one.name) === toNameKey(name),
  )
  if (taken) throw conflict('a merchant with this name already exists')
}

export const merchantCalls = (book: Book) => ({
  listMerchants: (_: Request<'listMerchants'>) => ({
    merchants: book.merchants
      .filter((one) => !one.deleted)
      .toSorted((a, b) => (toNameKey(a.name) < toNameKey(b.name) ? -1 : 1))
      .map(shownMerchant),
  }),

  createMerchant({ body }: Request<'createMerchant'>) {
    assertNameFree(book, body.name)
    return { merchant: shownMerchant(newMerchant(book, body.name)) }
  },

  updateMerchant({ merchant_id, body }: Request<'updateMerchant'>) {
    const merchant = getByPathId('merchant', book.merchants, merchant_id)
    const name = normalizeName(body.name ?? merchant.name)
    assertNameFree(book, name, merchant)
    if (name !== merchant.name) Object.assign(merchant, { name, updated_at: book.now })
    return { merchant: shownMerchant(merchant) }
  },

  deleteMerchant({ merchant_id, query }: Request<'deleteMerchant'>) {
    const merchant = getByPathId('merchant', book.merchants, merchant_id)
    const into = query?.move_to_merchant_id
    if (into !== undefined && !isLive(book.merchants, into))
      throw badRequest('move_to_merchant_id does not exist')
    if (into === merchant_id) throw badRequest('move_to_merchant_id must differ from the deleted merchant')
    const rows = book.rows.filter((row) => row.merchant === merchant_id)
    for (const row of rows) Object.assign(row, { merchant: into ?? null, updated_at: book.now })
    if (into !== undefined) getEntry(book.merchants, into).learned ??= merchant.learned // docs/spec.md#m5
    merchant.deleted = true
    const moved = into === undefined ? 0 : rows.filter((row) => !row.deleted).length
    return {
      deleted: true,
      id: merchant_id,
      moved_transaction_count: moved,
      updated_recurring_transaction_count: 0,
    }
  },
})
