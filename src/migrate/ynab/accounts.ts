/** Lists the accounts of a YNAB export, which names neither their types nor whether they are on budget. */

import type { MinorUnits } from '../../money/minor-units.ts'
import { collectHistories, type HistoryRow } from '../balance-histories.ts'
import type { SourceAccount, SourceCategory, SourceTransaction } from '../source-budget.ts'
import { suggestAccountType } from '../suggest-account-type.ts'
import { inspectAccounts } from './on-budget-accounts.ts'

/** The accounts of an export with their balances. */
export interface ExportAccounts {
  accounts: SourceAccount[]
  balances: { account: string; balance: MinorUnits }[]
}

/**
 * Returns the accounts that the transactions name, in that order, then cards that only the plan names. `hasPlan` says
 * whether the categories name all cards.
 */
export function listAccounts(
  transactions: readonly SourceTransaction[],
  { categories, hasPlan }: { categories: readonly SourceCategory[]; hasPlan: boolean },
): ExportAccounts {
  const cards = new Set(categories.flatMap(({ card }) => card ?? []))
  const rowsByAccount = inspectAccounts(transactions, cards)
  const histories = collectHistories(listHistoryRows(transactions))
  const names = new Set([...rowsByAccount.keys(), ...cards])
  const accounts = [...names].map((name): SourceAccount => {
    const isCard = hasPlan || cards.has(name) ? cards.has(name) : undefined
    const rows = rowsByAccount.get(name)
    return {
      key: name,
      name,
      type: undefined,
      suggestedType: suggestAccountType({
        name,
        isCard,
        onBudget: isCard || rows?.likelyOnBudget,
        owesMoney: (rows?.balance ?? 0n) < 0n,
        history: histories.get(name),
      }),
      onBudget: isCard || rows?.onBudget,
      closed: false,
      notes: null,
      lastReconciledAt: null,
    }
  })
  return { accounts, balances: [...rowsByAccount].map(([account, { balance }]) => ({ account, balance })) }
}

const listHistoryRows = (transactions: readonly SourceTransaction[]): HistoryRow[] =>
  transactions.map(({ account, amount, transfer, isStartingBalance }) => ({
    account,
    amount,
    isTransfer: transfer !== null,
    isCardPayment: false,
    isStartingBalance,
  }))
