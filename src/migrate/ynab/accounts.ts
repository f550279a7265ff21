/** Lists the accounts of a YNAB export, and finds out which are on budget, which no row says. */

import type { MinorUnits } from '../../money/minor-units.ts'
import type { SourceAccount, SourceCategory, SourceTransaction } from '../source-budget.ts'
import { collectHistories, suggestAccountType, toHistoryRow } from '../suggest-account-type.ts'

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
  const histories = collectHistories(transactions.map(toHistoryRow))
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

/** What the rows of an account show. */
export interface AccountRows {
  balance: MinorUnits
  /** True for an account on budget, false for a tracking account; undefined if nothing proves it. */
  onBudget: boolean | undefined
  /** What is likely where nothing proves it. */
  likelyOnBudget: boolean | undefined
}

interface RowEvidence {
  balance: MinorUnits
  /** Only accounts on budget have categories. */
  hasCategories: boolean
  /** A transfer needs a category only if the other account is off budget. */
  isPaidByCategories: boolean
  /** Rows without a category that are no transfers. On budget, they wait for a category. */
  plainRows: number
  /** The number of transfers without a category, by the other account. Both accounts are on budget, or both are not. */
  plainTransfers: Map<string, number>
}

/** Returns what the rows show of each account, in the order of the transactions. `cards` are known to be on budget. */
function inspectAccounts(
  transactions: readonly SourceTransaction[],
  cards: ReadonlySet<string>,
): Map<string, AccountRows> {
  const evidence = collectEvidence(transactions)
  const proved = new Map(
    [...evidence].map(([name, { hasCategories, isPaidByCategories }]) => [
      name,
      cards.has(name) || hasCategories ? true : isPaidByCategories ? false : undefined,
    ]),
  )
  const likely = guessOpenAccounts(evidence, proved)
  return new Map(
    [...evidence].map(([name, { balance }]) => {
      const onBudget = proved.get(name)
      return [name, { balance, onBudget, likelyOnBudget: onBudget ?? likely.get(name) }]
    }),
  )
}

/** One row of an account: a transaction or a line. */
type EvidenceRow = Pick<SourceTransaction, 'account' | 'amount' | 'category' | 'transfer'>

function* listRows(transactions: readonly SourceTransaction[]): Generator<EvidenceRow> {
  for (const transaction of transactions) {
    const { account, lines } = transaction
    if (lines) for (const line of lines) yield { account, ...line }
    else yield transaction
  }
}

function collectEvidence(transactions: readonly SourceTransaction[]): Map<string, RowEvidence> {
  const found = new Map<string, RowEvidence>()
  const get = (account: string): RowEvidence => {
    const known = found.get(account) ?? {
      balance: 0n,
      hasCategories: false,
      isPaidByCategories: false,
      plainRows: 0,
      plainTransfers: new Map<string, number>(),
    }
    found.set(account, known)
    return known
  }
  for (const { account, amount, category, transfer } of listRows(transactions)) {
    const own = get(account)
    own.balance += amount
    if (category !== null) {
      own.hasCategories = true
      if (transfer) get(transfer.account).isPaidByCategories = true
    } else if (transfer) {
      own.plainTransfers.set(transfer.account, (own.plainTransfers.get(transfer.account) ?? 0) + 1)
    } else if (amount !== 0n) own.plainRows += 1
  }
  return found
}

/**
 * Guesses for accounts of which nothing is proved. Accounts with transfers among one another are guessed together: on
 * budget if they have more transfers with accounts on budget than rows that would lack a category. Where no account has
 * categories, nothing is guessed.
 */
function guessOpenAccounts(
  evidence: ReadonlyMap<string, RowEvidence>,
  proved: ReadonlyMap<string, boolean | undefined>,
): Map<string, false> {
  const guesses = new Map<string, false>()
  if (![...proved.values()].includes(true)) return guesses
  const visited = new Set<string>()
  for (const name of evidence.keys()) {
    if (proved.get(name) !== undefined || visited.has(name)) continue
    const accounts = listConnected(name, { evidence, proved, visited })
    let [inside, outside, between] = [0, 0, 0]
    for (const { plainRows, plainTransfers } of accounts.map((one) => evidence.get(one) ?? NO_ROWS)) {
      outside += plainRows
      for (const [other, count] of plainTransfers) {
        const isInside = proved.get(other)
        if (isInside === undefined) between += count
        else if (isInside) inside += count
        else outside += count
      }
    }
    if (inside + outside + between > 0 && inside <= outside)
      for (const account of accounts) guesses.set(account, false)
  }
  return guesses
}

const NO_ROWS: Pick<RowEvidence, 'plainRows' | 'plainTransfers'> = { plainRows: 0, plainTransfers: new Map() }

/** Returns the account and the open ones that it has transfers with, directly or through others. */
function listConnected(
  first: string,
  {
    evidence,
    proved,
    visited,
  }: {
    evidence: ReadonlyMap<string, RowEvidence>
    proved: ReadonlyMap<string, boolean | undefined>
    visited: Set<string>
  },
): string[] {
  const connected = [first]
  visited.add(first)
  for (const name of connected)
    for (const other of evidence.get(name)?.plainTransfers.keys() ?? []) {
      if (proved.get(other) !== undefined || visited.has(other)) continue
      visited.add(other)
      connected.push(other)
    }
  return connected
}
