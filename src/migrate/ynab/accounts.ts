/** Lists the accounts of a YNAB export, which names neither their types nor whether they are on budget. */

import type { MinorUnits } from '../../money/minor-units.ts'
import { collectHistories, type HistoryRow } from '../balance-histories.ts'
import type { SourceAccount, SourceCategory, SourceTransaction } from '../source-budget.ts'
import { suggestAccountType } from '../suggest-account-type.ts'

/** What the rows of an account show. */
interface RowEvidence {
  balance: MinorUnits
  /** Only accounts on budget have categories. */
  hasCategories: boolean
  /** A transfer needs a category only if the other account is off budget. */
  isPaidByCategories: boolean
  /** It has transfers with accounts on budget, and they have no category. */
  hasPlainTransfers: boolean
  hasPlainRows: boolean
}

const NO_EVIDENCE: RowEvidence = {
  balance: 0n,
  hasCategories: false,
  isPaidByCategories: false,
  hasPlainTransfers: false,
  hasPlainRows: false,
}

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
  const evidence = collectEvidence(transactions)
  const histories = collectHistories(listHistoryRows(transactions))
  const cards = new Set(categories.flatMap(({ card }) => card ?? []))
  const names = new Set([...evidence.keys(), ...cards])
  const accounts = [...names].map((name): SourceAccount => {
    const isCard = hasPlan || cards.has(name) ? cards.has(name) : undefined
    const rows = evidence.get(name) ?? NO_EVIDENCE
    const onBudget = isCard || rows.hasCategories ? true : rows.isPaidByCategories ? false : undefined
    return {
      key: name,
      name,
      type: undefined,
      suggestedType: suggestAccountType({
        name,
        isCard,
        onBudget: onBudget ?? guessOnBudget(rows),
        owesMoney: rows.balance < 0n,
        history: histories.get(name),
      }),
      onBudget,
      closed: false,
      notes: null,
      lastReconciledAt: null,
    }
  })
  return { accounts, balances: [...evidence].map(([account, { balance }]) => ({ account, balance })) }
}

// The starting balance of an account on budget is to be assigned, so rows without any category are off budget.
const guessOnBudget = ({ hasPlainTransfers, hasPlainRows }: RowEvidence): boolean | undefined =>
  hasPlainTransfers || !hasPlainRows ? undefined : false

/** One row of an account: a transaction or a line. */
type EvidenceRow = Pick<SourceTransaction, 'account' | 'amount' | 'category' | 'transfer'>

function* listRows(transactions: readonly SourceTransaction[]): Generator<EvidenceRow> {
  for (const transaction of transactions) {
    const { account, lines } = transaction
    if (lines) for (const line of lines) yield { account, ...line }
    else yield transaction
  }
}

const listHistoryRows = (transactions: readonly SourceTransaction[]): HistoryRow[] =>
  transactions.map(({ account, amount, transfer, isStartingBalance }) => ({
    account,
    amount,
    isTransfer: transfer !== null,
    isCardPayment: false,
    isStartingBalance,
  }))

function collectEvidence(transactions: readonly SourceTransaction[]): Map<string, RowEvidence> {
  const found = new Map<string, RowEvidence>()
  const get = (account: string): RowEvidence => {
    const known = found.get(account) ?? { ...NO_EVIDENCE }
    found.set(account, known)
    return known
  }
  for (const { account, amount, category, transfer } of listRows(transactions)) {
    const own = get(account)
    own.balance += amount
    if (category !== null) own.hasCategories = true
    else if (!transfer && amount !== 0n) own.hasPlainRows = true
    if (!transfer) continue
    if (category !== null) get(transfer.account).isPaidByCategories = true
    else own.hasPlainTransfers = true
  }
  return found
}
