/** Reads the accounts of an Actual file. */

import type { ForeignTables } from '../../contract/ports/foreign-tables.ts'
import type { MinorUnits } from '../../money/minor-units.ts'
import type { SourceAccount } from '../source-budget.ts'
import { type BalanceHistory, suggestAccountType } from '../suggest-account-type.ts'
import { readFlag, readOptionalText, readRows, readSortOrder, readText } from '../table-rows.ts'

/** An account as Actual has it. */
export interface AccountRow {
  id: string
  name: string
  onBudget: boolean
  closed: boolean
  deleted: boolean
  lastReconciledAt: number | null
}

/** Returns all accounts, also deleted ones, in the order in which Actual shows them. */
export function readAccounts(tables: ForeignTables): AccountRow[] {
  const columns = {
    required: ['id', 'name'],
    optional: ['offbudget', 'closed', 'tombstone', 'sort_order', 'last_reconciled'],
  }
  const rows = Array.from(readRows(tables, 'accounts', columns), (row) => ({
    order: readSortOrder(row),
    account: {
      id: readText(row, 'id'),
      name: readOptionalText(row, 'name') ?? 'Account',
      onBudget: !readFlag(row, 'offbudget'),
      closed: readFlag(row, 'closed'),
      deleted: readFlag(row, 'tombstone'),
      lastReconciledAt: parseInstant(readOptionalText(row, 'last_reconciled')),
    },
  }))
  const rank = ({ onBudget, closed }: AccountRow): number => (closed ? 2 : 0) + (onBudget ? 0 : 1)
  return rows
    .toSorted((a, b) => rank(a.account) - rank(b.account) || a.order - b.order)
    .map(({ account }) => account)
}

/** Returns milliseconds since 1970. */
const parseInstant = (text: string | null): number | null =>
  text !== null && /^\d{1,14}$/.test(text) ? Number(text) : null

/** What decides how an account moves in. */
export interface AccountContext {
  balances: ReadonlyMap<string, MinorUnits>
  /** The notes of things by their ids. */
  notes: ReadonlyMap<string, string>
}

/**
 * Returns an account. Actual treats cards as cash, so a card is suggested as a bank account: then every figure stays
 * as it is.
 */
export function toSourceAccount(
  { id, name, onBudget, closed, deleted, lastReconciledAt }: AccountRow,
  { balances, notes }: AccountContext,
): SourceAccount {
  const owesMoney = (balances.get(id) ?? 0n) < 0n
  return {
    key: id,
    name,
    type: undefined,
    suggestedType: suggestAccountType({ name, onBudget, isCard: false, owesMoney }),
    onBudget,
    closed: closed || deleted,
    notes: notes.get(`account-${id}`) ?? null,
    lastReconciledAt,
  }
}

/** True for an on-budget account that seems to be a card or a line of credit. */
export const looksLikeCard = ({ name, onBudget }: AccountRow, history: BalanceHistory | undefined): boolean =>
  onBudget &&
  suggestAccountType({ name, onBudget, isCard: undefined, owesMoney: false, history }).startsWith('credit_')
